import {
  type BodyOf,
  COMMENT_RETENTION_HOURS,
  type CommentView,
  type DrawingShape,
  fillPath,
  MAX_COMMENT_PAGE_SIZE,
  routes,
} from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { emptyDeletedComments } from "./comments.repository.ts";

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  owner = await newOwner();
});
afterAll(() => api.close());

async function newOwner(): Promise<TestUser> {
  const user = await api.addUser(["manager"]);
  await offerProjects(api, user);
  return user;
}

interface FilmProject {
  id: string;
  editor: TestUser;
  viewer: TestUser;
}

/** Adds a project of the owner with an editor, a viewer and one version. */
async function addFilmProject(): Promise<FilmProject> {
  const editor = await api.addUser(["editor"], { clientOf: owner });
  const viewer = await api.addUser(["editor"], { clientOf: owner });
  const project = await owner.call(routes.createProject, {
    body: {
      name: "Film",
      uuid: await addVideo(api, owner),
      collabs: [{ username: editor.username, role: "editor" }, viewer.username],
    },
  });
  return { id: project.uuid, editor, viewer };
}

type CommentFields = Partial<BodyOf<typeof routes.createComment>>;
const writeComment = (user: TestUser, id: string, wanted: CommentFields = {}) =>
  user.call(routes.createComment, {
    params: { id, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "Look", ...wanted },
  });
const list = (user: TestUser, id: string, query: object = {}) =>
  user.call(routes.listComments, { params: { id, n: 1 }, query });
const textsOf = async (user: TestUser, id: string, filter: object) =>
  (await list(user, id, { filter: JSON.stringify(filter) })).comments.map(({ text }) => text);
const listChanges = (user: TestUser, id: string, since: number, limit = MAX_COMMENT_PAGE_SIZE) =>
  user.call(routes.listCommentChanges, { params: { id }, query: { since, limit } });
const editComment = (user: TestUser, comment: CommentView, text: string) =>
  user.call(routes.updateComment, {
    params: { id: comment.uuid },
    body: { revision: comment.revision, text },
  });
const removeComment = (user: TestUser, uuid: string) =>
  user.call(routes.deleteComment, { params: { id: uuid } });
const resolveThread = (user: TestUser, uuid: string, isResolved = true) =>
  user.call(routes.resolveComment, { params: { id: uuid }, body: { isResolved } });
const penShape = (pointCount: number): DrawingShape => ({
  kind: "pen",
  points: Array.from({ length: pointCount }, (_, n) => [(n % 1_000) / 1_000, 0.5, 0.5] as const).map(
    ([x, y, pressure]) => [x, y, pressure],
  ),
  color: "#ff0000",
  size: 0.01,
});

test("comments are listed by frame in pages, each thread followed by its replies", async () => {
  const { id, viewer } = await addFilmProject();
  const late = await writeComment(owner, id, { frame: 90, endFrame: 120, text: "late" });
  await writeComment(viewer, id, { frame: 5, text: "early" });
  await writeComment(viewer, id, { text: "whole" });
  await writeComment(owner, id, { frame: 90, text: "second" });
  const answer = await writeComment(viewer, id, { parent: late.uuid, frame: 7, text: "answer" });
  await writeComment(owner, id, { parent: answer.uuid, text: "answer to the answer" });
  expect(answer).toMatchObject({ parent: late.uuid, frame: 90, endFrame: 120 });
  // Guests see the thread, and would therefore see an internal reply.
  const hidden = writeComment(owner, id, { parent: late.uuid, text: "not for guests", isInternal: true });
  expect((await errorOf(hidden)).fields).toMatchObject([{ path: "isInternal" }]);
  const inOrder = ["whole", "early", "late", "answer", "answer to the answer", "second"];
  expect((await list(owner, id)).comments.map(({ text }) => text)).toEqual(inOrder);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(owner, id, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.comments.map(({ text }) => text));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(inOrder);
  expect((await errorOf(list(owner, id, { cursor: "1; DROP" }))).fields).toEqual([
    { path: "cursor", reason: "is not a cursor from an earlier page" },
  ]);
});

