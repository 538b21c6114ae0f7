import { LIVE_CHAT_HISTORY_COUNT } from "@shoal/contract";
import {
  type LiveChatResult,
  type LiveChatRoomChanges,
  MAX_LIVE_CHAT_SYNC_CHANGES,
  type SentLiveChatMessage,
} from "@shoal/contract/edge";
import {
  containsWord,
  hasRole,
  isNicknameReserved,
  nicknameKey,
  refuseLiveChatWriter,
  tidyLiveChatText,
  tidyNickname,
} from "@shoal/domain";
import type { Insertable } from "kysely";
import type { Database } from "../../../platform/database.ts";
import { isOpenNow, presentLiveChatMessage, presentShownSettings } from "./live-chats.present.ts";
import { createLiveChatsRepository, type LiveChatAuthor, type RunningChat } from "./live-chats.repository.ts";
import type { LiveChatMessageRow } from "./live-chats.table.ts";

type LiveChatsRepository = ReturnType<typeof createLiveChatsRepository>;
type ChatRefusal = NonNullable<LiveChatResult["refusal"]>;

/** A signed-in user of the client, as stored in the database. */
interface ClientMember {
  uuid: string;
  username: string;
  isHost: boolean;
}

interface ChatSyncDeps {
  db: Database;
  onError: (error: unknown) => void;
}

/** PostgreSQL errors caused by the written data: classes 22 (data) and 23 (integrity). */
const isRefusedData = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));

/** Receives and serves chats for edges. A message reported as written is committed. */
export function createChatSyncService({ db, onError }: ChatSyncDeps) {
  return {
    async sync(
      rooms: readonly { live: string; since: number | null }[],
      messages: readonly SentLiveChatMessage[],
    ): Promise<{ results: LiveChatResult[]; rooms: LiveChatRoomChanges[] }> {
      const results: LiveChatResult[] = [];
      for (const [live, batch] of Map.groupBy(messages, (message) => message.live))
        results.push(...(await writeSafely(live, batch)));
      return { results, rooms: await readRooms(rooms) };
    },
  };

  /** Isolates database errors caused by a single message: otherwise edges would resend all others forever. */
  async function writeSafely(live: string, batch: readonly SentLiveChatMessage[]): Promise<LiveChatResult[]> {
    try {
      return await writeBatch(live, batch);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      const [sent] = batch;
      if (sent && batch.length === 1) {
        // The error's details are left out because they quote the message.
        onError(new Error(`The database refuses a message of a live chat: ${error.message}`));
        return [refusedAnswer(sent, "closed")];
      }
      const results: LiveChatResult[] = [];
      for (const each of batch) results.push(...(await writeSafely(live, [each])));
      return results;
    }
  }

  function writeBatch(live: string, batch: readonly SentLiveChatMessage[]): Promise<LiveChatResult[]> {
    return db.transaction().execute(async (tx) => {
      const chats = createLiveChatsRepository(tx);
      const found = await chats.findForEdge(live);
      if (!found || !(await chats.lock(found))) return batch.map((sent) => refusedAnswer(sent, "closed"));
      // The settings are read only now, so that a change made during the wait applies.
      const chat = await chats.findForEdge(live);
      if (!chat) return batch.map((sent) => refusedAnswer(sent, "closed"));
      return writeLocked(chats, chat, batch);
    });
  }

  async function readRooms(
    rooms: readonly { live: string; since: number | null }[],
  ): Promise<LiveChatRoomChanges[]> {
    const chats = createLiveChatsRepository(db);
    const known = new Map(
      (await chats.listForEdge(rooms.map(({ live }) => live))).map((chat) => [chat.video_uuid, chat]),
    );
    const nowMs = Date.now();
    const answers: LiveChatRoomChanges[] = [];
    for (const { live, since } of rooms) {
      const chat = known.get(live);
      answers.push(chat ? await readRoom(chats, chat, since, nowMs) : deletedRoom(live));
    }
    return answers;
  }

  async function readRoom(
    chats: LiveChatsRepository,
    chat: RunningChat,
    since: number | null,
    nowMs: number,
  ): Promise<LiveChatRoomChanges> {
    const base = {
      live: chat.video_uuid,
      isOn: chat.is_on && chat.is_there,
      isOpen: isOpenNow(chat, nowMs),
      settings: presentShownSettings(chat),
    };
    if (!base.isOn || (since !== null && since >= chat.seq)) return { ...base, messages: [], seq: chat.seq };
    const rows =
      since === null
        ? await chats.listLatest(chat, LIVE_CHAT_HISTORY_COUNT)
        : await chats.listSince(chat, since, MAX_LIVE_CHAT_SYNC_CHANGES);
    const pinned =
      since === null && chat.pinned_id !== null && !rows.some(({ id }) => id === chat.pinned_id)
        ? await chats.findMessage(chat, chat.pinned_id)
        : undefined;
    // Changes committed after `chat` was read are reported next time.
    const isFull = since !== null && rows.length === MAX_LIVE_CHAT_SYNC_CHANGES;
    return {
      ...base,
      messages: [...(pinned ? [pinned] : []), ...rows].map((row) => presentLiveChatMessage(row, chat)),
      seq: isFull ? (rows.at(-1)?.seq ?? chat.seq) : chat.seq,
    };
  }
}
export type ChatSyncService = ReturnType<typeof createChatSyncService>;

