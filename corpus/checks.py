"""System checks of the index."""
