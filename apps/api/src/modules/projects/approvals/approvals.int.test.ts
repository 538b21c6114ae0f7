import { type BodyOf, routes } from "@shoal/contract";
import { readMails } from "@shoal/testkit";
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
import { createReminders } from "./index.ts";

let api: TestApi;
let owner: TestUser;
let mailHarness: MailHarness;
beforeAll(async () => {
  api = await startTestApi();
  mailHarness = await openMailHarness(api);
  owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
});
afterAll(async () => {
  await mailHarness.close();
  await api.close();
});

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Adds a project with a reviewer whose role is viewer. */
async function addReviewProject() {
  const reviewer = await api.addUser(["editor"], { clientOf: owner });
  const { uuid: id } = await owner.call(routes.createProject, {
    body: {
      name: "A <film>",
      uuid: await addVideo(api, owner),
      collabs: [{ username: reviewer.username, role: "viewer" }],
      teams: [],
    },
  });
  return { id, reviewer };
}
const versionParams = (id: string, n = 1) => ({ params: { id, n } });
const requestApprovals = (id: string, reviewers: TestUser[], dueAt: Date | null = null, n = 1) =>
  owner.call(routes.setReviewers, {
    ...versionParams(id, n),
    body: { reviewers: reviewers.map(({ username }) => username), dueAt: dueAt?.toISOString() ?? null },
  });
const decideVersion = (
  user: TestUser,
  id: string,
  decision: BodyOf<typeof routes.makeDecision>["decision"],
  { n = 1, uuid = crypto.randomUUID(), note = "The ending" } = {},
) => user.call(routes.makeDecision, { ...versionParams(id, n), body: { uuid, decision, note } });
const statusOf = async (id: string) => (await owner.call(routes.getProject, { params: { id } })).status;
const addVersion = async (id: string) =>
  owner.call(routes.addVersion, { params: { id }, body: { uuidVideo: await addVideo(api, owner) } });
const leaveProject = (id: string, user: TestUser) =>
  owner.call(routes.removeCollaborator, { params: { id, user: user.username } });

test("a requested reviewer can decide and change their mind, and the history keeps both decisions", async () => {
  const { id, reviewer } = await addReviewProject();
  expect(await codeOf(decideVersion(reviewer, id, "approved"))).toBe("forbidden");
  const due = daysFromNow(3);
  expect(await requestApprovals(id, [reviewer], due)).toMatchObject({
    status: "inReview",
    reviewers: [{ username: reviewer.username, askedBy: owner.username, dueAt: due.toISOString() }],
    mayAsk: true,
    isAwaited: false,
  });
  const mine = await reviewer.call(routes.getApproval, versionParams(id));
  expect(mine).toMatchObject({ mayAsk: false, mayDecide: true, isAwaited: true });
  await decideVersion(reviewer, id, "changesWanted");
  expect(await statusOf(id)).toBe("changesWanted");
  const after = await decideVersion(reviewer, id, "approvedWithNotes");
  expect(await statusOf(id)).toBe("approvedWithNotes");
  expect(after.isAwaited).toBe(false);
  expect(after.history.map(({ decision, by, note }) => [decision, by, note])).toEqual([
    ["approvedWithNotes", reviewer.username, "The ending"],
    ["changesWanted", reviewer.username, "The ending"],
  ]);
  const list = async (status: string) =>
    (
      await owner.call(routes.listProjects, { query: { filter: { status } as never, pagesize: 100 } })
    )._embedded.map(({ uuid }) => uuid);
  expect(await list("approvedWithNotes")).toContain(id);
  expect(await list("approved")).not.toContain(id);
});

test("the video of a version with a decision cannot be replaced", async () => {
  const { id, reviewer } = await addReviewProject();
  const change = (body: BodyOf<typeof routes.updateVersion>) =>
    owner.call(routes.updateVersion, { params: { id, n: 1 }, body });
  const other = await addVideo(api, owner);
  await change({ uuidVideo: other });
  await requestApprovals(id, [reviewer]);
  await decideVersion(reviewer, id, "approved");
  const { message, fields } = await errorOf(change({ uuidVideo: await addVideo(api, owner) }));
  expect([message, fields?.map(({ path }) => path)]).toEqual([
    "This version has a decision: add a new version",
    ["uuidVideo"],
  ]);
  expect(await change({ uuidVideo: other, description: "Approved" })).toMatchObject({
    uuidVideo: other,
    description: "Approved",
  });
});

