import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CountsUnavailableError, createRedisCounts, openRedis, type SharedRedis } from "@shoal/limits";
import { testsOfCounts } from "@shoal/limits/testing";
import { eventually } from "@shoal/testkit";
import { acquireDatabase, type TestDatabase } from "@shoal/testkit/engines";
import { startTestRedis, type TestRedis } from "@shoal/testkit/test-redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { createDatabaseCounts } from "./database-counts.ts";
import { createAttemptCounter, type LimitStore, TooManyRequestsError } from "./rate-limit.ts";
import { openRealtime, type Realtime } from "./realtime/realtime.ts";

let folder: string;
let postgres: TestDatabase;
let database: OpenDatabase;
let redis: TestRedis;
/** Two connections, as two replicas would open. */
let replicaConnections: readonly [SharedRedis, SharedRedis];
/** The reports about Redis, in order. */
const reportedLines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-redis-test-"));
  await chmod(folder, 0o755);
  postgres = await acquireDatabase(folder);
  database = openDatabase(postgres.url, 10);
  await database.pool.query(
    "CREATE UNLOGGED TABLE rate_limits (key text PRIMARY KEY, points int NOT NULL DEFAULT 0, expire bigint)",
  );
  redis = await startTestRedis();
  const connect = () =>
    openRedis({
      url: redis.url,
      installationSecret: "a secret of the installation",
      onAway: () => reportedLines.push("away"),
      onBack: () => reportedLines.push("back"),
    });
  replicaConnections = [connect(), connect()];
  await waitUntilConnected();
});
afterAll(async () => {
  for (const each of replicaConnections ?? []) each.close();
  await redis?.close();
  await database?.close();
  await postgres?.release();
  await rm(folder, { recursive: true, force: true });
});

const waitUntilConnected = () =>
  eventually(() => replicaConnections.every(({ client }) => client.status === "ready"), {
    what: "connections to Redis",
  });

/** Calls alternate between the connections of both replicas. */
let nextConnection = 0;
const pickConnection = () => replicaConnections[nextConnection++ % 2] as SharedRedis;

testsOfCounts("PostgreSQL", () => createDatabaseCounts(database.pool));
testsOfCounts("Redis", () => createRedisCounts(pickConnection()));

describe.each(["PostgreSQL", "Redis"])("attempts counted in %s", (kept) => {
  const open = (attempts: number): [LimitStore, ReturnType<typeof createAttemptCounter>] => {
    const store = { pool: database.pool, redis: kept === "Redis" ? pickConnection() : undefined };
    return [store, createAttemptCounter(store, name, { attempts, windowSec: 600 })];
  };
  const name = `test-${kept}`;
  const refused = (work: Promise<void>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as TooManyRequestsError,
    );

  test("attempts count over all replicas, and the refusal says when to retry", async () => {
    const key = randomUUID();
    const [first, second] = [open(3)[1], open(3)[1]];
    await first.consume(key);
    await second.consume(key);
    await first.consume(key);
    const refusal = await refused(second.consume(key));
    expect(refusal).toBeInstanceOf(TooManyRequestsError);
    expect(refusal).toMatchObject({ isFirst: true });
    expect(refusal?.retryAfterSec).toBeGreaterThan(500);
    expect(await refused(first.consume(key))).toMatchObject({ isFirst: false });
    await first.consume(randomUUID());
  });

  test("an attempt can be given back, and counts can be reset by key or by its first part", async () => {
    const [[, first], [, second]] = [open(1), open(1)];
    const [person, other] = [randomUUID(), randomUUID()];
    await first.consume(person);
    await second.giveBack(person);
    await first.consume(person);
    expect(await refused(second.consume(person))).toBeDefined();
    await second.clear(person);
    await first.consume(person);
    for (const place of ["a", "b"]) await first.consume([person, place]);
    await first.consume([other, "a"]);
    await second.clearAll(person);
    for (const place of ["a", "b"]) await first.consume([person, place]);
    expect(await refused(first.consume([other, "a"]))).toBeDefined();
  });
});

