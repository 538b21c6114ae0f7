import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  type CreateWebhook,
  fillPath,
  routes,
  type WebhookDeliveries,
  type WebhookMessage,
  type WebhookWithSecret,
  webhookMessageOf,
} from "@shoal/contract";
import { eventually, freePorts } from "@shoal/testkit";
import { createSecretBox } from "@shoal/tokens";
import { sql, type Updateable } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../config.ts";
import type { Video } from "../../../platform/schema.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { addVideo as addEncodedVideo } from "../../../testing/video-harness.ts";
import { createAlertNews } from "../../insight/alerts/index.ts";
import { createDeliveriesRepository } from "./deliveries.repository.ts";
import { WEBHOOK_SECRETS } from "./index.ts";
import { createWebhookSender } from "./webhook-sender.ts";

let api: TestApi;
let receiver: Server;
/** The received messages by path: the raw body and the headers. */
const requestsByPath = new Map<string, { body: string; headers: Record<string, string> }[]>();
/** The response status for a path; 204 by default, 0 for no response. */
const statusesByPath = new Map<string, number>();
const pendingResponses: ServerResponse[] = [];

beforeAll(async () => {
  api = await startTestApi({
    FETCH_ALLOW_PRIVATE: "true",
    FETCH_PORTS: "any",
    API_PUBLIC_URL: "https://shoal.example.com",
  });
  receiver = createServer((request, response) => void receiveMessage(request, response));
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  for (const response of pendingResponses) response.destroy();
  receiver.close();
  receiver.closeAllConnections();
  await api.close();
});

async function receiveMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "";
  let body = "";
  // A character of several bytes may be split between two chunks of the body.
  request.setEncoding("utf8");
  for await (const text of request) body += String(text);
  const all = requestsByPath.get(path) ?? [];
  requestsByPath.set(path, [...all, { body, headers: request.headers as Record<string, string> }]);
  const status = statusesByPath.get(path) ?? 204;
  if (status === 0) pendingResponses.push(response);
  else response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("thank you");
}

const buildAddress = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const messagesAt = (path: string) =>
  (requestsByPath.get(path) ?? []).map(({ body }) => JSON.parse(body) as WebhookMessage);
const listTypesAt = (path: string) => messagesAt(path).map(({ type }) => type);

async function addWebhook(
  path: string,
  events: WebhookWithSecret["events"] = [],
  format: Partial<Pick<CreateWebhook, "format" | "language">> = {},
) {
  const user = await api.addUser(["manager"]);
  const webhook = await user.call(routes.createWebhook, {
    body: { url: buildAddress(path), events, ...format },
  });
  return { user, webhook, params: { id: webhook.uuid } };
}

async function addVideo({ clientUuid }: TestUser, title = "A film"): Promise<string> {
  const { uuid } = await api.database.db
    .insertInto("videos")
    .values({ client_uuid: clientUuid, title, status: "uploading", input_qualities: "{}" })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}
const moveVideo = (uuid: string, change: { status?: "segmented" | "encoded"; trashed_at?: Date | null }) =>
  api.database.db.updateTable("videos").set(change).where("uuid", "=", uuid).execute();

/** Makes all waiting deliveries due. */
async function makeDeliveriesDue(): Promise<void> {
  const { db } = api.database;
  await sql`UPDATE webhooks SET paused_until = NULL`.execute(db);
  await sql`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'waiting'`.execute(db);
}

test("events of a video arrive in order, with signatures that libraries of the standard verify", async () => {
  const { user, webhook } = await addWebhook("/order");
  const uuid = await addVideo(user);
  await moveVideo(uuid, { status: "segmented" });
  await moveVideo(uuid, { status: "encoded" });
  await moveVideo(uuid, { trashed_at: new Date() });
  await moveVideo(uuid, { trashed_at: null });
  await eventually(() => expect(listTypesAt("/order")).toHaveLength(5));
  expect(listTypesAt("/order")).toEqual([
    "video.created",
    "video.playable",
    "video.encoded",
    "video.deleted",
    "video.restored",
  ]);
  for (const { body, headers } of requestsByPath.get("/order") ?? [])
    expect(new Webhook(webhook.secret).verify(body, headers)).toMatchObject({
      data: { uuid, title: "A film" },
    });
});

