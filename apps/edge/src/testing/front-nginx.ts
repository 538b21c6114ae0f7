import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually, freePorts } from "@shoal/testkit";

const CONFIG_PATH = fileURLToPath(new URL("../../../../deploy/nginx/edge.conf", import.meta.url));
const TEMP_FOLDERS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

export interface FrontNginx {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** The paths of a certificate and of its private key. */
interface TlsCertificate {
  cert: string;
  key: string;
}

/**
 * Starts nginx with `deploy/nginx/edge.conf` in front of an edge, as one process.
 * @param folder the folder for nginx's files; must not exist yet.
 * @param permits the folder of the edge's permits, if it writes any.
 * @param segments the folder of the segments that the edge writes, if any.
 * @param tls the certificate for TLS with HTTP/2; enables the configuration's lines for it.
 */
export async function startFrontNginx(
  edgeUrl: string,
  folder: string,
  {
    permits = join(folder, "permits"),
    segments = join(folder, "segments"),
    tls,
  }: { permits?: string; segments?: string; tls?: TlsCertificate } = {},
): Promise<FrontNginx> {
  await mkdir(folder, { recursive: true });
  const [port] = await freePorts(1);
  const given = await readFile(CONFIG_PATH, "utf8");
  const config = (tls ? withTls(given, port, tls) : given.replace("listen 80;", `listen 127.0.0.1:${port};`))
    .replace("server 127.0.0.1:8090;", `server ${new URL(edgeUrl).host};`)
    .replaceAll("/var/cache/nginx/", `${folder}/`)
    .replaceAll("/run/shoal-permits/", `${permits}/`)
    .replaceAll("/var/cache/shoal-segments/", `${segments}/`);
  await writeFile(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; master_process off; pcre_jit on; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http { ${TEMP_FOLDERS.map((name) => `${name}_temp_path ${folder}/temp;`).join(" ")}
${config} }`,
  );
  const child = spawn("/usr/sbin/nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], {
    stdio: "inherit",
  });
  await eventually(() => isListening(port), { what: "nginx" });
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Enables the configuration's lines for TLS, except HTTP/3, which requires a later nginx than Debian's. */
function withTls(given: string, port: number, { cert, key }: TlsCertificate): string {
  const lines: [string, string][] = [
    ["  listen 80;", ""],
    ["  # listen 443 ssl http2;", `  listen 127.0.0.1:${port} ssl http2;`],
    ["  # ssl_protocols", "  ssl_protocols"],
    ["  # ssl_certificate /etc/letsencrypt/live/play.example.com/fullchain.pem", `  ssl_certificate ${cert}`],
    [
      "  # ssl_certificate_key /etc/letsencrypt/live/play.example.com/privkey.pem",
      `  ssl_certificate_key ${key}`,
    ],
  ];
  return lines.reduce((config, [line, own]) => {
    if (!config.includes(line)) throw new Error(`edge.conf has no line "${line}"`);
    return config.replace(line, own);
  }, given);
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } finally {
    socket.destroy();
  }
}
