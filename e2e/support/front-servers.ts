import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually, freePorts } from "@shoal/testkit";
import type { Installation } from "../../apps/start/src/settings.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

const execFileAsync = promisify(execFile);

export const PROMETHEUS_FOLDER = join(REPOSITORY_ROOT, "deploy/prometheus");
export const CADDYFILE_PATH = join(REPOSITORY_ROOT, "deploy/caddy/Caddyfile");

/** A server from Debian that runs in front of an installation or beside it. */
export interface FrontServer {
  url: string;
  close(): Promise<void>;
}

export interface FrontCaddy extends FrontServer {
  /** The addresses at which Caddy forwards requests to the api and the edge. */
  apiUrl: string;
  edgeUrl: string;
  /** The certificate of the authority that has signed Caddy's certificates. */
  ca: string;
}

/** Starts Caddy with `deploy/caddy/Caddyfile`, but with host names and certificates of this machine. */
export async function startFrontCaddy(installation: Installation, folder: string): Promise<FrontCaddy> {
  const [api, edge, capture, http] = (await freePorts(4)) as [number, number, number, number];
  const given = await readFile(CADDYFILE_PATH, "utf8");
  const own = `\tadmin off
\tdefault_bind 127.0.0.1
\thttp_port ${http}
\tlocal_certs
\tskip_install_trust
\tauto_https disable_redirects
`;
  const text = given
    .replace("{\n\tservers", `{\n${own}\tservers`)
    .replace("video.example.com {", `https://localhost:${api} {`)
    .replace("play.example.com {", `https://localhost:${edge} {`)
    .replace("capture.example.com {", `https://localhost:${capture} {`)
    .replace("127.0.0.1:8080", new URL(installation.apiUrl).host)
    .replace("127.0.0.1:8090", new URL(installation.edgeUrl).host)
    .replace("127.0.0.1:8096", `127.0.0.1:${installation.capturePort}`);
  await mkdir(folder, { recursive: true });
  const path = join(folder, "Caddyfile");
  await writeFile(path, text);
  const child = spawn("/usr/bin/caddy", ["run", "--config", path, "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const authority = join(folder, "caddy/pki/authorities/local/root.crt");
  const ca = await eventually(() => readFile(authority, "utf8"), { what: "Caddy's authority" });
  const apiUrl = `https://localhost:${api}`;
  return { url: apiUrl, apiUrl, edgeUrl: `https://localhost:${edge}`, ca, close: () => endProcess(child) };
}

/** Makes a certificate for `localhost` that is signed by itself. */
export async function makeCertificate(folder: string): Promise<{ cert: string; key: string }> {
  await mkdir(folder, { recursive: true });
  const [cert, key] = [join(folder, "front.pem"), join(folder, "front.key")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await execFileAsync("openssl", ["req", "-x509", ...kind, ...subject, "-keyout", key, "-out", cert]);
  return { cert, key };
}

/** Starts Prometheus with `deploy/prometheus`, but scrapes processes at other addresses and every second. */
export async function startPrometheus(
  targets: Readonly<Record<string, string>>,
  folder: string,
): Promise<FrontServer> {
  const [port] = await freePorts(1);
  let config = await readFile(join(PROMETHEUS_FOLDER, "prometheus.yaml"), "utf8");
  for (const [job, url] of Object.entries(targets))
    config = config.replace(
      new RegExp(`(job_name: ${job}\\n.*targets: \\[")[^"]+`),
      (_, before: string) => before + new URL(url).host,
    );
  config = config
    .replace("scrape_interval: 15s", "scrape_interval: 1s\n  evaluation_interval: 1s")
    .replace("rules.yaml", join(PROMETHEUS_FOLDER, "rules.yaml"));
  await mkdir(folder, { recursive: true });
  const path = join(folder, "prometheus.yaml");
  await writeFile(path, config);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    "/usr/bin/prometheus",
    [
      `--config.file=${path}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: "ignore", cwd: folder },
  );
  await eventually(async () => (await fetch(`${url}/-/ready`)).ok, { what: "Prometheus" });
  return { url, close: () => endProcess(child) };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
