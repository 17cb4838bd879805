"""One file per dock."""
