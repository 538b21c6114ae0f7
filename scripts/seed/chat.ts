import { crc32, deflateSync } from "node:zlib";
import { type ApiCall, type ChatMessageView, createApiClient, errorOf, routes } from "@shoal/contract";
import { sql } from "kysely";
import type { Database } from "../../apps/api/src/platform/database.ts";
import { DEMO_ADMINISTRATOR, DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";

/** The conversation in the team's room; "me" is the client's contact at support. */
const TEAM_TALK: readonly [who: "me" | "editor", text: string][] = [
  ["me", "Morning! The new ending of the **Harbour film** is in. Who has a look?"],
  ["editor", "Me. Give me ten minutes."],
  ["editor", "The cut works. The title at 00:00:12 comes too early, I think."],
  ["me", "By how much?"],
  ["editor", "About a second:\n\n- title at `00:00:13:00`\n- fade of 12 frames"],
  ["me", "Fine, I'll move it."],
  ["editor", "And the sound of the ship? It was louder in the first version."],
  ["me", "On purpose. The mix follows on Thursday."],
  ["editor", "Great, then I wait for it."],
];
/** The conversation in a room with unread messages. */
const EVENING_TALK: readonly [who: "me" | "editor", text: string][] = [
  ["editor", "The mix is there: `harbour-mix-3.wav` in the project."],
  ["editor", "And the colours of the night scenes are done."],
  ["editor", "Can you look at it before Friday?"],
];
const SUPPORT_TALK: readonly [who: "me" | "agent", text: string][] = [
  ["me", "Hello! Can we get a second streaming key for our studio in Brest?"],
  ["agent", "Yes. In Lives → Keys, an account manager of yours can make as many as you need."],
  ["me", "Found it, thank you. Does each key have a limit of viewers?"],
  ["agent", "No. A limit comes with your contract, not with a key."],
  ["me", "One more: may an encoder publish with the same key from two places?"],
];
const PLAN_TALK: readonly [who: "me" | "editor", text: string][] = [
  ["me", "This room is for the autumn campaign: dates, formats, who does what."],
  ["editor", "Formats so far: 16:9 for the site, 9:16 for phones."],
  ["me", "Please keep a version without titles for other languages."],
  ["editor", "Noted 👍"],
];

type ChatWriter = "me" | "editor" | "agent";

/**
 * Adds a week of messages in rooms with pictures, audio, replies and reactions, a private room and a support room, for the demo client that
 * has projects. They are written by calls of the API, as users do, and backdated in the database afterwards. Data of an earlier seed is
 * left unchanged.
 */
export async function addChat(db: Database, apiUrl: string): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const username = toSlug(client);
  const names: Record<ChatWriter, string> = {
    me: username,
    editor: `${username}-editor`,
    agent: DEMO_ADMINISTRATOR.username,
  };
  const credentials = new Map<ChatWriter, string>();
  const signIn = async (who: ChatWriter): Promise<ApiCall> => {
    const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
    const body = { username: names[who], password: DEMO_PASSWORD };
    const { credential } = await anonymous(routes.login, { body });
    credentials.set(who, credential);
    return createApiClient({ baseUrl: apiUrl, credential: () => credential });
  };
  const me = await signIn("me");
  const before = await me(routes.listAllChatRooms, {});
  if (before.some(({ lastPosition }) => lastPosition > 0)) return;
  const calls: Record<ChatWriter, ApiCall> = {
    me,
    editor: await signIn("editor"),
    agent: await signIn("agent"),
  };
  const post = (who: ChatWriter, roomId: string, content: string, rest: object = {}) =>
    calls[who](routes.createChatMessage, { params: { roomId }, body: { content, ...rest } });
  const talk = async (roomId: string, lines: readonly (readonly [ChatWriter, string])[]) => {
    const written: ChatMessageView[] = [];
    for (const [who, text] of lines) written.push(await post(who, roomId, text));
    return written;
  };
  const send = async (who: ChatWriter, roomId: string, file: File, content: string): Promise<void> => {
    const body = new FormData();
    body.set("content", content);
    body.set("file", file);
    const response = await fetch(`${apiUrl}/api/chatMessages/file/${roomId}`, {
      method: "POST",
      headers: { authorization: `Bearer ${credentials.get(who)}` },
      body,
    });
    if (!response.ok) throw await errorOf(response);
  };
  const team = before.find(({ kind }) => kind === "team");
  if (team) {
    const [opening, , remark] = await talk(team.uuid, TEAM_TALK);
    if (opening && remark) {
      const body = { reaction: "🎬", roomId: team.uuid };
      await calls.editor(routes.addChatReaction, { params: { messageId: opening._id }, body });
      await me(routes.pinChatMessage, {
        params: { roomId: team.uuid, messageId: remark._id },
        body: { isPinned: true },
      });
      await send("me", team.uuid, createStoryboard(), "The first frame as it is now");
      await send("editor", team.uuid, createTone(), "The tone of the ship's horn");
      await talk(team.uuid, EVENING_TALK);
      await post("editor", team.uuid, `@${username} is it moved already?`, {
        replyMessage: remark._id,
        mentions: [username],
      });
    }
  }
  const plan = await me(routes.createChatRoom, {
    body: { roomName: "Autumn campaign", users: [names.editor] },
  });
  await talk(plan.uuid, PLAN_TALK);
  const two = await me(routes.createChatRoom, { body: { users: [names.editor] } });
  await post("editor", two.uuid, "Can we talk about the calendar after lunch?");
  await post("me", two.uuid, "Yes, at two.");
  const support = await me(routes.openSupportChatRoom, {});
  await talk(support.uuid, SUPPORT_TALK);
  await dateBack(
    db,
    [team?.uuid, plan.uuid, two.uuid, support.uuid].flatMap((uuid) => uuid ?? []),
  );
}

