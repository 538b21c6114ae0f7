import {
  FOOTPRINT_DIMENSIONS,
  type FootprintBreakdownRow,
  type FootprintConstant,
  type FootprintDimension,
  type FootprintRange,
  type FootprintReport,
  type Language,
} from "@shoal/contract";
import { openSheet, type PdfSheet, type SheetRow } from "../../../../platform/pdf/pdf-sheet.ts";
import { pdfTexts } from "./pdf-texts.ts";

/** The number of countries in the PDF. The CSV has all of them. */
const ROWS_SHOWN = 20;
const GRAMS_PER_KG = 1_000;

interface WriteContext {
  report: FootprintReport;
  /** The client's name. */
  client: string;
  sheet: PdfSheet;
  formats: ReportFormats;
  texts: ReturnType<typeof pdfTexts>;
}

/** Writes a report on A4 pages, with the same numbers as on the screen and in the CSV. */
export async function writeReportPdf(
  report: FootprintReport,
  { client, language }: { client: string; language: Language },
): Promise<Buffer> {
  const texts = pdfTexts(language);
  const formats = formatsFor(language, report);
  const title = `${texts.title} · ${formats.month(report.from)}`;
  const writing = {
    report,
    client,
    texts,
    formats,
    sheet: openSheet({ title, language: language.toLowerCase() }),
  };
  for (const part of [writeHead, writeResults, writePeers, writeAssumed, writeConsumption, writeMethod])
    part(writing);
  return writing.sheet.close((page, pages) => `${title} · ${texts.page(page, pages)}`);
}

function writeHead({ report, client, sheet, texts, formats }: WriteContext): void {
  const lastDay = new Date(Date.parse(report.to) - 1).toISOString();
  sheet.title(texts.title);
  sheet.subtitle(`${client} · ${formats.month(report.from)}`);
  sheet.text(texts.period(formats.day(report.from), formats.day(lastDay), report.timeZone));
  sheet.text(texts.stand(report, formats.moment(report.madeAt), formats.moment(report.asOf)));
  const { id, version, title, publisher, year } = report.method;
  sheet.text(`${texts.method}: ${title}, ${publisher} (${year}) – ${id}, ${texts.version(version)}`);
}

function writeResults({ report: { result }, sheet, texts, formats }: WriteContext): void {
  sheet.heading(texts.results);
  sheet.note(texts.resultsHint);
  const { parts } = texts;
  const line = (name: string, range: FootprintRange | null, isBold = true, factor = 1): SheetRow[] =>
    range ? [{ isBold, cells: [isBold ? name : `   ${name}`, ...formatBounds(range, formats, factor)] }] : [];
  sheet.table({
    head: [texts.result, texts.low, texts.central, texts.high],
    first: 0.46,
    rows: [
      ...line(parts.energy, result.energyKwh),
      ...line(parts.dataCentre, result.dataCentreKwh, false),
      ...line(parts.network, result.networkKwh, false),
      ...line(parts.devices, result.devicesKwh, false),
      ...line(parts.embodied, result.embodiedKwh.high > 0 ? result.embodiedKwh : null, false),
      ...line(parts.carbon, result.co2Grams, true, GRAMS_PER_KG),
      ...line(parts.water, result.waterLitres),
    ],
  });
}

function writePeers({ report: { result }, sheet, texts, formats }: WriteContext): void {
  sheet.heading(texts.peers);
  const { peersSavedWh, peersSpentWh, peersNetWh } = result;
  if (!peersSavedWh || !peersSpentWh || !peersNetWh) {
    sheet.text(texts.peersNone);
    return;
  }
  sheet.note(texts.peersHint);
  const line = (name: string, range: FootprintRange, isBold = false) => ({
    isBold,
    cells: [name, ...formatBounds(range, formats)],
  });
  sheet.table({
    head: ["", texts.low, texts.central, texts.high],
    first: 0.46,
    rows: [
      line(texts.saved, peersSavedWh),
      line(texts.spent, peersSpentWh),
      line(texts.net, peersNetWh, true),
    ],
  });
}

function writeAssumed({ report: { assumed }, sheet, texts, formats }: WriteContext): void {
  sheet.heading(texts.assumed);
  sheet.text(texts.assumedHint);
  const { country, device, network } = texts.assumedOf;
  sheet.text(`• ${formats.number(assumed.countryPercent)}\u00a0% ${country}`);
  sheet.text(`• ${formats.number(assumed.devicePercent)}\u00a0% ${device}`);
  sheet.text(`• ${formats.number(assumed.networkPercent)}\u00a0% ${network}`);
}

