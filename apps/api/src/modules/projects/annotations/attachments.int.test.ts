import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type CommentView,
  fillPath,
  MAX_COMMENT_ATTACHMENT_BYTES,
  MAX_COMMENT_ATTACHMENTS,
  routes,
} from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import { FolderStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { reportResult } from "../../../testing/picture-harness.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { type AttachmentsDeps, createAttachmentsService } from "./attachments.service.ts";
import { claimAttachmentSweeps, emptyDeletedComments } from "./comments.repository.ts";
import type { CommentsService } from "./comments.service.ts";
import { createFileLimit, FILES_PER_PERSON } from "./file-limit.ts";

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.addUser(["manager"]);
  await offerProjects(api, owner);
});
afterAll(() => api.close());

async function newComment() {
  const viewer = await api.addUser(["editor"], { clientOf: owner });
  const project = await owner.call(routes.createProject, {
    body: { name: "Film", uuid: await addVideo(api, owner), collabs: [viewer.username] },
  });
  const comment = await viewer.call(routes.createComment, {
    params: { id: project.uuid, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "Look" },
  });
  return { project: project.uuid, viewer, comment };
}

const PNG_FILE = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]),
]);
const HTML_FILE = Buffer.from("<script>alert(1)</script>");

async function sendFile(
  user: TestUser,
  comment: { uuid: string },
  name: string,
  bytes: Buffer,
  fileId?: string,
) {
  const form = new FormData();
  if (fileId !== undefined) form.set("fileId", fileId);
  form.set("file", new Blob([new Uint8Array(bytes)], { type: "text/html" }), name);
  const url = `${api.url}${fillPath(routes.addAttachment.path, { id: comment.uuid })}`;
  const headers = { authorization: `Bearer ${user.credential}` };
  const response = await fetch(url, { method: "POST", headers, body: form });
  const body = (await response.json()) as CommentView & { code?: string };
  return { status: response.status, code: body.code, comment: body };
}

function readFile(
  user: TestUser,
  comment: { uuid: string },
  attachment: string,
  query = "",
): Promise<Response> {
  const path = fillPath(routes.getAttachment.path, { id: comment.uuid, attachment });
  return fetch(`${api.url}${path}${query}`, { headers: { authorization: `Bearer ${user.credential}` } });
}

const fileOf = (uuid: string) => join(api.folder, "media", "attachments", uuid, "file");