test("replacing an approved file requires a new decision, and the history marks decisions on earlier files", async () => {
  const { id, reviewer } = await addReviewProject();
  await requestApprovals(id, [reviewer], daysFromNow(2));
  await decideVersion(reviewer, id, "approved");
  expect(await statusOf(id)).toBe("approved");
  const { uuidVideo } = await owner.call(routes.getVersion, { params: { id, n: 1 } });
  const showFile = (source_object: string) =>
    api.database.db.updateTable("videos").set({ source_object }).where("uuid", "=", uuidVideo).execute();
  // The upload was restarted, so this counts as the same file.
  await showFile(`uploads/${uuidVideo}/2/source`);
  await createTestReminders().settleReplacedFiles();
  expect(await statusOf(id)).toBe("approved");
  await showFile(`uploads/${uuidVideo}/source-2`);
  await Promise.all([
    createTestReminders().settleReplacedFiles(),
    createTestReminders().settleReplacedFiles(),
  ]);
  expect(await statusOf(id)).toBe("inReview");
  const mine = await reviewer.call(routes.getApproval, versionParams(id));
  expect(mine).toMatchObject({
    status: "inReview",
    isAwaited: true,
    reviewers: [{ username: reviewer.username, askedBy: owner.username, decision: null }],
    history: [{ decision: "approved", by: reviewer.username, isOfEarlierFile: true }],
  });
  const wanted = await api.database.db
    .selectFrom("project_events")
    .select("type")
    .where("project_uuid", "=", id)
    .where("type", "=", "decision.wanted")
    .execute();
  expect(wanted).toHaveLength(2);
  const after = await decideVersion(reviewer, id, "approvedWithNotes");
  expect(after.history.map(({ isOfEarlierFile }) => isOfEarlierFile)).toEqual([false, true]);
  expect(await statusOf(id)).toBe("approvedWithNotes");
  // People who decided without a request are not requested again about the new file.
  const unasked = await addReviewProject();
  const { uuidVideo: other } = await owner.call(routes.getVersion, { params: { id: unasked.id, n: 1 } });
  await decideVersion(owner, unasked.id, "changesWanted");
  await api.database.db
    .updateTable("videos")
    .set({ source_object: `uploads/${other}/source-2` })
    .where("uuid", "=", other)
    .execute();
  await createTestReminders().settleReplacedFiles();
  expect(await statusOf(unasked.id)).toBe("open");
});

test("requests with unknown reviewers, missing notes or without the right are refused", async () => {
  const { id, reviewer } = await addReviewProject();
  const stranger = await api.addUser(["editor"], { clientOf: owner });
  expect((await errorOf(requestApprovals(id, [reviewer, stranger]))).fields).toEqual([
    { path: "reviewers.1", reason: `User ${stranger.username} not found` },
  ]);
  expect((await errorOf(decideVersion(owner, id, "changesWanted", { note: " " }))).fields).toEqual([
    { path: "note", reason: "A note is required" },
  ]);
  expect(await codeOf(decideVersion(owner, id, "approved", { n: 9 }))).toBe("not_found");
  expect(await codeOf(stranger.call(routes.getApproval, versionParams(id)))).toBe("project_not_found");
  const byReviewer = reviewer.call(routes.setReviewers, { ...versionParams(id), body: { reviewers: [] } });
  expect(await codeOf(byReviewer)).toBe("forbidden");
  await requestApprovals(id, [reviewer]);
  const byHand = owner.call(routes.updateProject, { params: { id }, body: { status: "approved" } });
  expect((await errorOf(byHand)).fields?.[0]?.path).toBe("status");
  await owner.call(routes.updateProject, { params: { id }, body: { isArchived: true } });
  expect(await codeOf(decideVersion(reviewer, id, "approved"))).toBe("forbidden");
});

test("two decisions at the same time are both kept, and a repeated one is stored once", async () => {
  const { id, reviewer } = await addReviewProject();
  await requestApprovals(id, [reviewer]);
  const uuid = crypto.randomUUID();
  await Promise.all([
    decideVersion(reviewer, id, "approved", { uuid }),
    decideVersion(reviewer, id, "approved", { uuid }),
    decideVersion(owner, id, "changesWanted"),
  ]);
  const { history } = await owner.call(routes.getApproval, versionParams(id));
  expect(history.map(({ by }) => by).sort()).toEqual([owner.username, reviewer.username].sort());
  expect(await statusOf(id)).toBe("changesWanted");
  expect((await errorOf(decideVersion(owner, id, "approved", { uuid }))).fields).toEqual([
    { path: "uuid", reason: "is taken" },
  ]);
});

test("a new version needs new approvals, and the decisions about the previous version stay with that version", async () => {
  const { id, reviewer } = await addReviewProject();
  const due = daysFromNow(2);
  await requestApprovals(id, [reviewer], due);
  await decideVersion(reviewer, id, "approved");
  expect(await statusOf(id)).toBe("approved");
  await addVersion(id);
  expect(await statusOf(id)).toBe("inReview");
  const second = await owner.call(routes.getApproval, versionParams(id, 2));
  expect(second).toMatchObject({
    history: [],
    reviewers: [{ username: reviewer.username, dueAt: due.toISOString(), decision: null }],
  });
  // A decision on the old version does not count for the new one.
  await decideVersion(reviewer, id, "changesWanted");
  expect(await statusOf(id)).toBe("inReview");
});

