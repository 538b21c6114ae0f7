import { once } from "node:events";
import type { TestApi } from "../test-api.ts";

/** A timeout that only a hang reaches, even on a busy machine. */
const EVENT_TIMEOUT_MS = 60_000;

/** A page that listens, using Socket.IO's protocol (Engine.IO 4). */
export interface RealtimeListener {
  /**
   * Resolves with the next event of this name, including those received since the last call.
   * @param uuid a uuid that the event must contain: events without it, such as another test's, are skipped.
   */
  next(event: string, uuid?: string): Promise<unknown>;
  /** Returns the number of events of this name that `next` has not returned. */
  count(event: string): number;
  /** Sends an event without waiting for a response. */
  send(event: string, ...args: unknown[]): void;
  /** Sends an event and returns the server's response. */
  ask(event: string, ...args: unknown[]): Promise<unknown>;
  /** Resolves when the server ends the connection. */
  ended: Promise<unknown>;
  close(): void;
}

/**
 * Opens the realtime socket of a user or of a guest, and waits until it has joined its rooms.
 * @param onEvent receives each event as it arrives, instead of `next`.
 */
export async function listenAs(
  api: Pick<TestApi, "url">,
  { credential, guest }: { credential?: string; guest?: string },
  clientView?: string,
  onEvent?: (text: string) => void,
): Promise<RealtimeListener> {
  const socket = new WebSocket(`${api.url.replace(/^http/, "ws")}/realtime/?EIO=4&transport=websocket`);
  const received = new EventTarget();
  const answers = new Map<number, (answer: unknown) => void>();
  const waiting: { event: string; data: unknown }[] = [];
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (data === "2") socket.send("3");
    else if (data.startsWith("0")) socket.send(`40${JSON.stringify({ credential, guest, clientView })}`);
    else if (data.startsWith("40")) received.dispatchEvent(new Event("joined"));
    else if (data.startsWith("44")) socket.close();
    else if (data.startsWith("43")) {
      const [, id, content] = /^43(\d+)(.*)$/s.exec(data) ?? [];
      const [answer] = JSON.parse(content ?? "[]") as unknown[];
      answers.get(Number(id))?.(answer);
    } else if (data.startsWith("42") && onEvent) onEvent(data);
    else if (data.startsWith("42")) {
      const [event, content] = JSON.parse(data.slice(2)) as [string, unknown];
      waiting.push({ event, data: content });
      received.dispatchEvent(new Event("event"));
    }
  });
  const ended = once(socket as unknown as EventTarget, "close");
  const joined = once(received, "joined");
  const refused = ended.then(() => Promise.reject(new Error("The socket was refused")));
  await awaitInTime(Promise.race([joined, refused]), () => "The socket joined no room");
  return {
    async next(event, uuid) {
      const isMeant = (each: { event: string; data: unknown }) =>
        each.event === event && (uuid === undefined || (each.data as { uuid?: string }).uuid === uuid);
      for (;;) {
        const at = waiting.findIndex(isMeant);
        if (at >= 0) return waiting.splice(at, 1)[0]?.data;
        await awaitInTime(
          once(received, "event"),
          () => `No ${event} came, but ${JSON.stringify(waiting).slice(0, 500)}`,
        );
      }
    },
    count: (event) => waiting.filter((each) => each.event === event).length,
    send: (event, ...args) => socket.send(`42${JSON.stringify([event, ...args])}`),
    ask(event, ...args) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const id = answers.size;
      answers.set(id, resolve);
      socket.send(`42${id}${JSON.stringify([event, ...args])}`);
      return awaitInTime(promise, () => `${event} was not answered`);
    },
    ended,
    close: () => socket.close(),
  };
}

/** Fails with the name of the expected event instead of letting the test hang. */
async function awaitInTime<T>(wanted: Promise<T>, describe: () => string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(describe())), EVENT_TIMEOUT_MS);
  try {
    return await Promise.race([wanted, promise]);
  } finally {
    clearTimeout(timer);
  }
}
