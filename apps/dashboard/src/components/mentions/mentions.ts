/** A piece of a string. Pieces that mention a person are marked. */
export interface TextPiece {
  text: string;
  isMention: boolean;
}

/** Whether a name continues as another word: "@annabel" does not mention "@anna". */
const isWordCharacter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);

/** Returns the longest of the given names that follows the "@" at a position. */
function nameAt(text: string, at: number, names: readonly string[]): string | undefined {
  if (text[at] !== "@" || isWordCharacter(text[at - 1])) return undefined;
  return names
    .filter((name) => {
      const end = at + 1 + name.length;
      return text.slice(at + 1, end).toLowerCase() === name.toLowerCase() && !isWordCharacter(text[end]);
    })
    .sort((one, other) => other.length - one.length)[0];
}

/**
 * Splits a string at its mentions.
 * @example piecesOf("Ask @anna", ["anna"]) // [{ text: "Ask ", isMention: false }, { text: "@anna", isMention: true }]
 */
export function piecesOf(text: string, names: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (at < from) continue;
    const name = nameAt(text, at, names);
    if (name === undefined) continue;
    if (at > from) pieces.push({ text: text.slice(from, at), isMention: false });
    from = at + 1 + name.length;
    pieces.push({ text: text.slice(at, from), isMention: true });
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMention: false });
  return pieces;
}

/** Returns the people mentioned in a string. @example mentionsIn("@Anna, look", ["anna", "ben"]) // ["anna"] */
export function mentionsIn(text: string, names: readonly string[]): string[] {
  const found = new Set<string>();
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const name = nameAt(text, at, names);
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

/** The name being typed after an "@", and the position of the "@". */
export interface OpenMention {
  at: number;
  typed: string;
}

const MAX_TYPED_LENGTH = 60;

/** Returns the mention being typed at the caret. @param caret position after the last typed character. */
export function openMentionAt(text: string, caret: number): OpenMention | undefined {
  const at = text.lastIndexOf("@", caret - 1);
  if (at < 0 || caret - at > MAX_TYPED_LENGTH || isWordCharacter(text[at - 1])) return undefined;
  const typed = text.slice(at + 1, caret);
  return /\s/.test(typed) ? undefined : { at, typed };
}

/** Completes a partly typed name. @returns the text, and the new caret position. */
export function insertMention(
  text: string,
  { at, typed }: OpenMention,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(at + 1 + typed.length);
  const written = `@${name}${/^\s/.test(rest) ? "" : " "}`;
  return {
    text: text.slice(0, at) + written + rest,
    caret: at + written.length + (/^\s/.test(rest) ? 1 : 0),
  };
}