test("changes arrive in order, each comment once in its current state, and duplicates are dropped", async () => {
  const { id, viewer } = await addFilmProject();
  const uuid = crypto.randomUUID();
  const first = await writeComment(viewer, id, { uuid, text: "once" });
  expect(await writeComment(viewer, id, { uuid, text: "once" })).toEqual(first);
  expect((await errorOf(writeComment(owner, id, { uuid }))).fields).toEqual([
    { path: "uuid", reason: "is taken" },
  ]);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => writeComment(n % 2 ? owner : viewer, id, { text: `${n}` })),
  );
  await editComment(viewer, first, "edited");
  const seqs: number[] = [];
  let since = 0;
  for (;;) {
    const page = await listChanges(owner, id, since, 5);
    seqs.push(...page.comments.map(({ seq }) => seq));
    since = page.seq;
    if (!page.hasMore) break;
  }
  expect(seqs).toHaveLength(13);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(since).toBe((await list(owner, id)).seq);
  expect((await listChanges(owner, id, since)).comments).toEqual([]);
});

test("an edit with an old revision is refused with the current state of the comment", async () => {
  const { id, viewer } = await addFilmProject();
  const comment = await writeComment(viewer, id);
  await editComment(viewer, comment, "from the phone");
  const answer = await fetch(`${api.url}/api/comments/${comment.uuid}`, {
    method: "PUT",
    headers: { authorization: viewer.credential, "content-type": "application/json" },
    body: JSON.stringify({ revision: comment.revision, text: "from the desk" }),
  });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: "edit_conflict",
    comment: { uuid: comment.uuid, text: "from the phone", revision: comment.revision + 1 },
  });
  expect(await codeOf(editComment(owner, comment, "not mine"))).toBe("forbidden");
});

test("a reply and a resolution of the same thread at the same time are both kept", async () => {
  const { id, editor, viewer } = await addFilmProject();
  const comment = await writeComment(viewer, id);
  await Promise.all([
    resolveThread(editor, comment.uuid),
    writeComment(owner, id, { parent: comment.uuid, text: "but" }),
  ]);
  const [first, answer] = (await list(viewer, id)).comments;
  expect(first).toMatchObject({ resolvedBy: editor.username, revision: comment.revision });
  expect(answer).toMatchObject({ text: "but", parent: comment.uuid });
  expect(await codeOf(resolveThread(viewer, (await writeComment(owner, id)).uuid))).toBe("forbidden");
  expect(await resolveThread(viewer, answer?.uuid ?? "", false)).toMatchObject({
    uuid: comment.uuid,
    resolvedAt: null,
  });
});

test("a reply to a comment that was just deleted is kept, and the comment is shown as deleted", async () => {
  const { id, viewer } = await addFilmProject();
  const comment = await writeComment(viewer, id, { text: "gone", drawing: { shapes: [penShape(2)] } });
  await removeComment(viewer, comment.uuid);
  expect((await list(owner, id)).comments).toEqual([]);
  await writeComment(owner, id, { parent: comment.uuid, text: "too late" });
  const [parent, answer] = (await list(owner, id)).comments;
  expect(parent).toMatchObject({ text: "", hasDrawing: false, deletedAt: expect.any(String) });
  expect(answer).toMatchObject({ text: "too late" });
  expect(await codeOf(owner.call(routes.getCommentDrawing, { params: { id: comment.uuid } }))).toBe(
    "comment_not_found",
  );
  expect(await viewer.call(routes.restoreComment, { params: { id: comment.uuid } })).toMatchObject({
    text: "gone",
    hasDrawing: true,
    deletedAt: null,
  });
});

test("a comment deleted more than a day ago is emptied and cannot be restored", async () => {
  const { id, viewer } = await addFilmProject();
  const comment = await writeComment(viewer, id, { text: "secret" });
  await removeComment(viewer, comment.uuid);
  await api.database.db
    .updateTable("comments")
    .set({ deleted_at: new Date(Date.now() - (COMMENT_RETENTION_HOURS + 1) * 3_600_000) })
    .where("uuid", "=", comment.uuid)
    .execute();
  expect(await emptyDeletedComments(api.database.db)).toBeGreaterThan(0);
  const row = api.database.db.selectFrom("comments").select("text").where("uuid", "=", comment.uuid);
  expect(await row.executeTakeFirst()).toEqual({ text: "" });
  expect(await codeOf(viewer.call(routes.restoreComment, { params: { id: comment.uuid } }))).toBe(
    "comment_not_found",
  );
  expect((await listChanges(owner, id, 0)).comments).toMatchObject([{ uuid: comment.uuid, text: "" }]);
});

