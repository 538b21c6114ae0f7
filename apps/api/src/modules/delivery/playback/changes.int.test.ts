import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { eventually } from "@shoal/testkit";
import { acquireDatabase, type TestDatabase } from "@shoal/testkit/engines";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate, type OpenDatabase, openDatabase } from "../../../platform/database.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import { startLine } from "../../../testing/postgres-line.ts";
import { PlaybackChanges } from "./changes.ts";

const LISTENER_ROLE = { user: "ears", password: "open" };
let folder: string;
let postgres: TestDatabase;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-changes-"));
  await chmod(folder, 0o755);
  postgres = await acquireDatabase(folder);
  database = openDatabase(postgres.url, 4);
  await migrate(database.db);
  await database.pool.query("CREATE ROLE ears LOGIN PASSWORD 'open'");
});
afterAll(async () => {
  await database?.close();
  await postgres?.release();
  await rm(folder, { recursive: true, force: true });
});

test("an edge that connects while PostgreSQL notifications are down reconnects afterwards, and receives missed changes", async () => {
  const changes = new PlaybackChanges({
    db: database.db,
    databaseUrl: postgres.urlFor(LISTENER_ROLE),
    onError: () => undefined,
  });
  await changes.listen();
  const server = createServer((req, res) => {
    const cursor = new URL(req.url ?? "", "http://edge").searchParams.get("cursor");
    void changes.stream(res, cursor === null ? undefined : Number(cursor));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const before = followStream(await fetch(url));
    await database.pool.query("ALTER ROLE ears NOLOGIN");
    await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ears'",
    );
    await eventually(() => before.isEnded, { what: "the end of a stream that hears nothing" });
    const meanwhile = followStream(await fetch(url));
    const uuid = randomUUID();
    await recordPlaybackChanges(database.db, "video", [{ uuid, revision: 2 }]);
    await database.pool.query("ALTER ROLE ears LOGIN");
    await eventually(() => meanwhile.isEnded, { what: "the end of a stream that has missed something" });
    expect(meanwhile.text).not.toContain(uuid);
    const after = followStream(await fetch(`${url}?cursor=0`));
    await eventually(() => after.text.includes(uuid), { what: "the change" });
  } finally {
    await changes.close();
    server.closeAllConnections();
    server.close();
  }
});

test("heartbeats stop while the connection to PostgreSQL is dead, until it has been replaced", async () => {
  const line = await startLine(postgres.url);
  onTestFinished(line.close);
  const changes = new PlaybackChanges({
    db: database.db,
    databaseUrl: line.url,
    onError: () => undefined,
  });
  await changes.listen();
  const server = createServer((_req, res) => void changes.stream(res, undefined));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const before = followStream(await fetch(url));
    await eventually(() => before.text.includes("still here"), { what: "a heartbeat" });
    line.cut();
    await eventually(() => before.isEnded, { what: "the end of a stream that hears nothing" });
    const after = followStream(await fetch(url));
    await eventually(() => after.isEnded || after.text.includes("still here"), { what: "a new connection" });
    const hearing = followStream(await fetch(url));
    const uuid = randomUUID();
    await eventually(
      async () => {
        await recordPlaybackChanges(database.db, "video", [{ uuid, revision: 2 }]);
        return hearing.text.includes(uuid) || after.text.includes(uuid);
      },
      { what: "a change" },
    );
  } finally {
    await changes.close();
    server.closeAllConnections();
    server.close();
  }
});

test("a stream that ends while changes are read receives no more of them", async () => {
  const changes = new PlaybackChanges({
    db: database.db,
    databaseUrl: postgres.urlFor(LISTENER_ROLE),
    onError: () => undefined,
  });
  // The response is not read, so that it stays open after its end.
  const answer = Object.assign(new PassThrough(), { writeHead: () => undefined });
  const faults: Error[] = [];
  answer.on("error", (error) => faults.push(error));
  let delivered: Promise<void> | undefined;
  await recordPlaybackChanges(database.db, "video", [{ uuid: randomUUID(), revision: 2 }]);
  await database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE descriptor_changes`.execute(tx);
    delivered = changes.stream(answer as unknown as ServerResponse, 0);
    await changes.close();
  });
  await delivered;
  await setImmediate();
  expect(faults).toEqual([]);
  expect(String(answer.read())).toBe(": welcome\n\n");
});

/** The output of a stream so far, and whether it has ended. */
function followStream(response: Response) {
  const received = { text: "", isEnded: false };
  const read = async () => {
    for await (const part of response.body ?? []) received.text += Buffer.from(part).toString();
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      received.isEnded = true;
    });
  return received;
}