test("a reviewer who left the project is no longer awaited and not asked about the next version", async () => {
  const { id, reviewer } = await addReviewProject();
  await requestApprovals(id, [reviewer]);
  await decideVersion(owner, id, "approved");
  expect(await statusOf(id)).toBe("inReview");
  await leaveProject(id, reviewer);
  await createTestReminders().settleLeavers();
  expect(await statusOf(id)).toBe("approved");
  expect((await owner.call(routes.getApproval, versionParams(id))).reviewers).toMatchObject([
    { username: reviewer.username, isGone: true },
  ]);
  await addVersion(id);
  expect((await owner.call(routes.getApproval, versionParams(id, 2))).reviewers).toEqual([]);
});

test("a project whose status cannot be updated or announced does not keep the others from theirs", async () => {
  const left = [await addReviewProject(), await addReviewProject()];
  for (const { id, reviewer } of left) {
    await requestApprovals(id, [reviewer]);
    await decideVersion(owner, id, "approved");
    await leaveProject(id, reviewer);
  }
  const errors: string[] = [];
  const failing = createReminders({
    db: api.database.db,
    mails: mailHarness.mails,
    realtime: {
      emitToUsers: () => {
        throw new Error("Not announced");
      },
    },
    publicUrl: "https://shoal.example",
    onError: (error) => void errors.push(String(error)),
  });
  await failing.settleLeavers();
  expect(errors).toContain("Error: Not announced");
  for (const { id } of left) expect(await statusOf(id)).toBe("approved");
});

test("the database refuses changes of decisions, which are deleted with their project", async () => {
  const { id } = await addReviewProject();
  await decideVersion(owner, id, "approved");
  const { db } = api.database;
  const refused = (statement: ReturnType<typeof sql>) =>
    statement.execute(db).then(
      () => "done",
      (error: Error) => error.message,
    );
  const kept = "Decisions are never changed";
  expect(await refused(sql`UPDATE approval_decisions SET note = 'other' WHERE project_uuid = ${id}`)).toBe(
    kept,
  );
  expect(await refused(sql`DELETE FROM approval_decisions WHERE project_uuid = ${id}`)).toBe(kept);
  expect(await refused(sql`TRUNCATE approval_decisions`)).toBe(kept);
  await owner.call(routes.deleteProject, { params: { id }, query: { videos: "keep" } });
  const left = await db
    .selectFrom("approval_decisions")
    .select("uuid")
    .where("project_uuid", "=", id)
    .execute();
  expect(left).toEqual([]);
});

test("only people in the project are notified of decisions", async () => {
  const { id, reviewer } = await addReviewProject();
  const stranger = await api.addUser(["editor"], { clientOf: owner });
  const received = await listenAs(api, reviewer);
  const unheard = await listenAs(api, stranger);
  await decideVersion(owner, id, "approved");
  expect(await received.next("approval.changed", id)).toEqual({ uuid: id, version: 1 });
  expect(unheard.count("approval.changed")).toBe(0);
  received.close();
  unheard.close();
});

const createTestReminders = () =>
  createReminders({
    db: api.database.db,
    mails: mailHarness.mails,
    realtime: { emitToUsers: () => undefined },
    publicUrl: "https://shoal.example",
    onError: (error) => {
      throw error;
    },
  });
