import { type AddedApiKey, routes } from "@shoal/contract";
import { sql } from "kysely";
import { startTestApi, type TestApi } from "../apps/api/src/test-api.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import type { Bench, Figure } from "./bench.ts";
import { formatGetRequest, sendLoad } from "./load-generator.ts";

const CONNECTION_COUNT = 2;
const DURATION_MS = 1_000;
/**
 * The number of turns for each kind of caller. The kinds alternate in short turns and each turn is compared with its neighbour,
 * since the speed of a virtual machine changes within seconds.
 */
const ROUND_COUNT = 20;
/** The number of keys in the installation. */
const KEY_COUNT = 10_000;
const MAX_RATIO = 1.1;

/** Returns the CPU time in ms of a response to a call that costs almost nothing besides its authentication. */
async function measureCpuMs(api: TestApi, authorization: string): Promise<number> {
  const request = formatGetRequest("/api/videos?pagesize=0", { authorization });
  const before = process.cpuUsage();
  const load = await sendLoad({
    origin: api.url,
    requests: [request],
    connections: CONNECTION_COUNT,
    durationMs: DURATION_MS,
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / load.responses;
}

const computeMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures a call with one of ten thousand API keys and the same call in a session. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi(UNLIMITED);
  try {
    const manager = await api.addUser(["manager"]);
    const params = { id: manager.clientUuid };
    const body = { type: "read", description: "Bench" } as const;
    const key: AddedApiKey = await manager.call(routes.addApiKey, { params, body });
    await sql`INSERT INTO clients (name, type) SELECT 'of keys ' || n, 'platform' FROM generate_series(1, 10) n`.execute(
      api.database.db,
    );
    await sql`INSERT INTO api_keys (client_uuid, type, description, secret_hash)
      SELECT uuid, 'read', 'Backend ' || n, '\\x00' FROM clients, generate_series(1, ${KEY_COUNT / 10}::int) n
      WHERE name LIKE 'of keys %'`.execute(api.database.db);
    await sql`VACUUM ANALYZE api_keys`.execute(api.database.db);
    const callers = [`Bearer ${manager.credential}`, `Bearer ${key.key}`] as const;
    for (const caller of callers) await measureCpuMs(api, caller);
    const sessions: number[] = [];
    const keys: number[] = [];
    for (let round = 0; round < ROUND_COUNT; round += 1) {
      sessions.push(await measureCpuMs(api, callers[0]));
      keys.push(await measureCpuMs(api, callers[1]));
    }
    const ratio = computeMedian(keys.map((ms, round) => ms / (sessions[round] ?? ms)));
    return [
      {
        name: "call with an API key, of one with a session",
        value: `${ratio.toFixed(2)} × CPU`,
        reach: `≤ ${MAX_RATIO} ×`,
        isReached: ratio <= MAX_RATIO,
        detail: `${computeMedian(keys).toFixed(2)} ms of the api's CPU with a key, ${computeMedian(sessions).toFixed(2)} ms with a session, ${KEY_COUNT} keys`,
      },
    ];
  } finally {
    await api.close();
  }
}

export const apiKeysBench: Bench[] = [{ name: "api-keys", run: runBench }];
