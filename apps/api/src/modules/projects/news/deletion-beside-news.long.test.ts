import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { routes } from "@shoal/contract";
import { eventually, readMails } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  emailOf,
  type MailHarness,
  openMailHarness,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { BUNDLE_WINDOW_MS, createNewsMailer, createNewsNotifier } from "./index.ts";

/** The number of rounds, since the interleaving differs each time. */
const ROUND_COUNT = 8;
const COMMENT_COUNT = 20;
const COLLEAGUE_COUNT = 3;

let api: TestApi;
let admin: TestUser;
let mailHarness: MailHarness;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.addUser(["admin"]);
  mailHarness = await openMailHarness(api);
});
afterAll(async () => {
  await mailHarness?.close();
  await api?.close();
});

interface TestCompany {
  owner: TestUser;
  colleagues: TestUser[];
  projects: string[];
}

/** Adds a separate client with two projects in which everyone is mentioned repeatedly. */
async function newCompany(): Promise<TestCompany> {
  const owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
  const colleagues: TestUser[] = [];
  for (let n = 0; n < COLLEAGUE_COUNT; n += 1) {
    const user = await api.addUser(["editor"], { clientOf: owner });
    await verifyEmailOf(api, user);
    colleagues.push(user);
  }
  const names = colleagues.map(({ username }) => username);
  const projects: string[] = [];
  for (const name of ["A film", "Another"]) {
    const uuid = await addVideo(api, owner);
    projects.push((await owner.call(routes.createProject, { body: { name, uuid, collabs: names } })).uuid);
  }
  await Promise.all(
    Array.from({ length: COMMENT_COUNT }, (_, n) =>
      owner.call(routes.createComment, {
        params: { id: projects[n % projects.length] ?? "", n: "1" },
        body: { uuid: crypto.randomUUID(), text: "Look", mentions: names },
      }),
    ),
  );
  return { owner, colleagues, projects };
}

const onError = (error: unknown) => expect.unreachable(String(error));
const createTestMailer = () =>
  createNewsMailer({
    db: api.database.db,
    mails: mailHarness.mails,
    publicUrl: "https://shoal.example",
    onError,
  });
const afterBundleWindow = () => new Date(Date.now() + BUNDLE_WINDOW_MS + 1_000);
/** Runs both tasks like two replicas, until nothing is left to notify or to mail. */
function notifyAndMail(): Promise<unknown> {
  const { db } = api.database;
  const realtime = { emitToUsers: () => undefined };
  const replicas = [1, 2].map(async () => {
    await createNewsNotifier({ db, realtime, onError }).reportOnce();
    await createTestMailer().mailOnce(afterBundleWindow());
  });
  return Promise.all(replicas);
}

async function countLeft(column: "client_uuid" | "project_uuid", uuid: string): Promise<number[]> {
  const counts = ["project_events", "news", "comments"].map(async (table) => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} = ${uuid}`.execute(api.database.db);
    return rows[0]?.count ?? 0;
  });
  return Promise.all(counts);
}

/** Reads the number of deadlocks that the database has detected. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT deadlocks::int AS count FROM pg_stat_database
    WHERE datname = current_database()`.execute(api.database.db);
  return rows[0]?.count ?? 0;
}

test("deleting projects, people and clients while news are written and mailed causes no deadlock and leaves nothing", async () => {
  const before = await countDeadlocks();
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    const [inProject, leaving, closing] = [await newCompany(), await newCompany(), await newCompany()];
    const [first = "", second = ""] = inProject.projects;
    const [gone, ...staying] = leaving.colleagues;
    const { clientUuid: id } = closing.owner;
    const { clientname } = await admin.call(routes.getClient, { params: { id } });
    await Promise.all([
      notifyAndMail(),
      inProject.owner.call(routes.deleteProject, { params: { id: first }, query: {} }),
      inProject.owner.call(routes.deleteProject, { params: { id: second }, query: {} }),
      admin.call(routes.deleteClient, { params: { id }, body: { clientname } }),
      leaving.owner.call(routes.deleteUser, { params: { id: gone?.userUuid ?? "" } }),
    ]);
    for (const uuid of inProject.projects) expect(await countLeft("project_uuid", uuid)).toEqual([0, 0, 0]);
    expect(await countLeft("client_uuid", id)).toEqual([0, 0, 0]);
    // People of the project that remains keep their notifications.
    await eventually(async () => {
      await notifyAndMail();
      const { unreadCount } = await (staying[0] as TestUser).call(routes.countUnreadNews, {});
      expect(unreadCount).toBeGreaterThanOrEqual(COMMENT_COUNT);
    });
  }
  expect(await countDeadlocks()).toBe(before);
});

test("an api that is killed while it sends a mail leaves the news unmarked, and the next one sends a single mail", async () => {
  const { owner, colleagues } = await newCompany();
  const [reader] = colleagues as [TestUser, ...TestUser[]];
  const { db } = api.database;
  await createNewsNotifier({ db, realtime: { emitToUsers: () => undefined }, onError }).reportOnce();
  const unsettled = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM news
      WHERE user_uuid = ${reader.userUuid} AND settled_at IS NULL`.execute(db);
    return rows[0]?.count ?? 0;
  };
  await eventually(async () => expect(await unsettled()).toBeGreaterThanOrEqual(COMMENT_COUNT));
  const waiting = await unsettled();
  await api.restart(async () => {
    await sql`UPDATE news SET at = at - interval '1 hour' WHERE client_uuid = ${owner.clientUuid}`.execute(
      db,
    );
    // No mails can be written while this transaction is open, so that the process stops after marking the news.
    const holder = await db.startTransaction().execute();
    await sql`LOCK TABLE mails IN EXCLUSIVE MODE`.execute(holder);
    const main = join(import.meta.dirname, "../../../main.ts");
    const child = fork(main, { env: { ...process.env, ...api.env }, stdio: "ignore" });
    await once(child, "message");
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query ILIKE 'insert into "mails"%'`.execute(db);
      expect(rows.length).toBeGreaterThan(0);
    });
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await holder.rollback().execute();
    await eventually(async () => expect(await unsettled()).toBe(waiting));
  });
  const mailsToReader = async () =>
    (await readMails(api.env.MAIL_DIR ?? "")).filter(({ to }) => to === emailOf(reader));
  await eventually(async () => expect(await mailsToReader()).not.toEqual([]));
  await eventually(async () => expect(await unsettled()).toBe(0));
  // Both projects are reported, each once.
  await createTestMailer().mailOnce(afterBundleWindow());
  const subjects = (await mailsToReader()).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(subjects.length);
});
