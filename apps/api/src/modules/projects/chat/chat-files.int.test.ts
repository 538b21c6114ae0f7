import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ChatMessageView, errorOf, MAX_SENT_FILES_BYTES, routes } from "@shoal/contract";
import { chatFileOf } from "@shoal/contract/edge";
import type { PreviewResult } from "@shoal/contract/jobs";
import { eventually } from "@shoal/testkit";
import { readChatFileToken } from "@shoal/tokens";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { createPng, reportResult } from "../../../testing/picture-harness.ts";
import { createChatPreviewsRepository } from "./chat-previews.repository.ts";
import { claimChatFileSweeps } from "./messages.repository.ts";
import { newRoom } from "./testing/rooms.ts";

let api: TestApi;
let anna: TestUser;
let ben: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  anna = await api.addUser(["manager"]);
  ben = await api.addUser(["editor"], { clientOf: anna });
});
afterAll(() => api.close());

/** Sends a file as a page does. @throws AppError. */
async function sendFile(
  user: TestUser,
  roomId: string,
  bytes: Uint8Array,
  { as = "photo.png", ...fields }: Record<string, string> = {},
): Promise<ChatMessageView> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("file", new Blob([new Uint8Array(bytes)]), as);
  const response = await fetch(`${api.url}/api/chatMessages/file/${roomId}`, {
    method: "POST",
    headers: { authorization: user.credential },
    body,
  });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as ChatMessageView;
}
const objectOf = (message: ChatMessageView | undefined, place = 0) => {
  const url = new URL(message?.files[place]?.url ?? "");
  const file = readChatFileToken(url.pathname.split("/").at(-1) ?? "", {
    name: url.searchParams.get("name") ?? "",
    secret: api.env.INTERNAL_SECRET ?? "",
  });
  return chatFileOf(file?.uuid ?? "");
};
const isKept = (object: string) => existsSync(join(api.env.MEDIA_STORE ?? "", object));

test("the first file creates its message, others are added to it, and all have signed addresses at the edge", async () => {
  const roomId = await newRoom(anna, ben);
  const messageId = crypto.randomUUID();
  const first = await sendFile(anna, roomId, createPng(3, 2), {
    messageId,
    name: "Our team.png",
    type: "image/png",
    extension: "png",
    size: "70",
    localUrl: "blob:1",
    content: "Us",
  });
  expect(first).toMatchObject({ _id: messageId, content: "Us", edited: false });
  expect(first.files).toMatchObject([
    {
      name: "Our team.png",
      type: "image/png",
      kind: "picture",
      extension: "png",
      width: 3,
      height: 2,
      audio: false,
    },
  ]);
  expect(first.files[0]?.url).toBe(`${api.env.EDGE_PUBLIC_URL}${first.files[0]?.path}`);
  expect(isKept(objectOf(first))).toBe(true);
  const second = await sendFile(anna, roomId, Buffer.from("%PDF-1.7\n"), { messageId, as: "notes.pdf" });
  expect(second.files.map(({ kind }) => kind)).toEqual(["picture", "pdf"]);
  expect(second.position).toBe(first.position);
  expect(await codeOf(sendFile(ben, roomId, createPng(), { messageId }))).toBe("bad_request");
  const fileId = crypto.randomUUID();
  const added = await sendFile(anna, roomId, createPng(4, 2), { messageId, fileId });
  // The same file is sent again, as a page does that received no response.
  const again = await sendFile(anna, roomId, createPng(4, 2), { messageId, fileId });
  expect(again).toEqual(added);
  expect(again.files).toHaveLength(3);
  expect(isKept(objectOf({ ...again, files: again.files.slice(2) }))).toBe(true);
  const stranger = await api.addUser(["editor"], { clientOf: anna });
  expect(await codeOf(sendFile(stranger, roomId, createPng()))).toBe("chat_room_not_found");
});

test("an audio message has its duration and its waveform", async () => {
  const roomId = await newRoom(anna, ben);
  const ogg = Buffer.from("OggS\0\x02");
  const message = await sendFile(ben, roomId, ogg, {
    as: "voice.ogg",
    audio: "true",
    durationMs: "2500",
    waveform: "0,50,100,900",
  });
  expect(message.files).toMatchObject([
    { kind: "audio", audio: true, duration: 2.5, waveform: [0, 50, 100, 100] },
  ]);
});

