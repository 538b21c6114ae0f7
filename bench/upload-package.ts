import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { launchBrowser } from "../harness/browser.ts";
import { openAs } from "../harness/people.ts";
import type { Bench, Figure } from "./bench.ts";
import { openReviewStage, type ReviewStage } from "./review/stage.ts";

const FILE_SIZE_BYTES = 2_000_000_000;
/** The number of uploads of each kind. The kinds alternate, so other load on the machine affects both. */
const TURN_COUNT = 2;
const TIMEOUT_MS = 300_000;
/** The maximum factor by which `@shoal/upload` may be slower than the dashboard. Even two uploads of the same kind differ by as much. */
const MAX_SLOWDOWN = 1.1;
const PACKAGE_FOLDER = join(import.meta.dirname, "../packages/upload");

/** Uploads a 2 GB file with `@shoal/upload` from a customer's page, and the same file from the dashboard. */
async function runBench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const stage = await openReviewStage();
  const site = await startCustomerSite(stage);
  const browser = await launchBrowser();
  try {
    const path = join(folder, "film.mp4");
    const file = await open(path, "w");
    await file.truncate(FILE_SIZE_BYTES);
    await file.close();
    const ofPackage: number[] = [];
    const ofDashboard: number[] = [];
    for (let turn = 0; turn < TURN_COUNT; turn += 1) {
      const page = await browser.context.newPage();
      await page.goto(site.url);
      ofPackage.push(await secondsOf(page, () => page.locator("shoal-upload input").setInputFiles(path)));
      await page.close();
      ofDashboard.push(await uploadInDashboard(stage, browser.context, path));
    }
    return [figureOf(Math.min(...ofPackage), Math.min(...ofDashboard))];
  } finally {
    await browser.close();
    await site.close();
    await stage.close();
    await rm(folder, { recursive: true });
  }
}

/** Starts a customer's server, which serves the page, the built package and upload tokens. */
async function startCustomerSite({ account, person }: ReviewStage) {
  const program = await readFile(join(PACKAGE_FOLDER, "dist/index.js"));
  const sample = await readFile(join(PACKAGE_FOLDER, "samples/upload.html"), "utf8");
  const server = createServer(async (request, response) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (request.url === "/shoal-upload.js")
      response.writeHead(200, { "content-type": "text/javascript" }).end(program);
    else if (request.url === "/upload-token") {
      const body = { title: "By the package", maxBytes: FILE_SIZE_BYTES, origins: [origin] };
      const { token } = await person.call(routes.createUploadToken, { body });
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ token }));
    } else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(sample.replace('url=""', `url="${account.apiUrl}"`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function uploadInDashboard(
  { account, person }: ReviewStage,
  context: Parameters<typeof openAs>[0],
  path: string,
): Promise<number> {
  const page = await openAs(context, account, { person, path: "/videos" });
  await page.getByRole("button", { name: "New video(s)" }).click();
  await page.setInputFiles("input[type=file]", path);
  const start = page.getByRole("button", { name: "Start", exact: true });
  const sec = await secondsOf(page, () => start.click());
  await page.close();
  return sec;
}

/** Returns the seconds from the start of an upload to the response that confirms the complete file. */
async function secondsOf(page: Page, begin: () => Promise<void>): Promise<number> {
  const isLast = page.waitForResponse(
    async (response) =>
      /\/api\/videos\/[^/]+\/\d+$/.test(response.url()) &&
      response.request().method() === "POST" &&
      ((await response.json()) as { isComplete?: boolean }).isComplete === true,
    { timeout: TIMEOUT_MS },
  );
  const began = performance.now();
  await begin();
  await isLast;
  return (performance.now() - began) / 1_000;
}

const rateOf = (sec: number) => `${(FILE_SIZE_BYTES / 1e6 / sec).toFixed(0)} MB/s`;

const figureOf = (packageSec: number, dashboardSec: number): Figure => ({
  name: "2 GB by @shoal/upload, wall",
  value: `${packageSec.toFixed(1)} s`,
  reach: `≤ ${MAX_SLOWDOWN} × the dashboard's ${dashboardSec.toFixed(1)} s`,
  isReached: packageSec <= MAX_SLOWDOWN * dashboardSec,
  detail: `${rateOf(packageSec)} beside ${rateOf(dashboardSec)}, the faster of ${TURN_COUNT} turns each`,
});

/** The bench that compares uploads from customers' pages with uploads from the dashboard. */
export const uploadPackageBench: Bench[] = [{ name: "upload-package", run: runBench }];
