"""Writers of plans: text, JSON, Markdown and a chart."""
