/** A run of text, and the override block before it. */
export interface OverriddenText {
  /** The content of the block without braces; "" before the first block. */
  block: string;
  text: string;
  /** Whether the text consists of drawing commands (`{\p1}`). */
  isDrawing: boolean;
}

/** The last `\p` tag sets the drawing mode, and `\p0` ends it. `\pos` and `\pbo` are other tags. */
const DRAWING_TAG_PATTERN = /\\p(\d{1,2})/g;

/**
 * Splits text at its override blocks, such as `{\an8}` or `{\i1\pos(3,4)}`, in linear time.
 * @param areAllBlocks treats all braces as blocks, as ASS does; otherwise only those that start with a backslash.
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
      const word = [...block.matchAll(DRAWING_TAG_PATTERN)].at(-1)?.[1];
      runs.push({ block, text: "", isDrawing: word === undefined ? last?.isDrawing === true : word !== "0" });
    }
    from = isBlock ? close + 1 : open + 1;
  }
  const last = runs.at(-1);
  if (last) last.text += text.slice(from);
  return runs;
}
