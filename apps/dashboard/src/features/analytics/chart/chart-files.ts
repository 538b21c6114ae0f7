import { writeCsv } from "@shoal/domain/csv";
import { CHART_COLOURS, type Scheme } from "../../../components/figures/chart-colours.ts";
import type { ChartPoint, ChartShape } from "./chart-metrics.ts";

/** Writes the points of a chart as CSV. The name of each figure includes its unit. */
export const seriesCsvOf = (points: ChartPoint[], { fields }: ChartShape): string =>
  writeCsv(
    ["from", "to", ...fields],
    points.map((point) => [point.at, point.to, ...fields.map((field) => point[field])]),
  );

export interface ChartPicture {
  title: string;
  /** The line below the title, which names the subject and the period. */
  subtitle: string;
  scheme: Scheme;
  /** The names of the lines with their colours, for the legend. */
  legend: readonly { name: string; colour: string }[];
}

/** The margin around the picture, in CSS pixels. The chart's canvas may have a higher resolution. */
const PICTURE_MARGIN = 20;
const HEADER_HEIGHT = 84;
const FONT_FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Draws a chart with its title, period and legend as a picture. @throws Error if the browser cannot encode it. */
export async function drawPicture(chart: HTMLCanvasElement, picture: ChartPicture): Promise<Blob> {
  const ratio = chart.width / Math.max(1, chart.clientWidth);
  const canvas = document.createElement("canvas");
  canvas.width = chart.width + 2 * PICTURE_MARGIN * ratio;
  canvas.height = chart.height + (HEADER_HEIGHT + PICTURE_MARGIN) * ratio;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no pictures");
  const { surface } = CHART_COLOURS[picture.scheme];
  context.fillStyle = surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, PICTURE_MARGIN * ratio, HEADER_HEIGHT * ratio);
  context.scale(ratio, ratio);
  drawHeader(context, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be made");
  return blob;
}

function drawHeader(
  context: CanvasRenderingContext2D,
  { title, subtitle, scheme, legend }: ChartPicture,
): void {
  const { text, dimmed } = CHART_COLOURS[scheme];
  context.textBaseline = "alphabetic";
  context.fillStyle = text;
  context.font = `650 17px ${FONT_FAMILY}`;
  context.fillText(title, PICTURE_MARGIN, PICTURE_MARGIN + 12);
  context.fillStyle = dimmed;
  context.font = `13px ${FONT_FAMILY}`;
  context.fillText(subtitle, PICTURE_MARGIN, PICTURE_MARGIN + 32);
  let left = PICTURE_MARGIN;
  for (const { name, colour } of legend) {
    context.fillStyle = colour;
    context.fillRect(left, PICTURE_MARGIN + 43, 12, 12);
    context.fillStyle = text;
    context.fillText(name, left + 18, PICTURE_MARGIN + 54);
    left += 18 + context.measureText(name).width + 20;
  }
}
