"""Placeholder."""

from __future__ import annotations

from catalint.output import RunInfo
from catalint.report import Report


def write(report: Report, run: RunInfo) -> str:
    """Write a report."""
    raise NotImplementedError
