import type { Scheme } from "../../../components/figures/chart-colours.ts";
import type { SeriesField } from "./chart-metrics.ts";

const tone = (light: string, dark: string) => ({ light, dark });
// Each colour has a contrast of 3:1 to the background, and adjacent ones also differ in lightness.
const PEERS = tone("#0b62d6", "#4f97f5");
const SERVERS = tone("#8792a2", "#66758a");
const BAD = tone("#d92d3a", "#ff8787");
const WARNING = tone("#b06a00", "#f0b45c");

const COLOURS: Record<SeriesField, Record<Scheme, string>> = {
  serverSec: SERVERS,
  serverBytes: SERVERS,
  rebufferingServerSec: SERVERS,
  peerSec: PEERS,
  peerBytes: PEERS,
  rebufferingPeerSec: PEERS,
  viewers: PEERS,
  meanConcurrency: PEERS,
  peakSessions: PEERS,
  views: PEERS,
  playbackFailures: BAD,
  exitsBeforeStart: WARNING,
  offloadPercent: PEERS,
  bitrateKbps: PEERS,
  rebufferingSecPerHour: WARNING,
  startupP50Ms: PEERS,
  startupP75Ms: WARNING,
  startupP95Ms: BAD,
};

/** Returns the colour of a series, on the page and in saved pictures. */
export const colourOf = (field: SeriesField, scheme: Scheme): string => COLOURS[field][scheme];

/** Colours of audience retention: sessions that play a second, and sessions that replay it. */
export const RETENTION_TONES = { sessions: PEERS, replays: WARNING } as const;
/** The colours of the timeline of a single session. */
export const SESSION_TONES = { server: SERVERS, peer: PEERS, waited: BAD, other: WARNING } as const;
