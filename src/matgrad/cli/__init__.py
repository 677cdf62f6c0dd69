"""The command line, and the conversation that it opens without a command."""
