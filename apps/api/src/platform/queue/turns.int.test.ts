import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JobName, type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { CLAIM_FAIRLY, type FairJob } from "@shoal/lifecycle";
import { eventually } from "@shoal/testkit";
import { acquireDatabase } from "@shoal/testkit/engines";
import { CompiledQuery, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../database.ts";
import { type JobHandlers, type JobQueue, prepareTables, startJobQueue } from "./job-queue.ts";
import { readWaitingJobs } from "./queue-metrics.ts";

const WORKER_ROLE = { role: "shoal_worker", password: "a password of tests" };

let folder: string;
let postgres: Awaited<ReturnType<typeof acquireDatabase>>;
let database: OpenDatabase;
let queue: JobQueue;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-turns-"));
  postgres = await acquireDatabase(folder);
  database = openDatabase(postgres.url, 8);
  queue = await startJobQueue({
    db: database.db,
    databaseUrl: postgres.url,
    workers: WORKER_ROLE,
    tasks: [],
    onError: () => undefined,
  });
});
afterEach(async () => {
  await queue.stop();
  await database.close();
  await postgres.release();
  await rm(folder, { recursive: true, force: true });
});

/** Queues pieces of a client's video, in order. */
const addPieces = (clientUuid: string, count: number, name: "copy-piece" | "encode-piece" = "encode-piece") =>
  database.db.transaction().execute((tx) =>
    queue.send(
      tx,
      name,
      ...Array.from({ length: count }, (_, place) => ({
        payload: { videoUuid: `of ${clientUuid}`, generation: 1, pieceIndex: place } as never,
        clientUuid,
        key: `${clientUuid}:${place}`,
        place,
      })),
    ),
  );

const JOB_NAMES: readonly JobName[] = ["copy-piece", "encode-piece"];

async function claimJob(): Promise<FairJob | undefined> {
  const { rows } = await database.db.executeQuery<FairJob>(
    CompiledQuery.raw(CLAIM_FAIRLY, [JOB_NAMES, "piece", false]),
  );
  return rows[0];
}

const endJob = (job: FairJob | undefined) =>
  sql`UPDATE queue.job SET state = 'completed' WHERE id = ${job?.id}`.execute(database.db);

const describeJob = (job: FairJob | undefined) =>
  job && `${job.groupId ?? "nobody"} ${(job.data as { pieceIndex: number }).pieceIndex}`;

test("clients with a long film and a short clip take turns from the first piece", async () => {
  await addPieces("long", 500);
  expect([describeJob(await claimJob()), describeJob(await claimJob())]).toEqual(["long 0", "long 1"]);
  const [waiting] = await readWaitingJobs(database.db);
  expect(waiting).toEqual({ queue: "encode-piece", jobs: 498, oldestSec: expect.any(Number) });
  await addPieces("clip", 2);
  const claimed: (string | undefined)[] = [];
  for (let place = 0; place < 5; place += 1) claimed.push(describeJob(await claimJob()));
  // With two running, the long video waits until the clip has two running as well.
  expect(claimed).toEqual(["clip 0", "clip 1", "long 2", "long 3", "long 4"]);
});

test("with a single slot, clients take turns regardless of their number of jobs", async () => {
  await Promise.all([addPieces("a", 40), addPieces("b", 3), addPieces("c", 2)]);
  const claimed: (string | undefined)[] = [];
  for (let place = 0; place < 8; place += 1) {
    const job = await claimJob();
    claimed.push(describeJob(job));
    await endJob(job);
  }
  expect(claimed).toEqual(["a 0", "b 0", "c 0", "a 1", "b 1", "c 1", "a 2", "b 2"]);
});

test("the first queue of a client precedes its others, and jobs from an older version have their turn too", async () => {
  await addPieces("a", 2);
  await addPieces("a", 1, "copy-piece");
  await sql`INSERT INTO queue.job (name, data, policy) VALUES ('encode-piece', '{"pieceIndex": 7}', 'exclusive')`.execute(
    database.db,
  );
  const claimed = [await claimJob(), await claimJob(), await claimJob(), await claimJob(), await claimJob()];
  expect(claimed.map((job) => job && `${job.name} ${describeJob(job)}`)).toEqual([
    "copy-piece a 0",
    "encode-piece nobody 7",
    "encode-piece a 0",
    "encode-piece a 1",
    undefined,
  ]);
});

