import { randomUUID } from "node:crypto";
import type { AdmittedLive } from "@shoal/contract/ingest";
import {
  listRenditions,
  liveArgs,
  type Sandbox,
  startLiveProcess,
  startSourceProcess,
  steadyClock,
  wallClock,
} from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { FastifyBaseLogger } from "fastify";
import type { IngestConfig } from "./config.ts";
import { type ControlPlane, createControlPlane } from "./control/control-plane.ts";
import { LiveReporter } from "./control/live-reporter.ts";
import type { IngestMetrics } from "./platform/metrics.ts";
import { createTargetConnector } from "./restream/connect-target.ts";
import { RelaySets } from "./restream/relay-sets.ts";
import type { SharedMachine } from "./session/encoder/live-machines.ts";
import { LiveSession, type LiveSessionOptions } from "./session/live-session.ts";
import { LiveSessions } from "./session/live-sessions.ts";
import { SourceRuns } from "./sources/source-runs.ts";
import { openSourceTunnel } from "./sources/source-tunnel.ts";

/**
 * The delays between attempts to store an object, in ms. In addition to the store's own retries, they cover 90 s, so that a live's
 * archive has no gap.
 */
const STORE_RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000];

/** The services that all lives share. */
export interface LiveNeighbours {
  store: MediaStore;
  sandbox: Sandbox;
  machine: SharedMachine;
  metrics: IngestMetrics;
  log: FastifyBaseLogger;
}

/** The lives of one run of the ingest. */
export interface IngestLives {
  sessions: LiveSessions;
  relays: Pick<RelaySets, "states">;
  /** The lives that this ingest fetches; undefined if it cannot fetch any. */
  sources: Pick<SourceRuns, "conditions"> | undefined;
  /** Finds the encryption key of a live or a client. */
  findKey: ControlPlane["findKey"];
  /** Ends all lives with their sources and restreams, and notifies the api. */
  close(): Promise<void>;
}

/** Opens the lives of this ingest, which are reported to the api. @param url the address for edges and the api. */
export function openLives(config: IngestConfig, url: string, neighbours: LiveNeighbours): IngestLives {
  const { log, sandbox } = neighbours;
  const control = createControlPlane({
    apiUrl: config.API_INTERNAL_URL,
    internalSecret: config.INTERNAL_SECRET,
    ingest: { id: randomUUID(), url },
  });
  const policy = { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.RELAY_PORTS };
  const relays = new RelaySets({ clock: wallClock, open: createTargetConnector(policy) });
  const sessions = new LiveSessions({
    admit: control.admit,
    openSession: (live) =>
      new LiveSession(
        sessionOptions(live, config, { ...neighbours, relays, record: (report) => reporter.record(report) }),
      ),
  });
  const sources = sandbox.mode === "bwrap" ? openSources(config, sessions, neighbours) : undefined;
  const reporter = new LiveReporter({
    report: control.report,
    measure: () =>
      sessions.measure().map((condition) => ({ ...condition, relays: relays.statuses(condition) })),
    fetching: () => ({ canFetch: sources !== undefined, fetched: sources?.conditions ?? [] }),
    onWanted(wanted) {
      for (const live of wanted.unwanted) sessions.stop(live);
      relays.apply(wanted.relays);
      sources?.want(wanted.sources);
    },
    onFault: (error) => log.warn({ err: error }, error ? "the api is away" : "the api is back"),
  });
  return {
    sessions,
    relays,
    sources,
    findKey: control.findKey,
    async close() {
      await sources?.close();
      await sessions.close();
      await relays.close();
      await reporter.close();
    },
  };
}

/** Opens the fetched lives. Requires bubblewrap, because nothing else restricts the connections that ffmpeg makes. */
function openSources(
  config: IngestConfig,
  sessions: LiveSessions,
  { sandbox, log }: LiveNeighbours,
): SourceRuns {
  const policy = { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.SOURCE_PORTS };
  return new SourceRuns({
    openTunnel: (address) => openSourceTunnel(address, policy),
    start: (options) => startSourceProcess({ ...options, sandbox }),
    admit: (key, signal) => sessions.admit({ key }, signal),
    onTrouble: (uuid, { failure, end, error }) =>
      log.info({ live: uuid, err: error ?? failure, exitCode: end?.exitCode }, "a source ended or failed"),
  });
}

interface SessionNeighbours extends LiveNeighbours {
  relays: RelaySets;
  record: LiveReporter["record"];
}

function sessionOptions(
  live: AdmittedLive,
  config: IngestConfig,
  { store, sandbox, machine, metrics, log, relays, record }: SessionNeighbours,
): LiveSessionOptions {
  const runId = randomUUID();
  return {
    live,
    // Timeouts must not depend on changes to the machine's clock.
    clock: steadyClock(),
    listeners: [relays.open(live)],
    bytes: {
      // The folder's name contains the id of the run, so that a restarted live never overwrites its earlier data.
      folder: `lives/${live.uuid}/${live.generation}/${runId}/`,
      objects: {
        put: (name, bytes) => store.put(name, bytes),
        read: (range) => store.read(range.object, range),
        remove: (name) => store.remove(name),
      },
      keptBytes: config.LIVE_MEMORY_BYTES,
      againAfterMs: STORE_RETRY_DELAYS_MS,
      onFault: (error) => log.error(error, "a segment could not be stored or removed"),
    },
    machine: machine.partOf(runId),
    startEncoder: (plan, input) =>
      startLiveProcess(liveArgs(plan, input), { sandbox, pipeCount: listRenditions(plan).length }),
    onState({ state, fault, report }) {
      record(report);
      log.info({ live: live.uuid, state, fault }, "a live moves");
      if (state === "ended") void relays.remove(live);
      if (report.isClosed) metrics.endings.inc({ fault: fault ?? "none" });
    },
    onTrouble(_, what, detail) {
      const err = detail instanceof Error ? detail : undefined;
      log.warn({ live: live.uuid, err, detail: err ? undefined : detail }, what);
    },
  };
}
