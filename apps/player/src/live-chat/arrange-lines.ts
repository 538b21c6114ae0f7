/** The members that the list element must have. */
interface LineList<Line> {
  readonly children: ArrayLike<Line> & Iterable<Line>;
  insertBefore(line: Line, before: Line | null): unknown;
}

/**
 * Arranges the lines in this order. Lines that keep their order are not touched, because an element that moves in the page loses
 * the keyboard focus and its selection.
 */
export function arrangeLines<Line extends { remove(): void }>(
  list: LineList<Line>,
  lines: readonly Line[],
): void {
  const wanted = new Set(lines);
  for (const line of Array.from(list.children)) if (!wanted.has(line)) line.remove();
  for (const [place, line] of lines.entries()) {
    const there = list.children[place];
    if (there !== line) list.insertBefore(line, there ?? null);
  }
}
