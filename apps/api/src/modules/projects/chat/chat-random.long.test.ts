import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import {
  type ApiCall,
  type ChatMessageView,
  createApiClient,
  routes,
  type SeenChatMessage,
} from "@shoal/contract";
import { freePorts } from "@shoal/testkit";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { listenAs, type RealtimeListener } from "../../../testing/realtime-listener.ts";

const RUN_SEEDS = [1, 2, 3, 4, 5];
const STEP_COUNT = 120;
const STEPS_PER_KILL = 30;
const PEOPLE_COUNT = 5;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

/** Returns a generator of numbers between 0 and 1 that depend only on the seed. */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

/** Starts the api as a separate process, which can be killed. */
async function startProcess(port: number): Promise<ChildProcess> {
  const main = join(import.meta.dirname, "../../../main.ts");
  const child = fork(main, { env: { ...process.env, ...api.env, PORT: String(port) }, stdio: "ignore" });
  await once(child, "message");
  return child;
}

/** The api's address, and a promise that resolves when it is running. */
interface ApiServer {
  url: string;
  ready: Promise<unknown>;
}

/** What a page has received about a room, from events and requests. */
abstract class Page {
  readonly known = new Map<string, ChatMessageView>();
  readonly user: TestUser;
  protected readonly place: ApiServer;
  protected readonly room: string;
  #since = 0;
  #opening = Promise.resolve();

  constructor(user: TestUser, place: ApiServer, room: string) {
    this.user = user;
    this.place = place;
    this.room = room;
  }

  protected abstract connect(): Promise<void>;
  abstract cut(): void;

  protected readonly apply = (message: ChatMessageView | SeenChatMessage): void => {
    const { seen: _, ...view } = { seen: {}, ...message };
    const before = this.known.get(view._id);
    if (!before || before.seq < view.seq) this.known.set(view._id, view);
  };

  /** Repeats a call until there is a response; a rejection is a response. */
  async ask<T>(act: (call: ApiCall) => Promise<T>): Promise<T | undefined> {
    const { credential } = this.user;
    const call = createApiClient({ baseUrl: this.place.url, credential: () => credential });
    for (;;) {
      const { ready } = this.place;
      await ready;
      try {
        return await act(call);
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === "chat_message_not_found" || code === "forbidden") return undefined;
        // If the process was not killed in the meantime, this is the error that the test looks for.
        if (ready === this.place.ready) throw error;
      }
    }
  }

  /** Disconnects and reconnects as pages do: subscribes first, then requests missed changes. One reconnection at a time. */
  reopen(): Promise<void> {
    this.#opening = this.#opening.then(() => {
      this.cut();
      return this.#open();
    });
    return this.#opening;
  }

  async #open(): Promise<void> {
    for (;;) {
      const { ready } = this.place;
      await ready;
      try {
        await this.connect();
        break;
      } catch (error) {
        this.cut();
        if (ready === this.place.ready) throw error;
      }
    }
    for (;;) {
      const since = this.#since;
      const page = await this.ask((call) =>
        call(routes.listChatChanges, { params: { id: this.room }, query: { since } }),
      );
      page?.messages.forEach(this.apply);
      this.#since = page?.seq ?? since;
      if (!page?.hasMore) return;
    }
  }
}

class OwnPage extends Page {
  #socket: RealtimeListener | undefined;

