"""Networks as expressions: built from layers, differentiated by the same engine, trained."""

from matgrad.nets.layers import Dense, dense
from matgrad.nets.network import Network, network

__all__ = ["Dense", "Network", "dense", "network"]