test("replaced files, recordings, invoices and CDN entries send events that match their schemas", async () => {
  const { user } = await addWebhook("/more");
  const { clientUuid } = user;
  const { db } = api.database;
  const film = await addVideo(user);
  await moveVideo(film, { status: "encoded" });
  await db
    .updateTable("videos")
    .set({ generation: 2, source_object: "uploads/another" })
    .where("uuid", "=", film)
    .execute();
  // Encoding a video again keeps its file, so it causes no event about a replaced file.
  await db.updateTable("videos").set({ generation: 3 }).where("uuid", "=", film).execute();
  await sql`INSERT INTO live_archives (client_uuid, live_uuid, generation, folder)
    VALUES (${clientUuid}, ${film}, 1, ${`folder-${film}`})`.execute(db);
  await sql`UPDATE live_archives SET state = 'made', video_uuid = ${film} WHERE client_uuid = ${clientUuid}`.execute(
    db,
  );
  await sql`INSERT INTO invoices (client_uuid, kind, number, issued_on, due_on, month, party_name, net_cents, vat_cents,
      gross_cents, document)
    VALUES (${clientUuid}, 'invoice', ${clientUuid}, '2026-11-05', '2026-12-05', '2026-10', 'Films', 1000, 200, 1200, '{}')`.execute(
    db,
  );
  await sql`UPDATE invoices SET paid_on = '2026-11-20' WHERE client_uuid = ${clientUuid}`.execute(db);
  await sql`INSERT INTO cdn_entries (client_uuid, key, name, origin_url, default_ttl_sec)
    VALUES (${clientUuid}, 'abcdefabcdef', 'Files', 'https://origin.example.com/', 60)`.execute(db);
  const ofEntry = sql`WHERE client_uuid = ${clientUuid}`;
  await sql`UPDATE cdn_entries SET name = 'Media', edit_revision = 2 ${ofEntry}`.execute(db);
  // A purge does not count as a change of the CDN entry.
  await sql`UPDATE cdn_entries SET purge_number = 1, revision = 3 ${ofEntry}`.execute(db);
  await sql`UPDATE cdn_entries SET drains_until = now() ${ofEntry}`.execute(db);
  const expected = [
    "video.created",
    "video.encoded",
    "video.replaced",
    "live.archived",
    "invoice.issued",
    "invoice.paid",
    "cdn.created",
    "cdn.changed",
    "cdn.deleted",
  ];
  await eventually(() => expect(listTypesAt("/more").toSorted()).toEqual(expected.toSorted()));
  for (const message of messagesAt("/more")) webhookMessageOf(message.type).parse(message);
  expect(messagesAt("/more").find(({ type }) => type === "invoice.paid")?.data).toMatchObject({
    grossCents: 1200,
    paidOn: "2026-11-20",
  });
});

test("uploads, failures and lives send events that match their schemas", async () => {
  const { user } = await addWebhook("/media");
  const { db } = api.database;
  const change = (uuid: string, to: Updateable<Video>) =>
    db.updateTable("videos").set(to).where("uuid", "=", uuid).execute();
  const film = await addVideo(user);
  await change(film, { chunk_count: 2 });
  await change(film, { contiguous_chunks: 1 });
  await change(film, { contiguous_chunks: 2, status: "waiting_for_encoding" });
  await change(film, { status: "error", error_type: "encoding_failed" });

  const live = await addEncodedVideo(api, user, { type: "live", status: "stopped" });
  await db
    .insertInto("lives")
    .values({
      video_uuid: live,
      client_uuid: user.clientUuid,
      live_type: "shoalRTMP",
      key_hash: Buffer.from(live),
      sealed_key: "key",
      seek_back_sec: 600,
    })
    .execute();
  for (const state of ["connecting", "live", "lost", "live", "ended"] as const)
    await db.updateTable("lives").set({ state }).where("video_uuid", "=", live).execute();

  await eventually(() => expect(messagesAt("/media")).toHaveLength(8));
  const about = (uuid: string) =>
    messagesAt("/media").flatMap(({ type, data }) => (data.uuid === uuid ? [type] : []));
  expect(about(film)).toEqual(["video.created", "video.uploaded", "video.failed"]);
  expect(about(live)).toEqual(["video.created", "live.started", "live.lost", "live.back", "live.ended"]);
  for (const message of messagesAt("/media")) webhookMessageOf(message.type).parse(message);
});

