import { type Attachment, type AttachOptions, measure, tellHost } from "./attachment.ts";
import { keepSession } from "./session/session-keeper.ts";

/**
 * Beacons and renewal for a browser that plays HLS itself. Its requests cannot be seen: seconds count as the server's,
 * and bytes are not counted.
 */
export function attachNative(options: AttachOptions): Attachment {
  const keeper = keepSession({
    session: options.session,
    edgeUrl: options.edgeUrl,
    referrer: options.referrer,
    ...tellHost(options),
  });
  const { meter, close } = measure(keeper, {
    video: options.video,
    renditionAt: () => ({ transport: "server", kbps: 0, isBest: false }),
    awaited: () => "server",
    swarm: () => ({ bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 }),
  });
  return {
    attempt: (atMs) => meter.attempt(atMs),
    stats: () => meter.stats(),
    renewNow: () => keeper.renewNow(),
    freshUrl: (url) => keeper.freshUrl(url),
    close() {
      close();
      keeper.close();
    },
  };
}
