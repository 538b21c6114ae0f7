import {
  type Attachment,
  type AttachOptions,
  notifyHost,
  registerForOverlay,
  startMeasurement,
} from "./attachment.ts";
import { maintainSession } from "./session/session-keeper.ts";

/**
 * Sends beacons and renews the session in a browser that plays HLS natively. Scripts cannot see the requests of such a browser. All
 * seconds count as coming from the server, and bytes are not counted.
 */
export function attachNative(options: AttachOptions): Attachment {
  const keeper = maintainSession({
    session: options.session,
    edgeUrl: options.edgeUrl,
    referrer: options.referrer,
    authorization: options.authorization,
    ownerPass: options.ownerPass,
    consent: options.consent,
    viewer: options.viewer,
    pageProof: options.pageProof,
    ...notifyHost(options),
  });
  const { video } = options;
  const renditionAt = () => ({ transport: "server" as const, kbps: 0, isBest: false });
  const measured = startMeasurement(keeper, {
    video,
    renditionAt,
    awaited: () => "server",
    swarm: () => ({ bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 }),
  });
  const { meter } = measured;
  registerForOverlay(keeper, measured, () => ({ video, swarm: undefined, renditionAt, fault: "native" }));
  return {
    attempt: (atMs) => meter.attempt(atMs),
    stats: () => meter.stats(),
    renewNow: () => keeper.renewNow(),
    freshUrl: (url) => keeper.freshUrl(url),
    close() {
      measured.close();
      keeper.close();
    },
  };
}
