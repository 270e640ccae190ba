"""Plans how a catalog is loaded: what each way costs in a stated session, and what a search then loses. Pure."""
