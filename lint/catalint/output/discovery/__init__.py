"""Writers of `catalint discover`: text, JSON (its shape is `discovery.schema.json`) and Markdown."""
