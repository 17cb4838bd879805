"""Views that know neither State nor each other."""
