import { type ApiCall, AppError, createApiClient, routes, type VideoView } from "@shoal/contract";
import { publish } from "@shoal/testkit";
import { sql } from "kysely";
import type { Database } from "../../apps/api/src/platform/database.ts";
import { DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";

const LIVE_TITLE = "Harbour council, autumn session";
const DURATION_SEC = 24;
const MESSAGE_PAUSE_MS = 500;
const MAX_WAIT_MS = 60_000;

interface ScriptedMessage {
  /** The position in the recording at which the message is written. */
  sec: number;
  /** The writer's name. Undefined for the host, whose username the chat shows. */
  name?: string;
  text: string;
  kind?: "question";
  state?: "held";
  answer?: string;
}
/** The messages of viewers, in order. */
const SCRIPTED_MESSAGES: readonly ScriptedMessage[] = [
  { sec: 1, name: "Maëlle", text: "Good evening from Brest!" },
  { sec: 3, name: "Jonas", text: "Sound and picture are fine here." },
  { sec: 4, text: "Welcome, everybody. We begin with the new quay." },
  {
    sec: 7,
    name: "Aoife",
    text: "When do the works on the east side begin?",
    kind: "question",
    answer: "In March, once the ferries have moved.",
  },
  { sec: 9, name: "Jonas", text: "The plan on the screen is a little small on a phone." },
  { sec: 12, name: "Maëlle", text: "Thank you for the drawing, it is much clearer now 👏" },
  { sec: 14, name: "Boats4U", text: "Cheap tickets for the boat show, write to me", state: "held" },
  { sec: 17, name: "Aoife", text: "Will the recording stay online?", kind: "question" },
  { sec: 19, text: "Yes, with this chat beside it." },
  { sec: 22, name: "Jonas", text: "See you in two weeks!" },
];

/**
 * Publishes a live with a chat for the demo client that has projects. The live's archive plays the chat in sync. The messages are
 * assigned to their seconds of the archive afterwards. Data of an earlier seed is left unchanged.
 */
export async function addLiveChat(db: Database, apiUrl: string): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const username = toSlug(client);
  const { credential } = await anonymous(routes.login, { body: { username, password: DEMO_PASSWORD } });
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  const known = await call(routes.listVideos, {
    query: { page: 1, search: LIVE_TITLE, filter: { type: "live" } as never },
  });
  if (known._embedded.some(({ title }) => title === LIVE_TITLE)) return;
  const body = { title: LIVE_TITLE, type: "live", keepLive: true } as const;
  const { uuid } = await call(routes.createVideo, { body: body as never });
  const id = { params: { id: uuid } };
  await call(routes.setLiveChat, { ...id, body: { isOn: true, heldWords: ["tickets"] } });
  const { url, streamKey } = await call(routes.getStreamKey, id);
  await publish(`${url}/${streamKey}`, { seconds: DURATION_SEC, isLive: true }).ended;
  await call(routes.stopEncoding, id).catch((error: unknown) => {
    // On a busy machine, the live may have ended before this call.
    if (!(error instanceof AppError) || error.code !== "illegal_transition") throw error;
  });
  const archive = await waitForArchive(call, uuid);
  if (archive) await insertMessages(db, { live: uuid, archive: archive.uuid, host: username });
}

/** Waits for the archive. Returns undefined if the live could not be published, because a demo works without it. */
async function waitForArchive(call: ApiCall, live: string): Promise<VideoView | undefined> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += MESSAGE_PAUSE_MS) {
    const query = { page: 1, filter: { parent: live } as never };
    const [archive] = (await call(routes.listVideos, { query }))._embedded;
    if (archive) return archive;
    await new Promise((next) => setTimeout(next, MESSAGE_PAUSE_MS));
  }
  return undefined;
}

interface WrittenChat {
  live: string;
  archive: string;
  /** The username of the host. */
  host: string;
}

async function insertMessages(db: Database, { live, archive, host }: WrittenChat): Promise<void> {
  const rows = SCRIPTED_MESSAGES.map(({ sec, name, text, kind, state, answer }, n) => ({
    n: n + 1,
    sec,
    name: name ?? host,
    text,
    kind: kind ?? "message",
    state: state ?? "shown",
    is_host: name === undefined,
    answer: answer ?? null,
  }));
  await sql`INSERT INTO live_chat_messages (video_uuid, id, client_uuid, author, position, seq, name, is_host, is_member, kind,
      text, state, answer, answer_name, created_at, seen_at)
    SELECT chat.video_uuid, 'demo-' || line.n, chat.client_uuid, 'demo-' || line.name, chat.seq + line.n, chat.seq + line.n,
      line.name, line.is_host, line.is_host, line.kind, line.text, line.state, line.answer,
      CASE WHEN line.answer IS NOT NULL THEN ${host} END,
      kept.started_at + line.sec * interval '1 second', kept.started_at + line.sec * interval '1 second'
    FROM live_chats AS chat
      JOIN live_archives AS kept ON kept.live_uuid = chat.video_uuid AND kept.video_uuid = ${archive}
      CROSS JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS line(n int, sec int, name text, text text, kind text,
        state text, is_host boolean, answer text)
    WHERE chat.video_uuid = ${live} AND kept.started_at IS NOT NULL`.execute(db);
  await sql`UPDATE live_chats SET seq = seq + ${rows.length}, pinned_id = 'demo-3' WHERE video_uuid = ${live}`.execute(
    db,
  );
}
