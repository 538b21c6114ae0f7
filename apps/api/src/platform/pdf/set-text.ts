import bidiFactory from "bidi-js";
import type PDFDocument from "pdfkit";
import { type FontLetter, type FontWeight, isPlain, type LetterFonts } from "./letters.ts";

const bidiAlgorithm = bidiFactory();
/** Line height of the base font for all content, as a multiple of the font size. */
const LINE_HEIGHT = 1.164;
const BASE_FONT_ASCENT = 0.928;
const LINE_BREAK_PATTERN = /\r\n|[\n\r\u2028\u2029]/;
const wordSegmenter = new Intl.Segmenter("en", { granularity: "word" });
/** Scripts written without spaces between words. */
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Extended_Pictographic}\p{Regional_Indicator}\u3000-\u303f\u30fc\uff00-\uffef]/u;
/** Characters that must not start, or not end, a line. */
const CLOSING_CHARACTER =
  /^[\p{Pe}\p{Pf}\p{Po}\u30fc\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7]/u;
const OPENING_CHARACTER = /[\p{Ps}\p{Pi}]$/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

export type Document = InstanceType<typeof PDFDocument>;

export interface TextStyle {
  weight: FontWeight;
  sizePt: number;
}
export interface TextBox extends TextStyle {
  widthPt: number;
  lineGapPt?: number;
  /** The alignment; by default, right-to-left text is aligned to the right. */
  align?: "left" | "right";
}
/** A piece of text in a single font, drawn from left to right. */
interface TextRun {
  text: string;
  font: string;
  widthPt: number;
}
interface TextLine {
  runs: TextRun[];
  widthPt: number;
  isRightToLeft: boolean;
}

/**
 * Sets text in any script: chooses a font per letter, breaks lines according to the script, and reorders right-to-left text.
 */
export function openSetter(document: Document, letters: LetterFonts) {
  const widthOf = (text: string, font: string, sizePt: number) =>
    document.font(font).fontSize(sizePt).widthOfString(text, { features: [] });

  const measured = (letters: readonly FontLetter[], sizePt: number) =>
    runsOf(letters).reduce((sum, { text, font }) => sum + widthOf(text, font, sizePt), 0);

  const lineOf = (
    text: string,
    whole: string,
    { weight, sizePt }: TextStyle,
    isRightToLeft: boolean,
  ): TextLine => {
    const runs: TextRun[] = [];
    for (const { letters: parts, isReversed } of splitIntoVisualRuns(text, isRightToLeft)) {
      const found = letters.lettersOf(parts, weight, whole);
      const ordered = runsOf(isReversed ? found.map(mirrorLetter) : found).map((run) => ({
        ...run,
        // The shaper reverses Hebrew and Arabic text itself, so only other scripts are reversed here.
        text: isReversed && !RIGHT_TO_LEFT.test(run.text) ? reverseText(run.text) : run.text,
      }));
      if (isReversed) ordered.reverse();
      for (const { text, font } of ordered) runs.push({ text, font, widthPt: widthOf(text, font, sizePt) });
    }
    return { runs, widthPt: runs.reduce((sum, run) => sum + run.widthPt, 0), isRightToLeft };
  };

  const linesOf = (text: string, box: TextBox): TextLine[] => {
    const lines: TextLine[] = [];
    for (const paragraph of text.replaceAll("\t", " ").split(LINE_BREAK_PATTERN)) {
      const isRightToLeft = startsRight(paragraph);
      const widthOfPart = (part: string) => measured(letters.lettersOf(part, box.weight, text), box.sizePt);
      for (const line of breakIntoLines(paragraph, box.widthPt, widthOfPart))
        lines.push(lineOf(line, text, box, isRightToLeft));
    }
    return lines;
  };

  const drawLine = (line: TextLine, leftPt: number, footPt: number, sizePt: number, stroke: boolean) => {
    let x = leftPt;
    for (const { text, font, widthPt } of line.runs) {
      document.font(font).fontSize(sizePt);
      document.text(text, x, footPt, {
        lineBreak: false,
        baseline: "alphabetic",
        features: [],
        ...(stroke ? { stroke: true, fill: true } : {}),
      });
      x += widthPt;
    }
  };

  return {
    heightOf(text: string, box: TextBox): number {
      const { weight, sizePt, widthPt, lineGapPt = 0 } = box;
      if (isPlain(text))
        return document
          .font(weight)
          .fontSize(sizePt)
          .heightOfString(text, { width: widthPt, lineGap: lineGapPt });
      return linesOf(text, box).length * (sizePt * LINE_HEIGHT + lineGapPt);
    },

    /** Draws from a position, continuing on the next page if the page is full. Leaves `document.y` below the text. */
    draw(text: string, x: number, y: number, box: TextBox, turnPage: (lineHeightPt: number) => void): void {
      const { weight, sizePt, widthPt, lineGapPt = 0, align } = box;
      if (isPlain(text)) {
        document
          .font(weight)
          .fontSize(sizePt)
          .text(text, x, y, { width: widthPt, lineGap: lineGapPt, align: align ?? "left" });
        return;
      }
      document.y = y;
      const lineHeightPt = sizePt * LINE_HEIGHT + lineGapPt;
      for (const line of linesOf(text, box)) {
        turnPage(lineHeightPt);
        const top = document.y;
        const isRight = align === "right" || (align === undefined && line.isRightToLeft);
        drawLine(
          line,
          isRight ? x + widthPt - line.widthPt : x,
          top + sizePt * BASE_FONT_ASCENT,
          sizePt,
          false,
        );
        document.y = top + lineHeightPt;
      }
      document.x = x;
    },

    /** Draws one line with its baseline at a position. */
    drawAt(text: string, x: number, footPt: number, style: TextStyle & { isStroked?: boolean }): void {
      const line = lineOf(text, text, style, startsRight(text));
      drawLine(line, x, footPt, style.sizePt, style.isStroked ?? false);
    },
  };
}