const deletedRoom = (live: string): LiveChatRoomChanges => ({
  live,
  isOn: false,
  isOpen: false,
  settings: { slowSec: 0, writers: "everybody", consent: "" },
  messages: [],
  seq: 0,
});

const answerMessage = (
  { live, id, author }: SentLiveChatMessage,
  state: LiveChatResult["state"],
  refusal: ChatRefusal | null = null,
  retryAfterSec: number | null = null,
): LiveChatResult => ({ live, id, author, state, refusal, retryAfterSec });

const refusedAnswer = (
  sent: SentLiveChatMessage,
  refusal: ChatRefusal,
  retryAfterSec: number | null = null,
) => answerMessage(sent, "refused", refusal, retryAfterSec);

/** Checks and stores viewers' messages, in order. */
async function writeLocked(
  chats: LiveChatsRepository,
  chat: RunningChat,
  batch: readonly SentLiveChatMessage[],
): Promise<LiveChatResult[]> {
  const state = await readState(chats, chat, batch);
  const now = new Date();
  let { seq } = chat;
  const added: Insertable<LiveChatMessageRow>[] = [];
  const changed = new Map<string, LiveChatAuthor>();
  const results = batch.map((sent) => {
    const member = sent.userUuid === undefined ? undefined : state.members.get(sent.userUuid);
    // Users who have left the client can no longer write under their name.
    if (sent.userUuid !== undefined && !member) return refusedAnswer(sent, "closed");
    const author = member?.uuid ?? sent.author;
    const known = state.written.get(sent.id);
    if (known) {
      // A held message was accepted too, and a deleted one was shown at first.
      if (known.author !== author) return refusedAnswer(sent, "id_used");
      return answerMessage(sent, known.state === "held" ? "held" : "shown");
    }
    const text = tidyLiveChatText(sent.text);
    if (text === "") return refusedAnswer(sent, "empty");
    const viewer = member ? undefined : state.authors.get(author);
    const nearby = member ? undefined : state.networks.get(sent.network);
    const verdict = refuseLiveChatWriter(
      { isOpen: isOpenNow(chat, now.getTime()), slowSec: chat.slow_sec, writers: chat.writers },
      {
        isMember: member !== undefined,
        isHost: member?.isHost ?? false,
        // A new viewer from a network with a time-out may be the same person under another name.
        mutedUntilMs: (viewer ?? nearby)?.muted_until?.getTime() ?? null,
        isBanned: !member && (viewer?.banned_at != null || state.bannedNetworks.has(sent.network)),
        lastAtMs: viewer?.last_at?.getTime() ?? null,
        writtenNearby: nearby?.written ?? 0,
      },
      now.getTime(),
    );
    if (verdict) return refusedAnswer(sent, verdict.reason, verdict.retryAfterSec);
    const name = member ? member.username : tidyNickname(sent.name);
    if (name === undefined) return refusedAnswer(sent, "name_invalid");
    if (!member) {
      const key = nicknameKey(name);
      const holder = state.holders.get(key);
      if ((holder !== undefined && holder !== author) || isNicknameReserved(name, state.reserved))
        return refusedAnswer(sent, "name_taken");
      if (viewer && state.holders.get(viewer.name_key) === author) state.holders.delete(viewer.name_key);
      state.holders.set(key, author);
      const next = {
        ...(viewer ?? { muted_until: null, banned_at: null }),
        video_uuid: chat.video_uuid,
        client_uuid: chat.client_uuid,
        author,
        network: sent.network,
        name,
        name_key: key,
        last_at: now,
      };
      state.authors.set(author, next);
      state.networks.set(sent.network, {
        muted_until: nearby?.muted_until ?? null,
        written: (nearby?.written ?? 0) + 1,
      });
      changed.set(author, next);
    }
    seq += 1;
    const isHeld = !member?.isHost && containsWord(`${name} ${text}`, chat.held_words);
    const message: Insertable<LiveChatMessageRow> & Pick<LiveChatMessageRow, "state"> = {
      video_uuid: chat.video_uuid,
      client_uuid: chat.client_uuid,
      id: sent.id,
      author,
      position: seq,
      seq,
      name,
      is_host: member?.isHost ?? false,
      is_member: member !== undefined,
      kind: sent.kind,
      text,
      state: isHeld ? "held" : "shown",
      created_at: now,
      seen_at: new Date(now.getTime() - sent.lagMs),
    };
    added.push(message);
    state.written.set(sent.id, { author, state: message.state });
    return answerMessage(sent, isHeld ? "held" : "shown");
  });
  await chats.saveAuthors(chat, [...changed.values()]);
  await chats.addMessages(added);
  if (added.length > 0) await chats.update(chat, { seq });
  return results;
}

