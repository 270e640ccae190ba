"""Analyses that rules share; see `catalint.context.Analysis`."""
