import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { sql } from "kysely";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import { startEdgeHarness } from "../apps/edge/src/testing/edge-harness.ts";
import { ATTACKS_BY_NAME, type AttackName, type AttackTarget } from "./attacks/attack.ts";
import { chunkRequest } from "./attacks/chunk-request.ts";
import type { Bench, Figure } from "./bench.ts";
import { startEdgeProcess } from "./edge-process.ts";
import { formatGetRequest, formatPostRequest } from "./load-generator.ts";
import { sendSteadily } from "./play/steady-load.ts";
import { attackSettings } from "./settings.ts";

const VIDEO_COUNT = 2_000;
/** The duration of each measurement. One is made before the attack and one during it. */
const MEASUREMENT_DURATION_MS = 8_000;
const WARM_UP_MS = 4_000;
const TARGET_LATENCY_MS = 300;
const TARGET_SIGN_IN_MS = 1_000;
const GUESSING_ATTACK: AttackName = "wrong passwords, 64 at once from 16 addresses";

/** The ordinary traffic during an attack: calls of one kind at a steady rate. */
interface OrdinaryCall {
  name: string;
  origin: string;
  request: string;
  perSec: number;
}

interface SlowestCall {
  ms: number;
  name: string;
  calls: number;
}

/** Measures the slowest ordinary call just before each attack and during it. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi({ TRUSTED_PROXIES: "127.0.0.1" });
  const harness = await startEdgeHarness();
  const edge = await startEdgeProcess({ ...harness.config, spoolDir: join(harness.folder, "edge-spool") });
  try {
    const { uuid } = await harness.publish();
    const ordinary = await prepareCalls(api, edge.url, uuid);
    const target = await attackTargetOf(api, edge.url);
    await measureSlowest(ordinary, WARM_UP_MS);
    const figures: Figure[] = [];
    const names = Object.keys(ATTACKS_BY_NAME) as AttackName[];
    for (const name of names.filter((each) => each.includes(attackSettings.caseWord))) {
      const without = await measureSlowest(ordinary, MEASUREMENT_DURATION_MS);
      const attacker = await startAttack(name, target);
      const beside = await measureSlowest(ordinary, MEASUREMENT_DURATION_MS).finally(() => attacker.stop());
      figures.push(figureOf(name, without, beside));
    }
    if (GUESSING_ATTACK.includes(attackSettings.caseWord)) figures.push(await signInFigure(api, target));
    return figures;
  } finally {
    await edge.stop();
    await harness.close();
    await api.close();
  }
}

const VIDEO_SEARCH = `${routes.listVideos.path}?page=1&pagesize=20&search=harbour`;

async function prepareCalls(api: TestApi, edgeUrl: string, uuid: string): Promise<OrdinaryCall[]> {
  const user = await api.addUser(["manager"]);
  await sql`
    INSERT INTO videos (client_uuid, user_uuid, title, status, input_qualities, created_at, duration_sec)
    SELECT ${user.clientUuid}::uuid, ${user.userUuid}::uuid, (ARRAY['harbour', 'lesson'])[1 + n % 2] || ' ' || n,
      'encoded', '"shoalOptimization"', now() - n * interval '1 minute', n % 7200
    FROM generate_series(1, ${VIDEO_COUNT}::int) AS n`.execute(api.database.db);
  const upload = await announceUpload(user);
  const headers = { authorization: `Bearer ${user.credential}` };
  const played = await fetch(`${edgeUrl}/play/${uuid}`, { method: "POST", body: "{}" });
  const manifest = /\/m\/[^"]+\/master\.m3u8/.exec(await played.text())?.[0];
  if (!manifest) throw new Error("The play session names no manifest");
  const atApi = (name: string, request: string, perSec: number) => ({
    name,
    origin: api.url,
    request,
    perSec,
  });
  const atEdge = (name: string, request: string) => ({ name, origin: edgeUrl, request, perSec: 20 });
  return [
    atApi("list of videos", formatGetRequest(routes.listVideos.path, headers), 4),
    atApi("search in videos", formatGetRequest(VIDEO_SEARCH, headers), 4),
    atApi("chunk of 5 MB", chunkRequest(upload, user.credential), 1),
    atEdge("play session", formatPostRequest(`/play/${uuid}`, {})),
    atEdge("manifest", formatGetRequest(manifest)),
  ];
}

async function attackTargetOf(api: TestApi, edgeUrl: string): Promise<AttackTarget> {
  const attacker = await api.addUser(["editor"]);
  const uploadUuid = await announceUpload(attacker);
  return {
    apiUrl: api.url,
    internalUrl: api.internalUrl,
    edgeUrl,
    internalSecret: api.env.INTERNAL_SECRET ?? "",
    credential: attacker.credential,
    clientUuid: attacker.clientUuid,
    videoUuid: uploadUuid,
    uploadUuid,
  };
}

const announceUpload = async (user: TestUser): Promise<string> =>
  (await user.call(routes.createVideo, { body: { title: "Film", size: 2 * UPLOAD_CHUNK_BYTES } })).uuid;

async function measureSlowest(ordinary: readonly OrdinaryCall[], durationMs: number): Promise<SlowestCall> {
  const each = await Promise.all(
    ordinary.map(async ({ name, origin, request, perSec }) => {
      const { tookMs } = await sendSteadily({ origin, requests: [request], perSec, durationMs });
      return tookMs.map((ms) => ({ name, ms }));
    }),
  );
  const all = each.flat();
  const slowest = all.reduce((one, other) => (other.ms > one.ms ? other : one));
  return { ...slowest, calls: all.length };
}

async function startAttack(name: AttackName, target: AttackTarget): Promise<{ stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, "attacks/attack.ts"));
  child.send({ name, target });
  await once(child, "message");
  return {
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

function figureOf(name: AttackName, without: SlowestCall, beside: SlowestCall): Figure {
  const reachMs = without.ms + TARGET_LATENCY_MS;
  return {
    name: `slowest ordinary call beside ${name}`,
    value: `${beside.ms.toFixed(0)} ms`,
    reach: `≤ ${reachMs.toFixed(0)} ms (${without.ms.toFixed(0)} ms without, and ${TARGET_LATENCY_MS} ms)`,
    isReached: beside.ms <= reachMs,
    detail: `${beside.name}, of ${beside.calls} calls; without: ${without.name}, of ${without.calls}`,
  };
}

/** Measures signing in while others guess passwords, both in a browser in which the user has signed in before and in a new browser. */
async function signInFigure(api: TestApi, target: AttackTarget): Promise<Figure> {
  const { username } = await api.addUser(["editor"]);
  const headers = { "x-forwarded-for": "198.51.100.7" };
  const credentials = { username, password: PASSWORD };
  const answer = await fetch(api.url + routes.login.path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const { knownBrowser } = (await answer.json()) as { knownBrowser: string };
  const signIns = (name: string, body: object): OrdinaryCall => ({
    name,
    origin: api.url,
    request: formatPostRequest(routes.login.path, body, headers),
    perSec: 1,
  });
  const both = [
    signIns("known browser", { ...credentials, knownBrowsers: [knownBrowser] }),
    signIns("another browser", credentials),
  ];
  const attacker = await startAttack(GUESSING_ATTACK, target);
  const { ms, name, calls } = await measureSlowest(both, MEASUREMENT_DURATION_MS).finally(() =>
    attacker.stop(),
  );
  return {
    name: `slowest sign-in beside ${GUESSING_ATTACK}`,
    value: `${ms.toFixed(0)} ms`,
    reach: `≤ ${TARGET_SIGN_IN_MS} ms`,
    isReached: ms <= TARGET_SIGN_IN_MS,
    detail: `${name}, of ${calls} sign-ins`,
  };
}

/** The bench that measures how much an attacker degrades the service for everyone else. */
export const attacksBench: Bench[] = [{ name: "attacks", run: runBench }];
