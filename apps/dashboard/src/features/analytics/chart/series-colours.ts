import type { Scheme } from "../../../components/figures/chart-colours.ts";
import type { SeriesField } from "./chart-metrics.ts";

const colourPair = (light: string, dark: string) => ({ light, dark });
// Each colour has a contrast of 3:1 to the background, and adjacent colours also differ in lightness.
const PEER_COLOURS = colourPair("#0b62d6", "#4f97f5");
const SERVER_COLOURS = colourPair("#8792a2", "#66758a");
const FAULT_COLOURS = colourPair("#d92d3a", "#ff8787");
const WARNING_COLOURS = colourPair("#b06a00", "#f0b45c");

const SERIES_COLOURS: Record<SeriesField, Record<Scheme, string>> = {
  serverSec: SERVER_COLOURS,
  serverBytes: SERVER_COLOURS,
  rebufferingServerSec: SERVER_COLOURS,
  peerSec: PEER_COLOURS,
  peerBytes: PEER_COLOURS,
  rebufferingPeerSec: PEER_COLOURS,
  viewers: PEER_COLOURS,
  meanConcurrency: PEER_COLOURS,
  peakSessions: PEER_COLOURS,
  views: PEER_COLOURS,
  playbackFailures: FAULT_COLOURS,
  exitsBeforeStart: WARNING_COLOURS,
  offloadPercent: PEER_COLOURS,
  bitrateKbps: PEER_COLOURS,
  rebufferingSecPerHour: WARNING_COLOURS,
  startupP50Ms: PEER_COLOURS,
  startupP75Ms: WARNING_COLOURS,
  startupP95Ms: FAULT_COLOURS,
};

/** Returns the colour of a series, on the page and in saved pictures. */
export const colourOf = (field: SeriesField, scheme: Scheme): string => SERIES_COLOURS[field][scheme];

/** The colours of audience retention: sessions that play a second of the video, and sessions that replay it. */
export const RETENTION_COLOURS = { sessions: PEER_COLOURS, replays: WARNING_COLOURS } as const;
/** The colours in the timeline of a single session. */
export const SESSION_COLOURS = {
  server: SERVER_COLOURS,
  peer: PEER_COLOURS,
  waited: FAULT_COLOURS,
  other: WARNING_COLOURS,
} as const;