/** Spreads the messages of each room over the last week. The last one is some minutes old. Sends no mails about them. */
async function dateBack(db: Database, rooms: readonly string[]): Promise<void> {
  const uuids = sql`${[...rooms]}::uuid[]`;
  await sql`UPDATE chat_messages AS message SET created_at = now()
      - (ago.place * interval '7 days' / greatest(ago.count, 1)) - interval '11 minutes' - ago.place * interval '7 minutes'
    FROM (SELECT room_uuid, id, row_number() OVER later - 1 AS place, count(*) OVER (PARTITION BY room_uuid) AS count
      FROM chat_messages WHERE room_uuid = ANY(${uuids})
      WINDOW later AS (PARTITION BY room_uuid ORDER BY position DESC)) AS ago
    WHERE message.room_uuid = ago.room_uuid AND message.id = ago.id`.execute(db);
  await sql`UPDATE chat_messages SET pinned_at = created_at + interval '1 hour'
    WHERE room_uuid = ANY(${uuids}) AND pinned_at IS NOT NULL`.execute(db);
  await sql`UPDATE chat_rooms AS room SET last_at = written.last_at, created_at = written.first_at,
      waiting_since = CASE WHEN room.waiting_since IS NULL THEN NULL ELSE written.last_at END
    FROM (SELECT room_uuid, max(created_at) AS last_at, min(created_at) AS first_at FROM chat_messages
      WHERE room_uuid = ANY(${uuids}) GROUP BY room_uuid) AS written
    WHERE room.uuid = written.room_uuid`.execute(db);
  await sql`UPDATE chat_members AS member SET mailed_position = room.last_position FROM chat_rooms AS room
    WHERE room.uuid = member.room_uuid AND room.uuid = ANY(${uuids})`.execute(db);
}

const [WIDTH, HEIGHT] = [960, 540];

/** Creates a picture of a sea at dusk. Each of its lines has a single colour. */
function createStoryboard(): File {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const isSea = y > HEIGHT * 0.6;
    const share = y / HEIGHT;
    const color = isSea
      ? [20 + 20 * share, 60 + 60 * share, 110 - 20 * share]
      : [60 + 190 * share, 60 + 90 * share, 120];
    return Buffer.from([0, ...Array.from({ length: WIDTH }, () => color.map(Math.round)).flat()]);
  });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(WIDTH);
  header.writeUInt32BE(HEIGHT, 4);
  const bytes = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return new File([bytes], "first-frame.png", { type: "image/png" });
}

const SAMPLES_PER_SEC = 8_000;

/** Creates three seconds of a low tone, as 16-bit WAV. */
function createTone(): File {
  const samples = Buffer.alloc(3 * SAMPLES_PER_SEC * 2);
  for (let n = 0; n < samples.length / 2; n++)
    samples.writeInt16LE(Math.round(9_000 * Math.sin((2 * Math.PI * 110 * n) / SAMPLES_PER_SEC)), n * 2);
  const header = Buffer.alloc(44);
  header.write("RIFF");
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SEC, 24);
  header.writeUInt32LE(SAMPLES_PER_SEC * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return new File([Buffer.concat([header, samples])], "horn.wav", { type: "audio/wav" });
}
