import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes, type WebhookMessage } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
});
afterAll(() => api.close());

async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
const startReceiver = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listenOnFreePort(createServer(answer))}/`;

async function addWebhook(url: string, user?: TestUser) {
  const manager = user ?? (await api.addUser(["manager"]));
  const { uuid } = await manager.call(routes.createWebhook, { body: { url } });
  return { user: manager, uuid, params: { id: uuid } };
}
/** Records events. @param subjects the number of subjects, whose events are each sent in order. */
const recordEvents = (user: TestUser, count: number, subjects: number) =>
  sql`SELECT note_for_webhooks(${user.clientUuid}, 'video.encoded', 'video ' || n % ${subjects}::int,
      jsonb_build_object('subject', 'video ' || n % ${subjects}::int, 'number', n))
    FROM generate_series(1, ${count}::int) AS n`.execute(api.database.db);
/** Returns why the last message did not arrive; null while it is being sent. */
async function errorOfLast({ user, params }: Awaited<ReturnType<typeof addWebhook>>): Promise<string | null> {
  const [last] = (await user.call(routes.listWebhookDeliveries, { params, query: {} }))._embedded;
  const { error } = await user.call(routes.getWebhookDelivery, {
    params: { ...params, delivery: last?.id ?? 0 },
  });
  return error;
}

test("an endpoint with a self-signed certificate receives nothing, and the log states why", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shoal-webhook-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", key, "-out", cert];
  await promisify(execFile)("openssl", ["req", "-x509", ...kind, "-subj", "/CN=localhost", ...files]);
  let requests = 0;
  const server = createTlsServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) => {
    requests += 1;
    response.end();
  });
  const webhook = await addWebhook(
    `https://127.0.0.1:${await listenOnFreePort(server as unknown as Server)}/`,
  );
  await recordEvents(webhook.user, 1, 1);
  await eventually(async () => expect(await errorOfLast(webhook)).toMatch(/certificate .* is not trusted/));
  expect(requests).toBe(0);
});

test("messages are retried if an endpoint answers 200 but never ends its response", async () => {
  const url = await startReceiver((_, response) => {
    response.writeHead(200);
    response.write("thank");
  });
  const webhook = await addWebhook(url);
  await recordEvents(webhook.user, 1, 1);
  await eventually(async () => expect(await errorOfLast(webhook)).toBe("No answer within 10 s"));
});

test("an endpoint down for two days gets its 50,000 events four at a time, in order, without delaying others", async () => {
  const [events, subjects, enough] = [50_000, 5_000, 2_000];
  const received = new Map<string, number[]>();
  let count = 0;
  let open = 0;
  let most = 0;
  let isBack = false;
  const url = await startReceiver(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    let body = "";
    for await (const bytes of request) body += String(bytes);
    open -= 1;
    if (!isBack) return void response.writeHead(503).end();
    const { subject, number } = JSON.parse(body).data as { subject: string; number: number };
    received.set(subject, [...(received.get(subject) ?? []), number]);
    count += 1;
    response.writeHead(204).end();
  });
  const { user, uuid } = await addWebhook(url);
  const { db } = api.database;
  await recordEvents(user, events, subjects);
  const own = async () => (await user.call(routes.listWebhooks, {}))[0];
  await eventually(async () => expect((await own())?.failingSince ?? null).not.toBeNull());
  // The first four attempts have failed, and later events wait for the end of the pause.
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM webhook_deliveries
      WHERE webhook_uuid = ${uuid} AND attempts > 0 AND last_status IS NULL`.execute(db);
    expect(rows).toEqual([]);
  });
  isBack = true;
  most = 0;
  await sql`UPDATE webhooks SET failing_since = now() - interval '2 days', paused_until = NULL WHERE uuid = ${uuid}`.execute(
    db,
  );
  await sql`UPDATE webhook_deliveries SET due_at = now() WHERE webhook_uuid = ${uuid} AND state = 'waiting'`.execute(
    db,
  );
  await eventually(() => expect(count).toBeGreaterThan(enough));
  // Another client's event is sent before them.
  const seen: WebhookMessage["type"][] = [];
  const other = await addWebhook(
    await startReceiver(async (request, response) => {
      let body = "";
      for await (const bytes of request) body += String(bytes);
      seen.push((JSON.parse(body) as WebhookMessage).type);
      response.writeHead(204).end();
    }),
  );
  await recordEvents(other.user, 1, 1);
  await eventually(() => expect(seen).toEqual(["video.encoded"]));
  expect(count).toBeLessThan(events);
  expect(most).toBeLessThanOrEqual(4);
  for (const numbers of received.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(await own()).toMatchObject({ isOn: true, failingSince: null });
});
