import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConfigSite, RuleSettings } from "@shoal/contract";
import { CHROMIUM, type FileServer, freePorts, startFileServer } from "@shoal/testkit";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { EdgeConfig } from "../../apps/edge/src/config.ts";
import {
  createClientDescriptor,
  type EdgeHarness,
  startEdgeHarness,
} from "../../apps/edge/src/testing/edge-harness.ts";
import { PLUGIN_DIR } from "./built.ts";

/** A page of a customer's website with a player and the plugin. */
export interface PluginPage {
  /** The path of the player's script in this repository's dependencies. */
  player: string;
  /** The name of the plugin's file without the extension, such as `shoal-hls`. */
  adapter: string;
  /**
   * The page's code. It can use `video`, `options` (for the plugin), `shoal` and `query` (of the page's URL), and sets
   * `window.attachment`.
   */
  play: string;
  /** Whether the plugin is loaded as an ES module instead of scripts with a global. */
  isModule?: boolean;
  /** The plugin's folder on the edge. `/plugin` contains the newest version. */
  folder?: string;
  /** A script that the page runs before all others, to modify its environment. */
  prelude?: string;
}

/** The plugin's metrics as a page reads them. */
export type PageMetrics = Record<"bytesServer" | "bytesPeer" | "bytesUp" | "peers", number>;

export interface PluginHarness {
  readonly edge: EdgeHarness;
  readonly cdn: FileServer;
  /** Adds a config for a new client. @returns the config's public key. */
  addConfig(sites?: ConfigSite[], rules?: RuleSettings): string;
  /** Opens a page. All pages of a test are closed when the test ends. */
  open(page: PluginPage, query: { key: string } & Record<string, string>): Promise<Page>;
  /** Opens a page with the given HTML document, after `prepare` has been applied to the page. */
  show(html: string, prepare: (page: Page) => Promise<unknown>): Promise<Page>;
}

/** The latency of the CDN in ms. Without latency, a short video would be loaded before its viewers have connected. */
const CDN_LATENCY_MS = 100;

/** Returns bytes or text by path; undefined for missing files. */
export type CdnFolder = (path: string) => Uint8Array | string | undefined;

/**
 * Sets up one test file: an edge with the built plugin, a CDN unaware of it (plain files and byte ranges), and one browser.
 * @param folder the CDN's folder, which is read on each request for a file.
 * @param answer handles other requests, and returns true if it has responded.
 * @param edgeUrlOf the URL of a running edge; if omitted, an edge is started for the file.
 * @example const plugin = usePlugin((path) => files.get(path)); // at the top of the file
 */
export function usePlugin(
  folder: CdnFolder,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
  edgeUrlOf?: () => string,
): PluginHarness {
  let edge: EdgeHarness | undefined;
  let cdn: FileServer;
  let browser: Awaited<ReturnType<typeof chromium.launch>>;
  let context: BrowserContext | undefined;
  /** The HTML of pages and the scripts of their players, by path. */
  const pages = new Map<string, string>();
  async function newPage(): Promise<Page> {
    context ??= await browser.newContext({ viewport: { width: 640, height: 360 } });
    return context.newPage();
  }
  beforeAll(async () => {
    if (!edgeUrlOf) edge = await startPluginEdge();
    browser = await chromium.launch(CHROMIUM);
    cdn = await startFileServer(Buffer.alloc(0));
    cdn.answer = (request, response) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      const page = pages.get(path);
      const type = path.endsWith(".js") ? "text/javascript" : "text/html";
      if (page !== undefined) response.setHeader("content-type", type).end(page);
      else if (!answer(request, response)) {
        setTimeout(() => sendFile(folder(path), request, response), CDN_LATENCY_MS);
      }
    };
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });
  afterAll(async () => {
    await browser.close();
    await cdn.close();
    await edge?.close();
  });
  return {
    get edge() {
      if (!edge) throw new Error("The edge is another one, or is there from beforeAll on");
      return edge;
    },
    get cdn() {
      return cdn;
    },
    addConfig(sites = [], rules = {}) {
      const [key, clientId] = [randomUUID(), randomUUID()];
      this.edge.api.setClient(createClientDescriptor(clientId));
      this.edge.api.setConfig({
        key,
        uuid: randomUUID(),
        clientId,
        revision: 1,
        rules,
        sites,
        isRevoked: false,
      });
      return key;
    },
    async open(page, query) {
      const path = `/page-${randomUUID()}`;
      pages.set(path, pageHtmlOf(page, `${path}.js`));
      pages.set(`${path}.js`, await readFile(page.player, "utf8"));
      const edgeUrl = edgeUrlOf?.() ?? this.edge.edge.url;
      const opened = await newPage();
      await opened.goto(`${cdn.url}${path}?${new URLSearchParams({ edge: edgeUrl, ...query })}`);
      return opened;
    },
    async show(html, prepare) {
      const path = `/page-${randomUUID()}`;
      pages.set(path, html);
      const opened = await newPage();
      await prepare(opened);
      await opened.goto(`${cdn.url}${path}`);
      return opened;
    },
  };
}

