"""From symbolic locations to places in files."""
