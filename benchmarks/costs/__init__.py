"""The largest tables and the worst requests, for `request_costs.py` and `noisy_neighbours.py`."""