test("projects, mentions in conversations and members send events that match their schemas", async () => {
  const { user } = await addWebhook("/people");
  await offerProjects(api, user);
  const colleague = await api.addUser(["editor"], { clientOf: user });
  const { uuid: id } = await user.call(routes.createProject, {
    body: {
      name: "A film",
      uuid: await addEncodedVideo(api, user),
      collabs: [{ username: colleague.username, role: "editor" }],
      teams: [],
    },
  });
  const params = { id, n: 1 };
  const comment = { uuid: crypto.randomUUID(), text: "Too dark" };
  const { revision } = await user.call(routes.createComment, { params, body: comment });
  const mentions = [colleague.username];
  await user.call(routes.updateComment, { params: { id: comment.uuid }, body: { revision, mentions } });
  await user.call(routes.setReviewers, { params, body: { reviewers: mentions } });
  const decision = { uuid: crypto.randomUUID(), decision: "approved" as const };
  await colleague.call(routes.makeDecision, { params, body: decision });
  const { uuid: roomId } = await user.call(routes.createChatRoom, {
    body: { roomName: "Films", users: mentions },
  });
  const message = { messageId: crypto.randomUUID(), content: "You!", mentions };
  await user.call(routes.createChatMessage, { params: { roomId }, body: message });
  await user.call(routes.deleteUser, { params: { id: colleague.userUuid } });

  const expected = [
    "member.added",
    "video.created",
    "version.added",
    "comment.created",
    "comment.mentioned",
    "decision.wanted",
    "decision.made",
    "chat.mentioned",
    "member.removed",
  ];
  await eventually(() => expect(listTypesAt("/people").toSorted()).toEqual(expected.toSorted()));
  for (const each of messagesAt("/people")) webhookMessageOf(each.type).parse(each);
  const dataOf = (type: string) => messagesAt("/people").find((each) => each.type === type)?.data;
  expect(dataOf("comment.mentioned")).toMatchObject({ mentions: [colleague.userUuid], by: user.username });
  expect(dataOf("decision.made")).toMatchObject({ project: id, decision: "approved" });
  expect(dataOf("member.removed")).toMatchObject({ username: colleague.username, roles: ["editor"] });
});

test("a user who moves to another client is announced to both clients", async () => {
  const { user: left } = await addWebhook("/left");
  const { user: joined } = await addWebhook("/joined");
  const mover = await api.addUser(["editor"], { clientOf: left });
  await api.database.db
    .updateTable("users")
    .set({ client_uuid: joined.clientUuid })
    .where("uuid", "=", mover.userUuid)
    .execute();
  await eventually(() => {
    expect(listTypesAt("/left")).toEqual(["member.added", "member.removed"]);
    expect(listTypesAt("/joined")).toEqual(["member.added"]);
  });
  for (const message of [...messagesAt("/left").slice(1), ...messagesAt("/joined")])
    expect(message.data).toMatchObject({ uuid: mover.userUuid, username: mover.username, roles: ["editor"] });
});

