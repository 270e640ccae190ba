"""Decides on JSON Schemas whether every value that one allows is allowed by another, and says where not.

Schemas of drafts 04 to 2020-12 are read as sets of values (`domains`, `expansion`), compared (`inclusion`), and their
differences put into single changes (`explanation`). Nothing is fetched and no pattern is run. What can't be decided is
said to be undecided, never to be compatible.
"""
