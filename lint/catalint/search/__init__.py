"""Searching a catalog the way agents do: one interface, several searches, no network."""