test("lists are filtered to threads with a matching comment", async () => {
  const { id, viewer } = await addFilmProject();
  const open = await writeComment(viewer, id, {
    text: "100% open",
    mentions: [owner.username.toUpperCase()],
  });
  const closed = await writeComment(owner, id, { text: "closed", drawing: { shapes: [penShape(1)] } });
  await resolveThread(owner, closed.uuid);
  expect(open.mentions).toEqual([owner.username]);
  expect(await textsOf(owner, id, { isResolved: false })).toEqual(["100% open"]);
  expect(await textsOf(owner, id, { isMine: true })).toEqual(["closed"]);
  expect(await textsOf(owner, id, { mentionsMe: true })).toEqual(["100% open"]);
  expect(await textsOf(owner, id, { author: viewer.username })).toEqual(["100% open"]);
  expect(await textsOf(owner, id, { hasDrawing: true })).toEqual(["closed"]);
  expect((await list(owner, id, { search: "0%" })).comments.map(({ text }) => text)).toEqual(["100% open"]);
  expect((await errorOf(writeComment(owner, id, { mentions: ["nobody"] }))).fields).toEqual([
    { path: "mentions.0", reason: "User nobody not found" },
  ]);
});

test("comments of others are unread until they are marked as read", async () => {
  const { id, viewer } = await addFilmProject();
  await writeComment(viewer, id);
  await writeComment(owner, id);
  const before = await list(owner, id);
  expect(before).toMatchObject({ unreadCount: 1, readSeq: 0 });
  const markRead = (seq: number) =>
    owner.call(routes.markCommentsRead, { params: { id, n: 1 }, body: { seq } });
  await markRead(before.seq);
  await markRead(0);
  expect(await list(owner, id)).toMatchObject({ unreadCount: 0, readSeq: before.seq });
  expect(await list(viewer, id)).toMatchObject({ unreadCount: 1 });
});

test("each person can add and remove a reaction once", async () => {
  const { id, viewer } = await addFilmProject();
  const { uuid } = await writeComment(viewer, id);
  const react = (user: TestUser, emoji: string, isOn = true) =>
    user.call(routes.reactToComment, { params: { id: uuid }, body: { emoji, isOn } });
  await react(owner, "👍🏽");
  await react(owner, "👍🏽");
  expect((await react(viewer, "👍🏽")).reactions).toEqual([
    { emoji: "👍🏽", names: [owner.username, viewer.username], isMine: true },
  ]);
  expect((await react(owner, "👍🏽", false)).reactions).toEqual([
    { emoji: "👍🏽", names: [viewer.username], isMine: false },
  ]);
  expect((await errorOf(react(owner, "<b>"))).fields?.[0]).toMatchObject({ path: "emoji" });
});

test("a drawing of 20,000 points is stored unchanged, and a larger one is refused", async () => {
  const { id, viewer } = await addFilmProject();
  const drawing = { shapes: [penShape(10_000), penShape(10_000)] };
  const { uuid } = await writeComment(viewer, id, { text: "", frame: 3, drawing });
  expect(await owner.call(routes.getCommentDrawing, { params: { id: uuid } })).toEqual(drawing);
  const more = { shapes: [penShape(10_000), penShape(10_000), penShape(1)] };
  expect((await errorOf(writeComment(viewer, id, { drawing: more }))).fields).toEqual([
    { path: "drawing.shapes", reason: "must not have more than 20000 points" },
  ]);
  expect((await errorOf(writeComment(viewer, id, { text: "" }))).fields).toEqual([
    { path: "text", reason: "is required without a drawing" },
  ]);
});

test("a drawing of 200 shapes of 20,000 points is refused before it is fully read, with and without a length", async () => {
  const { id, viewer } = await addFilmProject();
  const shape = JSON.stringify(penShape(20_000));
  const writeComment = (headers: Record<string, string>, body: BodyInit) =>
    fetch(`${api.url}${fillPath(routes.createComment.path, { id, n: "1" })}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${viewer.credential}`,
        "content-type": "application/json",
        ...headers,
      },
      body,
      duplex: "half",
    } as RequestInit);
  const start = `{"uuid":"${crypto.randomUUID()}","text":"x","drawing":{"shapes":[${shape}`;
  const whole = Buffer.from(`${start}${`,${shape}`.repeat(199)}]}}`);
  expect((await errorCodeOf(writeComment({}, whole))) ?? "body_too_large").toBe("body_too_large");
  let sentBytes = 0;
  const parts = new ReadableStream<Uint8Array>({
    pull(stream) {
      const part = Buffer.from(sentBytes === 0 ? start : `,${shape}`);
      sentBytes += part.length;
      stream.enqueue(new Uint8Array(part));
    },
  });
  expect((await errorCodeOf(writeComment({}, parts))) ?? "body_too_large").toBe("body_too_large");
  expect((await list(owner, id)).comments).toEqual([]);
});

