import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { brotliDecompressSync } from "node:zlib";
import { AppError } from "@shoal/contract";
import { MALFORMED_PATHS, requestRaw } from "@shoal/testkit";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";
import { createInternalServer, createServer, serveDashboard } from "./server.ts";

const TEST_CONFIG = readConfig({
  API_PUBLIC_URL: "https://shoal.example",
  EDGE_PUBLIC_URL: "https://play.example",
  DATABASE_URL: "postgres://localhost/shoal",
  CLICKHOUSE_URL: "http://127.0.0.1:8123",
  MEDIA_STORE: "/var/lib/shoal/media",
  INTERNAL_SECRET: "x".repeat(32),
  WORKER_DATABASE_PASSWORD: "y".repeat(16),
  MAIL_DIR: "/var/lib/shoal/mails",
});
const ERROR_LEVEL = 50;

let folder: string;
let app: FastifyInstance;
let internal: FastifyInstance;
let [url, internalUrl] = ["", ""];
let logLines: { level: number }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-dashboard-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await writeFile(join(folder, "assets/main-abc_1.min.js"), "export {};");
  await writeFile(join(folder, "assets/main-abc_1.min.js.br"), "packed");
  const log = new Writable({
    write(line, _encoding, done) {
      logLines.push(JSON.parse(String(line)));
      done();
    },
  });
  app = createServer(TEST_CONFIG, log);
  app.get("/kept", async (_, reply) => reply.header("cache-control", "private, no-cache").send({}));
  app.get("/fails", async (_, reply) => {
    reply.header("cache-control", "public, max-age=60");
    throw new AppError("video_not_found");
  });
  await serveDashboard(app, folder);
  internal = createInternalServer({ LOG_LEVEL: "silent" });
  url = await app.listen({ host: "127.0.0.1", port: 0 });
  internalUrl = await internal.listen({ host: "127.0.0.1", port: 0 });
});
beforeEach(() => {
  logLines = [];
});
afterAll(async () => {
  await app.close();
  await internal.close();
  await rm(folder, { recursive: true });
});

test.each(Object.entries(MALFORMED_PATHS))("%s is refused as a client error", async (_, path) => {
  for (const origin of [url, internalUrl]) {
    const { status, body } = await requestRaw(origin, path);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body)).toEqual({
      code: status === 400 ? "bad_request" : "not_found",
      message: expect.stringMatching(/^[\w ]+$/),
    });
  }
  expect(logLines.filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
});

