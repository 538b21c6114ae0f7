import { setImmediate as others } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { BASE_FONTS, type FontWeight, fontForDocument, openLetters } from "./letters.ts";
import { type Document, openSetter, type TextBox, type TextSetter } from "./set-text.ts";

const MARGIN_PT = 50;
const FOOT_PT = 40;
const LONG_TEXT_PT = 120;
const TEXT_GAP_PT = 1.5;
/** The number of steps after which other requests are served. */
const STEPS_PER_SLICE = 20;
const TEXT_COLOUR = "#1b2430";
const SECONDARY_COLOUR = "#5b6673";
const LINE_COLOUR = "#d5dbe2";
const ACCENT_COLOUR = "#0f766e";

/** A bold line is the sum of the indented lines below it. */
export interface SheetRow {
  cells: string[];
  isBold?: boolean;
}
export interface SheetTable {
  head: string[];
  /** The first column's share of the width; the other columns split the remaining width. */
  first: number;
  rows: SheetRow[];
}

export interface FigureSize {
  widthPt: number;
  heightPt: number;
}
export interface FigureBox extends FigureSize {
  x: number;
  y: number;
}
export interface SheetFigure extends FigureSize {
  /** The texts that will be written in the document. */
  texts?: readonly string[];
  indentPt?: number;
  draw: (document: Document, box: FigureBox, setter: TextSetter) => void;
}

/** The properties that make the file a PDF/A-3 with embedded data, self-contained for long-term archiving. */
export interface SheetArchive {
  /** The date of the document: the same document always has the same bytes. */
  at: Date;
  /** The data of the pages in machine-readable form. */
  file: { name: string; type: string; data: Buffer };
  /** The RDF descriptions for the document's metadata. */
  metadata: string;
}

export interface SheetInfo {
  title: string;
  language: string;
  archive?: SheetArchive;
}

/** A column of a block of two columns side by side. */
export interface SheetColumn {
  head: string;
  strong: string;
  /** The lines of the block; empty lines are omitted. */
  lines: readonly string[];
}

/**
 * Opens a document of A4 pages, written from top to bottom; tables continue on the next page with their header repeated.
 * Content is collected until `close`, which first loads the necessary fonts.
 */
export function openSheet(info: SheetInfo) {
  const { archive } = info;
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN_PT,
    bufferPages: true,
    lang: info.language,
    displayTitle: true,
    // No font is set yet. Otherwise the library would read this font's file again at each change of fonts, because the document has
    // it under another name.
    font: "",
    info: {
      Title: info.title,
      Creator: "Shoal",
      ...(archive ? { CreationDate: archive.at, ModDate: archive.at } : {}),
    },
    ...(archive ? { pdfVersion: "1.7", subset: "PDF/A-3b" } : {}),
  });
  if (archive) {
    const { data, name, type } = archive.file;
    // The library's types do not include the relationship.
    const options = {
      name,
      type,
      relationship: "Alternative",
      creationDate: archive.at,
      modifiedDate: archive.at,
    };
    document.file(data, options);
    document.appendXML(archive.metadata);
  }
  // The library's types do not accept fonts that are already open.
  const register = (name: string, source: string | Buffer) =>
    document.registerFont(name, typeof source === "string" ? (fontForDocument(source) as never) : source);
  register("text", BASE_FONTS.text);
  register("bold", BASE_FONTS.bold);
  document.font("text").fillColor(TEXT_COLOUR);
  const letters = openLetters({ register });
  const setter = openSetter(document, letters);
  const width = widthOf(document);
  const bottom = document.page.height - MARGIN_PT - FOOT_PT / 2;
  const need = (heightPt: number) => {
    if (document.y + heightPt > bottom) document.addPage();
  };
  const steps: (() => void)[] = [];
  const texts: string[] = [];
  const later = (step: () => void, ...written: readonly string[]) => {
    steps.push(step);
    texts.push(...written);
  };

  const writeNow = (
    text: string,
    weight: FontWeight,
    sizePt: number,
    colour: string,
    gapPt: number,
    indentPt: number,
  ) => {
    const box: TextBox = { weight, sizePt, widthPt: width - indentPt, lineGapPt: TEXT_GAP_PT };
    // Text longer than a page starts at the current position.
    need(Math.min(setter.heightOf(text, box), LONG_TEXT_PT));
    document.fillColor(colour);
    setter.draw(text, MARGIN_PT + indentPt, document.y, box, need);
    document.y += gapPt;
  };
  const write = (
    text: string,
    weight: FontWeight,
    sizePt: number,
    colour: string,
    gapPt: number,
    indentPt = 0,
  ) => later(() => writeNow(text, weight, sizePt, colour, gapPt, indentPt), text);

  const rowAt = (row: SheetRow, first: number, isHead: boolean) => {
    need(writeRow(document, setter, row, { first, isHead, isMeasured: true }) + 8);
    writeRow(document, setter, row, { first, isHead });
  };

  return {
    title: (text: string) => write(text, "bold", 22, TEXT_COLOUR, 2),
    subtitle: (text: string) => write(text, "bold", 13, ACCENT_COLOUR, 4),
    heading: (text: string) => {
      later(() => {
        document.y += 12;
        // A heading must not be alone at the bottom of a page.
        need(80);
      });
      write(text, "bold", 12, TEXT_COLOUR, 3);
    },
    text: (text: string, indentPt = 0) => write(text, "text", 9, TEXT_COLOUR, 3, indentPt),
    strong: (text: string, indentPt = 0) => write(text, "bold", 9, TEXT_COLOUR, 2, indentPt),
    note: (text: string, indentPt = 0) => write(text, "text", 8, SECONDARY_COLOUR, 3, indentPt),
    /** Starts a new page unless this height still fits. */
    keep: (heightPt: number) => later(() => need(heightPt)),
    gap(heightPt: number) {
      later(() => {
        document.y += heightPt;
      });
    },
    /** Draws two blocks side by side; the following content starts below the taller block. */
    columns(left: SheetColumn, right: SheetColumn) {
      later(
        () => writeColumns(document, setter, [left, right]),
        ...[left, right].flatMap(({ head, strong, lines }) => [head, strong, ...lines]),
      );
    },
    /** Draws a horizontal line between two blocks. */
    rule() {
      later(() => {
        document
          .moveTo(MARGIN_PT, document.y)
          .lineTo(MARGIN_PT + width, document.y)
          .lineWidth(0.5)
          .strokeColor(LINE_COLOUR)
          .stroke();
        document.y += 8;
      });
    },
    /** Reserves a box of fixed size on one page, to draw in; content beyond it is clipped. */
    figure({ widthPt, heightPt, texts: inside = [], indentPt = 0, draw }: SheetFigure) {
      later(
        () => {
          need(heightPt);
          const box = { x: MARGIN_PT + indentPt, y: document.y, widthPt, heightPt };
          document.save();
          document.rect(box.x, box.y, widthPt, heightPt).clip();
          draw(document, box, setter);
          document.restore();
          document.fillColor(TEXT_COLOUR).fillOpacity(1).strokeOpacity(1);
          document.x = MARGIN_PT;
          document.y = box.y + heightPt + 6;
        },
        ...inside,
      );
    },
    table({ head, first, rows }: SheetTable) {
      later(
        () => {
          rowAt({ cells: head }, first, true);
          let page = document.bufferedPageRange().count;
          for (const row of rows) {
            need(22);
            if (document.bufferedPageRange().count !== page) rowAt({ cells: head }, first, true);
            page = document.bufferedPageRange().count;
            rowAt(row, first, false);
          }
          document.y += 6;
        },
        ...head,
        ...rows.flatMap(({ cells }) => cells),
      );
    },

    /** Writes the content of the sheet, and the footer of every page. @returns the bytes of the file. */
    async close(footOf: (page: number, pages: number) => string): Promise<Buffer> {
      await letters.prepare([...texts, footOf(1, 1)]);
      for (const [place, step] of steps.entries()) {
        if (place % STEPS_PER_SLICE === 0) await others();
        step();
      }
      writeFeet(document, setter, footOf);
      document.end();
      const parts: Buffer[] = [];
      for await (const part of document) parts.push(part as Buffer);
      return Buffer.concat(parts);
    },
  };
}

