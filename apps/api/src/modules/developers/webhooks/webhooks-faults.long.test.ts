import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
});
afterAll(() => api.close());

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
const listenPlain = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listen(createServer(answer))}/`;

async function addWebhook(url: string) {
  const user = await api.addUser(["manager"]);
  const { uuid } = await user.call(routes.createWebhook, { body: { url } });
  return { user, params: { id: uuid } };
}
/** @param subjects events of each are sent in order. */
const note = (user: TestUser, count: number, subjects: number) =>
  sql`SELECT note_for_webhooks(${user.clientUuid}, 'video.encoded', 'video ' || n % ${subjects}::int,
      jsonb_build_object('subject', 'video ' || n % ${subjects}::int, 'number', n))
    FROM generate_series(1, ${count}::int) AS n`.execute(api.database.db);
/** Why the last message did not arrive; null while it is sent. */
async function errorOfLast({ user, params }: Awaited<ReturnType<typeof addWebhook>>): Promise<string | null> {
  const [last] = (await user.call(routes.listWebhookDeliveries, { params, query: {} }))._embedded;
  const { error } = await user.call(routes.getWebhookDelivery, {
    params: { ...params, delivery: last?.id ?? 0 },
  });
  return error;
}

test("an endpoint with a self-signed certificate gets nothing, and the log says why", async () => {
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
  const webhook = await addWebhook(`https://127.0.0.1:${await listen(server as unknown as Server)}/`);
  await note(webhook.user, 1, 1);
  await eventually(async () => expect(await errorOfLast(webhook)).toMatch(/CERT/));
  expect(requests).toBe(0);
});

test("an endpoint that answers 200 and never ends its answer is tried again", async () => {
  const url = await listenPlain((_, response) => {
    response.writeHead(200);
    response.write("thank");
  });
  const webhook = await addWebhook(url);
  await note(webhook.user, 1, 1);
  await eventually(async () => expect(await errorOfLast(webhook)).toBe("No answer within 10 s"));
});
