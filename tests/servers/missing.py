"""What a program on this machine lacks, said in words."""


class Missing(RuntimeError):
    """A program that only the system's packages bring is not there. The message says which, and how it is had."""
