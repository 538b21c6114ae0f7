/** A line that opens a block of code, with its mark. A line whose backticks are closed on the same line is inline code. */
const FENCE_PATTERN = /^[ \t]*(?:(`{3,})[^`]*$|(~{3,}))/;
/** A span of code, whose content is not Markdown. */
const CODE_SPAN_PATTERN = /(?<!`)`+([^`\n]+)`+/g;
/** Matches placeholders, which replace code while Markdown is removed: a number between two private-use characters. */
const PLACEHOLDER_PATTERN = /\ue000(\d+)\ue001/g;
/** The marks of Markdown, each with the text that stays. */
const MARKDOWN_PATTERNS: readonly [RegExp, string][] = [
  [/^[ \t]*(?:([-*_])[ \t]*)(?:\1[ \t]*){2,}$/gm, ""],
  [/^[ \t]*(?:>[ \t]?)+/gm, ""],
  [/^[ \t]{0,3}#{1,6}[ \t]+/gm, ""],
  [/^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/!?\[([^[\]\n]*)\]\([^()\s]*(?:[ \t]+"[^"\n]*")?\)/g, "$1"],
  [/(\*\*|__|~~)(?=\S)((?:(?!\1)[^\n])+)(?<=\S)\1/g, "$2"],
  [/(?<![\p{L}\p{N}\\*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, "$1"],
  [/(?<![\p{L}\p{N}\\_])_(?=\S)([^_\n]+)(?<=\S)_(?![\p{L}\p{N}_])/gu, "$1"],
  [/\\([!-/:-@[-`{-~])/g, "$1"],
];

/**
 * Returns a message as one line without the marks of Markdown, for previews, notifications and mails. A message that consists only of
 * marks is unchanged.
 * @example plainChatText("**Cut 3** is in the [library](https://shoal.example)") // "Cut 3 is in the library"
 */
export function plainChatText(markdown: string): string {
  const code: string[] = [];
  const store = (text: string) => `\ue000${code.push(text) - 1}\ue001`;
  /** The mark of the open block; "" outside blocks. */
  let fence = "";
  const lines = markdown.split("\n").flatMap((line) => {
    if (fence !== "") {
      if (!closesFence(line.trim(), fence)) return store(line);
      fence = "";
      return [];
    }
    const [, backticks, tildes] = FENCE_PATTERN.exec(line) ?? [];
    fence = backticks ?? tildes ?? "";
    return fence !== "" ? [] : line.replace(CODE_SPAN_PATTERN, (_all, span: string) => store(span));
  });
  let text = lines.join("\n");
  for (const [mark, kept] of MARKDOWN_PATTERNS) text = text.replace(mark, kept);
  const plain = text.replace(PLACEHOLDER_PATTERN, (_all, index: string) => code[Number(index)] ?? "");
  return joinIntoOneLine(plain) || joinIntoOneLine(markdown);
}

/** Whether a line closes a block: it is only the mark of the block, which may be longer than the opening one. */
const closesFence = (line: string, fence: string): boolean =>
  line.length >= fence.length && line === fence.charAt(0).repeat(line.length);

const joinIntoOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
