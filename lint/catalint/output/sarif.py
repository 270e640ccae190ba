"""Placeholder."""

from __future__ import annotations

from catalint.output import Notice, RunInfo
from catalint.report import Report


def write(report: Report, run: RunInfo) -> str:
    """Write a report."""
    raise NotImplementedError


def notices(report: Report, run: RunInfo, output: str) -> tuple[Notice, ...]:
    """Limits of GitHub that the output breaks, and results left out."""
    raise NotImplementedError
