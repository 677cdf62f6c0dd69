"""The service: an async front that never computes, and workers that do."""
