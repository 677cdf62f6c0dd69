"""Programs that are called: checked inputs, the faster of two ways, values kept."""
