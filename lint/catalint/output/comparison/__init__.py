"""Writers of a review (see `catalint.comparison`): text, Markdown, JSON and SARIF."""