test.each([
  ["a picture of 50,000 × 50,000 pixels", createPng(50_000, 50_000), "huge.png"],
  ["an SVG drawing", Buffer.from("<svg xmlns='x'/>"), "logo.svg"],
  ["a ZIP archive", Buffer.from("PK\x03\x04\x14"), "bomb.zip"],
  ["an HTML page named like a picture", Buffer.from("<html><script>1</script>"), "photo.png"],
])("%s is refused as chat_file_refused and not stored", async (_what, bytes, as) => {
  const roomId = await newRoom(anna);
  await expect(sendFile(anna, roomId, bytes, { as })).rejects.toMatchObject({
    code: "chat_file_refused",
    fields: [{ path: "file" }],
  });
  const { messages } = await anna.call(routes.listChatMessages, { params: { id: roomId }, query: {} });
  expect(messages).toEqual([]);
});

const uuidOfObject = (object: string) => object.split("/")[1] ?? "";
/** Reads the data of the preview jobs of these files. */
async function listPreviewJobs(...uuids: string[]) {
  const { rows } = await api.database.pool.query<{ data: { asset: { uuid: string } } }>(
    "SELECT data FROM queue.job WHERE name = 'preview-chat-file' AND data->'asset'->>'uuid' = ANY($1)",
    [uuids],
  );
  return uuids.flatMap((uuid) => rows.map(({ data }) => data).filter(({ asset }) => asset.uuid === uuid));
}
/** Returns a worker's result for a picture. */
const previewResult = (uuid: string): PreviewResult => ({
  type: "preview",
  asset: { kind: "chat-file", uuid },
  job: "preview-chat-file",
  kind: "picture",
  width: 2,
  height: 3,
  sizeBytes: 70,
  durationMs: null,
  waveform: null,
});
const listMessages = async (user: TestUser, id: string) =>
  (await user.call(routes.listChatMessages, { params: { id }, query: {} })).messages;

test("a worker previews pictures and PDFs, and the result reaches every message with the file once", async () => {
  const roomId = await newRoom(anna, ben);
  const other = await newRoom(ben);
  const message = await sendFile(anna, roomId, createPng(3, 2));
  const both = await sendFile(anna, roomId, Buffer.from("%PDF-1.7\n"), {
    messageId: message._id,
    as: "notes.pdf",
  });
  const uuid = uuidOfObject(objectOf(message));
  const forwarded = await ben.call(routes.forwardChatMessage, {
    params: { id: other },
    body: { fromRoom: roomId, fromMessage: message._id },
  });
  expect(message.files[0]?.thumbnail).toBeNull();
  const asked = (uuid: string, kind: string) => ({
    asset: { kind: "chat-file", uuid },
    job: "preview-chat-file",
    object: `chat/${uuid}/file`,
    kind,
    preview: `chat/${uuid}/preview.webp`,
  });
  const pdf = uuidOfObject(objectOf(both, 1));
  expect(await listPreviewJobs(uuid, pdf)).toEqual([asked(uuid, "picture"), asked(pdf, "pdf")]);
  await reportResult(api, previewResult(uuid));
  // The result is reported twice, for example after a crash between the report and the end of the job.
  await reportResult(api, previewResult(uuid));
  const readFirst = async (user: TestUser, room: string) => (await listMessages(user, room))[0];
  await eventually(async () => {
    for (const room of [roomId, other]) {
      const [file] = (await readFirst(ben, room))?.files ?? [];
      // The thumbnail is served through the same link as the file and rotated upright.
      expect(file).toMatchObject({
        width: 2,
        height: 3,
        thumbnail: expect.stringContaining("/preview?name="),
      });
      expect(file?.thumbnail?.replace("/preview?", "?")).toBe(file?.url);
    }
  });
  const { seq } = (await readFirst(ben, roomId)) ?? { seq: 0 };
  // Pages that were offline get the change, and do not reload everything.
  const missed = await ben.call(routes.listChatChanges, {
    params: { id: roomId },
    query: { since: seq - 1 },
  });
  expect(missed.messages.map(({ _id }) => _id)).toEqual([message._id]);
  expect((await readFirst(ben, roomId))?.position).toBe(message.position);
  await reportResult(api, { ...previewResult(uuid), width: 9 });
  await reportResult(api, previewResult(crypto.randomUUID()));
  const marker = await sendFile(anna, roomId, createPng(3, 2));
  await reportResult(api, previewResult(uuidOfObject(objectOf(marker))));
  await eventually(async () =>
    expect((await listMessages(ben, roomId)).at(-1)?.files[0]?.thumbnail).not.toBeNull(),
  );
  expect((await readFirst(ben, roomId))?.seq).toBe(seq);
  expect((await readFirst(ben, other))?._id).toBe(forwarded._id);
});

