import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "playwright-core";

/** The origin of the page that renders the PDF. Intercepted requests serve the page. */
const PAGE_ORIGIN = "https://pdf.test";
const POINT_PX = 2;

export interface DrawnPage {
  /** The text of the whole document. Each page is one line. */
  text: string;
  pageCount: number;
  /**
   * The red, green and blue values at positions of the first image on the first page. Positions are shares of the image's width and
   * height.
   */
  colors: number[][];
}

/** Renders a PDF in Chromium, as a PDF viewer does. */
export async function renderPdf(
  context: BrowserContext,
  bytes: Uint8Array,
  places: readonly (readonly [number, number])[],
): Promise<DrawnPage> {
  const page = await context.newPage();
  const program = await readFile(fileURLToPath(import.meta.resolve("unpdf/pdfjs")), "utf8");
  await page.route(`${PAGE_ORIGIN}/**`, (route) =>
    route.request().url().endsWith(".mjs")
      ? route.fulfill({ contentType: "text/javascript", body: program })
      : route.fulfill({ contentType: "text/html", body: "<!doctype html><title>PDF</title>" }),
  );
  await page.goto(`${PAGE_ORIGIN}/`);
  const drawn = await page.evaluate(drawInPage, {
    program: `${PAGE_ORIGIN}/pdfjs.mjs`,
    data: Buffer.from(bytes).toString("base64"),
    places,
    pointPx: POINT_PX,
  });
  await page.close();
  return drawn;
}

interface PixelRequest {
  program: string;
  data: string;
  places: readonly (readonly [number, number])[];
  pointPx: number;
}

/** Renders the first page. The function runs in the page. */
async function drawInPage({ program, data, places, pointPx }: PixelRequest): Promise<DrawnPage> {
  const { getDocument, OPS }: typeof import("unpdf/pdfjs") = await import(program);
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const document_ = await getDocument({ data: bytes }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= document_.numPages; number++) {
    const { items } = await (await document_.getPage(number)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  const first = await document_.getPage(1);
  const viewport = first.getViewport({ scale: pointPx });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [viewport.width, viewport.height];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas");
  await first.render({ canvas, canvasContext: context, viewport }).promise;
  const { fnArray, argsArray } = await first.getOperatorList();
  let at = new DOMMatrix();
  let picture: DOMMatrix | undefined;
  const kept: DOMMatrix[] = [];
  fnArray.forEach((operator, index) => {
    if (operator === OPS.save) kept.push(at);
    else if (operator === OPS.restore) at = kept.pop() ?? at;
    else if (operator === OPS.transform) at = at.multiply(new DOMMatrix(argsArray[index]));
    else if (operator === OPS.paintImageXObject) picture ??= at;
  });
  const box = picture;
  if (!box) throw new Error("The first page has no picture");
  const colors = places.map(([x, y]) => {
    const point = box.transformPoint({ x, y: 1 - y });
    const [left = 0, top = 0] = viewport.convertToViewportPoint(point.x, point.y);
    const { data: pixel } = context.getImageData(Math.floor(left), Math.floor(top), 1, 1);
    return Array.from(pixel.slice(0, 3));
  });
  return { text: texts.join("\n"), pageCount: document_.numPages, colors };
}