/** Returns the error code; undefined if the server closed the connection during the upload, which may lose the response. */
async function errorCodeOf(wanted: Promise<Response>): Promise<string | undefined> {
  const response = await wanted.catch(() => undefined);
  return response && ((await response.json()) as { code: string }).code;
}

test("markup in comments and drawings is stored as plain text", async () => {
  const { id, viewer } = await addFilmProject();
  const text = `<script>alert(1)</script> ' "; -- {{7*7}} \u202e <img src=x onerror=alert(1)>`;
  const shape: DrawingShape = { kind: "text", at: [0, 0], text, color: "#00ff00", size: 0.05 };
  const { uuid } = await writeComment(viewer, id, { text, drawing: { shapes: [shape] } });
  expect((await list(owner, id, { search: "<img src" })).comments[0]?.text).toBe(text);
  const drawing = await owner.call(routes.getCommentDrawing, { params: { id: uuid } });
  expect(drawing.shapes[0]).toEqual(shape);
});

test("comments cannot be reached from outside the project, not even by people who were removed from it", async () => {
  const { id, viewer } = await addFilmProject();
  const { uuid } = await writeComment(viewer, id);
  const colleague = await api.addUser(["manager"], { clientOf: owner });
  for (const stranger of [colleague, await newOwner()]) {
    expect(await codeOf(list(stranger, id))).toBe("project_not_found");
    expect(await codeOf(listChanges(stranger, id, 0))).toBe("project_not_found");
    expect(await codeOf(writeComment(stranger, id))).toBe("project_not_found");
    expect(await codeOf(stranger.call(routes.getComment, { params: { id: uuid } }))).toBe(
      "comment_not_found",
    );
    expect(await codeOf(removeComment(stranger, uuid))).toBe("comment_not_found");
    expect(await codeOf(resolveThread(stranger, uuid))).toBe("comment_not_found");
  }
  await owner.call(routes.removeCollaborator, { params: { id, user: viewer.username } });
  expect(await codeOf(viewer.call(routes.getComment, { params: { id: uuid } }))).toBe("comment_not_found");
  expect((await list(owner, id)).comments).toMatchObject([{ author: { name: viewer.username } }]);
});

test("an archived project is read-only", async () => {
  const { id, viewer } = await addFilmProject();
  const { uuid } = await writeComment(viewer, id);
  await owner.call(routes.updateProject, { params: { id }, body: { isArchived: true } });
  expect((await list(viewer, id)).comments).toHaveLength(1);
  expect(await codeOf(writeComment(owner, id))).toBe("forbidden");
  expect(await codeOf(removeComment(viewer, uuid))).toBe("forbidden");
  expect(await codeOf(resolveThread(owner, uuid))).toBe("forbidden");
});

test("a member who changes comments without end has to wait, and nobody else does", async () => {
  const { id, editor, viewer } = await addFilmProject();
  const { uuid } = await writeComment(viewer, id);
  const react = (by: TestUser) =>
    codeOf(by.call(routes.reactToComment, { params: { id: uuid }, body: { emoji: "🎉", isOn: true } }));
  const gone = crypto.randomUUID();
  const flood = Array.from({ length: 400 }, () => codeOf(removeComment(editor, gone)));
  const refused = (await Promise.all(flood)).filter((code) => code === "too_many_requests");
  expect(refused.length).toBeGreaterThan(0);
  expect(await react(viewer)).toBe("success");
});

test("an author's name stays after the user was deleted, and comments are deleted with their project", async () => {
  const { id, viewer } = await addFilmProject();
  const { uuid } = await writeComment(viewer, id);
  await api.database.db.deleteFrom("users").where("username", "=", viewer.username).execute();
  expect((await list(owner, id)).comments).toMatchObject([
    { uuid, author: { name: viewer.username, isGuest: false }, isMine: false },
  ]);
  await owner.call(routes.deleteProject, { params: { id }, query: {} });
  const left = api.database.db.selectFrom("comments").select("uuid").where("project_uuid", "=", id);
  expect(await left.execute()).toEqual([]);
});

