"""What assistants call: the tools, a worker that answers within limits, and the protocol."""
