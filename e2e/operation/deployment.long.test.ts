import { execFile } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from "node:tls";
import { promisify } from "node:util";
import { CHROMIUM, eventually, makeClip } from "@shoal/testkit";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { startFrontNginx } from "../../apps/edge/src/testing/front-nginx.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeInstallation, startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { ALERT_RULES } from "../../scripts/monitoring/alerts.ts";
import { DASHBOARD_ROWS } from "../../scripts/monitoring/dashboard.ts";
import { PROCESS_NAMES } from "../../scripts/monitoring/metrics.ts";
import { metricsIn } from "../../scripts/monitoring/monitoring.ts";
import { accountAt, isEncoded, startSessionAt } from "../support/cluster.ts";
import { cameraClipArgs } from "../support/faults-media.ts";
import {
  CADDYFILE_PATH,
  type FrontCaddy,
  makeCertificate,
  PROMETHEUS_FOLDER,
  startFrontCaddy,
  startPrometheus,
} from "../support/front-servers.ts";

const execFileAsync = promisify(execFile);
const SYSTEMD_FOLDER = join(REPOSITORY_ROOT, "deploy/systemd");
const PROXY_SETTINGS = { TRUSTED_PROXIES: "127.0.0.1" };

let folder: string;
let platform: TestPlatform;
let account: Account;
let caddy: FrontCaddy;
let filmBytes: Buffer;
let videoUuid: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-deployment-"));
  const installation = await makeInstallation();
  Object.assign(process.env, PROXY_SETTINGS);
  platform = await startTestPlatform(installation);
  account = await openAccount(platform);
  filmBytes = await makeClip("film.mp4", cameraClipArgs({ size: "320x180", durationSec: 6 }));
  caddy = await startFrontCaddy(installation, join(folder, "caddy"));
  trustAuthority(caddy.ca);
  videoUuid = await uploadFile(account, "Film", filmBytes);
  await waitForVideo(account, videoUuid, isEncoded);
});
afterAll(async () => {
  for (const name of Object.keys(PROXY_SETTINGS)) delete process.env[name];
  await caddy?.close();
  await platform?.close();
  if (platform) await rm(platform.installation.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

/** Makes this process also accept certificates signed by the given authority. */
function trustAuthority(ca: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, ca]);
}

test("promtool and Caddy accept the files of deploy/", async () => {
  const check = (kind: string, file: string) =>
    execFileAsync("promtool", ["check", kind, join(PROMETHEUS_FOLDER, file)]).then(({ stdout }) => stdout);
  expect(await check("rules", "rules.yaml")).toContain(`${ALERT_RULES.length} rules found`);
  expect(await check("config", "prometheus.yaml")).toContain("is valid prometheus config");
  const { stdout } = await execFileAsync("caddy", [
    "adapt",
    "--config",
    CADDYFILE_PATH,
    "--adapter",
    "caddyfile",
  ]);
  expect(stdout).toContain("play.example.com");
});

test("systemd accepts the units of deploy/", async () => {
  const units = join(folder, "units");
  await mkdir(units);
  const names = await readdir(SYSTEMD_FOLDER);
  for (const name of names) {
    const text = await readFile(join(SYSTEMD_FOLDER, name), "utf8");
    // systemd requires that the program of each unit exists.
    await writeFile(join(units, name), text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  }
  const { stdout, stderr } = await execFileAsync("systemd-analyze", [
    "verify",
    ...names.map((name) => join(units, name)),
  ]);
  expect(stdout + stderr).toBe("");
});

test("Prometheus scrapes all processes, has every metric of the rules and the dashboard, and evaluates each rule", async () => {
  const { apiInternalUrl, edgeInternalUrl } = platform.installation;
  const targets = {
    api: apiInternalUrl,
    edge: edgeInternalUrl,
    ingest: findUrl("ingest"),
    worker: findUrl("worker"),
  };
  const prometheus = await startPrometheus(targets, join(folder, "prometheus"));
  onTestFinished(() => prometheus.close());
  const call = async (path: string) => {
    const response = await fetch(`${prometheus.url}/api/v1/${path}`);
    return ((await response.json()) as { data: never }).data;
  };
  await eventually(
    async () => {
      const { activeTargets } = (await call("targets")) as {
        activeTargets: { health: string; labels: { job: string }; lastError: string }[];
      };
      expect(activeTargets.map(({ health, lastError }) => `${health}${lastError}`)).toEqual(
        PROCESS_NAMES.map(() => "up"),
      );
    },
    { what: "an answer of every process" },
  );
  const expressions = [
    ...ALERT_RULES.map(({ expression }) => expression),
    ...Object.values(DASHBOARD_ROWS).flatMap((row) =>
      row.flatMap(({ lines }) => lines.map(([expression]) => expression)),
    ),
  ];
  const named = new Set(
    expressions.flatMap(metricsIn).map((name) => name.replace(/_(bucket|count|sum)$/, "")),
  );
  const known = new Set(Object.keys(await call("metadata")));
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  for (const expression of expressions) {
    const answer = await fetch(
      `${prometheus.url}/api/v1/query?${new URLSearchParams({ query: expression })}`,
    );
    expect([expression, answer.status]).toEqual([expression, 200]);
  }
  await eventually(async () => {
    const { groups } = (await call("rules")) as { groups: { rules: { name: string; health: string }[] }[] };
    expect(groups.flatMap(({ rules }) => rules.map(({ name, health }) => `${name} ${health}`))).toEqual(
      ALERT_RULES.map(({ name }) => `${name} ok`),
    );
  });
});

/** Returns the internal URL of a process whose port the system assigned. */
function findUrl(name: string): string {
  const lines = platform.log.filter((line) => line.startsWith(`${name}: `));
  const url = lines.map(
    (line) => /"(?:msg":"Server listening at |url":")(http:\/\/[\d.:]+)"/.exec(line)?.[1],
  );
  const found = url.find((each) => each !== undefined);
  if (!found) throw new Error(`The ${name} names no address: ${lines.join("\n")}`);
  return found;
}

test("through Caddy, files are uploaded and played by HTTP/2, and WebSockets to the api and the edge open", async () => {
  const through = accountAt(account, caddy.apiUrl);
  const sent = await uploadFile(through, "Through Caddy", filmBytes);
  await waitForVideo(through, sent, isEncoded);
  const list = await startSessionAt(caddy.edgeUrl, sent);
  expect(await requestHttp2(caddy.edgeUrl, list.pathname, caddy.ca)).toMatch(/^200 #EXTM3U/);
  expect(await requestHttp2(caddy.apiUrl, "/", caddy.ca)).toMatch(/^200 <!doctype html>/i);
  expect(await firstMessage(`${caddy.apiUrl}/socket.io/?EIO=4&transport=websocket`)).toMatch(/^0\{"sid"/);
  await openSocket(`${caddy.edgeUrl}/tracker`);
});

/** Requests a path over an HTTP/2 connection. @returns status and body. */
async function requestHttp2(url: string, path: string, ca: string): Promise<string> {
  const session = connectHttp2(url, { ca });
  try {
    const stream = session.request({ ":path": path, accept: "*/*" });
    const [headers] = (await once(stream, "response")) as [{ ":status": number }];
    let body = "";
    for await (const part of stream.setEncoding("utf8")) body += part;
    return `${headers[":status"]} ${body}`;
  } finally {
    session.close();
  }
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^https/, "wss"));
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return socket;
}

async function firstMessage(url: string): Promise<string> {
  const socket = new WebSocket(url.replace(/^https/, "wss"));
  onTestFinished(() => socket.terminate());
  const [data] = (await once(socket, "message")) as [Buffer];
  return data.toString();
}

test("Chromium loads a page and media of the edge through Caddy by HTTP/3", async () => {
  const { host, port } = new URL(caddy.edgeUrl);
  const socket = connectTls({ host: "localhost", port: Number(port), servername: "localhost", ca: caddy.ca });
  await once(socket, "secureConnect");
  const leaf = new X509Certificate(socket.getPeerCertificate(true).raw);
  socket.destroy();
  const spki = leaf.publicKey.export({ type: "spki", format: "der" });
  const profile = join(folder, "profile");
  const context = await chromium.launchPersistentContext(profile, {
    ...CHROMIUM,
    args: [
      ...CHROMIUM.args.filter((arg) => arg !== "--disable-quic"),
      `--origin-to-force-quic-on=${host}`,
      // Caddy does not listen on IPv6 in this test.
      "--host-resolver-rules=MAP localhost 127.0.0.1",
      `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`,
    ],
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const list = await startSessionAt(caddy.edgeUrl, videoUuid);
  // Only the CSP of the player's page allows requests.
  await page.goto(`${caddy.edgeUrl}/embed/${videoUuid}`);
  // A page learns only that a fetch failed. The reason is known to the browser alone.
  const failures: string[] = [];
  page.on("requestfailed", (request) => failures.push(`${request.url()}: ${request.failure()?.errorText}`));
  const reading = page.evaluate(async (path) => {
    const load = async (url: URL) => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
      return response;
    };
    const readLines = async (url: URL) => {
      const text = await (await load(url)).text();
      return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    };
    const main = new URL(path, location.href);
    const [rendition = ""] = await readLines(main);
    const media = new URL(rendition, main);
    const [segment = ""] = await readLines(media);
    const { byteLength } = await (await load(new URL(segment, media))).arrayBuffer();
    const entries = performance.getEntries() as PerformanceResourceTiming[];
    const own = entries.filter(
      ({ name, nextHopProtocol }) => name.startsWith(location.origin) && nextHopProtocol,
    );
    return { byteLength, protocols: own.map((entry) => entry.nextHopProtocol) };
  }, list.pathname);
  const { byteLength, protocols } = await reading.catch((error: unknown) => {
    throw new Error(failures.join("\n"), { cause: error });
  });
  expect(byteLength).toBeGreaterThan(0);
  // At least the page, two playlists and a segment have been loaded.
  expect(protocols.length).toBeGreaterThanOrEqual(4);
  expect(new Set(protocols)).toEqual(new Set(["h3"]));
});

test("through nginx with TLS, playlists and segments are delivered by HTTP/2", async () => {
  const certificate = await makeCertificate(join(folder, "certificate"));
  const ca = await readFile(certificate.cert, "utf8");
  trustAuthority(ca);
  const nginx = await startFrontNginx(platform.installation.edgeUrl, join(folder, "nginx"), {
    tls: certificate,
  });
  onTestFinished(() => nginx.stop());
  const main = await startSessionAt(nginx.url, videoUuid);
  const linesOf = async (url: URL) => {
    const text = await requestHttp2(nginx.url, url.pathname, ca);
    expect(text).toMatch(/^200 #EXTM3U/);
    return text.split("\n").filter((line) => line !== "" && !/^(200 )?#/.test(line));
  };
  const [rendition = ""] = await linesOf(main);
  const media = new URL(rendition, main);
  const segments = await linesOf(media);
  expect(segments.length).toBeGreaterThan(0);
  for (const line of segments)
    expect(await requestHttp2(nginx.url, new URL(line, media).pathname, ca)).toMatch(/^200 /);
});