test("a video file without pictures is shown as audio, and a worker measures missing details", async () => {
  const roomId = await newRoom(anna);
  const mp4 = Buffer.concat([Buffer.from("00000018", "hex"), Buffer.from("ftypmp42"), Buffer.alloc(12)]);
  const message = await sendFile(anna, roomId, mp4, { as: "song.mp4" });
  expect(message.files).toMatchObject([{ kind: "video", duration: null, waveform: null }]);
  await reportResult(api, {
    ...previewResult(uuidOfObject(objectOf(message))),
    kind: "audio",
    width: null,
    height: null,
    sizeBytes: 0,
    durationMs: 61_500,
    waveform: [0, 100],
  });
  await eventually(async () =>
    expect((await listMessages(anna, roomId))[0]?.files).toMatchObject([
      { kind: "audio", duration: 61.5, waveform: [0, 100], thumbnail: null },
    ]),
  );
});

test("chat files count once in the client's storage, and a full storage is refused with an error", async () => {
  const user = await api.addUser(["manager"]);
  const roomId = await newRoom(user);
  const storedBytes = async () => (await user.call(routes.getStorage, {})).storedBytes;
  const before = await storedBytes();
  const message = await sendFile(user, roomId, createPng(3, 2));
  const { length } = createPng(3, 2);
  await user.call(routes.forwardChatMessage, {
    params: { id: await newRoom(user) },
    body: { fromRoom: roomId, fromMessage: message._id },
  });
  expect((await storedBytes()) - before).toBe(length);
  // A single row stands in for the size of a few thousand stored files.
  const full = 1_000_000_000;
  await sql`INSERT INTO chat_files (uuid, room_uuid, message_id, client_uuid, object_uuid, name, media_type, size_bytes)
    SELECT gen_random_uuid(), ${roomId}, ${message._id}, ${user.clientUuid}, gen_random_uuid(), 'film.mp4', 'video/mp4', ${full}::int
    FROM generate_series(1, ${MAX_SENT_FILES_BYTES / full}::int)`.execute(api.database.db);
  expect(await codeOf(sendFile(user, roomId, createPng(3, 2)))).toBe("sent_files_full");
  // Other users are not affected.
  expect((await sendFile(anna, await newRoom(anna), createPng(3, 2))).files).toHaveLength(1);
  await user.call(routes.deleteChatMessage, { params: { roomId, messageId: message._id } });
  await api.database.db.deleteFrom("chat_file_sweeps").execute();
  expect((await sendFile(user, roomId, createPng(3, 2))).files).toHaveLength(1);
});

test("the bytes of a file are removed with the last message that has it, including forwarded ones", async () => {
  const roomId = await newRoom(anna, ben);
  const other = await newRoom(anna);
  const message = await sendFile(anna, roomId, createPng());
  const forwarded = await anna.call(routes.forwardChatMessage, {
    params: { id: other },
    body: { fromRoom: roomId, fromMessage: message._id },
  });
  const object = objectOf(message);
  expect(objectOf(forwarded)).toBe(object);
  const remove = (room: string, messageId: string) =>
    anna.call(routes.deleteChatMessage, { params: { roomId: room, messageId } });
  const claimSweeps = () => api.database.db.transaction().execute(claimChatFileSweeps);
  await remove(roomId, message._id);
  expect(await claimSweeps()).toEqual([]);
  await remove(other, forwarded._id);
  expect((await claimSweeps()).map((uuid) => chatFileOf(uuid))).toEqual([object]);
});

test("deleting a client removes the bytes of its chat files from the store", async () => {
  const owner = await api.addUser(["manager"]);
  const object = objectOf(await sendFile(owner, await newRoom(owner), createPng()));
  expect(isKept(object)).toBe(true);
  await api.database.db.deleteFrom("clients").where("uuid", "=", owner.clientUuid).execute();
  // Restarting the api runs the sweep.
  await api.restart();
  await eventually(() => !isKept(object), { what: "bytes that are gone" });
});

test("existing files from before previews are requested once, and deleted ones not at all", async () => {
  const roomId = await newRoom(anna, ben);
  const uuid = uuidOfObject(objectOf(await sendFile(anna, roomId, createPng(3, 2))));
  // The rows stay uncommitted until they are claimed, so that the api's own schedule does not find them.
  const claimed = await api.database.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO chat_preview_wishes VALUES (${uuid}), (${crypto.randomUUID()})`.execute(tx);
    const { claimPreviewRequests } = createChatPreviewsRepository(tx);
    return [await claimPreviewRequests(20), await claimPreviewRequests(20)];
  });
  expect(claimed).toEqual([
    [{ object_uuid: uuid, client_uuid: anna.clientUuid, media_type: "image/png" }],
    [],
  ]);
});