const remindersTo = async (user: TestUser) => {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM mails`.execute(
        api.database.db,
      );
      return rows[0]?.count;
    })
    .toBe(0);
  return (await readMails(api.env.MAIL_DIR ?? "")).filter(({ to }) => to === emailOf(user));
};
/** Backdates the requests of a project. */
const backdateRequests = (id: string) =>
  api.database.db
    .updateTable("approval_requests")
    .set({ asked_at: daysFromNow(-9) })
    .where("project_uuid", "=", id)
    .execute();

test("a due date in the past is refused unless it was set before", async () => {
  const { id, reviewer } = await addReviewProject();
  const due = daysFromNow(1);
  await requestApprovals(id, [reviewer], due);
  expect(await codeOf(requestApprovals(id, [reviewer], new Date("0001-01-01T00:00:00Z")))).toBe(
    "bad_request",
  );
  const over = daysFromNow(-1);
  await api.database.db
    .updateTable("approval_requests")
    .set({ due_at: over })
    .where("project_uuid", "=", id)
    .execute();
  expect(await requestApprovals(id, [reviewer], over)).toMatchObject({
    reviewers: [{ dueAt: over.toISOString() }],
  });
});

test("a reviewer is reminded once before and once on the due date, even by several replicas", async () => {
  const { id, reviewer } = await addReviewProject();
  await verifyEmailOf(api, reviewer);
  await requestApprovals(id, [reviewer], daysFromNow(3));
  await backdateRequests(id);
  await createTestReminders().remindOnce(daysFromNow(1));
  expect(await remindersTo(reviewer)).toEqual([]);
  await Promise.all([
    createTestReminders().remindOnce(daysFromNow(2.5)),
    createTestReminders().remindOnce(daysFromNow(2.5)),
  ]);
  await createTestReminders().remindOnce(daysFromNow(2.6));
  expect((await remindersTo(reviewer)).map(({ subject }) => subject)).toEqual([
    "Your decision is due soon – A <film>",
  ]);
  await createTestReminders().remindOnce(daysFromNow(3.1));
  await createTestReminders().remindOnce(daysFromNow(9));
  const mails = await remindersTo(reviewer);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    "Your decision is due soon – A <film>",
    "Your decision is due – A <film>",
  ]);
  for (const mail of mails) expect(mail.html).toContain("A &lt;film&gt;");
});

test("a reminder that fails is reported and retried later, and the reminders after it are sent", async () => {
  const due = [await addReviewProject(), await addReviewProject()] as const;
  for (const [n, { id, reviewer }] of due.entries()) {
    await verifyEmailOf(api, reviewer);
    await requestApprovals(id, [reviewer], daysFromNow(3 + n / 100));
    await backdateRequests(id);
  }
  const [broken, other] = due;
  const tried: string[] = [];
  const errors: unknown[] = [];
  const reminders = createReminders({
    db: api.database.db,
    mails: {
      send: async (_, { to }) => {
        tried.push(to);
        if (to === emailOf(broken.reviewer)) throw new Error("refused");
      },
    },
    realtime: { emitToUsers: () => undefined },
    publicUrl: "https://shoal.example",
    onError: (error) => void errors.push(error),
  });
  const triesOf = ({ reviewer }: { reviewer: TestUser }) =>
    tried.filter((to) => to === emailOf(reviewer)).length;
  const now = daysFromNow(2.5);
  for (const waitMs of [0, 1_000]) await reminders.remindOnce(new Date(now.getTime() + waitMs));
  expect([triesOf(broken), triesOf(other)]).toEqual([1, 1]);
  expect(errors).toEqual([new Error("refused")]);
  await reminders.remindOnce(new Date(now.getTime() + POSTPONED_MS));
  expect([triesOf(broken), triesOf(other)]).toEqual([2, 1]);
});

test("a reminder has a one-click link to unsubscribe from project mails, after which none are sent", async () => {
  const { id, reviewer } = await addReviewProject();
  await verifyEmailOf(api, reviewer);
  await requestApprovals(id, [reviewer], daysFromNow(3));
  await backdateRequests(id);
  await createTestReminders().remindOnce(daysFromNow(2.5));
  const [mail] = await remindersTo(reviewer);
  expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const link = /^<(.*)>$/.exec(mail?.headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
  expect(mail?.text).toContain(link);
  const done = await fetch(link.replace("https://shoal.example", api.url), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(done.status).toBe(200);
  expect((await reviewer.call(routes.getNewsSettings, {})).mail).toBe("never");
  await createTestReminders().remindOnce(daysFromNow(3.1));
  expect(await remindersTo(reviewer)).toHaveLength(1);
});

test("reviewers who decided, left or were just asked get no reminder, nor do those of old versions and archived projects", async () => {
  const cases: [string, (id: string, reviewer: TestUser) => Promise<unknown>][] = [
    ["decided", (id, reviewer) => decideVersion(reviewer, id, "approved")],
    ["left", (id, reviewer) => leaveProject(id, reviewer)],
    ["archived", (id) => owner.call(routes.updateProject, { params: { id }, body: { isArchived: true } })],
    ["taken back", (id) => requestApprovals(id, [])],
  ];
  const people: TestUser[] = [];
  for (const [, happen] of cases) {
    const { id, reviewer } = await addReviewProject();
    await verifyEmailOf(api, reviewer);
    await requestApprovals(id, [reviewer], daysFromNow(3));
    await backdateRequests(id);
    await happen(id, reviewer);
    people.push(reviewer);
  }
  await createTestReminders().remindOnce(daysFromNow(2.5));
  await createTestReminders().remindOnce(daysFromNow(4));
  for (const [n, reviewer] of people.entries())
    expect([cases[n]?.[0], await remindersTo(reviewer)]).toEqual([cases[n]?.[0], []]);
  // A request less than a day before the due date needs no reminder.
  const { id, reviewer } = await addReviewProject();
  await verifyEmailOf(api, reviewer);
  await requestApprovals(id, [reviewer], daysFromNow(0.5));
  await createTestReminders().remindOnce();
  expect(await remindersTo(reviewer)).toEqual([]);
});
