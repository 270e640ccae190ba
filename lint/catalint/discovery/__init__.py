"""How findable the tools of a run are: predicted for all of them, shown in detail for one, compared between mounts."""
