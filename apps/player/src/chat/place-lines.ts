/** The part of an element that holds lines. */
interface LineList<Line> {
  readonly children: ArrayLike<Line>;
  insertBefore(line: Line, before: Line | null): unknown;
}

/**
 * Makes these the lines of a list, in order. Lines that stay are not moved: moving one would take the keyboard focus, a text selection
 * and a half-done click from it.
 */
export function placeLines<Line extends { remove(): void }>(
  list: LineList<Line>,
  lines: readonly Line[],
): void {
  const wanted = new Set(lines);
  for (const line of Array.from(list.children)) if (!wanted.has(line)) line.remove();
  for (const [at, line] of lines.entries())
    if (list.children[at] !== line) list.insertBefore(line, list.children[at] ?? null);
}
