import {
  type Attachment,
  type AttachOptions,
  notifyHost,
  registerForOverlay,
  startMeasurement,
} from "../attachment.ts";
import { maintainSession } from "../session/session-keeper.ts";
import type { DirectSource } from "./direct-source.ts";

export interface AttachDirectOptions extends AttachOptions {
  direct: DirectSource;
}

const NO_SWARM = { bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 };

/** Sends beacons and renews the session for a live that comes only directly from the publishing page. */
export function attachDirect(options: AttachDirectOptions): Attachment {
  const { session, edgeUrl, referrer, authorization, ownerPass, consent, viewer, pageProof } = options;
  const { video, direct } = options;
  const keeper = maintainSession({
    session,
    edgeUrl,
    referrer,
    authorization,
    ownerPass,
    consent,
    viewer,
    pageProof,
    ...notifyHost(options),
  });
  const nothing = () => ({ transport: "peer" as const, kbps: 0, isBest: false });
  const measured = startMeasurement(
    keeper,
    { video, renditionAt: nothing, awaited: () => "peer", swarm: () => NO_SWARM },
    direct,
  );
  const { meter } = measured;
  registerForOverlay(keeper, measured, () => ({
    video,
    swarm: undefined,
    fault: "direct",
    renditionAt: () => direct.rendition() ?? nothing(),
  }));
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
