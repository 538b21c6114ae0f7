import { chmod, mkdtemp, rm } from "node:fs/promises";
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
