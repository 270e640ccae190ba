"""Compares two versions of catalogs: what breaks callers, what tools cost, what is found, what caches lose."""
