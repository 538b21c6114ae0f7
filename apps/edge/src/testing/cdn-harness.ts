import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { eventually, freePorts } from "@shoal/testkit";
import { runtimePathsOf } from "../cdn/nginx-config.ts";
import type { CdnConfig } from "../cdn/open-cdn.ts";
import type { EdgeConfig } from "../config.ts";
import { type EdgeHarness, startEdgeHarness } from "./edge-harness.ts";

const NGINX_COMMAND = "/usr/sbin/nginx";

/** An edge with a real nginx in front of it, and an origin with the test's files. */
export interface CdnHarness {
  edge: EdgeHarness;
  origin: TestOrigin;
  cdn: CdnConfig;
  url: string;
  /** Returns the pid of the running nginx. */
  nginxPid(): number;
  /** Creates an entry that fetches from the test's origin, and waits until edge and nginx know it. */
  entry(changes?: Partial<CdnEntryDescriptor>): CdnEntryDescriptor;
  get(path: string, options?: GetOptions): Promise<CdnAnswer>;
  stopNginx(signal?: NodeJS.Signals): Promise<void>;
  startNginx(): Promise<void>;
  close(): Promise<void>;
}

export interface GetOptions {
  method?: string;
  headers?: Record<string, string>;
}

export interface CdnAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The cache status, such as `HIT` or `MISS`. */
  cache: string | undefined;
}

type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** An origin server of a client, which counts its requests. */
export interface TestOrigin {
  url: string;
  files: Map<string, RequestHandler>;
  /** All requests, in the order of their arrival. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** The bytes of file bodies that the origin has sent. */
  sentBytes: number;
  close(): Promise<void>;
}

async function startOrigin(): Promise<TestOrigin> {
  const files = new Map<string, RequestHandler>();
  const asked: TestOrigin["requests"] = [];
  const server = createServer((req, res) => {
    const path = (req.url ?? "").replace(/\?.*/, "");
    asked.push({ path: req.url ?? "", headers: req.headers });
    const serve = files.get(path);
    if (serve) serve(req, res);
    else res.writeHead(404).end("nothing");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin: TestOrigin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    requests: asked,
    sentBytes: 0,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return origin;
}

/** Serves bytes as a file server does: with ranges, an ETag and 304. */
export function fileOf(
  origin: TestOrigin,
  bytes: Buffer,
  headers: Record<string, string> = {},
): RequestHandler {
  return (req, res) => {
    const etag = headers.etag ?? `"${bytes.length}"`;
    const shared = { etag, "accept-ranges": "bytes", "content-type": "video/mp4", ...headers };
    if (req.headers["if-none-match"] === etag) return void res.writeHead(304, shared).end();
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(bytes.length, to ? Number(to) + 1 : bytes.length);
    if (from !== undefined && start >= bytes.length)
      return void res.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    const part = bytes.subarray(start, end);
    origin.sentBytes += part.length;
    const ranged = { "content-range": `bytes ${start}-${end - 1}/${bytes.length}` };
    res.writeHead(from === undefined ? 200 : 206, {
      ...shared,
      ...(from === undefined ? {} : ranged),
      "content-length": part.length,
    });
    res.end(part);
  };
}

const KEY_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const createKey = () =>
  Array.from({ length: 12 }, () => KEY_LETTERS[Math.floor(Math.random() * KEY_LETTERS.length)]).join("");

export async function startCdnHarness(
  changes: Partial<CdnConfig> = {},
  edgeChanges: Partial<EdgeConfig> = {},
): Promise<CdnHarness> {
  const dir = changes.dir ?? (await mkdtemp(join(tmpdir(), "shoal-cdn-")));
  const [port] = await freePorts(1);
  const cdn: CdnConfig = {
    dir,
    listen: `127.0.0.1:${port}`,
    publicHosts: ["127.0.0.1"],
    cacheBytes: 500_000_000,
    policy: { isPrivateAllowed: true, ports: "any" },
    ...changes,
  };
  const edge = await startEdgeHarness({ cdn, ...edgeChanges });
  const origin = await startOrigin();
  let child: ChildProcess | undefined;
  const harness: CdnHarness = {
    edge,
    origin,
    cdn,
    url: `http://127.0.0.1:${port}`,
    nginxPid: () => child?.pid ?? 0,
    entry(given = {}) {
      const entry = createEntry({ originUrl: origin.url, ...given });
      edge.api.setCdnEntry(entry);
      return entry;
    },
    get: (path, options) => sendGet(`${harness.url}${path}`, options),
    async stopNginx(signal = "SIGTERM") {
      if (!child) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
    async startNginx() {
      child = spawn(NGINX_COMMAND, ["-c", runtimePathsOf(dir).config, "-p", dir], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      await eventually(async () => existsSync(runtimePathsOf(dir).pid) && (await isAnswering(harness.url)));
    },
    async close() {
      await harness.stopNginx();
      await origin.close();
      await edge.close();
      if (!changes.dir) await rm(dir, { recursive: true });
    },
  };
  await harness.startNginx();
  return harness;
}

export function createEntry(changes: Partial<CdnEntryDescriptor> = {}): CdnEntryDescriptor {
  return {
    uuid: randomUUID(),
    key: createKey(),
    clientId: randomUUID(),
    revision: 1,
    state: "active",
    endsAtMs: null,
    originUrl: "http://127.0.0.1:9",
    hosts: [],
    rules: {},
    tokenSecrets: [],
    corsOrigins: [],
    defaultTtlSec: 3_600,
    ignoresQuery: false,
    purges: [],
    purgedAll: 0,
    ...changes,
  };
}

const isAnswering = (url: string) =>
  sendGet(url).then(
    () => true,
    () => false,
  );

/** Sends a request with Node's own client. Unlike `fetch`, it allows any headers and paths. */
function sendGet(url: string, { method = "GET", headers = {} }: GetOptions = {}): Promise<CdnAnswer> {
  const { hostname, port } = new URL(url);
  // The path is passed unchanged, because parsing it as a URL would remove `..` segments.
  const path = url.slice(url.indexOf("/", "http://".length)) || "/";
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, path: path.startsWith("/") ? path : "/", method, headers, agent: false },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("error", reject);
        res.on("end", () => {
          const cache = res.headers["x-cache"];
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(chunks),
            cache: cache === undefined ? undefined : String(cache),
          });
        });
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
