import { chmod, mkdtemp } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type RunningClickHouse, type RunningPostgres, startClickHouse, startPostgres } from "@shoal/engines";
import { dropAnalyticsTables } from "./drop-analytics-tables.ts";

/** The address of the engines that test files share. Without it, each file starts its own engines. */
export const ENGINE_HOST = "SHOAL_TEST_ENGINES";

/** The requests of a test file to a host, all POST. */
export const HOST_PATHS = {
  /** Returns the server's URL for its owner. */
  postgres: "/postgres",
  /** Returns the URL of an empty analytics engine that only the caller uses. */
  clickhouse: "/clickhouse",
  /** Returns an engine to the host. The body is the engine's URL. */
  freeClickhouse: "/clickhouse/free",
} as const;

export interface EngineHost {
  /** The HTTP address, on loopback. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts one PostgreSQL, and as many analytics engines as are used at a time, for all files of a run. A separate pair took 3.5 s of
 * CPU for each of seventy apis. Engines are started on demand.
 * @example const host = await startEngineHost(); process.env.SHOAL_TEST_ENGINES = host.url;
 */
export async function startEngineHost(): Promise<EngineHost> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-engines-"));
  // PostgreSQL refuses to run as root, so it runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o755);
  let postgres: Promise<RunningPostgres> | undefined;
  const analytics = new AnalyticsPool(folder);
  const answers: Record<string, (request: IncomingMessage) => Promise<string>> = {
    [HOST_PATHS.postgres]: async () => {
      postgres ??= startPostgres({ dataDir: join(folder, "postgres"), isThrowaway: true });
      return (await postgres).url;
    },
    [HOST_PATHS.clickhouse]: () => analytics.acquire(),
    [HOST_PATHS.freeClickhouse]: async (request) => {
      await analytics.free(await text(request));
      return "";
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    if (!answer) return void response.writeHead(404).end();
    answer(request).then(
      (body) => response.end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await Promise.all([analytics.stop(), postgres?.then((running) => running.stop())]);
    },
  };
}

/** The embedded analytics engines. Each is a process, which is emptied and reused. */
class AnalyticsPool {
  readonly #folder: string;
  readonly #started: RunningClickHouse[] = [];
  readonly #free: RunningClickHouse[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async acquire(): Promise<string> {
    const free = this.#free.pop();
    if (free) return free.url;
    const engine = await startClickHouse({ dataDir: await mkdtemp(join(this.#folder, "clickhouse-")) });
    this.#started.push(engine);
    return engine.url;
  }

  /** Empties an engine for its next user. An engine that cannot be emptied is not reused. */
  async free(url: string): Promise<void> {
    const engine = this.#started.find((each) => each.url === url);
    if (!engine) throw new Error("No engine of this host");
    await dropAnalyticsTables(engine.url);
    this.#free.push(engine);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map((engine) => engine.stop()));
  }
}