/** Reads what the database stores about the sent messages and their authors. */
async function readState(
  chats: LiveChatsRepository,
  chat: RunningChat,
  batch: readonly SentLiveChatMessage[],
) {
  const viewers = batch.filter(({ userUuid }) => userUuid === undefined);
  const ids = batch.map(({ id }) => id);
  const keys = viewers.flatMap(({ name }) => {
    const tidied = tidyNickname(name);
    return tidied === undefined ? [] : [nicknameKey(tidied)];
  });
  const written = await chats.listMessages(chat, ids);
  const authors = await chats.listAuthors(
    chat,
    viewers.map(({ author }) => author),
  );
  const named = await chats.listNamed(chat, keys);
  return {
    written: new Map(written.map(({ id, author, state }) => [id, { author, state }])),
    authors: new Map(authors.map((author) => [author.author, author])),
    holders: new Map([...authors, ...named].map(({ name_key, author }) => [name_key, author])),
    bannedNetworks: await chats.listBannedNetworks(
      chat,
      viewers.map(({ network }) => network),
    ),
    networks: await chats.listNetworks(
      chat,
      viewers.map(({ network }) => network),
      chat.slow_sec,
    ),
    reserved: viewers.length === 0 ? [] : await chats.listReserved(chat.client_uuid),
    members: await listMembers(chats, chat.client_uuid, [
      ...new Set(batch.flatMap(({ userUuid }) => userUuid ?? [])),
    ]),
  };
}

/** Lists the users of the client among the authors; administrators who view the client are hosts too. */
async function listMembers(
  chats: LiveChatsRepository,
  clientUuid: string,
  uuids: readonly string[],
): Promise<Map<string, ClientMember>> {
  const users = await chats.listUsersForEdge(uuids);
  const own = users.filter(({ client_uuid, roles }) => client_uuid === clientUuid || hasRole(roles, "admin"));
  return new Map(
    own.map(({ uuid, username, roles }) => [uuid, { uuid, username, isHost: hasRole(roles, "editor") }]),
  );
}
