"""What only a program has, not a formula that somebody types."""

from __future__ import annotations

import re

CODE = re.compile(
    r"(?<![\w.])(?:np|numpy|jnp|torch|tf|F|nn|math|scipy|jax)\.[a-z]|(?<![\w.])nn\.[A-Z]|[\w)\]]\s*@\s*[\w(]"
    r"|\w\s*\*\*\s*[\w(]|[\w)\]]\.T\b|[\w)\]]\.[a-z_]+\(|^\s*return\b|^\s*def \w|\blambda\b[^:\n]*:"
    r"|^\s*(?:for|while|if)\b[^\n]*:\s*$|^\s*(?:import|from) \w|(?:axis|dim|keepdims?)\s*=",
    re.M,
)
