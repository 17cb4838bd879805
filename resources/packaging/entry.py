"""Where the frozen program begins: what comes from around it must not reach into it.

The boot loader starts Python isolated: no PYTHON variables, no packages of the user's. Qt and
the libraries that choose a Qt have variables of their own.
"""

import os
import sys

for name in (
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM_PLUGIN_PATH",
    "QML2_IMPORT_PATH",
    "QML_IMPORT_PATH",
    "QT_API",
    "FORCE_QT_API",
    "PYQTGRAPH_QT_LIB",
):
    os.environ.pop(name, None)

from posviz.__main__ import main  # noqa: E402

sys.exit(main())