  protected async connect(): Promise<void> {
    const isEvent = /^42\["(newMessage|chat\.changed)",/;
    this.#socket = await listenAs(this.place, this.user, undefined, (text) => {
      if (isEvent.test(text)) this.apply((JSON.parse(text.slice(2)) as [string, ChatMessageView])[1]);
    });
    const gone = this.#socket.ended.then(() => Promise.reject(new Error("The connection is gone")));
    expect(await Promise.race([this.#socket.ask("chat.enter", "here"), gone])).toMatchObject({ isIn: true });
  }
  cut(): void {
    this.#socket?.close();
  }
}

/** A plain client that follows only the specification. */
class PlainPage extends Page {
  #socket: Socket | undefined;

  protected async connect(): Promise<void> {
    const socket = io(this.place.url, { reconnection: false, auth: { token: this.user.credential } });
    this.#socket = socket;
    socket.on("newMessage", this.apply);
    socket.on("chat.changed", this.apply);
    const joined = new Promise((resolve) => socket.once("joined", resolve));
    const gone = new Promise((_, reject) => {
      for (const event of ["connect_error", "disconnect"]) socket.once(event, () => reject(new Error(event)));
    });
    gone.catch(() => undefined);
    socket.emit("room", this.room);
    await Promise.race([joined, gone]);
  }
  cut(): void {
    this.#socket?.disconnect();
  }
}

test.each(RUN_SEEDS)(
  "all pages agree on the messages after random disconnections and kills of the api (seed %d)",
  async (seed) => {
    const random = createRandom(seed);
    const pick = <T>(list: readonly T[]): T => {
      const found = list[Math.floor(random() * list.length)];
      if (found === undefined) throw new Error("Nothing to choose from");
      return found;
    };
    const owner = await api.addUser(["manager"]);
    const people = [owner];
    while (people.length < PEOPLE_COUNT) people.push(await api.addUser(["editor"], { clientOf: owner }));
    const users = people.slice(1).map(({ username }) => username);
    const { uuid: roomId } = await owner.call(routes.createChatRoom, { body: { roomName: "All", users } });
    const acknowledged = new Map<string, string>();
    const [port] = await freePorts(1);
    const place: ApiServer = { url: `http://127.0.0.1:${port}`, ready: Promise.resolve() };
    let pages: Page[] = [];
    await api.restart(async () => {
      let child = await startProcess(port);
      const kill = async () => {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      };
      pages = people.map((user, n) =>
        n % 2 === 0 ? new OwnPage(user, place, roomId) : new PlainPage(user, place, roomId),
      );
      await Promise.all(pages.map((page) => page.reopen()));
      /** Carries out one action of a page: edits or deletes its own messages, or reacts to any message. */
      const act = async (page: Page, what: number, n: number): Promise<void> => {
        const own = [...page.known.values()].filter(({ sender_id }) => sender_id === page.user.userUuid);
        const messageId = own[n % Math.max(1, own.length)]?._id;
        const any = [...page.known.keys()][n % Math.max(1, page.known.size)];
        if (what < 0.55 || !messageId || !any) {
          const body = { messageId: crypto.randomUUID(), content: `No. ${n} of ${page.user.username}` };
          const view = await page.ask((call) => call(routes.createChatMessage, { params: { roomId }, body }));
          if (view) acknowledged.set(view._id, body.content);
        } else if (what < 0.7)
          await page.ask((call) =>
            call(routes.updateChatMessage, {
              params: { roomId, messageId },
              body: { content: `Edited ${n}` },
            }),
          );
        else if (what < 0.75)
          await page.ask((call) => call(routes.deleteChatMessage, { params: { roomId, messageId } }));
        else if (what < 0.9)
          await page.ask((call) =>
            call(routes.addChatReaction, { params: { messageId: any }, body: { reaction: "🎬", roomId } }),
          );
        else await page.reopen();
      };
      let doing: Promise<void>[] = [];
      for (let n = 1; n <= STEP_COUNT; n++) {
        doing.push(act(pick(pages), random(), n));
        if (random() < 0.2) await Promise.all(doing.splice(0, Math.ceil(doing.length / 2)));
        if (n % STEPS_PER_KILL !== 0) continue;
        // The process is killed during the round, and callers without a response repeat their call.
        const ended = kill();
        place.ready = ended.then(async () => {
          child = await startProcess(port);
        });
        await Promise.all(doing);
        doing = [];
        await Promise.all(pages.map((page) => page.reopen()));
      }
      await Promise.all(doing);
      for (const page of pages) page.cut();
      await Promise.all(pages.map((page) => page.reopen()));
      for (const page of pages) page.cut();
      await kill();
    });
    const kept: ChatMessageView[] = [];
    for (let since = 0; ; ) {
      const page = await owner.call(routes.listChatChanges, { params: { id: roomId }, query: { since } });
      kept.push(...page.messages);
      since = page.seq;
      if (!page.hasMore) break;
    }
    const written = kept.toSorted((one, other) => one.position - other.position);
    expect(new Set(written.map(({ _id }) => _id)).size).toBe(written.length);
    expect([...acknowledged.keys()].filter((id) => !written.some(({ _id }) => _id === id))).toEqual([]);
    expect(written.length).toBe(acknowledged.size);
    for (const { known } of pages)
      expect([...known.values()].toSorted((one, other) => one.position - other.position)).toEqual(written);
  },
);
