"""System checks of the assistant: an id, a hint and a test each."""
