"""Readable names of devices. Only the families of browser and system are kept, never the header itself.

>>> device_of("Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0")
'Firefox, Android'
>>> device_of("curl/8.5.0") is None
True
"""

_LONGEST_HEADER = 1000

# The first that is found counts: most browsers also claim to be others.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str | None:
    """The browser and the system of a `User-Agent` header; None if it names neither."""
    text = user_agent[:_LONGEST_HEADER]
    found = [next((name for part, name in names if part in text), None) for names in (_BROWSERS, _SYSTEMS)]
    return ", ".join(name for name in found if name is not None) or None
