"""The guided lesson, without Qt: steps read from Markdown."""