describe.each(["PostgreSQL", "Redis"])("sockets connected by %s", (kept) => {
  test("events reach pages on another replica, which can be found, notified and closed from there", async () => {
    const replicas = await Promise.all([openReplica(kept), openReplica(kept)]);
    const [first, second] = replicas;
    const [near, far] = [await first.openPage("ann"), await second.openPage("ben")];
    await eventually(
      async () => {
        first.realtime.emit("c", "client.changed", { uuid: "hello" });
        return [near, far].every(({ received }) => received.some((text) => text.includes("hello")));
      },
      { what: "an event at both replicas" },
    );
    const found = await first.realtime.sockets.fetchSockets();
    expect(found.map(({ data }) => data.viewer.userUuid).toSorted()).toEqual(["ann", "ben"]);
    first.realtime.disconnectUser("ben");
    await far.closed;
    expect(near.socket.readyState).toBe(WebSocket.OPEN);
    for (const replica of replicas) await replica.close();
  });
});

test("limits and sockets keep working during an outage of Redis, and replicas reconnect afterwards", async () => {
  const replicas = await Promise.all([openReplica("Redis"), openReplica("Redis")]);
  const [first, second] = replicas;
  const [near, far] = [await first.openPage("ann"), await second.openPage("ben")];
  const bothReceive = (word: string) =>
    eventually(
      async () => {
        first.realtime.emit("c", "client.changed", { uuid: word });
        return [near, far].every(({ received }) => received.some((text) => text.includes(word)));
      },
      { what: `"${word}" at both replicas` },
    );
  await bothReceive("before");
  await redis.flush();
  await bothReceive("flushed");

  reportedLines.length = 0;
  await redis.stop();
  await eventually(() => reportedLines.filter((word) => word === "away").length === 2, {
    what: "word of both",
  });
  first.realtime.emit("c", "client.changed", { uuid: "alone" });
  await eventually(() => near.received.some((text) => text.includes("alone")), { what: "an event" });
  expect((await first.realtime.sockets.fetchSockets()).map(({ data }) => data.viewer.userUuid)).toEqual([
    "ann",
  ]);
  const late = await first.openPage("cleo");
  const [limits, others] = replicaConnections.map((each) =>
    createAttemptCounter({ pool: database.pool, redis: each }, "away", { attempts: 2, windowSec: 600 }),
  ) as [ReturnType<typeof createAttemptCounter>, ReturnType<typeof createAttemptCounter>];
  await limits.consume("ann");
  await others.consume("ann");
  await expect(limits.consume("ann")).rejects.toThrow(TooManyRequestsError);
  await limits.clear("ann");
  await limits.clearAll("ann");
  await others.consume("ann");
  await expect(
    createRedisCounts(replicaConnections[0]).pour([{ key: "k", units: 1, perSec: 1 }]),
  ).rejects.toThrow(CountsUnavailableError);

  await redis.start();
  await waitUntilConnected();
  await bothReceive("again");
  expect(late.received.some((text) => text.includes("again"))).toBe(true);
  expect(reportedLines).toEqual(["away", "away", "back", "back"]);
  for (const replica of replicas) await replica.close();
});

/** Opens the sockets of a replica, to which pages sign in by their user's name. */
async function openReplica(kept: string) {
  const server = createServer();
  const realtime: Realtime = openRealtime({
    server,
    pool: database.pool,
    redis: kept === "Redis" ? pickConnection() : undefined,
    findViewer: async ({ credential }) => ({
      clientUuid: "c",
      userUuid: credential,
      sessionUuid: credential,
      roles: ["manager"],
      isPasswordModified: true,
    }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    realtime,
    async openPage(user: string) {
      const socket = new WebSocket(`ws://${host}/realtime/?EIO=4&transport=websocket`);
      const received: string[] = [];
      const closed = new Promise((resolve) => socket.addEventListener("close", resolve, { once: true }));
      socket.addEventListener("message", ({ data }) => received.push(String(data)));
      await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
      socket.send(`40${JSON.stringify({ credential: user })}`);
      await eventually(() => received.some((text) => text.startsWith("40")), { what: "a signed-in page" });
      return { socket, received, closed };
    },
    async close() {
      await realtime.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
