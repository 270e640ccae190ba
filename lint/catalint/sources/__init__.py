"""Reading catalogs: the only part that opens files."""
