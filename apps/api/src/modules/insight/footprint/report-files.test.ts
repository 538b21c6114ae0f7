import type { FootprintReport, Language } from "@shoal/contract";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { makeReport } from "./make-report.ts";
import { writeReportPdf } from "./pdf/report-pdf.ts";
import { writeReportCsv } from "./report-csv.ts";

const SAMPLE_CONSUMPTION = [
  {
    country: "FR",
    device: "laptop",
    network: "fixed",
    hours: 1200.5,
    deliveredGb: 900.25,
    peerGb: 500,
    uploadedGb: 480,
  },
  { country: "PL", device: "tv", network: "mobile", hours: 10, deliveredGb: 30, peerGb: 0, uploadedGb: 25 },
  { country: "", device: "unknown", network: "unknown", hours: 5, deliveredGb: 2, peerGb: 1, uploadedGb: 0 },
];
const sampleReport = (methodId: FootprintReport["method"]["id"] = "shoal-2026") =>
  makeReport(
    {
      month: "2026-10",
      timeZone: "Europe/Paris",
      methodId,
      consumption: SAMPLE_CONSUMPTION,
      nowMs: Date.UTC(2026, 10, 1, 3),
    },
    { revision: 1, reason: "closed" as const },
  );

const CLIENT_NAME = "Harbour films";

/** Recomputes the results independently, from the file and docs/footprint.md only. */
function recomputeResults(csv: string, bound: "low" | "central" | "high") {
  const [head = "", ...lines] = csv.replace("\uFEFF", "").trim().split("\r\n");
  const columns = head.split(",");
  const cellsOf = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) => cell.replace(/^"|"$/g, ""));
  const table = lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""]));
  });
  const of = (section: string) => table.filter((line) => line.section === section);
  const grid = new Map(of("grid").map((line) => [line.country, Number(line[bound])]));
  let [energyKwh, co2Grams, waterLitres] = [0, 0, 0];
  for (const row of of("consumption")) {
    const constants = of("constant").filter(
      ({ device, network }) => (!device || device === row.device) && (!network || network === row.network),
    );
    const sum = (is: (part: string) => boolean, per: (name: string) => number) =>
      constants
        .filter(({ part = "" }) => is(part))
        .reduce((total, line) => total + per(line.per ?? "") * Number(line[bound]), 0);
    const amount = (name: string) => Number(row[name] || 0);
    const dataCentreKwh = sum((part) => part === "dataCentre", amount) / 1000;
    const kwh = sum((part) => ["dataCentre", "network", "devices", "embodied"].includes(part), amount) / 1000;
    energyKwh += kwh;
    co2Grams += kwh * (grid.get(row.country ?? "") ?? Number.NaN);
    waterLitres += sum(
      (part) => part === "water",
      (per) => (per === "kwh" ? kwh : dataCentreKwh),
    );
  }
  const result = Object.fromEntries(of("result").map((line) => [line.name, Number(line[bound])]));
  return { computed: { energyKwh, co2Grams, waterLitres }, result };
}

test.each(["shoal-2026", "swd-4", "iea-2020", "carbon-trust-2021", "shift-2019"] as const)(
  "the results of %s can be recomputed from the CSV alone",
  (methodId) => {
    for (const bound of ["low", "central", "high"] as const) {
      const { computed, result } = recomputeResults(
        writeReportCsv(sampleReport(methodId), CLIENT_NAME),
        bound,
      );
      expect(result.energyKwh).toBeGreaterThan(0);
      expect(computed.energyKwh).toBeCloseTo(result.energyKwh ?? 0, 6);
      expect(computed.co2Grams).toBeCloseTo(result.co2Grams ?? 0, 3);
      expect(computed.waterLitres).toBeCloseTo(result.waterLitres ?? 0, 6);
    }
  },
);

async function extractPdfText(language: Language, methodId: FootprintReport["method"]["id"] = "shoal-2026") {
  const bytes = await writeReportPdf(sampleReport(methodId), { client: CLIENT_NAME, language });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, " ");
}

test("the English PDF contains the report with its ranges, sources and the cost of peers", async () => {
  const text = await extractPdfText("EN");
  const { result } = sampleReport();
  const whole = (value: number) => Math.round(value).toLocaleString("en-GB");
  expect(text).toContain("Footprint report Harbour films · October 2026");
  expect(text).toContain("1 October 2026 to 31 October 2026, time zone Europe/Paris");
  expect(text).toContain("Carbon (kg CO₂e)");
  const { low, central, high } = result.peersSavedWh ?? { low: 0, central: 0, high: 0 };
  expect(text).toContain(
    `Saved by delivery between peers (Wh) ${whole(low)} ${whole(central)} ${whole(high)}`,
  );
  expect(result.energyKwh.high).toBeGreaterThan(100);
  expect(text).toContain(`${whole(result.energyKwh.high)} of which data centres`);
  expect(text).toContain("Malmodin");
  expect(text).toContain("Unknown");
});

test("the French PDF contains accents, and states if a method does not cover peers", async () => {
  const text = await extractPdfText("FR", "swd-4");
  expect(text).toContain("Rapport d’empreinte Harbour films · octobre 2026");
  expect(text).toContain("Énergie (kWh)");
  expect(text).toContain("Téléviseur");
  expect(text).toContain("Cette méthode ne couvre pas la diffusion pair-à-pair.");
  expect(text).not.toContain("Eau (L)");
});
