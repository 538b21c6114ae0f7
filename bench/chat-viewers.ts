import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { LiveChatAnswer } from "@shoal/contract/player";
import { WebSocket } from "ws";

/** The number of connections that are opened concurrently. */
const CONCURRENCY = 100;
/** The number of viewers per process that parse their messages. If all viewers parsed, the measurement would include the parsing. */
const READERS_PER_PROCESS = 25;
/** The number of viewers per process. Each viewer needs a file descriptor, and the process must not become the bottleneck. */
const VIEWERS_PER_PROCESS = 2_500;

/** Returns the time in ms on a clock that all processes of a machine share. */
export const sharedClockMs = (): number => performance.timeOrigin + performance.now();

interface CrowdOptions {
  url: string;
  ticket: string;
  viewers: number;
  /** The crowd's number, which is part of each viewer's address. No two viewers share a network. */
  number: number;
}

/** What the readers of one crowd measured. */
export interface CrowdMeasurements {
  readers: number;
  /** The latency of each message received by a reader. */
  latenciesMs: number[];
}

/** Opens viewers in separate processes, so their CPU time is not part of this process's. */
export async function openCrowds(
  chat: { url: string; ticket: string },
  viewers: number,
): Promise<{ close(): Promise<CrowdMeasurements> }> {
  const count = Math.ceil(viewers / VIEWERS_PER_PROCESS);
  const children = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const child = fork(import.meta.filename);
      const share = Math.floor(viewers / count) + (number < viewers % count ? 1 : 0);
      child.send({ ...chat, viewers: share, number } satisfies CrowdOptions);
      const [opened] = (await once(child, "message")) as [{ failure?: string }];
      if (opened.failure !== undefined) throw new Error(`Viewers could not come: ${opened.failure}`);
      return child;
    }),
  );
  return {
    async close() {
      const seen = await Promise.all(
        children.map(async (child) => {
          const report = once(child, "message") as Promise<[CrowdMeasurements]>;
          child.send("close");
          return (await report)[0];
        }),
      );
      return {
        readers: seen.reduce((sum, { readers }) => sum + readers, 0),
        latenciesMs: seen.flatMap(({ latenciesMs }) => latenciesMs),
      };
    },
  };
}

function openViewer({ url, ticket, number }: CrowdOptions, index: number): Promise<WebSocket> {
  const address = `10.${number}.${index >> 8}.${index & 255}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { "x-forwarded-for": address },
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    socket.once("error", reject);
    socket.once("open", () => socket.send(JSON.stringify({ type: "join", ticket, viewer: randomUUID() })));
    socket.once("message", () => resolve(socket));
  });
}

async function openViewers(crowd: CrowdOptions): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < crowd.viewers) {
    const first = sockets.length;
    const length = Math.min(CONCURRENCY, crowd.viewers - first);
    sockets.push(...(await Promise.all(Array.from({ length }, (_, n) => openViewer(crowd, first + n)))));
  }
  return sockets;
}

/** Records the latency of each message, which contains the time at which it was written. */
function readMessages(sockets: readonly WebSocket[], latenciesMs: number[]): void {
  for (const socket of sockets)
    socket.on("message", (data) => {
      const answer = JSON.parse(String(data)) as LiveChatAnswer;
      if (answer.type !== "batch") return;
      for (const { text } of answer.messages) latenciesMs.push(sharedClockMs() - Number(text));
    });
}

/** The following code runs if the file was started as a child process. */
if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", async (crowd: CrowdOptions) => {
    try {
      const sockets = await openViewers(crowd);
      const latenciesMs: number[] = [];
      const readers = sockets.slice(0, READERS_PER_PROCESS);
      readMessages(readers, latenciesMs);
      process.once("message", () => {
        for (const socket of sockets) socket.terminate();
        process.send?.({ readers: readers.length, latenciesMs } satisfies CrowdMeasurements, () =>
          process.disconnect(),
        );
      });
      process.send?.({});
    } catch (error) {
      process.send?.({ failure: String(error) }, () => process.exit(1));
    }
  });
