import { fillPath, routes } from "@shoal/contract";
import { sql } from "kysely";
import { startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import type { Bench, Figure } from "./bench.ts";
import { vacuumUntilVisible } from "./library.ts";
import { formatGetRequest, sendLoad } from "./load-generator.ts";

const ROOM_COUNT = 1_000;
/** The number of messages per room. They are all unread in every second room. */
const MESSAGES_PER_ROOM = 30;
const UNREAD_COUNT = 20;
/** The number of members per room. Searches are rate-limited per user, so many users take turns. */
const MEMBERS_PER_ROOM = 50;
const MESSAGE_COUNT = 1_000_000;
const FILL_BATCH = 100_000;
/** The number of oldest messages with a word that does not occur in later messages. */
const OLD_MESSAGE_COUNT = 20_000;
const CONNECTION_COUNT = 2;
const WARM_UP_MS = 2_000;
const DURATION_MS = 5_000;

const VOCABULARY =
  "harbour title colour ending sound version please thursday cut music shot scene camera grade logo mix draft frame light voice".split(
    " ",
  );

/**
 * Adds rooms of a few people with a message every hour. Mails about unread messages count as sent, so none are sent during the
 * measurement.
 */
async function fillRooms(api: TestApi, people: readonly TestUser[]): Promise<void> {
  const { db } = api.database;
  const [owner] = people;
  if (!owner) throw new Error("Nobody is there");
  const users = people.map(({ userUuid }) => userUuid);
  await sql`INSERT INTO chat_rooms (client_uuid, kind, name, owner_uuid, seq, last_position, message_count, last_at)
    SELECT ${owner.clientUuid}::uuid, 'custom', 'Room ' || n, ${owner.userUuid}::uuid, ${MESSAGES_PER_ROOM}, ${MESSAGES_PER_ROOM},
      ${MESSAGES_PER_ROOM}, now() - n * interval '1 hour' FROM generate_series(1, ${ROOM_COUNT}::int) AS n`.execute(
    db,
  );
  await sql`INSERT INTO chat_members (room_uuid, client_uuid, user_uuid, read_position, mailed_position, is_starred)
    SELECT room.uuid, room.client_uuid, person,
      room.seq - CASE WHEN right(room.name, 1)::int % 2 = 0 THEN ${UNREAD_COUNT}::int ELSE 0 END, room.seq, room.name LIKE '%77'
    FROM chat_rooms AS room CROSS JOIN unnest(${users}::uuid[]) AS person
    WHERE room.client_uuid = ${owner.clientUuid}::uuid`.execute(db);
  await sql`INSERT INTO chat_messages
      (room_uuid, id, client_uuid, position, seq, sender_uuid, sender_name, text, mentions, mention_uuids, created_at)
    SELECT room.uuid, 'm' || n, room.client_uuid, n, n, (${users}::uuid[])[1 + n % ${MEMBERS_PER_ROOM}::int], 'somebody',
      'Please look at ' || (${VOCABULARY}::text[])[1 + n % 20] || ' number ' || n, '{}', '{}',
      room.last_at - (${MESSAGES_PER_ROOM}::int - n) * interval '1 minute'
    FROM chat_rooms AS room CROSS JOIN generate_series(1, ${MESSAGES_PER_ROOM}::int) AS n
    WHERE room.client_uuid = ${owner.clientUuid}::uuid`.execute(db);
}

/** Adds a room of a million messages, each with a word that all messages contain, one of twenty words and a unique word. */
async function fillLongRoom(api: TestApi, people: readonly TestUser[]): Promise<string> {
  const { db } = api.database;
  const [owner, ...others] = people;
  if (!owner) throw new Error("Nobody is there");
  const users = others.map(({ username }) => username);
  const { uuid } = await owner.call(routes.createChatRoom, { body: { roomName: "All day", users } });
  // Building the word index once, after the messages are inserted, takes a third of the time.
  await sql`DROP INDEX chat_messages_by_words`.execute(db);
  for (let from = 0; from < MESSAGE_COUNT; from += FILL_BATCH)
    await sql`INSERT INTO chat_messages
        (room_uuid, id, client_uuid, position, seq, sender_uuid, sender_name, text, mentions, mention_uuids, created_at)
      SELECT ${uuid}::uuid, 'm' || n, ${owner.clientUuid}::uuid, n, n, ${owner.userUuid}::uuid, ${owner.username},
        'Shoal ' || (${VOCABULARY}::text[])[1 + n % 20] || ' ' || (${VOCABULARY}::text[])[1 + n / 20 % 20] || ' take' || n
          || CASE WHEN n <= ${OLD_MESSAGE_COUNT}::int THEN ' premiere' ELSE '' END, '{}', '{}',
        now() - (${MESSAGE_COUNT}::int - n) * interval '20 seconds'
      FROM generate_series(${from + 1}::int, ${from + FILL_BATCH}::int) AS n`.execute(db);
  await sql`CREATE INDEX chat_messages_by_words ON chat_messages USING gin (words)`.execute(db);
  await sql`UPDATE chat_rooms SET seq = ${MESSAGE_COUNT}, last_position = ${MESSAGE_COUNT}, message_count = ${MESSAGE_COUNT}
    WHERE uuid = ${uuid}`.execute(db);
  await sql`UPDATE chat_members SET read_position = ${MESSAGE_COUNT} WHERE room_uuid = ${uuid}`.execute(db);
  for (const table of ["chat_messages", "chat_rooms", "chat_members"]) await vacuumUntilVisible(api, table);
  return uuid;
}

interface MeasuredList {
  name: string;
  paths: string[];
  reachMs: number;
}

async function measureLists(
  api: TestApi,
  people: readonly TestUser[],
  { name, paths: each, reachMs }: MeasuredList,
): Promise<Figure> {
  const paths = people.flatMap(() => each);
  const requests = paths.map((path, n) =>
    formatGetRequest(path, { authorization: `Bearer ${people[n % people.length]?.credential}` }),
  );
  const load = { origin: api.url, requests, connections: CONNECTION_COUNT };
  await sendLoad({ ...load, durationMs: WARM_UP_MS });
  const { timings, failures } = await sendLoad({ ...load, durationMs: DURATION_MS });
  const ascending = timings.toSorted(([, a], [, b]) => a - b);
  const at = (share: number) => ascending[Math.floor(share * (ascending.length - 1))]?.[1] ?? 0;
  const worst = ascending.slice(-3).map(([n, ms]) => `${ms.toFixed(0)} ms ${paths[n]}`);
  return {
    name,
    value: `p99 ${at(0.99).toFixed(1)} ms, p50 ${at(0.5).toFixed(1)} ms`,
    reach: `p99 ≤ ${reachMs} ms`,
    isReached: failures === 0 && ascending.length > 0 && at(0.99) <= reachMs,
    detail: `${timings.length} answers, ${failures} failures; the slowest: ${worst.join("; ")}`,
  };
}

const pathOf = (path: string, params: Record<string, string>, query: Record<string, string | number> = {}) =>
  `${fillPath(path, params)}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;

/** Measures the lists of a user in 1,000 rooms, pages of a room with a million messages, and searches in all of them. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi();
  try {
    const owner = await api.addUser(["manager"]);
    const people = [owner];
    while (people.length < MEMBERS_PER_ROOM) people.push(await api.addUser(["editor"], { clientOf: owner }));
    await fillRooms(api, people);
    const id = await fillLongRoom(api, people);
    const { next } = await owner.call(routes.listChatRooms, { query: {} });
    const list = (query: Record<string, string | number>) => pathOf(routes.listChatRooms.path, {}, query);
    const page = (query: Record<string, string | number>) =>
      pathOf(routes.listChatMessages.path, { id }, query);
    const search = (query: Record<string, string | number>) => pathOf(routes.searchChat.path, {}, query);
    const places = Array.from({ length: 50 }, (_, n) => 1 + Math.floor((MESSAGE_COUNT * n) / 50));
    const measuredLists: MeasuredList[] = [
      {
        name: `list of ${ROOM_COUNT} rooms, 50 a page`,
        paths: [
          list({}),
          list({ cursor: next ?? "" }),
          list({ kind: "custom" }),
          list({ search: "Room 7" }),
          list({ search: people[1]?.username ?? "" }),
          pathOf(routes.checkUnseenMessages.path, {}),
        ],
        reachMs: 40,
      },
      {
        name: "page of a room with a million messages",
        paths: [
          page({}),
          ...places.flatMap((place) => [page({ before: place }), page({ around: place })]),
          page({ aroundDate: new Date(Date.now() - 86_400_000).toISOString() }),
          pathOf(routes.listChatMessagePage.path, { roomId: id }, { messagePage: 1 }),
          pathOf(routes.listChatMessagePage.path, { roomId: id }, { messagePage: 100 }),
        ],
        reachMs: 20,
      },
      {
        name: "search in a million messages",
        paths: [
          search({ search: "shoal" }),
          search({ search: "harbour music" }),
          search({ search: "har" }),
          search({ search: "premiere" }),
          // This prefix matches words of 100,000 old messages, but no word of the last 5,000 messages.
          search({ search: "take1" }),
          search({ search: "nothing like it" }),
          search({ search: "number 17" }),
          search({ search: "please", from: people[2]?.username ?? "" }),
          search({ search: "premiere", room: id }),
          ...places.map((place) => search({ search: `take${place}`, room: id })),
        ],
        reachMs: 150,
      },
    ];
    const figures: Figure[] = [];
    for (const each of measuredLists) figures.push(await measureLists(api, people, each));
    return figures;
  } finally {
    await api.close();
  }
}

export const chatListsBench: readonly Bench[] = [{ name: "chat-lists", run: runBench }];
