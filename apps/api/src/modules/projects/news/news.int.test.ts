import { type BodyOf, MAX_COMMENT_MENTIONS, type MarkNewsReadInput, routes } from "@shoal/contract";
import { eventually, type ParsedMail, readMails } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POSTPONED_MS } from "../../../platform/postponed.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  codeOf,
  emailOf,
  errorOf,
  type MailHarness,
  openMailHarness,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { BUNDLE_WINDOW_MS, createNewsMailer, createNewsNotifier } from "./index.ts";

let api: TestApi;
let owner: TestUser;
let mailHarness: MailHarness;
beforeAll(async () => {
  api = await startTestApi();
  mailHarness = await openMailHarness(api);
  owner = await api.addUser(["manager"]);
  await verifyEmailOf(api, owner);
  await offerProjects(api, owner);
});
afterAll(async () => {
  await mailHarness.close();
  await api.close();
});

async function newColleague(): Promise<TestUser> {
  const user = await api.addUser(["editor"], { clientOf: owner });
  await verifyEmailOf(api, user);
  return user;
}
/** Adds a project of the owner without notifying the other people of its creation. */
async function newProject(people: TestUser[], name = "A film"): Promise<string> {
  const { uuid } = await owner.call(routes.createProject, {
    body: {
      name,
      uuid: await addVideo(api, owner),
      collabs: people.map(({ username }) => ({ username, role: "editor" as const })),
      teams: [],
    },
  });
  await runNotifier();
  await api.database.db.deleteFrom("news").where("project_uuid", "=", uuid).execute();
  return uuid;
}
const newNotifier = () =>
  createNewsNotifier({ db: api.database.db, realtime: { emitToUsers: () => undefined }, onError });
/** Creates notifications. The api does so too, so the function waits for runs that the api has started. */
async function runNotifier(): Promise<void> {
  await newNotifier().reportOnce();
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM project_events
        WHERE told_at IS NULL`.execute(api.database.db);
      return rows[0]?.count;
    })
    .toBe(0);
}
const writeComment = (user: TestUser, id: string, body: Partial<BodyOf<typeof routes.createComment>> = {}) =>
  user.call(routes.createComment, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "Too dark", ...(body as object) },
  });
const newsOf = async (user: TestUser) => (await user.call(routes.listNews, { query: { limit: 50 } })).news;
const kindsOf = async (user: TestUser) => (await newsOf(user)).map(({ kind }) => kind);

const msFromNow = (ms: number) => new Date(Date.now() + ms);
const createTestMailer = (publicUrl = "https://shoal.example") =>
  createNewsMailer({ db: api.database.db, mails: mailHarness.mails, publicUrl, onError });
const onError = (error: unknown) => expect.unreachable(String(error));
async function mailsTo(user: TestUser): Promise<ParsedMail[]> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM mails`.execute(
        api.database.db,
      );
      return rows[0]?.count;
    })
    .toBe(0);
  return (await readMails(api.env.MAIL_DIR ?? "")).filter(({ to }) => to === emailOf(user));
}
const saveSettings = (user: TestUser, change: Partial<BodyOf<typeof routes.setNewsSettings>>) =>
  user.call(routes.setNewsSettings, {
    body: { mail: "atOnce", unmailed: [], timeZone: "UTC", ...change },
  });

test("a mention, reply, request or decision creates news once, and never for its author", async () => {
  const [anna, ben] = [await newColleague(), await newColleague()];
  const id = await newProject([anna, ben]);
  const first = await writeComment(anna, id, { text: "Look, Ben", mentions: [ben.username] });
  await writeComment(ben, id, { text: "Yes", parent: first.uuid, mentions: [anna.username] });
  await runNotifier();
  expect(await newsOf(ben)).toMatchObject([
    {
      kind: "mentioned",
      by: anna.username,
      version: 1,
      comment: first.uuid,
      excerpt: "Look, Ben",
      project: { uuid: id, name: "A film" },
      isRead: false,
    },
  ]);
  // A person who is mentioned in a reply is notified only once, of the mention.
  expect(await kindsOf(anna)).toEqual(["mentioned"]);
  expect((await kindsOf(owner)).slice(0, 2)).toEqual(["commented", "commented"]);
  await writeComment(anna, id, { parent: first.uuid });
  await owner.call(routes.setReviewers, { params: { id, n: 1 }, body: { reviewers: [anna.username] } });
  await anna.call(routes.makeDecision, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), decision: "changesWanted", note: "The end" },
  });
  await runNotifier();
  expect((await kindsOf(ben))[0]).toBe("answered");
  expect((await kindsOf(anna))[0]).toBe("decisionWanted");
  expect((await newsOf(owner))[0]).toMatchObject({
    kind: "decisionMade",
    decision: "changesWanted",
    excerpt: "The end",
  });
  await owner.call(routes.addVersion, { params: { id }, body: { uuidVideo: await addVideo(api, owner) } });
  await runNotifier();
  expect((await kindsOf(ben))[0]).toBe("versionAdded");
  expect((await kindsOf(anna)).slice(0, 2)).toEqual(["decisionWanted", "decisionWanted"]);
});

