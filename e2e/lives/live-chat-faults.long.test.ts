import { setTimeout as delay } from "node:timers/promises";
import { type ApiCall, type LiveChatMessage, type ModeratedLiveChatMessage, routes } from "@shoal/contract";
import type { PlaySession } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import { expect, test } from "vitest";
import { ChatClient } from "../../apps/player/src/live-chat/chat-client.ts";
import { openAccount } from "../../harness/account.ts";
import { killAll, readProcessTree } from "../../harness/faults-processes.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { beginPublishing } from "../support/lives.ts";

const VIEWER_COUNT = 300;
const WRITER_COUNT = 8;
/** The interval between messages. All viewers share one network, which may write 240 messages a minute. */
const WRITE_INTERVAL_MS = 2_500;
const DISCONNECTION_DURATION_MS = 30_000;
/** The duration of normal operation before and after each failure. */
const NORMAL_OPERATION_MS = 8_000;
/** The number of messages that one call for the chat's list returns. */
const PAGE_SIZE = 200;

/** A viewer who uses the player's own chat connection. It reconnects automatically and shows what it receives. */
class ChatViewer {
  readonly #shown = new Map<string, LiveChatMessage>();
  /** The ids of messages that a single response contained twice. A page would show these messages twice. */
  readonly twice: string[] = [];
  readonly acknowledged = new Set<string>();
  readonly refused = new Set<string>();
  connected = 0;
  isConnected = false;
  readonly #client: ChatClient;
  #session: PlaySession;

  constructor(session: PlaySession, viewer: string, renew: () => Promise<PlaySession>) {
    this.#session = session;
    this.#client = new ChatClient({
      chat: () => this.#session.chat,
      viewer,
      renew: async () => {
        this.#session = await renew();
      },
      onPushed: (answer) => {
        if (answer.type === "joined") this.#shown.clear();
        if (answer.type !== "joined" && answer.type !== "batch") return;
        const ids = answer.messages.map(({ id }) => id);
        this.twice.push(...ids.filter((id, n) => ids.indexOf(id) !== n));
        for (const message of answer.messages) this.#shown.set(message.id, message);
      },
      onConnected: (isConnected) => {
        this.isConnected = isConnected;
        if (isConnected) this.connected += 1;
      },
      onSent: (id, outcome) => {
        if (outcome === "shown") this.acknowledged.add(id);
      },
      onRefused: ({ id }) => this.refused.add(id),
    });
  }

  write(id: string, name: string, text: string): void {
    this.#client.write({ type: "write", id, name, kind: "message", text, hasAgreed: false });
  }

  /** Returns the messages in the order in which the chat shows them. */
  texts(): string[] {
    return [...this.#shown.values()].toSorted((a, b) => a.position - b.position).map(({ text }) => text);
  }

  close(): void {
    this.#client.close();
  }
}

const processOf = async (platform: TestPlatform, name: string) => {
  const pid = platform.children.find((child) => child.name === name)?.pid();
  const seen = (await readProcessTree(process.pid)).filter((each) => each.pid === pid);
  expect(seen).toHaveLength(1);
  return seen;
};

async function listAll(call: ApiCall, uuid: string): Promise<ModeratedLiveChatMessage[]> {
  const all: ModeratedLiveChatMessage[] = [];
  for (let before: number | undefined; ; before = all[0]?.position) {
    const { messages } = await call(routes.listLiveChatMessages, {
      params: { id: uuid },
      query: (before === undefined ? {} : { before }) as never,
    });
    all.unshift(...messages);
    if (messages.length < PAGE_SIZE) return all;
  }
}

