"""Write what a panel shows to a file: PNG, SVG, PDF, CSV or NPY.

Every file is written beside its target and renamed when it is complete, so an export that
fails or is cancelled leaves the old file as it was.
"""

from posviz.export.files import FORMATS, NUMBERS, PICTURES, ExportError, format_of, free_space
from posviz.export.numbers import LARGE_FILE, Numbers, RowBlocks, file_size, write_numbers
from posviz.export.pictures import make_image, write_picture

__all__ = [
    "FORMATS",
    "LARGE_FILE",
    "NUMBERS",
    "PICTURES",
    "ExportError",
    "Numbers",
    "RowBlocks",
    "file_size",
    "format_of",
    "free_space",
    "make_image",
    "write_numbers",
    "write_picture",
]
