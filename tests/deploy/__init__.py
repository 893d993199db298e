"""The site as it is deployed: daphne alone, behind nginx, behind Caddy; real programs, shipped configurations."""