test("a person who is mentioned in a comment later is notified, and the others are not notified again", async () => {
  const [anna, ben] = [await newColleague(), await newColleague()];
  const id = await newProject([anna, ben]);
  const { uuid, revision } = await writeComment(owner, id, { mentions: [anna.username] });
  await owner.call(routes.updateComment, {
    params: { id: uuid },
    body: { revision, mentions: [anna.username, ben.username] },
  });
  await runNotifier();
  expect(await kindsOf(anna)).toEqual(["mentioned"]);
  expect(await kindsOf(ben)).toEqual(["mentioned"]);
});

test("a person who is mentioned, removed and mentioned again is notified once, with one mail", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  const names = Array.from({ length: MAX_COMMENT_MENTIONS }, (_, n) =>
    n % 2 === 0 ? anna.username : anna.username.toUpperCase(),
  );
  let { uuid, revision } = await writeComment(owner, id, { mentions: names });
  for (const mentions of [[], [anna.username], [], names]) {
    await runNotifier();
    ({ revision } = await owner.call(routes.updateComment, {
      params: { id: uuid },
      body: { revision, mentions },
    }));
  }
  await runNotifier();
  expect(await kindsOf(anna)).toEqual(["mentioned"]);
  expect(
    (await errorOf(writeComment(owner, id, { mentions: [...names, anna.username] }))).fields,
  ).toMatchObject([{ path: "mentions" }]);
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS + 1_000));
  expect(await mailsTo(anna)).toHaveLength(1);
});

test("news of a deleted comment are hidden, and people who left the project see none of its news", async () => {
  const [anna, ben] = [await newColleague(), await newColleague()];
  const id = await newProject([anna, ben]);
  const { uuid } = await writeComment(owner, id, { mentions: [anna.username, ben.username] });
  await runNotifier();
  await owner.call(routes.deleteComment, { params: { id: uuid } });
  expect(await newsOf(anna)).toEqual([]);
  expect(await anna.call(routes.countUnreadNews, {})).toEqual({ unreadCount: 0 });
  await owner.call(routes.restoreComment, { params: { id: uuid } });
  expect(await kindsOf(anna)).toEqual(["mentioned"]);
  await writeComment(owner, id, { mentions: [ben.username] });
  await owner.call(routes.removeCollaborator, { params: { id, user: ben.username } });
  await runNotifier();
  expect(await newsOf(ben)).toEqual([]);
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS * 2));
  expect(await mailsTo(ben)).toEqual([]);
});

test("several replicas create the news of each event once", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  for (let n = 0; n < 20; n++) await writeComment(owner, id, { mentions: [anna.username], text: `No ${n}` });
  await Promise.all([runNotifier(), runNotifier(), runNotifier()]);
  await runNotifier();
  expect((await newsOf(anna)).map(({ excerpt }) => excerpt).sort()).toEqual(
    Array.from({ length: 20 }, (_, n) => `No ${n}`).sort(),
  );
});

test("a rolled-back comment creates no news, and a killed notifier leaves its event to the next one", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  await writeComment(owner, id, { mentions: [anna.username] });
  const dying = api.database.db.transaction().execute(async (tx) => {
    const broken = createNewsNotifier({
      db: { transaction: () => ({ execute: (work: (t: typeof tx) => unknown) => work(tx) }) } as never,
      realtime: { emitToUsers: () => undefined },
      onError,
    });
    await broken.reportOnce();
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
  await runNotifier();
  expect(await kindsOf(anna)).toEqual(["mentioned"]);
});

test("an event that always fails does not keep the news of the events after it from being created", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  const { rows } = await sql<{ id: number }>`INSERT INTO project_events
      (client_uuid, project_uuid, version_number, type, actor_name, payload)
    VALUES (${owner.clientUuid}, ${id}, 1, 'comment.mentioned', 'broken', '{"mentions": ["not a uuid"]}')
    RETURNING id`.execute(api.database.db);
  await writeComment(owner, id, { mentions: [anna.username] });
  const notifier = createNewsNotifier({
    db: api.database.db,
    realtime: { emitToUsers: () => undefined },
    onError: () => undefined,
  });
  // The api may be creating the notifications, in which case this notifier does nothing.
  await eventually(async () => {
    await notifier.reportOnce();
    expect(await kindsOf(anna)).toEqual(["mentioned"]);
  });
  await sql`DELETE FROM project_events WHERE id = ${rows[0]?.id}`.execute(api.database.db);
});

