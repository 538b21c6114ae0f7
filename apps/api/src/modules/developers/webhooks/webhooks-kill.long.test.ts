import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import { eventually, freePorts } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test-api.ts";

const EVENT_COUNT = 400;
const KILL_COUNT = 4;

let api: TestApi;
let receiver: Server;
/** How often each message arrived, by its id. */
const deliveriesById = new Map<string, number>();
/** The order in which the messages of each subject first arrived. */
const orderBySubject = new Map<string, number[]>();

beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes: Buffer) => {
      body += String(bytes);
    });
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      const count = deliveriesById.get(id) ?? 0;
      deliveriesById.set(id, count + 1);
      const { subject, number } = JSON.parse(body).data as { subject: string; number: number };
      if (count === 0) orderBySubject.set(subject, [...(orderBySubject.get(subject) ?? []), number]);
      response.writeHead(204).end();
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await api.close();
});

const waitForReceived = (count: number) => eventually(() => deliveriesById.size >= count);

test("no event is lost if the api is killed repeatedly while it sends, and duplicates have the same id", async () => {
  const user = await api.addUser(["manager"]);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await user.call(routes.createWebhook, { body: { url } });
  const { db } = api.database;
  await api.restart(async () => {
    await sql`SELECT note_for_webhooks(${user.clientUuid}, 'video.encoded', 'video ' || n % 7,
        jsonb_build_object('subject', 'video ' || n % 7, 'number', n))
      FROM generate_series(1, ${EVENT_COUNT}::int) AS n`.execute(db);
    for (let kill = 1; kill <= KILL_COUNT; kill++) {
      const [port] = await freePorts(1);
      const main = join(import.meta.dirname, "../../../main.ts");
      const child = fork(main, { env: { ...process.env, ...api.env, PORT: String(port) }, stdio: "ignore" });
      await waitForReceived((EVENT_COUNT * kill) / (KILL_COUNT + 1));
      child.kill("SIGKILL");
      await once(child, "exit");
      // Expires the claims of the dead process, which would otherwise last for a minute.
      await sql`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'waiting'`.execute(db);
    }
  });
  await waitForReceived(EVENT_COUNT);
  const written = await sql<{
    uuid: string;
  }>`SELECT uuid FROM webhook_events WHERE client_uuid = ${user.clientUuid}`.execute(db);
  expect([...deliveriesById.keys()].toSorted()).toEqual(written.rows.map(({ uuid }) => uuid).toSorted());
  for (const numbers of orderBySubject.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});
