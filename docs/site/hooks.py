"""MkDocs hooks: publish documents that live outside docs/, and keep their relative links working.

Links in our documents are relative to the repository, so that they also work in a checkout. Here they are
rewritten for the site. A link to a file that has no page, such as an example program, becomes its plain path.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "deploy/README.md": "deploy.md",
    "benchmarks/README.md": "benchmarks.md",
    "src/closecall/games/mark/RULES.md": "rules/mark.md",
    "src/closecall/games/qwixx/RULES.md": "rules/qwixx.md",
    "src/closecall/games/enough/RULES.md": "rules/enough.md",
}
"""Where the documents outside docs/ are on the site."""
SOURCES = {page: source for source, page in PAGES.items()}
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents that live outside docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links of a page for the site."""
    here = page.file.src_uri
    source = SOURCES.get(here, f"docs/{here}")

    def rewritten(link: re.Match[str]) -> str:
        text, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        path, hash_sign, anchor = target.partition("#")
        linked = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        on_site = PAGES.get(linked, linked.removeprefix("docs/") if linked.startswith("docs/") else None)
        if on_site is None:
            return f"`{linked}`"
        relative = posixpath.relpath(on_site, posixpath.dirname(here) or ".")
        return f"[{text}]({relative}{hash_sign}{anchor})"

    return LINK.sub(rewritten, markdown)
