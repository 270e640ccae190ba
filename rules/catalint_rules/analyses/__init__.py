"""Analyses that several rules of the pack share: names taken apart, and tools that do one job under two names."""