test("only people in the project are notified of a changed comment", async () => {
  const { id, viewer } = await addFilmProject();
  const colleague = await api.addUser(["editor"], { clientOf: owner });
  const [pageOfViewer, pageOfColleague] = [await listenAs(api, viewer), await listenAs(api, colleague)];
  const { uuid, seq } = await writeComment(owner, id);
  expect(await pageOfViewer.next("comment.changed", uuid)).toEqual({ project: id, version: 1, uuid, seq });
  const other = await owner.call(routes.createProject, {
    body: { name: "Other", uuid: await addVideo(api, owner), collabs: [colleague.username] },
  });
  await writeComment(owner, other.uuid);
  await pageOfColleague.next("comment.changed");
  expect(pageOfColleague.count("comment.changed")).toBe(0);
  pageOfViewer.close();
  pageOfColleague.close();
});

test("5,000 comments of a version are listed with the index and a bounded number of queries", async () => {
  const { id } = await addFilmProject();
  const { uuid } = await writeComment(owner, id);
  await sql`INSERT INTO comments (uuid, client_uuid, project_uuid, version_number, thread_uuid, thread_position,
      position, frame, author_uuid, author_name, text, is_internal, mentions, mention_uuids, seq)
    SELECT each.uuid, client_uuid, project_uuid, 1, each.uuid, each.n + 1, each.n + 1, each.n % 900, author_uuid,
      author_name, 'comment ' || each.n, false, '{}', '{}', each.n + 1
    FROM comments, (SELECT gen_random_uuid() AS uuid, n FROM generate_series(1, 4999) AS n) AS each
    WHERE comments.uuid = ${uuid}`.execute(api.database.db);
  await sql`UPDATE comment_seqs SET seq = 5000 WHERE project_uuid = ${id}`.execute(api.database.db);
  await sql`ANALYZE comments`.execute(api.database.db);
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await list(owner, id, cursor === undefined ? {} : { cursor });
    for (const comment of page.comments) seen.add(comment.uuid);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen.size).toBe(5_000);
  const plan = await sql<Record<string, string>>`EXPLAIN SELECT uuid FROM comments WHERE project_uuid = ${id}
    AND version_number = 1 AND (coalesce(frame, -1), thread_position, position) > (3, 1::bigint, 1::bigint)
    ORDER BY coalesce(frame, -1), thread_position, position LIMIT 500`.execute(api.database.db);
  expect(JSON.stringify(plan.rows)).toContain("comments_in_order");
});

test("the annotations call accepts project and version in either order, and the token in header, query or body", async () => {
  const { id, viewer } = await addFilmProject();
  const drawing = { shapes: [penShape(3)] };
  const [first, second] = [
    await writeComment(viewer, id, { text: "1", drawing }),
    await writeComment(owner, id, { text: "2" }),
  ];
  const token = viewer.credential;
  const readAnswer = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${api.url}${path}`, init);
    return answer.status === 204 ? 204 : answer.ok ? await answer.json() : answer.status;
  };
  const listed = [
    { uuid: first.uuid, drawing },
    { uuid: second.uuid, drawing: null },
  ];
  expect(await readAnswer(`/annotations/${id}/1?token=${encodeURIComponent(token)}`)).toMatchObject(listed);
  expect(await readAnswer(`/annotations/1/${id}`, { headers: { authorization: token } })).toMatchObject(
    listed,
  );
  expect(await readAnswer(`/annotations/1/${id}`)).toBe(401);
  expect(await readAnswer(`/annotations/1/${id}?token=wrong`)).toBe(401);
  const inBody = (user: TestUser) => ({
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: user.credential }),
  });
  expect(await readAnswer(`/delete/${second.uuid}`, inBody(viewer))).toBe(403);
  expect(await readAnswer(`/delete/${first.uuid}`, inBody(viewer))).toBe(204);
  expect(await readAnswer(`/deleteVersion/${id}/1`, inBody(viewer))).toBe(403);
  expect(await readAnswer(`/deleteVersion/${id}/1`, { method: "DELETE" })).toBe(401);
  await writeComment(owner, id, { text: "3" });
  const before = (await list(owner, id)).seq;
  expect(await readAnswer(`/deleteVersion/${id}/1`, inBody(owner))).toBe(204);
  expect((await list(owner, id)).comments).toEqual([]);
  const { comments } = await listChanges(viewer, id, before);
  expect(comments.map(({ deletedAt, seq }) => [deletedAt !== null, seq - before])).toEqual([
    [true, 1],
    [true, 2],
  ]);
});
