"""Real servers for the tests, started on free ports and private to one run."""