test("news are paged, can be marked as read or unread, and the user's pages are notified", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  for (let n = 0; n < 5; n++) await writeComment(owner, id, { mentions: [anna.username], text: `No ${n}` });
  await runNotifier();
  const first = await anna.call(routes.listNews, { query: { limit: 3 } });
  expect(first.unreadCount).toBe(5);
  const second = await anna.call(routes.listNews, { query: { limit: 3, cursor: first.next ?? "" } });
  expect([...first.news, ...second.news].map(({ excerpt }) => excerpt)).toEqual([
    "No 4",
    "No 3",
    "No 2",
    "No 1",
    "No 0",
  ]);
  expect(second.next).toBeNull();
  const received = await listenAs(api, anna);
  const [newest] = first.news;
  const read = (body: MarkNewsReadInput) => anna.call(routes.markNewsRead, { body });
  expect(await read({ ids: [newest?.id ?? ""], isRead: true })).toEqual({ unreadCount: 4 });
  await received.next("news.changed");
  received.close();
  expect(await read({ ids: [newest?.id ?? ""], isRead: false })).toEqual({ unreadCount: 5 });
  // Marking the news of another user changes nothing.
  await owner.call(routes.markNewsRead, { body: { ids: [newest?.id ?? ""], isRead: true } });
  expect(await read({ upTo: first.news[2]?.id ?? "" })).toEqual({ unreadCount: 2 });
  expect(await codeOf(anna.call(routes.listNews, { query: { cursor: "x" } }))).toBe("bad_request");
});

test("many comments cause one mail after some minutes, with escaped text and an unsubscribe link", async () => {
  const anna = await newColleague();
  const id = await newProject([anna], "A <film>");
  for (let n = 0; n < 25; n++)
    await writeComment(owner, id, { mentions: [anna.username], text: `<b>No ${n}</b>` });
  await runNotifier();
  await createTestMailer().mailOnce();
  expect(await mailsTo(anna)).toEqual([]);
  await Promise.all([1, 2].map(() => createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS + 1_000))));
  const [mail, ...others] = await mailsTo(anna);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("25 updates – A <film>");
  expect(mail?.html).toContain("&lt;b&gt;No 0&lt;/b&gt;");
  expect(mail?.html).not.toContain("<b>");
  expect(mail?.text).toContain("And 5 more.");
  const link = /^<(.*)>$/.exec(mail?.headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
  expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const here = link.replace("https://shoal.example", api.url);
  // Opening the unsubscribe link shows a confirmation and changes nothing.
  const asked = await fetch(here, { headers: { "accept-language": "fr" } });
  expect(await asked.text()).toContain("Se désabonner");
  expect((await anna.call(routes.getNewsSettings, {})).mail).toBe("atOnce");
  const done = await fetch(here, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(done.status).toBe(200);
  expect((await anna.call(routes.getNewsSettings, {})).mail).toBe("never");
  const wrong = await fetch(`${api.url}/api/news/unsubscribe/${crypto.randomUUID()}`, { method: "POST" });
  expect(wrong.status).toBe(404);
});

test("news that were read, or that their user does not want mailed, are never mailed", async () => {
  const [reads, off, never, some] = await Promise.all([1, 2, 3, 4].map(newColleague));
  const people = [reads, off, never, some] as TestUser[];
  const id = await newProject(people);
  await saveSettings(people[1] as TestUser, { unmailed: ["mentioned"] });
  await saveSettings(people[2] as TestUser, { mail: "never" });
  await writeComment(owner, id, { mentions: people.map(({ username }) => username) });
  await runNotifier();
  const [latest] = await newsOf(people[0] as TestUser);
  await people[0]?.call(routes.markNewsRead, { body: { ids: [latest?.id ?? ""], isRead: true } });
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS + 1_000));
  await saveSettings(people[2] as TestUser, { mail: "atOnce" });
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS * 3));
  const counts = await Promise.all(people.map(async (person) => (await mailsTo(person)).length));
  expect(counts).toEqual([0, 0, 0, 1]);
});