test("concurrent claims never return the same job, and clients get equal shares", async () => {
  const clients = ["a", "b", "c", "d"];
  await Promise.all(clients.map((client, n) => addPieces(client, 10 * (n + 1))));
  const claimed = await Promise.all(Array.from({ length: 40 }, claimJob));
  expect(new Set(claimed.map((job) => job?.id)).size).toBe(40);
  for (const client of clients) expect(claimed.filter((job) => job?.groupId === client)).toHaveLength(10);
});

test("the jobs of a video are found by an index when they are dropped or made urgent", async () => {
  await addPieces("many", 3_000);
  await addPieces("few", 2);
  await sql`ANALYZE queue.job`.execute(database.db);
  const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN DELETE FROM queue.job
    WHERE state < 'active' AND name = ANY(${JOB_NAMES}) AND data->>'videoUuid' = ANY(${["of few"]})`.execute(
    database.db,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("((data ->> 'videoUuid'::text)");
  await database.db.transaction().execute(async (tx) => {
    await queue.setUrgency(tx, "of few", true);
    await queue.dropQueued(tx, "of many");
  });
  const left = await sql<{ name: string; priority: number }>`SELECT priority FROM queue.job
    WHERE name = 'encode-piece'`.execute(database.db);
  expect(left.rows.map(({ priority }) => priority).toSorted()).toEqual([10_099, 10_100]);
});

const verifiedResult = (videoUuid: string, frameCount: number): JobResult => ({
  type: "verified",
  videoUuid,
  generation: 1,
  frameCount,
});

/** Adds a result as a worker does, and announces it as pg-boss does. */
const addResult = (clientUuid: string, result: JobResult & { videoUuid: string }) =>
  sql`INSERT INTO queue.job (name, data, policy, group_id, singleton_key, heartbeat_seconds) VALUES
    (${RESULT_QUEUE}, ${JSON.stringify(result)}::jsonb, 'standard', ${clientUuid}, ${result.videoUuid}, 10)
    RETURNING pg_notify('pgboss_' || left(encode(sha224('queue'::bytea), 'hex'), 24), name)`.execute(
    database.db,
  );

/** Consumes results: each waits until the test releases its video. */
async function consumeResults() {
  const seen: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (video: string) => {
    const gate = gates.get(video) ?? Promise.withResolvers<void>();
    gates.set(video, gate);
    return gate;
  };
  const handlers = {
    onResult: async (result: JobResult) => {
      const { videoUuid, frameCount } = result as { videoUuid: string; frameCount: number };
      seen.push(`${videoUuid} ${frameCount}`);
      await gateOf(videoUuid).promise;
    },
  } as Partial<JobHandlers>;
  await queue.consume({
    onPurge: async () => undefined,
    onDeadJob: async () => undefined,
    tasks: [],
    ...handlers,
  } as JobHandlers);
  return { seen, open: (video: string) => gateOf(video).resolve() };
}

test("a slow result delays only results of the same video, which are then applied in order", async () => {
  for (const frameCount of [1, 2, 3]) await addResult("a", verifiedResult("slow", frameCount) as never);
  const { seen, open } = await consumeResults();
  await eventually(async () => expect(seen).toEqual(["slow 1"]));
  open("quick");
  for (const frameCount of [1, 2]) await addResult("b", verifiedResult("quick", frameCount) as never);
  await eventually(async () => expect(seen).toEqual(["slow 1", "quick 1", "quick 2"]));
  open("slow");
  await eventually(async () => expect(seen.slice(3)).toEqual(["slow 2", "slow 3"]));
});

test("one client's backlog delays another's results only by those already being applied", async () => {
  for (let video = 0; video < 40; video += 1)
    await addResult("many", verifiedResult(`many ${video}`, 1) as never);
  const { seen, open } = await consumeResults();
  await eventually(async () => expect(seen).toHaveLength(4));
  await addResult("few", verifiedResult("few", 1) as never);
  for (let video = 0; video < 40; video += 1) open(`many ${video}`);
  open("few");
  await eventually(async () => expect(seen).toHaveLength(41));
  expect(seen.indexOf("few 1")).toBeLessThan(12);
});

test("concurrent starts of replicas do not conflict", async () => {
  await Promise.all(Array.from({ length: 8 }, () => prepareTables(database.db, WORKER_ROLE)));
});