test("the server's limits apply at every address of localhost", async () => {
  const own = createServer(TEST_CONFIG, new Writable({ write: (_, __, done) => done() }));
  own.get("/held", () => new Promise(() => undefined));
  onTestFinished(async () => {
    own.server.closeAllConnections();
    await own.close();
  });
  await own.listen({ host: "localhost", port: 0 });
  const addresses = own.addresses() as AddressInfo[];
  expect(addresses.length).toBeGreaterThan(0);
  for (const { address, port } of addresses) {
    const socket = connect(port, address);
    socket.on("error", () => undefined).resume();
    socket.write("GET /held HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20));
    await once(socket, "close");
  }
});

test("the dashboard is served at its plain addresses, with compressed files where they exist", async () => {
  expect(await requestRaw(url, "/")).toMatchObject({ status: 200, body: "<!doctype html>" });
  expect(await requestRaw(url, "/?from=mail")).toMatchObject({ status: 200 });
  expect(await requestRaw(url, "/assets/main-abc_1.min.js")).toMatchObject({
    status: 200,
    body: "export {};",
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  });
  const packed = await fetch(`${url}/assets/main-abc_1.min.js`, { headers: { "accept-encoding": "br" } });
  expect(packed.headers.get("content-encoding")).toBe("br");
});

test("responses must not be cached unless they declare otherwise", async () => {
  for (const path of ["/api/nothing", "/%zz", "/fails"])
    expect((await requestRaw(url, path)).headers["cache-control"]).toBe("no-store");
  expect((await requestRaw(url, "/kept")).headers["cache-control"]).toBe("private, no-cache");
  expect((await requestRaw(url, "/")).headers["cache-control"]).toBe("no-cache");
});

test("the content security policy allows only the inline scripts of the dashboard's own page", async () => {
  const ownFolder = join(folder, "own");
  await mkdir(ownFolder);
  await writeFile(
    join(ownFolder, "index.html"),
    "<script>own();</script><script src='/assets/main.js'></script>",
  );
  const own = createServer(
    { ...TEST_CONFIG, DASHBOARD_DIR: ownFolder },
    new Writable({ write: (_, __, done) => done() }),
  );
  own.get("/", async (_, reply) => reply.send({}));
  try {
    const policy = (await own.inject("/")).headers["content-security-policy"];
    const hash = createHash("sha256").update("own();").digest("base64");
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  } finally {
    await own.close();
  }
});

test("the dashboard may load media only from itself and the edge", async () => {
  const own = createServer(TEST_CONFIG, new Writable({ write: (_, __, done) => done() }));
  own.get("/", async (_, reply) => reply.send({}));
  try {
    const policy = String((await own.inject("/")).headers["content-security-policy"]);
    expect(policy).toContain(`media-src 'self' blob: ${TEST_CONFIG.EDGE_PUBLIC_URL};`);
    expect(policy).toContain(`connect-src 'self' ${TEST_CONFIG.EDGE_PUBLIC_URL} `);
  } finally {
    await own.close();
  }
});

test("long responses are compressed for callers that support it, short ones are not", async () => {
  const own = createServer(TEST_CONFIG, new Writable({ write: (_, __, done) => done() }));
  const videos = Array.from({ length: 200 }, (_, at) => ({ title: `Lesson ${at}` }));
  own.get("/long", async () => videos);
  own.get("/short", async () => videos.slice(0, 2));
  const request = (path: string, encodings: string) =>
    own.inject({ url: path, headers: { "accept-encoding": encodings } });
  try {
    const packed = await request("/long", "gzip, deflate, br");
    expect(packed.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(videos);
    expect(packed.rawPayload.length).toBeLessThan(1_000);
    expect((await request("/long", "gzip")).headers["content-encoding"]).toBe("gzip");
    const plain = await request("/long", "identity");
    expect(plain.json()).toEqual(videos);
    expect(plain.headers.vary).toBe("accept-encoding");
    expect((await request("/short", "br")).json()).toEqual(videos.slice(0, 2));
    expect((await request("/long", "gzip, br;q=0")).headers["content-encoding"]).toBe("gzip");
  } finally {
    await own.close();
  }
});

test("the permissions policy allows only publishing and the embedded player", async () => {
  const policy = (await requestRaw(url, "/")).headers["permissions-policy"]?.split(", ");
  expect(policy).toEqual(
    expect.arrayContaining([
      "camera=(self)",
      "microphone=(self)",
      "display-capture=(self)",
      'autoplay=(self "https://play.example")',
      'fullscreen=(self "https://play.example")',
      'picture-in-picture=(self "https://play.example")',
      "geolocation=()",
      "payment=()",
      "usb=()",
    ]),
  );
});

test("pages of allowed origins can call with browser credentials, those of other origins cannot", async () => {
  const [allowed, other] = ["https://pages.example", "https://other.example"];
  const config = { ...TEST_CONFIG, API_ALLOWED_ORIGINS: [allowed] };
  const own = createServer(config, new Writable({ write: (_, __, done) => done() }));
  own.put("/call", async () => ({}));
  const request = async (method: "OPTIONS" | "PUT", origin: string) => {
    const headers = { origin, "access-control-request-method": "PUT" };
    const answer = await own.inject({ method, url: "/call", headers });
    return [
      answer.headers["access-control-allow-origin"],
      answer.headers["access-control-allow-credentials"],
    ];
  };
  try {
    for (const method of ["OPTIONS", "PUT"] as const) {
      expect(await request(method, allowed)).toEqual([allowed, "true"]);
      expect((await request(method, other))[0]).toBeUndefined();
    }
  } finally {
    await own.close();
  }
});