const widthOf = (document: Document) => document.page.width - 2 * MARGIN_PT;
/** Prevents a new page, since content in a fixed box does not break pages. */
const preventNewPage = () => undefined;

function writeColumns(document: Document, setter: TextSetter, columns: readonly SheetColumn[]): void {
  const width = widthOf(document);
  const top = document.y;
  const widthPt = width / 2 - 12;
  const ends = columns.map(({ head, strong, lines }, at) => {
    const x = MARGIN_PT + at * (width / 2 + 12);
    document.y = top;
    const put = (text: string, weight: FontWeight, sizePt: number, colour: string) => {
      if (text === "") return;
      document.fillColor(colour);
      setter.draw(text, x, document.y, { weight, sizePt, widthPt, lineGapPt: TEXT_GAP_PT }, preventNewPage);
    };
    put(head, "text", 8, SECONDARY_COLOUR);
    put(strong, "bold", 10, TEXT_COLOUR);
    for (const line of lines) put(line, "text", 9, TEXT_COLOUR);
    return document.y;
  });
  document.x = MARGIN_PT;
  document.y = Math.max(...ends) + 6;
}

/** Writes one line of a table, or only measures it. @returns its height in points. */
function writeRow(
  document: Document,
  setter: TextSetter,
  { cells, isBold = false }: SheetRow,
  { first, isHead, isMeasured = false }: { first: number; isHead: boolean; isMeasured?: boolean },
): number {
  const width = widthOf(document);
  const firstPt = width * first;
  const otherPt = (width - firstPt) / Math.max(1, cells.length - 1);
  const boxOf = (index: number): TextBox => ({
    weight: isBold || isHead ? "bold" : "text",
    sizePt: isHead ? 7.5 : 8.5,
    widthPt: (index === 0 ? firstPt : otherPt) - 6,
    align: index === 0 ? "left" : "right",
  });
  const heightPt = Math.max(...cells.map((cell, index) => setter.heightOf(cell, boxOf(index))));
  if (isMeasured) return heightPt;
  const top = document.y + 3;
  document.fillColor(isHead ? SECONDARY_COLOUR : TEXT_COLOUR);
  cells.forEach((cell, index) => {
    const left = index === 0 ? MARGIN_PT : MARGIN_PT + firstPt + (index - 1) * otherPt;
    setter.draw(cell, left, top, boxOf(index), preventNewPage);
  });
  document.y = top + heightPt + 3;
  document
    .moveTo(MARGIN_PT, document.y)
    .lineTo(MARGIN_PT + width, document.y)
    .lineWidth(isHead ? 1 : 0.5)
    .strokeColor(LINE_COLOUR)
    .stroke();
  return heightPt;
}

function writeFeet(
  document: Document,
  setter: TextSetter,
  footOf: (page: number, pages: number) => string,
): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    document.page.margins.bottom = 0;
    document.fillColor(SECONDARY_COLOUR);
    const box: TextBox = { weight: "text", sizePt: 7.5, widthPt: widthOf(document), align: "right" };
    setter.draw(footOf(page + 1, count), MARGIN_PT, document.page.height - FOOT_PT, box, preventNewPage);
  }
}

export type PdfSheet = ReturnType<typeof openSheet>;
