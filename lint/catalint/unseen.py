"""Characters that no reader of a text sees, for those who show it or write it down."""

from __future__ import annotations

# All of Unicode's categories Cc (but for the first 32, which each place treats in its own way), Cf, Cs, Zl and Zp, the
# letters and marks that have no glyph (fillers, joiners, selectors) as DerivedCoreProperties.txt has them under
# Default_Ignorable_Code_Point, and codes that are noncharacters for good. Written out, so that the Unicode version of a
# Python changes no output. U+FE0E and U+FE0F stay: each second emoji has one.
UNSEEN = (
    "\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"
    "\ufdd0-\ufdef\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What stands between the brackets of a class in a regular expression."""
