import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@shoal/testkit";
import { acquireDatabase, type TestDatabase } from "@shoal/testkit/engines";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startLine } from "../testing/postgres-line.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";
import { NotificationListener, notifyWork } from "./work-notifications.ts";

let folder: string;
let postgres: TestDatabase;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-work-"));
  await chmod(folder, 0o755);
  postgres = await acquireDatabase(folder);
  database = openDatabase(postgres.url, 2);
});
afterAll(async () => {
  await database?.close();
  await postgres?.release();
  await rm(folder, { recursive: true, force: true });
});

test("a connection that dies without an end is replaced, and work announced afterwards arrives", async () => {
  const line = await startLine(postgres.url);
  onTestFinished(line.close);
  const errors: unknown[] = [];
  const listener = new NotificationListener({
    databaseUrl: line.url,
    onError: (error) => errors.push(error),
    heartbeatMs: 200,
  });
  onTestFinished(() => listener.close());
  let wakes = 0;
  listener.on("webhooks", () => {
    wakes += 1;
  });
  await listener.listen();
  await notifyWork(database.db, "webhooks");
  await eventually(() => expect(wakes).toBeGreaterThanOrEqual(2), { what: "an announcement" });
  line.cut();
  const before = wakes;
  // A new connection wakes every subscriber, because announcements may have been missed.
  await eventually(() => expect(wakes).toBeGreaterThan(before), { what: "a new connection" });
  const connected = wakes;
  await notifyWork(database.db, "webhooks");
  await eventually(() => expect(wakes).toBeGreaterThan(connected), { what: "a later announcement" });
  expect(errors.map(String)).toContain(
    "Error: PostgreSQL stopped answering the connection that listens for work",
  );
});

/** PostgreSQL's messages that accept a connection: AuthenticationOk and ReadyForQuery. */
const ACCEPTED_MESSAGES = Buffer.from("5200000008000000005a0000000549", "hex");

test("a connection is replaced whose server accepts it, but never answers LISTEN", async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => socket.write(ACCEPTED_MESSAGES));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const errors: unknown[] = [];
  const listener = new NotificationListener({
    databaseUrl: `postgres://shoal@127.0.0.1:${(server.address() as AddressInfo).port}/shoal`,
    onError: (error) => errors.push(error),
    heartbeatMs: 100,
  });
  onTestFinished(async () => {
    await listener.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await expect(listener.listen()).rejects.toThrow("Connection terminated");
  expect(errors.map(String)).toEqual([
    "Error: PostgreSQL stopped answering the connection that listens for work",
  ]);
  await eventually(() => expect(sockets.size).toBe(2), { what: "another connection" });
});
