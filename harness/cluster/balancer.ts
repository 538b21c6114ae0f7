import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endWorkersIn } from "../../apps/start/src/nginx.ts";
import type { SupervisedProcess } from "../../apps/start/src/supervise.ts";
import { superviseServer } from "./supervise-server.ts";

const NGINX_COMMAND = "/usr/sbin/nginx";
const STREAM_MODULE = "/usr/lib/nginx/modules/ngx_stream_module.so";

/** Returns whether nginx can balance connections other than HTTP, which requires Debian's libnginx-mod-stream. */
export const canBalanceStreams = (): boolean => existsSync(STREAM_MODULE);

interface BalancerOptions {
  folder: string;
  /** The port on which the balancer listens, and the ports of the servers behind it. All are on loopback. */
  places: readonly { name: string; port: number; behind: readonly number[] }[];
  /** The RTMP and SRT ports to balance. They require `canBalanceStreams`. */
  streams: readonly { name: string; port: number; behind: readonly number[]; isUdp: boolean }[];
  onLine: (name: string, line: string) => void;
}

/** Runs nginx in front of several servers of each kind. After a server refuses a connection, nginx skips it for a second. */
export async function superviseBalancer({
  folder,
  places,
  streams,
  onLine,
}: BalancerOptions): Promise<SupervisedProcess> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, "nginx.conf");
  await writeFile(path, buildConfig(folder, places, streams));
  return superviseServer({
    name: "nginx",
    command: NGINX_COMMAND,
    args: ["-c", path, "-p", folder],
    spawn: { cwd: folder },
    stopSignal: "SIGQUIT",
    // The workers of a killed nginx master keep running and occupy its port.
    clear: () => endWorkersIn(folder),
    isUp: () =>
      fetch(`http://127.0.0.1:${places[0]?.port}/healthz`).then(
        () => true,
        () => false,
      ),
    onLine,
  });
}

function buildConfig(
  folder: string,
  places: BalancerOptions["places"],
  streams: BalancerOptions["streams"],
): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  return `${streams.length > 0 ? `load_module ${STREAM_MODULE};\n` : ""}daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${join(folder, "nginx.pid")};
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
${temporary}
  map $http_upgrade $connection_wanted { "" ""; default upgrade; }
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header Connection $connection_wanted;
  proxy_set_header Upgrade $http_upgrade;
  # Streams of changes and of lives go on as they come.
  proxy_buffering off;
  proxy_request_buffering off;
  proxy_read_timeout 120s;
  proxy_next_upstream error timeout;
  client_max_body_size 0;
  # Benches send more over one connection than the default of 1,000.
  keepalive_requests 1000000;
${places.map(serverOf).join("\n")}
}
${streams.length > 0 ? `stream {\n${streams.map(streamOf).join("\n")}\n}` : ""}
`;
}

/** Returns nginx's configuration for RTMP or SRT. A publisher stays at one ingest by its connection, or by its address and port. */
const streamOf = ({ name, port, behind, isUdp }: BalancerOptions["streams"][number]) => `
  upstream ${name} {
${behind.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join("\n")}
  }
  server {
    listen 127.0.0.1:${port}${isUdp ? " udp" : ""};
    proxy_pass ${name};
    proxy_connect_timeout 1s;
    proxy_timeout ${isUdp ? "10s" : "1h"};
  }`;

const serverOf = ({ name, port, behind }: BalancerOptions["places"][number]) => `
  upstream ${name} {
${behind.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join("\n")}
    keepalive 32;
    keepalive_requests 1000000;
  }
  upstream ${name}_kept {
    # A plain client of Socket.IO begins by polling, at one server.
    hash $remote_addr consistent;
${behind.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join("\n")}
  }
  server {
    listen 127.0.0.1:${port};
    location /socket.io/ { proxy_pass http://${name}_kept; }
    location / { proxy_pass http://${name}; }
  }`;
