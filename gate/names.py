"""Proper names, and what vouches for them."""
