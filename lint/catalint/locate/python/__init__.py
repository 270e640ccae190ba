"""Tools that Python code defines, read with `ast`: nothing is imported or run."""
