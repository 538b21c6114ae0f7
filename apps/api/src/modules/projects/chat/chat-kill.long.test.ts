import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type ChatMessageView, createApiClient, routes } from "@shoal/contract";
import { freePorts } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";

const PEOPLE_COUNT = 20;
const KILL_COUNT = 10;
/** The number of messages of each person between two kills, which is below the rate limits. */
const MESSAGES_PER_ROUND = 5;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

/** Starts the api as a separate process, which can be killed. */
async function startProcess(port: number): Promise<ChildProcess> {
  const main = join(import.meta.dirname, "../../../main.ts");
  const env = { ...process.env, ...api.env, PORT: String(port) };
  const child = fork(main, { env, stdio: "ignore" });
  await once(child, "message");
  return child;
}

test("each acknowledged message is stored once and in order although the api is killed repeatedly", async () => {
  const owner = await api.addUser(["manager"]);
  const others: TestUser[] = [];
  while (others.length < PEOPLE_COUNT - 1) others.push(await api.addUser(["editor"], { clientOf: owner }));
  const people = [owner, ...others];
  const users = others.map(({ username }) => username);
  const { uuid: roomId } = await owner.call(routes.createChatRoom, { body: { roomName: "All", users } });
  const [port] = await freePorts(1);
  const baseUrl = `http://127.0.0.1:${port}`;
  const acknowledged: ChatMessageView[] = [];
  /** The running process, or the one that is starting. */
  let running: Promise<ChildProcess>;
  /** Sends a message as a page does, repeatedly until there is a response. */
  async function write({ credential, username }: TestUser, n: number): Promise<void> {
    const call = createApiClient({ baseUrl, credential: () => credential });
    const body = { messageId: crypto.randomUUID(), content: `${username} ${n}` };
    for (;;) {
      const answer = await call(routes.createChatMessage, { params: { roomId }, body }).catch(
        () => undefined,
      );
      if (answer) return void acknowledged.push(answer);
      await running;
    }
  }
  await api.restart(async () => {
    running = startProcess(port);
    for (let kill = 0; kill < KILL_COUNT; kill++) {
      const child = await running;
      const before = acknowledged.length;
      const writing = people.map(async (user) => {
        for (let n = 0; n < MESSAGES_PER_ROUND; n++) await write(user, kill * MESSAGES_PER_ROUND + n);
      });
      // The process is killed during the round, when some messages have a response and some are waiting for it.
      await expect.poll(() => acknowledged.length - before).toBeGreaterThan(PEOPLE_COUNT + kill);
      running = once(child, "exit").then(() => startProcess(port));
      child.kill("SIGKILL");
      await Promise.all(writing);
    }
    const last = await running;
    const ended = once(last, "exit");
    last.kill("SIGKILL");
    await ended;
  });
  const seen: ChatMessageView[] = [];
  for (let since = 0; ; ) {
    const page = await owner.call(routes.listChatChanges, { params: { id: roomId }, query: { since } });
    seen.push(...page.messages);
    since = page.seq;
    if (!page.hasMore) break;
  }
  expect(seen).toHaveLength(PEOPLE_COUNT * MESSAGES_PER_ROUND * KILL_COUNT);
  expect(new Set(seen.map(({ content }) => content)).size).toBe(seen.length);
  const byId = new Map(seen.map((message) => [message._id, message]));
  expect(acknowledged.filter(({ _id, position }) => byId.get(_id)?.position !== position)).toEqual([]);
  expect(seen.map(({ position }) => position)).toEqual(seen.map((_, n) => n + 1));
  // Each person's messages are in the order in which they wrote them.
  for (const { username } of people) {
    const own = seen
      .filter(({ sender }) => sender === username)
      .map(({ content }) => Number(content.split(" ")[1]));
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
});
