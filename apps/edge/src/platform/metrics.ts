import { EVENT_LOOP_PRECISION_MS } from "@shoal/lifecycle";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type EdgeMetrics = ReturnType<typeof createMetrics>;

/** Creates the edge's metrics in a separate registry, so that two edges can run in one process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const counterBy = (label: string, name: string, help: string) =>
    new Counter({ name, help, labelNames: [label], registers: [registry] });
  return {
    registry,
    requests: new Counter({
      name: "shoal_edge_requests_total",
      help: "HTTP responses by route and status, except for segments",
      labelNames: ["route", "status"],
      registers: [registry],
    }),
    requestSeconds: new Histogram({
      name: "shoal_edge_request_duration_seconds",
      help: "Duration of HTTP requests, except for segments",
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
      registers: [registry],
    }),
    segments: counter("shoal_edge_segments_total", "Segments and parts of segments served"),
    segmentBytes: counter("shoal_edge_segment_bytes_total", "Bytes of segments served"),
    segmentMisses: counter("shoal_edge_segment_misses_total", "Segments read from the media store"),
    mediaDamaged: counter(
      "shoal_edge_media_damaged_total",
      "Reads from the media store whose bytes differ from the stored checksum; these bytes were not served",
    ),
    refundedBytes: counter(
      "shoal_edge_taken_back_bytes_total",
      "Bytes of interrupted responses that the operating system may still have buffered; they are not billed",
    ),
    chatMessages: counter("shoal_edge_chat_messages_total", "Stored messages of live chats"),
    plays: counter("shoal_edge_play_sessions_total", "Play sessions started or renewed"),
    playsRefused: counterBy(
      "reason",
      "shoal_edge_plays_refused_total",
      "Play sessions rejected, by the first reason",
    ),
    playsLimited: counterBy(
      "by",
      "shoal_edge_plays_limited_total",
      "Play sessions and sockets rejected because of a limit, by the limit",
    ),
    loadedBytes: counterBy(
      "from",
      "shoal_edge_loaded_bytes_total",
      "Bytes that players report to have loaded, by source: server or peer",
    ),
    beaconRows: counter("shoal_edge_beacon_rows_total", "Session-minutes acknowledged"),
    beaconsRefused: counter(
      "shoal_edge_beacons_refused_total",
      "Beacons rejected because the spool was full",
    ),
    ...claimMetrics(counterBy),
    sessionsDisagreeing: counter(
      "shoal_edge_sessions_disagreeing_total",
      "Sessions that reported clearly more bytes than this edge sent them",
    ),
    rowsInserted: counter(
      "shoal_edge_beacon_rows_inserted_total",
      "Session-minutes that ClickHouse accepted",
    ),
    insertFailures: counter(
      "shoal_edge_beacon_insert_failures_total",
      "Inserts that ClickHouse did not accept",
    ),
    batchesRejected: counter(
      "shoal_edge_beacon_batches_rejected_total",
      "Batches set aside because ClickHouse cannot parse their rows, or because their file is missing",
    ),
    rowsRejected: counter(
      "shoal_edge_beacon_rows_rejected_total",
      "Rows set aside because ClickHouse cannot parse them",
    ),
    addressesNearQuota: counter(
      "shoal_edge_addresses_near_quota_total",
      "Addresses that have reported half of the maximum billed per address and hour, each once an hour",
    ),
    insertsFailingSec: new Gauge({
      name: "shoal_edge_inserts_failing_seconds",
      help: "How long ClickHouse has accepted no rows for a table; 0 while it accepts them",
      labelNames: ["table"],
      registers: [registry],
    }),
    spoolBytes: gauge("shoal_edge_spool_bytes", "Bytes of beacons on disk that ClickHouse does not have yet"),
    isFollowing: gauge("shoal_edge_changes_followed", "1 while the api's change stream is followed"),
    peers: gauge("shoal_edge_tracker_peers", "Peers connected to the tracker"),
    directRooms: gauge("shoal_edge_direct_rooms", "Rooms of lives without delay"),
    directPlaces: gauge("shoal_edge_direct_places", "Places of these rooms that viewers occupy"),
    directWaiting: gauge("shoal_edge_direct_waiting", "Viewers who wait for a place in these rooms"),
    downloads: gauge("shoal_edge_downloads", "Downloads in progress"),
    chatViewers: gauge("shoal_edge_chat_viewers", "Viewers connected to live chats"),
    playsWaiting: gauge("shoal_edge_plays_waiting", "Play calls held until their video can be played"),
  };
}

/** Creates the counters of the bytes that players claim: billed, not billed, and capped beforehand. */
const claimMetrics = (counterBy: (label: string, name: string, help: string) => Counter) => ({
  billedBytes: counterBy(
    "from",
    "shoal_edge_billed_bytes_total",
    "Reported bytes that are billed, by source; `up` are bytes that players report to have uploaded to peers",
  ),
  unbilledBytes: counterBy(
    "reason",
    "shoal_edge_unbilled_bytes_total",
    "Reported bytes that are not billed, by reason",
  ),
  beaconClaimsCut: counterBy(
    "what",
    "shoal_edge_beacon_claims_cut_total",
    "Values of beacons that were capped because no session can reach them, by value",
  ),
});
