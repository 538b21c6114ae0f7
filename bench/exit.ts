import { execFile } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { FolderStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import type { Bench, Figure } from "./bench.ts";
import { type NginxServer, startNginx } from "./nginx.ts";

const VIDEO_COUNT = 1_000;
const VIDEO_BYTES = 1_500_000;
/** The number of turns for each kind of run. The kinds alternate, so a slowdown of the machine affects both. */
const TURN_COUNT = 3;
const ARCHIVE_NAME = "archive.tar";
const MIN_RATIO = 0.8;
const TIMEOUT_MS = 600_000;

const execFileAsync = promisify(execFile);

/** Measures a client's archive compared with `tar` of the same files. Both are flushed to the disk that holds the files. */
async function measureArchive(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const api = await startTestApi(UNLIMITED);
  let plain: NginxServer | undefined;
  let node: Server | undefined;
  try {
    const manager = await api.addUser(["manager"]);
    const names = await addVideos(api, manager);
    const root = api.env.MEDIA_STORE ?? "";
    const list = join(folder, "names");
    await writeLines(list, names);
    const began = performance.now();
    const url = await downloadArchive(api, manager);
    const madeSec = secondsSince(began);
    const sums = await secondsOf("xargs", ["-a", list, "sha256sum"], root);
    const target = join(folder, ARCHIVE_NAME);
    const served = join(folder, "nginx");
    const ours: number[] = [];
    const tars: number[] = [];
    const files: number[] = [];
    const streams: number[] = [];
    plain = await startNginx({ root: served, hasTls: false });
    await execFileAsync("curl", ["-sSf", "-o", join(served, ARCHIVE_NAME), url]);
    node = await startPlainServer(join(served, ARCHIVE_NAME));
    const { port } = node.address() as AddressInfo;
    for (let turn = 0; turn < TURN_COUNT; turn += 1) {
      ours.push(await measureWriteSec(target, "curl", ["-sSf", "-o", target, url], folder));
      tars.push(await measureWriteSec(target, "tar", ["-cf", target, "-T", list], root));
      files.push(
        await measureWriteSec(
          target,
          "curl",
          ["-sSf", "-o", target, `${plain.origin}/${ARCHIVE_NAME}`],
          folder,
        ),
      );
      streams.push(
        await measureWriteSec(target, "curl", ["-sSf", "-o", target, `http://127.0.0.1:${port}/`], folder),
      );
    }
    const [own = 0, tar = 0, file = 0, stream = 0] = [ours, tars, files, streams].map((all) =>
      Math.min(...all),
    );
    const bytes = VIDEO_COUNT * VIDEO_BYTES;
    const rate = (sec: number) => `${(bytes / sec / 1_000_000).toFixed(0)} MB/s`;
    return [
      {
        name: `archive of ${VIDEO_COUNT} videos, of tar's rate`,
        value: (tar / own).toFixed(2),
        reach: `≥ ${MIN_RATIO}`,
        isReached: tar / own >= MIN_RATIO,
        detail: `downloaded at ${rate(own)}, tar wrote ${rate(tar)}, the same archive as one file came from nginx at ${rate(file)}, which is the limit of a download here (${(tar / file).toFixed(2)} of tar), each with fsync; made before in ${madeSec.toFixed(1)} s, in which each file is read for its checksum (sha256sum: ${sums.toFixed(1)} s)`,
      },
      {
        name: "the same download, of a plain file's by Node",
        value: (stream / own).toFixed(2),
        reach: `≥ ${MIN_RATIO}`,
        isReached: stream / own >= MIN_RATIO,
        detail: `createReadStream(…).pipe(response) of the archive as one file: ${rate(stream)}; nginx with sendfile: ${rate(file)}, of which ours is ${(file / own).toFixed(2)}`,
      },
    ];
  } finally {
    node?.close();
    await plain?.stop();
    await api.close();
    await rm(folder, { recursive: true });
  }
}

/** Starts a server that does as little as Node allows: it sends a single file that already exists. */
async function startPlainServer(path: string): Promise<Server> {
  const { size } = await stat(path);
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-length": size });
    createReadStream(path).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function addVideos(api: TestApi, { clientUuid }: TestUser): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`INSERT INTO videos
      (client_uuid, title, status, input_qualities, size_bytes, chunk_count, contiguous_chunks)
    SELECT ${clientUuid}, 'Video ' || n, 'encoded', '"shoalOptimization"', ${VIDEO_BYTES}, 1, 1
    FROM generate_series(1, ${VIDEO_COUNT}::int) AS n RETURNING uuid`.execute(api.database.db);
  const store = new FolderStore(api.env.MEDIA_STORE ?? "");
  const names = rows.map(({ uuid }) => `uploads/${uuid}/source`);
  for (const [n, name] of names.entries()) await store.put(name, Buffer.alloc(VIDEO_BYTES, `video ${n} `));
  return names;
}

async function downloadArchive(api: TestApi, manager: TestUser): Promise<string> {
  const { uuid: id } = await manager.call(routes.createExit, {});
  await eventually(
    async () => {
      const [exit] = await manager.call(routes.listExits, {});
      if (exit?.state !== "ready") throw new Error("The archive is not ready");
    },
    { limitMs: TIMEOUT_MS },
  );
  const { url } = await manager.call(routes.createExitLink, { params: { id } });
  return `${api.url}${new URL(url).pathname}`;
}

async function writeLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, "w");
  await file.writeFile(`${lines.join("\n")}\n`);
  await file.close();
}

/** Returns the seconds until a file that a command writes is on disk. */
async function measureWriteSec(
  target: string,
  command: string,
  args: string[],
  cwd: string,
): Promise<number> {
  await rm(target, { force: true });
  const began = performance.now();
  await execFileAsync(command, args, { cwd });
  const file = await open(target, "r+");
  await file.sync();
  await file.close();
  return secondsSince(began);
}

async function secondsOf(command: string, args: string[], cwd: string): Promise<number> {
  const began = performance.now();
  await execFileAsync(command, args, { cwd, maxBuffer: 100_000_000 });
  return secondsSince(began);
}

const secondsSince = (began: number) => (performance.now() - began) / 1_000;

export const exitBench: Bench[] = [{ name: "exit", run: measureArchive }];
