"""The whole text of one prompt in each language, as it is sent: read the files as a model would.

After a wanted change, ``python -m tests.assistant.prompts`` writes them anew; read the difference before you keep it.
"""
