/** A piece of a text, and the block of overrides before it. */
export interface OverriddenText {
  /** The content of the braces; "" before the first block. */
  block: string;
  text: string;
  /** The lines of a drawing (`{\p1}`), not text. */
  isDrawing: boolean;
}

/** The drawing mode of a block, from its last tag: `\p0` ends one. `\pos` and `\pbo` are other tags. */
const DRAWING = /\\p(\d{1,2})/g;

/**
 * Splits a text at its blocks of overrides, `{\an8}` or `{\i1\pos(3,4)}`, in time that grows with its length alone.
 * @param areAllBlocks braces hold a block in any case, as in ASS; else only where a backslash begins it.
 */
export function splitOverrides(text: string, areAllBlocks = false): OverriddenText[] {
  const runs: OverriddenText[] = [{ block: "", text: "", isDrawing: false }];
  let from = 0;
  let close = -1;
  while (from < text.length) {
    const open = text.indexOf("{", from);
    if (open < 0) break;
    if (close < open) close = text.indexOf("}", open);
    if (close < 0) break;
    const last = runs.at(-1);
    const block = text.slice(open + 1, close);
    const isBlock = areAllBlocks || (block.startsWith("\\") && !block.includes("{"));
    if (last) last.text += text.slice(from, isBlock ? open : open + 1);
    if (isBlock) {
      const word = [...block.matchAll(DRAWING)].at(-1)?.[1];
      runs.push({ block, text: "", isDrawing: word === undefined ? last?.isDrawing === true : word !== "0" });
    }
    from = isBlock ? close + 1 : open + 1;
  }
  const last = runs.at(-1);
  if (last) last.text += text.slice(from);
  return runs;
}