test("alerts send events when they open, are acknowledged and close, which match their schemas", async () => {
  const { user } = await addWebhook("/alerts");
  const { db } = api.database;
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const alert = await db
    .insertInto("alerts")
    .values({
      client_uuid: user.clientUuid,
      kind: "errors",
      subject: "film",
      subject_title: "A film",
      is_ours: false,
      phase: "open",
      threshold: 10,
      worst: 80,
      last: 1,
      since: minute,
      judged_until: minute,
      opened_at: minute,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const news = createAlertNews({
    mails: { send: async () => undefined },
    publicUrl: "https://shoal.example.com",
  });
  await db.transaction().execute((tx) => news.notifyOpened(tx, alert));
  await user.call(routes.acknowledgeAlert, { params: { id: alert.uuid }, body: { remark: "On it" } });
  const closed = { ...alert, phase: "closed" as const, ending: "recovered" as const, closed_at: minute };
  await db.transaction().execute((tx) => news.notifyClosed(tx, closed));
  await eventually(() => expect(listTypesAt("/alerts")).toHaveLength(3));
  // The events arrive in order, because all are about one alert.
  expect(listTypesAt("/alerts")).toEqual(["alert.opened", "alert.acknowledged", "alert.closed"]);
  for (const message of messagesAt("/alerts")) webhookMessageOf(message.type).parse(message);
  expect(messagesAt("/alerts")[1]?.data).toMatchObject({ by: user.username, remark: "On it" });
});

test("channels of Slack and Teams receive sentences in which user text is not interpreted as markup", async () => {
  const slack = await addWebhook("/slack", ["video.created"], { format: "slack", language: "FR" });
  const uuid = await addVideo(slack.user, "<!channel> A & B");
  await eventually(() => expect(requestsByPath.get("/slack")).toHaveLength(1));
  expect(JSON.parse(requestsByPath.get("/slack")?.[0]?.body ?? "")).toMatchObject({
    text: `La vidéo &lt;!channel&gt; A &amp; B a été créée · <https://shoal.example.com/#/player/${uuid}|Ouvrir dans Shoal>`,
  });
  const teams = await addWebhook("/teams", ["video.created"], { format: "teams" });
  await addVideo(teams.user, "[Film](https://example.com) *final*");
  await eventually(() => expect(requestsByPath.get("/teams")).toHaveLength(1));
  const { type, attachments } = JSON.parse(requestsByPath.get("/teams")?.[0]?.body ?? "");
  expect([type, attachments[0].contentType]).toEqual(["message", "application/vnd.microsoft.card.adaptive"]);
  expect(attachments[0].content.body).toEqual([
    {
      type: "TextBlock",
      text: String.raw`\[Film\]\(https://example.com\) \*final\* was created`,
      wrap: true,
    },
  ]);
});

test("only chosen events are sent, and no events of other clients", async () => {
  const { user } = await addWebhook("/chosen", ["video.encoded"]);
  const other = await addVideo(await api.addUser(["manager"]));
  await moveVideo(other, { status: "encoded" });
  const own = await addVideo(user);
  await moveVideo(own, { status: "encoded" });
  await eventually(() => expect(listTypesAt("/chosen")).toEqual(["video.encoded"]));
  expect(messagesAt("/chosen")[0]?.data).toMatchObject({ uuid: own });
});

test("a title with every character of the basic plane and an emoji arrives unchanged, with a valid signature", async () => {
  const { user, webhook } = await addWebhook("/characters");
  const codes = Array.from({ length: 0xffff }, (_, n) => n + 1).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const title = `${codes.map((code) => String.fromCharCode(code)).join("")}😀`;
  await sql`SELECT note_for_webhooks(${user.clientUuid}, 'video.created', 'a video',
    jsonb_build_object('title', ${title}::text))`.execute(api.database.db);
  await eventually(() => expect(listTypesAt("/characters")).toEqual(["video.created"]));
  const [{ body, headers } = { body: "", headers: {} }] = requestsByPath.get("/characters") ?? [];
  const { data } = new Webhook(webhook.secret).verify(body, headers) as WebhookMessage;
  expect(data.title === title).toBe(true);
});

test("rolled-back changes send no events", async () => {
  const { user } = await addWebhook("/undone");
  await expect(
    api.database.db.transaction().execute(async (tx) => {
      await tx
        .insertInto("videos")
        .values({ client_uuid: user.clientUuid, title: "Undone", status: "uploading", input_qualities: "{}" })
        .execute();
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await addVideo(user, "Done");
  await eventually(() => expect(messagesAt("/undone")).toHaveLength(1));
  expect(messagesAt("/undone")[0]?.data).toMatchObject({ title: "Done" });
});

test("a refused message is sent again with the same id, and delays only later events about the same video", async () => {
  statusesByPath.set("/again", 500);
  const { user, params } = await addWebhook("/again");
  const first = await addVideo(user, "First");
  await eventually(() => expect(listTypesAt("/again")).toHaveLength(1));
  await moveVideo(first, { status: "encoded" });
  const failing = async () => (await user.call(routes.listWebhooks, {}))[0];
  await eventually(async () => expect(await failing()).toMatchObject({ waitingCount: 2, isOn: true }));
  expect((await failing())?.failingSince).not.toBeNull();
  statusesByPath.delete("/again");
  await makeDeliveriesDue();
  await eventually(() => expect(listTypesAt("/again")).toHaveLength(3));
  expect(listTypesAt("/again")).toEqual(["video.created", "video.created", "video.encoded"]);
  const [before, after] = (requestsByPath.get("/again") ?? []).map(({ headers }) => headers["webhook-id"]);
  expect(after).toBe(before);
  await eventually(async () =>
    expect(await failing()).toMatchObject({ waitingCount: 0, failingSince: null }),
  );
  const { _embedded } = await user.call(routes.listWebhookDeliveries, { params, query: {} });
  expect(_embedded.map(({ type, state, attempts, status }) => [type, state, attempts, status])).toEqual([
    ["video.encoded", "sent", 1, 204],
    ["video.created", "sent", 2, 204],
  ]);
});

test("a webhook that hangs or redirects does not delay others", async () => {
  statusesByPath.set("/hangs", 0);
  const hanging = await addWebhook("/hangs");
  for (let n = 0; n < 6; n++) await addVideo(hanging.user);
  await eventually(() => expect(listTypesAt("/hangs")).toHaveLength(4));
  const { user } = await addWebhook("/prompt");
  await addVideo(user);
  await eventually(() => expect(listTypesAt("/prompt")).toEqual(["video.created"]));
  expect(listTypesAt("/hangs")).toHaveLength(4);
  statusesByPath.set("/moved", 302);
  const moved = await addWebhook("/moved");
  await addVideo(moved.user);
  const last = async () =>
    (await moved.user.call(routes.listWebhookDeliveries, { params: moved.params, query: {} }))._embedded[0];
  await eventually(async () => expect(await last()).toMatchObject({ state: "waiting", status: 302 }));
  expect(requestsByPath.has("/elsewhere")).toBe(false);
});

test("410 turns a webhook off and managers are notified; failed events can be sent once it is on again", async () => {
  statusesByPath.set("/gone", 410);
  const { user, params } = await addWebhook("/gone");
  await sql`UPDATE users SET email_verified_at = now() WHERE uuid = ${user.userUuid}`.execute(
    api.database.db,
  );
  await addVideo(user);
  const own = async () => (await user.call(routes.listWebhooks, {}))[0];
  await eventually(async () => expect(await own()).toMatchObject({ isOn: false, offReason: "gone" }));
  const mails = join(api.folder, "mails");
  await eventually(async () => {
    const texts = await Promise.all(
      (await readdir(mails)).map((name) => readFile(join(mails, name), "utf8")),
    );
    expect(texts.some((text) => text.includes(user.username) && text.includes("410 Gone"))).toBe(true);
  });
  expect(await codeOf(user.call(routes.testWebhook, { params }))).toBe("webhook_off");
  statusesByPath.delete("/gone");
  await user.call(routes.updateWebhook, { params, body: { isOn: true } });
  const stretch = { since: "2020-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z" };
  expect(await user.call(routes.resendWebhookEvents, { params, body: stretch })).toEqual({ count: 1 });
  await eventually(() => expect(listTypesAt("/gone")).toEqual(["video.created", "video.created"]));
  await user.call(routes.testWebhook, { params });
  await eventually(() => expect(listTypesAt("/gone")).toContain("webhook.test"));
});

test("a webhook is turned off after three days without success, and no message waits", async () => {
  statusesByPath.set("/dead", 503);
  const { user, webhook } = await addWebhook("/dead");
  await addVideo(user);
  const own = async () => (await user.call(routes.listWebhooks, {}))[0];
  await eventually(async () => expect((await own())?.failingSince ?? null).not.toBeNull());
  await sql`UPDATE webhooks SET failing_since = now() - interval '73 hours' WHERE uuid = ${webhook.uuid}`.execute(
    api.database.db,
  );
  await makeDeliveriesDue();
  await eventually(async () =>
    expect(await own()).toMatchObject({
      isOn: false,
      offReason: "failing",
      waitingCount: 0,
    }),
  );
});

test("old events are deleted in batches, so that no statement takes too long, however many there are", async () => {
  const user = await api.addUser(["manager"]);
  const { db } = api.database;
  await sql`CREATE TABLE deleted_events (count int)`.execute(db);
  await sql`CREATE FUNCTION count_deleted_events() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO deleted_events SELECT count(*) FROM gone;
    RETURN NULL;
  END $$`.execute(db);
  await sql`CREATE TRIGGER count_deleted AFTER DELETE ON webhook_events REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_events()`.execute(db);
  await sql`INSERT INTO webhook_events (client_uuid, type, subject, data, at)
    SELECT ${user.clientUuid}, 'video.created', 'video', '{}', now() - interval '31 days' FROM generate_series(1, 20500)`.execute(
    db,
  );
  await createDeliveriesRepository(db).prune(30);
  const { rows } = await sql<{ count: number }>`SELECT count FROM deleted_events`.execute(db);
  expect(rows.map(({ count }) => count)).toEqual([10_000, 10_000, 500]);
  await sql`DROP TRIGGER count_deleted ON webhook_events`.execute(db);
});

test("a replica whose clock is two hours behind the database's does not retry a failing webhook at once", async () => {
  statusesByPath.set("/behind", 503);
  const { user, webhook } = await addWebhook("/behind");
  const { db } = api.database;
  const config = readConfig(api.env);
  const sender = createWebhookSender({
    db,
    notifications: { on: () => () => undefined },
    box: createSecretBox(config.INTERNAL_SECRET, WEBHOOK_SECRETS),
    policy: { isPrivateAllowed: true, ports: config.FETCH_PORTS },
    mails: { send: async () => undefined },
    publicUrl: config.API_PUBLIC_URL,
    onError: (error) => {
      throw error;
    },
    now: () => Date.now() - 2 * 3_600_000,
  });
  // The api's own sender is stopped meanwhile.
  await api.restart(async () => {
    await addVideo(user);
    await sender.checkOnce();
    await sender.settle();
    const { rows } = await sql<{ state: string; delivery: number; webhook: number }>`
      SELECT webhook_deliveries.state, extract(epoch FROM due_at - last_at)::float8 AS delivery,
        extract(epoch FROM paused_until - last_at)::float8 AS webhook
      FROM webhook_deliveries JOIN webhooks ON webhooks.uuid = webhook_uuid
      WHERE webhook_uuid = ${webhook.uuid} AND last_status = 503`.execute(db);
    // The first retry follows after five seconds, give or take a tenth.
    const isLater = (sec: number) => sec > 4 && sec < 60;
    expect(rows).toEqual([
      {
        state: "waiting",
        delivery: expect.toSatisfy(isLater),
        webhook: expect.toSatisfy(isLater),
      },
    ]);
  });
});

test("receivers with either secret can verify messages while one replaces the other", async () => {
  const { user, webhook, params } = await addWebhook("/renewed");
  const renewed = await user.call(routes.renewWebhookSecret, { params });
  expect(renewed.oldSecretUntil).not.toBeNull();
  await user.call(routes.testWebhook, { params });
  await eventually(() => expect(listTypesAt("/renewed")).toEqual(["webhook.test"]));
  const [{ body, headers } = { body: "", headers: {} }] = requestsByPath.get("/renewed") ?? [];
  for (const { secret } of [webhook, renewed])
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });
  const stored = await api.database.db
    .selectFrom("webhooks")
    .selectAll()
    .where("uuid", "=", webhook.uuid)
    .executeTakeFirst();
  expect(JSON.stringify(stored)).not.toContain(renewed.secret.slice(6));
});

test("the log contains the body and the response, and a message can be sent again", async () => {
  const { user, params } = await addWebhook("/log");
  await addVideo(user);
  const list = () => user.call(routes.listWebhookDeliveries, { params, query: { state: "sent" } });
  await eventually(async () => expect((await list())._embedded).toHaveLength(1));
  const [{ id } = { id: 0 }] = (await list())._embedded;
  const one = { params: { ...params, delivery: id } };
  const details = await user.call(routes.getWebhookDelivery, one);
  expect(details).toMatchObject({ status: 204, answer: "", request: requestsByPath.get("/log")?.[0]?.body });
  await user.call(routes.resendWebhookDelivery, one);
  await eventually(() => expect(listTypesAt("/log")).toHaveLength(2));
  const none = { params: { ...params, delivery: 999_999_999 } };
  expect(await codeOf(user.call(routes.getWebhookDelivery, none))).toBe("webhook_delivery_not_found");
  expect(await codeOf(user.call(routes.resendWebhookDelivery, none))).toBe("webhook_delivery_not_found");
});

test("the log describes in the reader's language why an address did not answer", async () => {
  const user = await api.addUser(["manager"]);
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}/`;
  const { uuid: id } = await user.call(routes.createWebhook, { body: { url } });
  await user.call(routes.testWebhook, { params: { id } });
  const errorIn = async (language: string) => {
    const response = await fetch(`${api.url}${fillPath(routes.listWebhookDeliveries.path, { id })}`, {
      headers: { authorization: user.credential, "accept-language": language },
    });
    return ((await response.json()) as WebhookDeliveries)._embedded[0]?.error;
  };
  await eventually(async () => expect(await errorIn("en")).toBe(`127.0.0.1:${port} refuses connections`));
  expect(await errorIn("fr")).toBe(`127.0.0.1:${port} refuse les connexions`);
});

test("invalid addresses are refused with their field, and so is the later of two concurrent changes", async () => {
  const user = await api.addUser(["manager"]);
  for (const url of ["ftp://example.org", "no address", "http://169.254.169.254/hook"])
    expect(await errorOf(user.call(routes.createWebhook, { body: { url } }))).toMatchObject({
      code: "bad_request",
      fields: [{ path: "url" }],
    });
  const { user: manager, params } = await addWebhook("/conflict");
  const body = { description: "Shop", revision: 1 };
  expect(await manager.call(routes.updateWebhook, { params, body })).toMatchObject({ revision: 2 });
  expect(await codeOf(manager.call(routes.updateWebhook, { params, body }))).toBe("edit_conflict");
});

test("a client's videos and webhooks are deleted together", async () => {
  const { user } = await addWebhook("/deleted");
  await addVideo(user);
  await eventually(() => expect(listTypesAt("/deleted")).toHaveLength(1));
  const { db } = api.database;
  await db.deleteFrom("clients").where("uuid", "=", user.clientUuid).execute();
  const left = await db
    .selectFrom("webhook_events")
    .select("id")
    .where("client_uuid", "=", user.clientUuid)
    .execute();
  expect(left).toEqual([]);
});
