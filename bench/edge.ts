import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePorts } from "@shoal/testkit";
import { type EdgeRig, startEdgeRig } from "../apps/edge/src/testing/edge-rig.ts";
import type { Bench, Figure } from "./bench.ts";

import { cpuSecondsOf, startEdgeProcess } from "./edge-process.ts";
import { getRequest, sendLoad } from "./load-generator.ts";

const SEGMENT_BYTES = 500_000;
/** What is hot while viewers follow a video: a few segments of every rendition. */
const SEGMENTS = 12;
const CONNECTIONS = 16;
const ROUND_MS = 3_000;
/** So long until node has compiled what it runs often. */
const WARM_UP_MS = 8_000;
const ROUNDS = 3;
const REACH_RATIO = 0.4;

interface Server {
  origin: string;
  pid: number;
  paths: string[];
  stop(): Promise<void>;
}

/** Bytes per CPU second of the edge and of nginx on the same segments, warm, in turn. */
async function measureSegments(): Promise<Figure[]> {
  const rig = await startEdgeRig();
  const segments = Array.from({ length: SEGMENTS }, () => randomBytes(SEGMENT_BYTES));
  const servers = { edge: await startEdge(rig, segments), nginx: await startNginx(rig.folder, segments) };
  try {
    for (const server of Object.values(servers)) await load(server, WARM_UP_MS);
    const rounds: { edge: number; nginx: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        nginx: await bytesPerCpuSecond(servers.nginx),
        edge: await bytesPerCpuSecond(servers.edge),
      });
    return [figureOf(rounds)];
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await rig.close();
  }
}

function figureOf(rounds: { edge: number; nginx: number }[]): Figure {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const ratio = median(rounds.map(({ edge, nginx }) => edge / nginx));
  const gigabytes = (name: "edge" | "nginx") => (median(rounds.map((round) => round[name])) / 1e9).toFixed(2);
  return {
    name: "edge segment delivery, 500 kB warm, bytes per CPU second against nginx",
    value: `${ratio.toFixed(2)} of nginx`,
    reach: `≥ ${REACH_RATIO}`,
    isReached: ratio >= REACH_RATIO,
    detail: `edge ${gigabytes("edge")} GB, nginx ${gigabytes("nginx")} GB per CPU second`,
  };
}

async function bytesPerCpuSecond(server: Server): Promise<number> {
  const before = cpuSecondsOf(server.pid);
  const { bytes } = await load(server, ROUND_MS);
  return bytes / (cpuSecondsOf(server.pid) - before);
}

const load = ({ origin, paths }: Server, durationMs: number) =>
  sendLoad({ origin, requests: paths.map((path) => getRequest(path)), connections: CONNECTIONS, durationMs });

async function startEdge(rig: EdgeRig, segments: Buffer[]): Promise<Server> {
  const { uuid } = await rig.publish({}, segments);
  const edge = await startEdgeProcess({ ...rig.config, spoolDir: join(rig.folder, "edge-spool") });
  const { hlsUrl } = await rig.play(uuid);
  const paths = segments.map((_, number) => new URL(`v0/${number}.m4s`, hlsUrl).pathname);
  return { origin: edge.url, pid: edge.pid, paths, stop: () => edge.stop() };
}

async function startNginx(folder: string, segments: Buffer[]): Promise<Server> {
  const root = join(folder, "nginx");
  await mkdir(root, { recursive: true });
  await Promise.all(segments.map((bytes, number) => writeFile(join(root, `${number}.m4s`), bytes)));
  const [port] = await freePorts(1);
  await writeFile(join(root, "nginx.conf"), nginxConfig(root, port));
  const child = spawn("/usr/sbin/nginx", ["-c", join(root, "nginx.conf"), "-p", root], { stdio: "inherit" });
  const origin = `http://127.0.0.1:${port}`;
  await answers(`${origin}/0.m4s`);
  return {
    origin,
    pid: child.pid ?? 0,
    paths: segments.map((_, number) => `/${number}.m4s`),
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** One process, files sent by the kernel, descriptors kept open: nginx at its best. */
const nginxConfig = (root: string, port: number) => `
daemon off; master_process off; pid ${root}/nginx.pid; error_log ${root}/error.log;
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=200;
  types { video/mp4 m4s; }
  client_body_temp_path ${root}/t1; proxy_temp_path ${root}/t2; fastcgi_temp_path ${root}/t3;
  uwsgi_temp_path ${root}/t4; scgi_temp_path ${root}/t5;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;

async function answers(url: string): Promise<void> {
  const endsAtMs = Date.now() + 10_000;
  while (Date.now() < endsAtMs) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

export const edgeBench: Bench[] = [{ name: "edge", run: measureSegments }];
