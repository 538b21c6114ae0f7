import {
  LIVE_FAULTS,
  LIVE_STATES,
  type LiveFault,
  type LiveState,
  RELAY_STATES,
  type RelayState,
} from "@shoal/contract";
import { Counter, Gauge, Registry } from "prom-client";

export interface IngestMetrics {
  registry: Registry;
  /** Counts ended lives by cause; `none` if they were ended on purpose. */
  endings: Counter<"fault">;
  /** Counts rejected and failed publishers, by reason. */
  publisherFaults: Counter<"reason">;
  /** Adds the packet counts of an SRT publisher. */
  countPackets(counts: SrtPackets): void;
}

/** The numbers of SRT packets that were received, requested again, and never received. */
type SrtPackets = Record<"received" | "lost" | "dropped", number>;

/** Reads the values of the gauges when metrics are scraped. */
interface MeasuredValues {
  states: () => LiveState[];
  relays: () => RelayState[];
  /** Why each fetched live receives no media; null if it receives media, or if the reason is not known yet. */
  sources: () => (LiveFault | null)[];
  /** The cores that lives use. */
  usedCores: () => number;
  /** The number of rungs that are currently dropped, over all lives. */
  leftOutRungs: () => number;
}

export function createMetrics({
  states,
  relays,
  sources,
  usedCores,
  leftOutRungs,
}: MeasuredValues): IngestMetrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "shoal_ingest_lives",
    help: "Lives of this ingest, by state",
    labelNames: ["state"],
    registers,
    collect() {
      const now = states();
      for (const state of LIVE_STATES) this.set({ state }, now.filter((each) => each === state).length);
    },
  });
  new Gauge({
    name: "shoal_ingest_relays",
    help: "Connections that restream lives of this ingest to other platforms, by state",
    labelNames: ["state"],
    registers,
    collect() {
      const now = relays();
      for (const state of RELAY_STATES) this.set({ state }, now.filter((each) => each === state).length);
    },
  });
  new Gauge({
    name: "shoal_ingest_sources",
    help: "Pulled lives of this ingest, by fault",
    labelNames: ["fault"],
    registers,
    collect() {
      const now = sources().map((fault) => fault ?? "none");
      for (const fault of ["none", ...LIVE_FAULTS])
        this.set({ fault }, now.filter((each) => each === fault).length);
    },
  });
  new Gauge({
    name: "shoal_ingest_live_cores",
    help: "Cores used by, or reserved for, the encoders of lives",
    registers,
    collect() {
      this.set(usedCores());
    },
  });
  new Gauge({
    name: "shoal_ingest_left_out_rungs",
    help: "Rungs of lives that are paused because their encoders could not keep up",
    registers,
    collect() {
      this.set(leftOutRungs());
    },
  });
  const packets = new Counter({
    name: "shoal_ingest_srt_packets_total",
    help: "Packets of ended SRT connections: received, lost and requested again, dropped for good",
    labelNames: ["fate"],
    registers,
  });
  return {
    registry,
    countPackets(counts) {
      for (const [fate, count] of Object.entries(counts)) packets.inc({ fate }, count);
    },
    endings: new Counter({
      name: "shoal_ingest_endings_total",
      help: "Lives that ended, by fault",
      labelNames: ["fault"],
      registers,
    }),
    publisherFaults: new Counter({
      name: "shoal_ingest_publisher_faults_total",
      help: "Failed connections of publishers",
      labelNames: ["reason"],
      registers,
    }),
  };
}
