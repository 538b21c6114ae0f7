import { writeCsv } from "@shoal/domain/csv";
import { CHART_COLOURS, type Scheme } from "../../../components/figures/chart-colours.ts";
import type { ChartPoint, ChartShape } from "./chart-metrics.ts";

/** Writes the points of a chart as CSV; the name of each figure includes its unit. */
export const writeSeries = (points: ChartPoint[], { fields }: ChartShape): string =>
  writeCsv(
    ["from", "to", ...fields],
    points.map((point) => [point.at, point.to, ...fields.map((field) => point[field])]),
  );

export interface Picture {
  title: string;
  /** The line below the title, which names the subject and the period. */
  subtitle: string;
  scheme: Scheme;
  /** The names of the lines with their colours, for the legend. */
  legend: readonly { name: string; colour: string }[];
}

/** Margin in CSS pixels; the chart's canvas may have a higher resolution. */
const EDGE = 20;
const HEAD = 84;
const FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Draws a chart with its title, period and legend as a picture. @throws Error if the browser cannot encode it. */
export async function drawPicture(chart: HTMLCanvasElement, picture: Picture): Promise<Blob> {
  const ratio = chart.width / Math.max(1, chart.clientWidth);
  const canvas = document.createElement("canvas");
  canvas.width = chart.width + 2 * EDGE * ratio;
  canvas.height = chart.height + (HEAD + EDGE) * ratio;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures");
  const { surface } = CHART_COLOURS[picture.scheme];
  context.fillStyle = surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, EDGE * ratio, HEAD * ratio);
  context.scale(ratio, ratio);
  drawHead(context, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be made");
  return blob;
}

function drawHead(context: CanvasRenderingContext2D, { title, subtitle, scheme, legend }: Picture): void {
  const { text, dimmed } = CHART_COLOURS[scheme];
  context.textBaseline = "alphabetic";
  context.fillStyle = text;
  context.font = `650 17px ${FAMILY}`;
  context.fillText(title, EDGE, EDGE + 12);
  context.fillStyle = dimmed;
  context.font = `13px ${FAMILY}`;
  context.fillText(subtitle, EDGE, EDGE + 32);
  let left = EDGE;
  for (const { name, colour } of legend) {
    context.fillStyle = colour;
    context.fillRect(left, EDGE + 43, 12, 12);
    context.fillStyle = text;
    context.fillText(name, left + 18, EDGE + 54);
    left += 18 + context.measureText(name).width + 20;
  }
}
