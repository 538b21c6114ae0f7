import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { ChunkReader } from "@shoal/rtmp/chunk-reader";
import { MESSAGE } from "@shoal/rtmp/message";

/** The bytes of the handshake that a publisher sends: C0, C1 and C2. */
const HANDSHAKE_BYTES = 1 + 2 * 1_536;

/** A proxy between a publisher and the ingest that records when data passes. */
export interface PublisherRelay {
  /** The URL that publishers use instead of the ingest's. */
  url: string;
  /** Resolves when the publisher sends its publish command. */
  published: Promise<void>;
  /** When the first message with a frame passed through the proxy, ms since 1970. */
  firstVideoMs: Promise<number>;
  close(): Promise<void>;
}

export async function openRelay(publishUrl: string): Promise<PublisherRelay> {
  const { hostname, port } = new URL(publishUrl);
  const published = Promise.withResolvers<void>();
  const firstVideo = Promise.withResolvers<number>();
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    for (const socket of [from, to]) {
      sockets.add(socket.setNoDelay());
      // When one connection closes, the proxy also closes the other.
      socket.on("error", () => undefined).on("close", () => [from, to].map((each) => each.destroy()));
    }
    const see = watchMessages(({ type }) => {
      if (type === MESSAGE.command) published.resolve();
      if (type === MESSAGE.video) firstVideo.resolve(Date.now());
    });
    from.on("data", see).pipe(to).pipe(from);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(publishUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    published: published.promise,
    firstVideoMs: firstVideo.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Returns a function that receives a publisher's bytes as they arrive, and calls `onMessage` for each message. */
function watchMessages(onMessage: (message: { type: number }) => void): (bytes: Buffer) => void {
  const reader = new ChunkReader();
  let handshakeLeft = HANDSHAKE_BYTES;
  return (bytes) => {
    const rest = bytes.subarray(handshakeLeft);
    handshakeLeft = Math.max(0, handshakeLeft - bytes.length);
    for (const message of reader.push(rest)) onMessage(message);
  };
}
