"""Labelled searches: what people ask, and which tools are right for it. Read, scored and drafted; nothing predicted."""
