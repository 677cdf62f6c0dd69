"""Programs over many samples and over several devices."""