export type TextSetter = ReturnType<typeof openSetter>;

/** Returns whether the first letter with a direction is right-to-left. */
const startsRight = (text: string): boolean =>
  bidiAlgorithm.getEmbeddingLevels(text, "auto").paragraphs[0]?.level === 1;

/** Joins neighbouring letters of the same font. */
function runsOf(letters: readonly FontLetter[]): FontLetter[] {
  const runs: FontLetter[] = [];
  for (const letter of letters) {
    const last = runs.at(-1);
    if (last?.font === letter.font) last.text += letter.text;
    else runs.push({ ...letter });
  }
  return runs;
}

const mirrorLetter = (letter: FontLetter): FontLetter => ({
  ...letter,
  text: bidiAlgorithm.getMirroredCharacter(letter.text) ?? letter.text,
});

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const reverseText = (text: string): string =>
  [...graphemeSegmenter.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join("");

/** Splits a string into runs of one direction each, in visual order. */
function splitIntoVisualRuns(
  text: string,
  isRightToLeft: boolean,
): { letters: string; isReversed: boolean }[] {
  const found = bidiAlgorithm.getEmbeddingLevels(text, isRightToLeft ? "rtl" : "ltr");
  const parts: { letters: string; start: number; level: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = found.levels[at] ?? 0;
    const last = parts.at(-1);
    if (last?.level === level) last.letters += text[at];
    else parts.push({ letters: text[at] ?? "", start: at, level });
  }
  // Reverses whole runs, from the highest level down to the lowest odd level, as the algorithm prescribes.
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < parts.length) {
      let to = from;
      while (to < parts.length && (parts[to]?.level ?? 0) >= level) to += 1;
      if (to > from) parts.splice(from, to - from, ...parts.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return parts.map(({ letters, level }) => ({ letters, isReversed: level % 2 === 1 }));
}

/** Breaks a paragraph into lines that fit; a word longer than a line is split between letters. */
function breakIntoLines(paragraph: string, widthPt: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  let lineWidthPt = 0;
  for (const word of wordsOf(paragraph)) {
    const wordPt = widthOf(word.trimEnd());
    if (line !== "" && lineWidthPt + wordPt > widthPt) {
      lines.push(line.trimEnd());
      line = "";
      lineWidthPt = 0;
    }
    if (wordPt <= widthPt) {
      line += word;
      lineWidthPt += widthOf(word);
      continue;
    }
    for (const { segment } of graphemeSegmenter.segment(word)) {
      const letterPt = widthOf(segment);
      if (line !== "" && lineWidthPt + letterPt > widthPt) {
        lines.push(line);
        line = "";
        lineWidthPt = 0;
      }
      line += segment;
      lineWidthPt += letterPt;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Splits a paragraph into unbreakable units, each with its trailing spaces. */
function wordsOf(paragraph: string): string[] {
  const found: string[] = [];
  for (const { segment } of wordSegmenter.segment(paragraph)) {
    const last = found.at(-1);
    if (last === undefined) found.push(segment);
    else if (/^\s+$/.test(segment)) found[found.length - 1] = last + segment;
    else if (/\s$/.test(last) || canBreakBetween(last, segment)) found.push(segment);
    else found[found.length - 1] = last + segment;
  }
  return found;
}

const canBreakBetween = (before: string, after: string): boolean =>
  !CLOSING_CHARACTER.test(after) &&
  !OPENING_CHARACTER.test(before) &&
  (UNSPACED_SCRIPTS.test(after) || UNSPACED_SCRIPTS.test([...before].at(-1) ?? ""));
