import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linesOf, violationsOf } from "../../../harness/axe.ts";
import { launchBrowser } from "../../../harness/browser.ts";

const PACKAGE_ROOT = join(import.meta.dirname, "..");
/** A file of three chunks. */
const FILM_BYTES = Buffer.alloc(12_000_000, "0123456789abcdef!");

/** Starts a fake installation: it issues a token for one video, and holds back the chunks after `limit`. */
async function startServer() {
  const tokens: unknown[] = [];
  const chunks = new Map<number, number>();
  const sent: number[] = [];
  const held: ServerResponse[] = [];
  const state = { limit: 1, tokens, chunks, sent, held };
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const page = await readFile(join(PACKAGE_ROOT, "samples/upload.html"));
  const program = await readFile(join(PACKAGE_ROOT, "dist/index.js"));
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const parts: Buffer[] = [];
    for await (const part of request.on("error", () => undefined)) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const number = /^\/api\/videos\/v\/(\d+)$/.exec(path)?.[1];
    if (path === "/") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (path === "/shoal-upload.js")
      response.writeHead(200, { "content-type": "text/javascript" }).end(program);
    else if (path === "/upload-token") {
      tokens.push(JSON.parse(String(body)));
      json(response, { token: "shoalup_u_s" });
    } else if (request.headers.authorization !== "Bearer shoalup_u_s")
      json(response, { code: "not_signed_in", message: "Sign in" }, 401);
    else if (path === "/api/videos") {
      // The token already contains the video's other fields, so the page sends only those of the file.
      const { originalname, size, fingerprint, ...rest } = JSON.parse(String(body));
      const isRight =
        originalname === "film.mp4" && size === FILM_BYTES.length && fingerprint && !("title" in rest);
      json(
        response,
        isRight ? { uuid: "v", title: "film" } : { code: "bad_request", message: "" },
        isRight ? 201 : 400,
      );
    } else if (path === "/api/videos/v/uploading") {
      const received = [...chunks.keys()].map((one) => [one, one + 1]);
      json(response, {
        uuid: "v",
        status: "uploading",
        size: FILM_BYTES.length,
        chunkSize: 5e6,
        chunkCount: 3,
        received,
      });
    } else if (number !== undefined && Number(number) >= state.limit) held.push(response);
    else if (number !== undefined) {
      sent.push(Number(number));
      chunks.set(Number(number), body.length);
      json(response, { received: chunks.size, chunkCount: 3, isComplete: chunks.size === 3 });
    } else json(response, { code: "not_found", message: "" }, 404);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...state, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test("visitors choose a file, pause it, and resume its missing part after a reload, in their language", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-upload-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const film = join(folder, "film.mp4");
  await writeFile(film, FILM_BYTES);
  await writeFile(join(folder, "notes.txt"), "no film");
  const server = await startServer();
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.context.newPage();
  await page.goto(server.url);
  const choose = (...files: string[]) => page.locator("shoal-upload input").setInputFiles(files);

  await choose(film, join(folder, "notes.txt"));
  await page.getByRole("alert").getByText("notes.txt is not a video.").waitFor();
  await expect.poll(() => server.chunks.size).toBe(1);
  await page.getByRole("button", { name: "Pause film.mp4" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();
  expect(linesOf(await violationsOf(page))).toEqual([]);
  // Moving the element within the page must not stop its uploads.
  await page.locator("shoal-upload").evaluate((element) => document.body.append(element));
  await page.getByRole("button", { name: "Resume film.mp4" }).waitFor();

  await page.reload();
  await page.getByText("film.mp4 is not finished. Choose the same file again to resume it.").waitFor();
  // The button stays the same element while the list changes, so that it keeps the focus.
  await page.getByRole("button", { name: "Forget film.mp4" }).focus();
  const focused = await page.locator("shoal-upload").evaluate((element) => {
    (element as unknown as { addFiles(files: File[]): void }).addFiles([new File([], "notes.txt")]);
    return element.shadowRoot?.activeElement?.textContent;
  });
  expect(focused).toBe("Forget");
  server.state.limit = 3;
  await page.locator("shoal-upload").evaluate((element) => element.setAttribute("language", "fr"));
  await page.getByText("L’envoi de film.mp4 n’est pas terminé.").waitFor();
  await choose(film);
  await page.getByText("Envoyée", { exact: true }).waitFor();
  await page.locator("#uploaded").getByText("film.mp4").waitFor();
  expect(server.sent.sort()).toEqual([0, 1, 2]);
  expect(server.tokens).toEqual([{ name: "film.mp4", sizeBytes: FILM_BYTES.length }]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  const isKept = await page.evaluate(() => {
    const early = document.createElement("late-upload") as HTMLElement & { authorize?: unknown };
    const authorize = async () => "shoalup_u_s";
    early.authorize = authorize;
    const Upload = customElements.get("shoal-upload") as CustomElementConstructor;
    customElements.define("late-upload", class extends Upload {});
    customElements.upgrade(early);
    return early.authorize === authorize;
  });
  // A page may set the function before the element is defined.
  expect(isKept).toBe(true);
});
