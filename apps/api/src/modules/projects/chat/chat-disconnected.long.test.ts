import { type ChatMessageView, routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../platform/database.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";

const DISCONNECTION_DURATION_MS = 30_000;
/** The number of messages of each person before, during and after the outage. */
const MESSAGES_PER_ROUND = 5;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

/** Makes the database unreachable by ending connections and refusing new ones. @returns a function that restores it. */
async function disconnectApi(): Promise<() => Promise<void>> {
  // The URL names a socket folder and no host, which only PostgreSQL clients accept.
  const [, before = "", name = "", rest = ""] = /^(.*@[^/]*\/)([^?]+)(.*)$/.exec(api.databaseUrl) ?? [];
  const server = openDatabase(`${before}postgres${rest}`, 1);
  const allow = (isOpen: boolean) =>
    sql`ALTER DATABASE ${sql.id(name)} ALLOW_CONNECTIONS ${sql.lit(isOpen)}`.execute(server.db);
  await allow(false);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`.execute(
    server.db,
  );
  return async () => {
    await allow(true);
    await server.close();
  };
}

test("no message is acknowledged during a 30 s outage of PostgreSQL, and all are stored once in order afterwards", async () => {
  const owner = await api.addUser(["manager"]);
  const people: TestUser[] = [owner];
  while (people.length < 5) people.push(await api.addUser(["editor"], { clientOf: owner }));
  const users = people.slice(1).map(({ username }) => username);
  const { uuid: roomId } = await owner.call(routes.createChatRoom, { body: { roomName: "All", users } });
  const page = await listenAs(api, owner);
  await page.ask("chat.enter", "here");
  const acknowledged: { view: ChatMessageView; atMs: number }[] = [];
  /** Sends a message as a page does, repeatedly until there is a response. */
  async function write({ call, username }: TestUser, n: number): Promise<void> {
    const body = { messageId: crypto.randomUUID(), content: `${username} ${n}` };
    for (;;) {
      const view = await call(routes.createChatMessage, { params: { roomId }, body }).catch(() => undefined);
      if (!view) continue;
      acknowledged.push({ view, atMs: Date.now() });
      return;
    }
  }
  const round = (from: number) =>
    people.map(async (user) => {
      for (let n = from; n < from + MESSAGES_PER_ROUND; n++) await write(user, n);
    });
  await Promise.all(round(0));
  const giveBack = await disconnectApi();
  const awayMs = Date.now();
  const writing = round(MESSAGES_PER_ROUND);
  try {
    // Other callers are rejected in the meantime, without waiting for the outage to end.
    let slowestMs = 0;
    while (Date.now() - awayMs < DISCONNECTION_DURATION_MS) {
      const askedMs = Date.now();
      const answer = await owner
        .call(routes.listChatMessages, { params: { id: roomId }, query: {} })
        .catch(() => "refused");
      expect(answer).toBe("refused");
      slowestMs = Math.max(slowestMs, Date.now() - askedMs);
    }
    expect(slowestMs).toBeLessThan(DISCONNECTION_DURATION_MS);
  } finally {
    await giveBack();
  }
  const backMs = Date.now();
  await Promise.all(writing);
  await Promise.all(round(2 * MESSAGES_PER_ROUND));
  expect(acknowledged.filter(({ atMs }) => atMs > awayMs + 1_000 && atMs < backMs)).toEqual([]);
  const { messages } = await owner.call(routes.listChatMessages, {
    params: { id: roomId },
    query: { limit: 100 },
  });
  expect(messages).toHaveLength(people.length * MESSAGES_PER_ROUND * 3);
  for (const { username } of people)
    expect(messages.filter(({ sender }) => sender === username).map(({ content }) => content)).toEqual(
      Array.from({ length: MESSAGES_PER_ROUND * 3 }, (_, n) => `${username} ${n}`),
    );
  const again = await listenAs(api, owner);
  await again.ask("chat.enter", "here");
  const last = await people[1]?.call(routes.createChatMessage, {
    params: { roomId },
    body: { content: "All is well" },
  });
  expect(await again.next("newMessage")).toEqual(last);
  again.close();
  page.close();
});