test("hundreds of viewers lose no acknowledged message and see none twice when the edge is killed and the api is down for 30 s", async () => {
  const platform = await startTestPlatform();
  const viewers: ChatViewer[] = [];
  const over = new AbortController();
  try {
    const { call } = await openAccount(platform);
    const { uuid } = await call(routes.createVideo, { body: { title: "Storm", type: "live" } as never });
    const id = { params: { id: uuid } };
    await call(routes.setLiveChat, { ...id, body: { isOn: true } });
    beginPublishing(await call(routes.getStreamKey, id));
    await eventually(async () => expect((await call(routes.getVideo, id)).live?.state).toBe("live"));
    const play = async (): Promise<PlaySession> => {
      const response = await fetch(`${platform.installation.edgeUrl}/play/${uuid}`, {
        method: "POST",
        headers: { "user-agent": "Mozilla/5.0 Chrome/140" },
        body: "{}",
      });
      if (!response.ok) throw new Error(`A play was answered with ${response.status}`);
      return (await response.json()) as PlaySession;
    };
    // All viewers share one play session. They are distinguished by the identities stored in their browsers.
    const session = await eventually(async () => {
      const made = await play();
      expect(made.chat?.mode).toBe("live");
      return made;
    });
    while (viewers.length < VIEWER_COUNT)
      viewers.push(new ChatViewer(session, `viewer-${viewers.length}-${"0".repeat(24)}`, play));
    const areBack = (times: number) =>
      eventually(() => viewers.every(({ isConnected, connected }) => isConnected && connected >= times), {
        what: "all viewers in the chat",
      });
    await areBack(1);

    const written: { viewer: ChatViewer; id: string; text: string }[] = [];
    const writers = viewers.slice(0, WRITER_COUNT).map(async (viewer, n) => {
      for (let count = 0; !over.signal.aborted; count++) {
        const message = { viewer, id: crypto.randomUUID(), text: `Writer ${n}, message ${count}` };
        written.push(message);
        viewer.write(message.id, `Writer ${n}`, message.text);
        await delay(WRITE_INTERVAL_MS, undefined, { signal: over.signal }).catch(() => undefined);
      }
    });
    const acknowledgedNow = () => viewers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    await delay(NORMAL_OPERATION_MS);

    await killAll(await processOf(platform, "edge"));
    await areBack(2);
    await delay(NORMAL_OPERATION_MS);

    const [api] = await processOf(platform, "api");
    const before = acknowledgedNow();
    process.kill(api?.pid ?? 0, "SIGSTOP");
    await delay(DISCONNECTION_DURATION_MS);
    // Only messages that were in transit when the process stopped may still be acknowledged.
    const during = acknowledgedNow() - before;
    process.kill(api?.pid ?? 0, "SIGCONT");
    expect(during).toBeLessThanOrEqual(2 * WRITER_COUNT);
    await eventually(() => acknowledgedNow() > before + during);
    await delay(NORMAL_OPERATION_MS);

    // The edge and the api are killed at the same moment, while messages are in transit.
    await killAll([...(await processOf(platform, "edge")), ...(await processOf(platform, "api"))]);
    await areBack(3);
    await delay(NORMAL_OPERATION_MS);
    over.abort();
    await Promise.all(writers);
    await eventually(
      () =>
        written.every(({ viewer, id: sent }) => viewer.acknowledged.has(sent) || viewer.refused.has(sent)),
      { what: "an answer to each message" },
    );

    const kept = await listAll(call, uuid);
    const ids = kept.map(({ id: each }) => each);
    expect(new Set(ids).size).toBe(ids.length);
    const acknowledged = written.filter(({ viewer, id: sent }) => viewer.acknowledged.has(sent));
    expect(acknowledged.length).toBeGreaterThan(WRITER_COUNT * 10);
    const missing = acknowledged.filter(({ id: sent }) => !ids.includes(sent));
    expect(missing.map(({ text }) => text)).toEqual([]);
    const texts = kept.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    // Every viewer sees the same last messages in the same order.
    await eventually(() => {
      for (const viewer of viewers) {
        const shown = viewer.texts();
        expect(shown.length).toBeGreaterThan(0);
        expect(shown).toEqual(texts.slice(-shown.length));
      }
      return true;
    });
    expect(viewers.flatMap(({ twice }) => twice)).toEqual([]);
  } finally {
    over.abort();
    for (const viewer of viewers) viewer.close();
    await platform.close();
  }
});