/** Starts an edge with the built plugin. Pages reach the edge at the returned URL. */
export async function startPluginEdge(changes: Partial<EdgeConfig> = {}): Promise<EdgeHarness> {
  const [port] = await freePorts(1);
  const publicUrl = `http://127.0.0.1:${port}`;
  return startEdgeHarness({
    port,
    publicUrl,
    pluginDir: PLUGIN_DIR,
    trackerSocketsPerAddress: 50,
    downloadsMax: 400,
    ...changes,
  });
}

/** Sends a whole file, or the requested range of it, in a way that browsers never cache. */
function sendFile(
  body: Uint8Array | string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("access-control-allow-origin", "*").setHeader("cache-control", "no-store");
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  const [, from, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) {
    response.end(body);
    return;
  }
  const part = Buffer.from(body).subarray(Number(from), last ? Number(last) + 1 : undefined);
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
  response.writeHead(206, { "content-range": range }).end(part);
}

/** Returns a page that embeds the plugin as docs/plugin.md describes. */
function pageHtmlOf({ adapter, play, isModule, folder, prelude }: PluginPage, player: string): string {
  return `<!doctype html><html lang="en"><title>Shop</title><video muted autoplay></video>
<script src="${player}"></script>
<script${isModule ? ' type="module"' : ""}>
  window.errors = [];
  window.thrown = [];
  addEventListener("error", ({ message }) => thrown.push(message));
  addEventListener("unhandledrejection", ({ reason }) => thrown.push(String(reason)));
  const query = new URLSearchParams(location.search);
  const [edgeUrl, key] = [query.get("edge"), query.get("key")];
  const video = document.querySelector("video");
  const options = { key, edgeUrl, onError: (error) => errors.push(error) };
  const adapter = ${JSON.stringify(adapter)};
  const folder = edgeUrl + ${JSON.stringify(folder ?? "/plugin")};
  ${prelude ?? ""}
  (async () => { ${isModule ? LOAD_MODULES : LOAD_SCRIPTS} ${play} })();
</script></html>`;
}

const LOAD_SCRIPTS = `
  for (const name of ["shoal", adapter]) await new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), { src: folder + "/" + name + ".js", onload, onerror }));
  });`;
const LOAD_MODULES = `
  const [core, own] = await Promise.all(["shoal", adapter].map((name) => import(folder + "/" + name + ".mjs")));
  const shoal = { ...core, ...own };
  window.loadedShoal = shoal;`;

/** Options for polling every 100 ms. Polling by animation frames would fail, because a page in the background has none. */
const POLLING_OPTIONS = [undefined, { polling: 100 }] as const;

/** Resolves once the page's player has buffered up to this position. */
export const awaitBuffer = (page: Page, sec: number): Promise<unknown> =>
  page.waitForFunction(
    `(() => { const { buffered } = document.querySelector("video");
      return buffered.length > 0 && buffered.end(buffered.length - 1) >= ${sec}; })()`,
    ...POLLING_OPTIONS,
  );

export const awaitPlaying = (page: Page, sec = 1): Promise<unknown> =>
  page.waitForFunction(`document.querySelector("video").currentTime > ${sec}`, ...POLLING_OPTIONS);

/** Resolves once a channel to another page is open. */
export const awaitPeers = (page: Page): Promise<unknown> =>
  page.waitForFunction("attachment.metrics().peers >= 1", ...POLLING_OPTIONS);

export const metricsOf = (page: Page): Promise<PageMetrics> =>
  page.evaluate("attachment.metrics()") as Promise<PageMetrics>;

/** Returns the errors that the plugin reported to the page, and the page's own uncaught errors. */
export const errorsOf = (page: Page): Promise<unknown> =>
  page.evaluate("({ errors: errors.map(({ type }) => type), thrown })");

/**
 * Opens three viewers of one video. Two load it completely from the CDN, and the third one receives most of it from them.
 * @param untilSec the position up to which each viewer has buffered at the end.
 * @returns the third viewer.
 */
export async function exchangeAmongThree(open: () => Promise<Page>, untilSec: number): Promise<Page> {
  const senders = [await open(), await open()];
  for (const page of senders) await awaitBuffer(page, untilSec);
  for (const page of senders) await awaitPeers(page);
  const third = await open();
  await awaitBuffer(third, untilSec);
  const taken = await metricsOf(third);
  expect(taken.bytesPeer).toBeGreaterThan(taken.bytesServer);
  const sent = await Promise.all(senders.map(metricsOf));
  expect(sent.reduce((sum, { bytesUp }) => sum + bytesUp, 0)).toBeGreaterThanOrEqual(taken.bytesPeer);
  for (const page of [...senders, third]) expect(await errorsOf(page)).toEqual({ errors: [], thrown: [] });
  return third;
}