test("a daily mail with all projects is sent at eight in the reader's time zone", async () => {
  const anna = await newColleague();
  await api.database.db
    .updateTable("users")
    .set({ language: "FR" })
    .where("uuid", "=", anna.userUuid)
    .execute();
  await saveSettings(anna, { mail: "daily", timeZone: "Asia/Tokyo" });
  const [one, two] = [await newProject([anna], "One"), await newProject([anna], "Two")];
  const happened = async (id: string, at: string, text: string) => {
    await writeComment(owner, id, { mentions: [anna.username], text });
    await runNotifier();
    await sql`UPDATE news SET at = ${new Date(at)} WHERE user_uuid = ${anna.userUuid}
      AND id = (SELECT max(id) FROM news WHERE user_uuid = ${anna.userUuid})`.execute(api.database.db);
  };
  // These times are far in the future, so that the api's own mailer ignores them. In Tokyo they are 23:30 and 0:30, but in UTC they
  // are on the same day.
  await happened(one, "2036-03-10T14:30:00Z", "Before midnight");
  await happened(two, "2036-03-10T15:30:00Z", "After midnight");
  // In Tokyo, this is at 8:30, after that day's mail.
  await happened(two, "2036-03-10T23:30:00Z", "Next day");
  const subjects = async () => (await mailsTo(anna)).map(({ subject }) => subject);
  await createTestMailer().mailOnce(new Date("2036-03-10T22:59:00Z"));
  expect(await subjects()).toEqual([]);
  for (const at of ["2036-03-10T23:00:30Z", "2036-03-10T23:10:00Z", "2036-03-11T22:00:00Z"])
    await createTestMailer().mailOnce(new Date(at));
  const [mail, ...others] = await mailsTo(anna);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 nouveautés – 2 projets");
  expect(mail?.text).toContain("Before midnight");
  expect(mail?.text).not.toContain("Next day");
  await createTestMailer().mailOnce(new Date("2036-03-11T23:00:00Z"));
  expect((await mailsTo(anna)).length).toBe(2);
});

test("a mail that fails while it is stored is sent once by the next run", async () => {
  const [anna, berta] = [await newColleague(), await newColleague()];
  const id = await newProject([anna, berta]);
  await writeComment(owner, id, { mentions: [anna.username] });
  await writeComment(owner, id, { mentions: [berta.username] });
  await runNotifier();
  const errors: unknown[] = [];
  const broken = createNewsMailer({
    db: api.database.db,
    mails: {
      send: (tx, message) =>
        message.to === emailOf(anna)
          ? Promise.reject(new Error("killed"))
          : mailHarness.mails.send(tx, message),
    },
    publicUrl: "https://shoal.example",
    onError: (error) => errors.push(error),
  });
  await broken.mailOnce(msFromNow(BUNDLE_WINDOW_MS + 1_000));
  expect(errors).toEqual([new Error("killed")]);
  expect(await mailsTo(berta)).toHaveLength(1);
  expect(await mailsTo(anna)).toEqual([]);
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS + 2_000));
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS + 3_000));
  expect((await mailsTo(anna)).map(({ subject }) => subject)).toEqual([
    `${owner.username} mentioned you on version 1 – A film`,
  ]);
});

test("a mail that fails is retried later and skipped until then", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  await writeComment(owner, id, { mentions: [anna.username] });
  await runNotifier();
  let tries = 0;
  const broken = createNewsMailer({
    db: api.database.db,
    mails: {
      send: (_, { to }) => {
        if (to === emailOf(anna)) tries += 1;
        return Promise.reject(new Error("refused"));
      },
    },
    publicUrl: "https://shoal.example",
    onError: () => undefined,
  });
  await broken.mailOnce(msFromNow(BUNDLE_WINDOW_MS + 1_000));
  await broken.mailOnce(msFromNow(BUNDLE_WINDOW_MS + 2_000));
  expect(tries).toBe(1);
  await broken.mailOnce(msFromNow(BUNDLE_WINDOW_MS + 2_000 + POSTPONED_MS));
  expect(tries).toBe(2);
  await createTestMailer().mailOnce(msFromNow(BUNDLE_WINDOW_MS + 2_000));
  expect(await mailsTo(anna)).toHaveLength(1);
});

test("calls about news are refused for a client without projects", async () => {
  const stranger = await api.addUser(["manager"]);
  expect(await codeOf(stranger.call(routes.listNews, { query: {} }))).toBe("forbidden");
  expect(await codeOf(saveSettings(stranger, {}))).toBe("forbidden");
});

test("events of a project mark internal comments and contain no text", async () => {
  const anna = await newColleague();
  const id = await newProject([anna]);
  const { uuid } = await writeComment(anna, id, { text: "Between us", isInternal: true });
  await anna.call(routes.makeDecision, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), decision: "changesWanted", note: "Between us" },
  });
  const events = await api.database.db
    .selectFrom("project_events")
    .select(["type", "actor_uuid", "subject_uuid", "payload"])
    .where("project_uuid", "=", id)
    .orderBy("id")
    .execute();
  expect(events.map(({ type }) => type)).toEqual(["version.added", "comment.created", "decision.made"]);
  expect(events[1]).toMatchObject({
    actor_uuid: anna.userUuid,
    subject_uuid: uuid,
    payload: { isInternal: true, mentions: [] },
  });
  expect(JSON.stringify(events)).not.toContain("Between us");
});
