import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

/** Matches `[text](target)` and `![text](target)`. A title that follows the target is ignored. */
const LINK_PATTERN = /\]\(([^()\s]+)(?: "[^"]*")?\)/g;
const CODE_FENCE = /^```[\s\S]*?^```/gm;
const CODE_SPAN = /`[^`\n]*`/g;

/** Checks that every relative link in the repository's documents leads to an existing file and heading. */
export function checkDocumentLinks(): string | undefined {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], {
    cwd: REPOSITORY_ROOT,
    encoding: "utf8",
  });
  const documents = listed
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(REPOSITORY_ROOT, file)));
  const faults = documents.flatMap(findBrokenLinks);
  return faults.length === 0 ? undefined : faults.join("\n");
}

function findBrokenLinks(document: string): string[] {
  return linksIn(readFileSync(join(REPOSITORY_ROOT, document), "utf8"))
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target) && !targetExists(document, target))
    .map((target) => `${document}: ${target} leads nowhere`);
}

function targetExists(document: string, target: string): boolean {
  const [path = "", heading] = target.split("#");
  const file = path === "" ? document : normalize(join(dirname(document), decodeURI(path)));
  if (file.startsWith("..") || !existsSync(join(REPOSITORY_ROOT, file))) return false;
  return (
    heading === undefined || !file.endsWith(".md") || parseHeadings(file).has(decodeURIComponent(heading))
  );
}

const headingsByFile = new Map<string, Set<string>>();

function parseHeadings(file: string): Set<string> {
  const known = headingsByFile.get(file) ?? anchorsIn(readFileSync(join(REPOSITORY_ROOT, file), "utf8"));
  headingsByFile.set(file, known);
  return known;
}

/** Returns the targets of all links in a Markdown text, outside of code. */
export const linksIn = (text: string): string[] =>
  [...text.replace(CODE_FENCE, "").replace(CODE_SPAN, "").matchAll(LINK_PATTERN)].map(
    ([, target = ""]) => target,
  );

/** Returns the anchors of a Markdown text's headings as on GitHub: the anchor of the second of two equal headings ends in `-1`. */
export function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, title = ""] of text.replace(CODE_FENCE, "").matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = toAnchor(title);
    let name = anchor;
    for (let copy = 1; anchors.has(name); copy++) name = `${anchor}-${copy}`;
    anchors.add(name);
  }
  return anchors;
}

const toAnchor = (title: string): string =>
  title
    .trim()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/ /g, "-");
