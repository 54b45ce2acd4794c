"""The parts of `benchmarks/load.py`: the measured server, its tables, and the clients."""
