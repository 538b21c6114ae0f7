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
      help: "Answers by route and status, segments apart",
      labelNames: ["route", "status"],
      registers: [registry],
    }),
    requestSeconds: new Histogram({
      name: "shoal_edge_request_duration_seconds",
      help: "Time to answer, segments apart",
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
      registers: [registry],
    }),
    segments: counter("shoal_edge_segments_total", "Segments and parts of segments served"),
    segmentBytes: counter("shoal_edge_segment_bytes_total", "Bytes of segments served"),
    segmentMisses: counter("shoal_edge_segment_misses_total", "Segments read from the media store"),
    mediaDamaged: counter(
      "shoal_edge_media_damaged_total",
      "Times that bytes of the media store were not those that were stored; they were not served",
    ),
    refundedBytes: counter(
      "shoal_edge_taken_back_bytes_total",
      "Bytes that are not billed since their answer was broken off while the system may still have held them",
    ),
    chatMessages: counter("shoal_edge_chat_messages_total", "Messages beside lives that were kept"),
    plays: counter("shoal_edge_play_sessions_total", "Play sessions started or renewed"),
    playsRefused: counterBy(
      "reason",
      "shoal_edge_plays_refused_total",
      "Play sessions refused, by the first reason",
    ),
    playsLimited: counterBy(
      "by",
      "shoal_edge_plays_limited_total",
      "Play sessions and sockets refused since there were too many, by what was counted",
    ),
    loadedBytes: counterBy(
      "from",
      "shoal_edge_loaded_bytes_total",
      "Bytes that players say to have loaded, by where from: server or peer",
    ),
    beaconRows: counter("shoal_edge_beacon_rows_total", "Session-minutes acknowledged"),
    beaconsRefused: counter("shoal_edge_beacons_refused_total", "Beacons refused because the spool was full"),
    ...claimMetrics(counterBy),
    sessionsDisagreeing: counter(
      "shoal_edge_sessions_disagreeing_total",
      "Sessions that told clearly more bytes than this edge sent them",
    ),
    rowsInserted: counter("shoal_edge_beacon_rows_inserted_total", "Session-minutes that ClickHouse took"),
    insertFailures: counter(
      "shoal_edge_beacon_insert_failures_total",
      "Inserts that ClickHouse did not take",
    ),
    batchesRejected: counter(
      "shoal_edge_beacon_batches_rejected_total",
      "Batches with rows that ClickHouse can never take, set aside, or without their file",
    ),
    rowsRejected: counter(
      "shoal_edge_beacon_rows_rejected_total",
      "Rows that ClickHouse can never take, set aside",
    ),
    addressesNearQuota: counter(
      "shoal_edge_addresses_near_quota_total",
      "Addresses, each once an hour, that have used up half of what is billed of the claims of one",
    ),
    insertsFailingSec: new Gauge({
      name: "shoal_edge_inserts_failing_seconds",
      help: "How long ClickHouse has taken nothing for a table; 0 while it does",
      labelNames: ["table"],
      registers: [registry],
    }),
    spoolBytes: gauge("shoal_edge_spool_bytes", "Bytes of beacons on disk that ClickHouse does not have yet"),
    isFollowing: gauge("shoal_edge_changes_followed", "1 while the api's change stream is followed"),
    peers: gauge("shoal_edge_tracker_peers", "Peers connected to the tracker"),
    directRooms: gauge("shoal_edge_direct_rooms", "Rooms of lives without delay"),
    directPlaces: gauge("shoal_edge_direct_places", "Places in them that viewers have"),
    directWaiting: gauge("shoal_edge_direct_waiting", "Viewers who wait for a place in them"),
    downloads: gauge("shoal_edge_downloads", "Downloads under way"),
    chatViewers: gauge("shoal_edge_chat_viewers", "Viewers who follow chats beside lives"),
    playsWaiting: gauge("shoal_edge_plays_waiting", "Play calls held until their video can be played"),
  };
}

/** Creates the counters of the bytes that players claim: billed, not billed, and capped beforehand. */
const claimMetrics = (counterBy: (label: string, name: string, help: string) => Counter) => ({
  billedBytes: counterBy(
    "from",
    "shoal_edge_billed_bytes_total",
    "Bytes of players' claims that are billed, by where from; `up` is what they say to have given to peers",
  ),
  unbilledBytes: counterBy(
    "reason",
    "shoal_edge_unbilled_bytes_total",
    "Bytes that players say to have loaded and that are not billed, by reason",
  ),
  beaconClaimsCut: counterBy(
    "what",
    "shoal_edge_beacon_claims_cut_total",
    "Claims of beacons that were cut since no session can have them, by what was claimed",
  ),
});
