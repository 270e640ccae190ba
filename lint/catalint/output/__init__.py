"""Writers: a report to bytes, nothing else."""