function writeConsumption(writing: WriteContext): void {
  const { report, sheet, texts, formats } = writing;
  const { hours, deliveredGb, peerGb, uploadedGb } = report.total;
  sheet.heading(texts.consumption);
  sheet.table({
    head: ["", texts.hours, texts.delivered, texts.byPeers, texts.uploaded],
    first: 0.2,
    rows: [{ cells: ["", ...[hours, deliveredGb, peerGb, uploadedGb].map(formats.number)] }],
  });
  for (const dimension of FOOTPRINT_DIMENSIONS) writeBreakdown(writing, dimension);
}

function writeBreakdown(
  { report, sheet, texts, formats }: WriteContext,
  dimension: FootprintDimension,
): void {
  const rows = report.breakdown.filter((row) => row.dimension === dimension);
  const [parts, { number }] = [texts.parts, formats];
  sheet.heading(texts.by[dimension]);
  sheet.table({
    head: ["", texts.hours, texts.delivered, parts.energy, parts.carbon],
    first: 0.32,
    rows: rows.slice(0, ROWS_SHOWN).map((row) => ({
      cells: [
        formats.value(row),

        number(row.hours),
        number(row.deliveredGb),
        number(row.energyKwh.central),
        number(row.co2Grams.central / GRAMS_PER_KG),
      ],
    })),
  });
  if (rows.length > ROWS_SHOWN) sheet.note(`${texts.others(rows.length - ROWS_SHOWN)} (CSV)`);
}

function writeMethod({ report, sheet, texts, formats }: WriteContext): void {
  const { method, grid, gridSource, gridUrl } = report;
  sheet.heading(texts.constants);
  const sourceOf = ({ source, url, known }: FootprintConstant) =>
    `${source} (${texts.known[known]}). ${url}`.trimEnd();
  const sources = [...new Set(method.constants.map(sourceOf))];
  const numberOf = (text: string) => `[${sources.indexOf(text) + 1}]`;
  sheet.table({
    head: [texts.constant, texts.unit, texts.low, texts.central, texts.high],
    first: 0.36,
    rows: method.constants.map((constant) => ({
      cells: [
        `${constant.id} ${numberOf(sourceOf(constant))}`,

        constant.unit,
        ...formatBounds(constant, formats),
      ],
    })),
  });
  sheet.heading(texts.grid);
  sheet.table({
    head: ["", texts.low, texts.central, texts.high],
    first: 0.46,
    rows: grid.slice(0, ROWS_SHOWN).map(({ country, ...range }) => ({
      cells: [formats.value({ dimension: "country", value: country }), ...formatBounds(range, formats)],
    })),
  });
  sheet.heading(texts.sources);
  for (const source of sources) sheet.note(`${numberOf(source)} ${source}`);
  sheet.note(`${gridSource}. ${gridUrl}`);
}

const formatBounds = (
  { low, central, high }: FootprintRange,
  { number }: ReportFormats,
  factor = 1,
): string[] => [low, central, high].map((value) => number(value / factor));

/** Creates the functions that write the values of a report in a language. */
function formatsFor(language: Language, { timeZone }: Pick<FootprintReport, "timeZone">) {
  const locale = language === "FR" ? "fr-FR" : "en-GB";
  const texts = pdfTexts(language);
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long" });
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long", timeStyle: "short" });
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: "long", year: "numeric" });
  const countries = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  return {
    number: (value: number): string => {
      const size = Math.abs(value);
      const digits = size >= 100 || value === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
      const options = { minimumFractionDigits: 0, maximumFractionDigits: digits };
      // Few fonts contain narrow spaces.
      return new Intl.NumberFormat(locale, options).format(value).replaceAll("\u202f", "\u00a0");
    },
    day: (iso: string) => day.format(new Date(iso)),
    moment: (iso: string) => moment.format(new Date(iso)),
    month: (iso: string) => month.format(new Date(iso)),
    value: ({ dimension, value }: Pick<FootprintBreakdownRow, "dimension" | "value">): string => {
      if (value === "" || value === "unknown") return texts.unknown;
      if (dimension !== "country") return texts.values[value] ?? value;
      return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
    },
  };
}
type ReportFormats = ReturnType<typeof formatsFor>;
