import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePorts } from "@shoal/testkit";

export interface NginxServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** The folder with nginx's configuration, files and cache. */
  root: string;
  /** The origin to which requests are forwarded; if omitted, nginx sends the files of its root. */
  upstream?: string;
  hasTls: boolean;
}

/** Starts nginx with one worker process in its fastest configuration: sendfile, open descriptors and keep-alive connections. */
export async function startNginx(options: NginxOptions): Promise<NginxServer> {
  const { root, hasTls } = options;
  await mkdir(root, { recursive: true });
  if (hasTls) await createCertificate(root);
  const [port] = await freePorts(1);
  await writeFile(join(root, "nginx.conf"), buildConfig(options, port));
  const child = spawn("/usr/sbin/nginx", ["-c", join(root, "nginx.conf"), "-p", root], { stdio: "inherit" });
  const origin = `${hasTls ? "https" : "http"}://127.0.0.1:${port}`;
  await waitUntilAnswering(origin);
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function createCertificate(root: string): Promise<void> {
  const [key, certificate] = [join(root, "key.pem"), join(root, "certificate.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", key, "-out", certificate];
  await promisify(execFile)("openssl", ["req", "-x509", ...kind, "-subj", "/CN=localhost", ...files]);
}

const buildConfig = ({ root, upstream, hasTls }: NginxOptions, port: number) => `
daemon off; master_process off; pid ${root}/nginx.pid; error_log ${root}/error.log;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=2000;
  types { video/mp4 m4s; }
  client_body_temp_path ${root}/t1; proxy_temp_path ${root}/t2; fastcgi_temp_path ${root}/t3;
  uwsgi_temp_path ${root}/t4; scgi_temp_path ${root}/t5;
  ${upstream ? `upstream edge { server ${new URL(upstream).host}; keepalive 32; keepalive_requests 1000000; }` : ""}
  server {
    listen 127.0.0.1:${port}${hasTls ? " ssl" : ""}; root ${root};
    ${hasTls ? `ssl_certificate ${root}/certificate.pem; ssl_certificate_key ${root}/key.pem;` : ""}
    ${upstream ? 'location / { proxy_pass http://edge; proxy_http_version 1.1; proxy_set_header Connection ""; }' : ""}
  }
}
`;

/**
 * Resolves once nginx sends any response.
 * @throws Error after ten seconds.
 */
async function waitUntilAnswering(origin: string): Promise<void> {
  for (const endsAtMs = Date.now() + 10_000; Date.now() < endsAtMs; ) if (await isAnswering(origin)) return;
  throw new Error(`${origin} does not answer`);
}

function isAnswering(origin: string): Promise<boolean> {
  if (origin.startsWith("http:"))
    return fetch(origin).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    );
  return new Promise((resolve) => {
    request(origin, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(true);
    })
      .on("error", () => resolve(false))
      .end();
  });
}