test("only people who see a comment can read its files, which browsers do not run", async () => {
  const { comment, viewer } = await newComment();
  const stranger = await api.addUser(["manager"], { clientOf: owner });
  await sendFile(viewer, comment, "../../etc/évil\u0000.html", HTML_FILE);
  const { status, comment: changed } = await sendFile(viewer, comment, "frame.png", PNG_FILE);
  expect(status).toBe(201);
  expect(changed.attachments).toEqual([
    {
      uuid: expect.any(String),
      name: "évil.html",
      bytes: HTML_FILE.length,
      mediaType: "application/octet-stream",
      preview: null,
    },
    {
      uuid: expect.any(String),
      name: "frame.png",
      bytes: PNG_FILE.length,
      mediaType: "image/png",
      preview: null,
    },
  ]);
  expect(changed.seq).toBeGreaterThan(comment.seq);
  const [page, picture] = changed.attachments.map(({ uuid }) => uuid);
  const asPage = await readFile(owner, comment, page ?? "");
  expect(Object.fromEntries(asPage.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": "attachment; filename*=UTF-8''%C3%A9vil.html",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect(Buffer.from(await asPage.arrayBuffer())).toEqual(HTML_FILE);
  const asPicture = await readFile(owner, comment, picture ?? "");
  expect([asPicture.headers.get("content-type"), asPicture.headers.get("content-disposition")]).toEqual([
    "image/png",
    "inline; filename*=UTF-8''frame.png",
  ]);
  expect((await readFile(stranger, comment, page ?? "")).status).toBe(404);
  const other = await newComment();
  expect((await readFile(owner, other.comment, page ?? "")).status).toBe(404);
});

test("a worker examines pictures, films and audio, and viewers of the comment receive the result once", async () => {
  const { comment, viewer, project } = await newComment();
  const stranger = await api.addUser(["manager"], { clientOf: owner });
  await sendFile(viewer, comment, "notes.html", HTML_FILE);
  await sendFile(viewer, comment, "frame.png", PNG_FILE);
  const { comment: changed } = await sendFile(viewer, comment, "brief.pdf", Buffer.from("%PDF-1.7\n"));
  const [page, picture, brief] = changed.attachments.map(({ uuid }) => uuid);
  const { rows } = await api.database.pool.query<{ data: { asset: { uuid: string } } }>(
    "SELECT data FROM queue.job WHERE name = 'preview-attachment' AND data->'asset'->>'uuid' = ANY($1)",
    [[page, picture, brief]],
  );
  expect(rows.map(({ data }) => data.asset.uuid).toSorted()).toEqual([picture, brief].toSorted());
  const small = (user: TestUser) => readFile(user, comment, picture ?? "", "?small=true");
  expect((await small(owner)).status).toBe(404);
  await mkdir(dirname(fileOf(picture ?? "")), { recursive: true });
  await writeFile(join(dirname(fileOf(picture ?? "")), "preview.webp"), "small");
  const found: JobResult = {
    type: "preview",
    asset: { kind: "attachment", uuid: picture ?? "" },
    job: "preview-attachment",
    kind: "picture",
    width: 1,
    height: 1,
    sizeBytes: 5,
    durationMs: null,
    waveform: null,
  };
  for (const _twice of [1, 2]) await reportResult(api, found);
  // A result for a deleted file changes nothing.
  await reportResult(api, { ...found, asset: { kind: "attachment", uuid: crypto.randomUUID() } });
  const readComment = () => owner.call(routes.getComment, { params: { id: comment.uuid } });
  await eventually(async () =>
    expect((await readComment()).attachments[1]?.preview).toEqual({
      kind: "picture",
      hasPicture: true,
      width: 1,
      height: 1,
      duration: null,
      waveform: null,
    }),
  );
  const answer = await small(owner);
  expect([answer.headers.get("content-type"), await answer.text()]).toEqual(["image/webp", "small"]);
  expect((await small(stranger)).status).toBe(404);
  const { seq } = await readComment();
  expect(seq).toBe(changed.seq + 1);
  const { comments } = await owner.call(routes.listCommentChanges, {
    params: { id: project },
    query: { since: changed.seq },
  });
  expect(comments.map(({ uuid }) => uuid)).toEqual([comment.uuid]);
});

test("only the author can attach files, few and small; anyone who may resolve comments can remove them", async () => {
  const { comment, viewer } = await newComment();
  expect((await sendFile(owner, comment, "a.txt", HTML_FILE)).code).toBe("forbidden");
  expect((await sendFile(viewer, comment, "a.txt", Buffer.alloc(0))).code).toBe("bad_request");
  expect(
    (await sendFile(viewer, comment, "a.txt", Buffer.alloc(MAX_COMMENT_ATTACHMENT_BYTES + 1))).code,
  ).toBe("file_too_large");
  const sent = await Promise.all(
    Array.from({ length: MAX_COMMENT_ATTACHMENTS + 2 }, (_, n) =>
      sendFile(viewer, comment, `${n}.txt`, HTML_FILE),
    ),
  );
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(MAX_COMMENT_ATTACHMENTS);
  const { attachments } = await owner.call(routes.getComment, { params: { id: comment.uuid } });
  expect(attachments).toHaveLength(MAX_COMMENT_ATTACHMENTS);
  const [first] = attachments;
  const params = { id: comment.uuid, attachment: first?.uuid ?? "" };
  const left = await owner.call(routes.deleteAttachment, { params });
  expect(left.attachments).toHaveLength(MAX_COMMENT_ATTACHMENTS - 1);
  expect(await codeOf(owner.call(routes.deleteAttachment, { params }))).toBe("attachment_not_found");
});

test("a file that is sent again after a lost answer is stored once, even if both attempts arrive together", async () => {
  const { comment, viewer } = await newComment();
  const id = crypto.randomUUID();
  const attempts = await Promise.all([1, 2].map(() => sendFile(viewer, comment, "frame.png", PNG_FILE, id)));
  attempts.push(await sendFile(viewer, comment, "frame.png", PNG_FILE, id));
  for (const { status, comment: view } of attempts)
    expect([status, view.attachments.length]).toEqual([201, 1]);
  const [attachment] = attempts[0]?.comment.attachments ?? [];
  const { uuid = "" } = attachment ?? {};
  expect(existsSync(fileOf(uuid))).toBe(true);
  // Pages choose the ids of files, so the same id in another comment identifies another file.
  const other = await viewer.call(routes.createComment, {
    params: { id: comment.project, n: 1 },
    body: { uuid: crypto.randomUUID(), text: "Here too" },
  });
  expect((await sendFile(viewer, other, "frame.png", PNG_FILE, id)).comment.attachments[0]?.uuid).not.toBe(
    uuid,
  );
  // The bytes of a removed file are kept if it is sent again.
  await viewer.call(routes.deleteAttachment, { params: { id: comment.uuid, attachment: uuid } });
  await sendFile(viewer, comment, "frame.png", PNG_FILE, id);
  expect(await claimAttachmentSweeps(api.database.db)).not.toContain(uuid);
});

test("a user who attaches too many files has to wait, and other users do not", async () => {
  const { comment, viewer } = await newComment();
  const other = await newComment();
  const limit = createFileLimit({ pool: api.database.pool });
  await Promise.all(
    Array.from({ length: FILES_PER_PERSON.attempts - 1 }, () => limit.consume(viewer.userUuid)),
  );
  expect((await sendFile(viewer, comment, "a.txt", HTML_FILE)).status).toBe(201);
  expect((await sendFile(viewer, comment, "b.txt", HTML_FILE)).code).toBe("too_many_requests");
  expect((await sendFile(other.viewer, other.comment, "a.txt", HTML_FILE)).status).toBe(201);
});

/** Creates the service without the api's own schedules. */
const createTestAttachments = (change: Partial<AttachmentsDeps>) =>
  createAttachmentsService({
    db: api.database.db,
    store: new FolderStore(join(api.folder, "media")),
    queue: { send: async () => undefined, sendPurge: async () => undefined },
    disk: { assertRoom: async () => undefined },
    storage: { assertRoomForSent: async () => undefined },
    comments: {} as CommentsService,
    onError: () => undefined,
    ...change,
  });

test("a single sweep removes all files without a comment, however many there are", async () => {
  await sql`INSERT INTO attachment_sweeps (attachment_uuid)
    SELECT gen_random_uuid() FROM generate_series(1, 2500)`.execute(api.database.db);
  let sweptCount = 0;
  const queue: AttachmentsDeps["queue"] = {
    send: async () => undefined,
    async sendPurge(_tx, { prefixes }) {
      sweptCount += prefixes.length;
    },
  };
  await createTestAttachments({ queue }).sweep();
  expect(sweptCount).toBeGreaterThanOrEqual(2_500);
});

test("a stored file that cannot be read does not keep other files from their previews, and is tried again", async () => {
  const { comment, viewer } = await newComment();
  await sendFile(viewer, comment, "frame.png", PNG_FILE);
  const { comment: changed } = await sendFile(viewer, comment, "other.png", PNG_FILE);
  const [unreadable = "", readable = ""] = changed.attachments.map(({ uuid }) => uuid);
  const store = new FolderStore(join(api.folder, "media"));
  const [keys, errors]: [string[], string[]] = [[], []];
  const { db } = api.database;
  const attachments = createTestAttachments({
    store: {
      put: (name, bytes) => store.put(name, bytes),
      findSize: (name) => store.findSize(name),
      read: (name, range) =>
        name.includes(unreadable) ? Promise.reject(new Error("EIO")) : store.read(name, range),
      stream: (name, range) => store.stream(name, range),
      remove: (name) => store.remove(name),
    },
    queue: {
      send: async (_tx, _name, ...jobs) => void keys.push(...jobs.map(({ key }) => String(key))),
      sendPurge: async () => undefined,
    },
    onError: (error) => void errors.push(String(error)),
  });
  await sql`INSERT INTO attachment_preview_wishes VALUES (${unreadable}), (${readable})`.execute(db);
  await attachments.requestOld();
  expect([keys, errors]).toEqual([[`preview:${readable}`], ["Error: EIO"]]);
  await attachments.requestOld();
  expect(errors).toEqual(["Error: EIO", "Error: EIO"]);
  await sql`DELETE FROM attachment_preview_wishes`.execute(db);
});

test("files are deleted a day after their comment, and with their project and client", async () => {
  const { db } = api.database;
  const added = [];
  for (const _each of [1, 2, 3]) {
    const made = await newComment();
    const { comment } = await sendFile(made.viewer, made.comment, "a.txt", HTML_FILE);
    added.push({ ...made, file: comment.attachments[0]?.uuid ?? "" });
  }
  const [deleted, dropped, kept] = added;
  if (!deleted || !dropped || !kept) throw new Error("Nothing was attached");
  expect(existsSync(fileOf(kept.file))).toBe(true);
  await deleted.viewer.call(routes.deleteComment, { params: { id: deleted.comment.uuid } });
  expect((await readFile(owner, deleted.comment, deleted.file)).status).toBe(404);
  await sql`UPDATE comments SET deleted_at = now() - interval '25 hours' WHERE uuid = ${deleted.comment.uuid}`.execute(
    db,
  );
  await emptyDeletedComments(db);
  await owner.call(routes.deleteProject, { params: { id: dropped.project }, query: {} });
  const due = await claimAttachmentSweeps(db);
  expect(due).toEqual(expect.arrayContaining([deleted.file, dropped.file]));
  expect(due).not.toContain(kept.file);
  await sql`DELETE FROM clients WHERE uuid = ${owner.clientUuid}`.execute(db);
  expect(await claimAttachmentSweeps(db)).toContain(kept.file);
});
