import { randomUUID } from "node:crypto";
import type { AdmittedLive } from "@shoal/contract";
import {
  detectSandbox,
  listRenditions,
  liveArgs,
  type Sandbox,
  startLiveProcess,
  startSourceProcess,
  wallClock,
} from "@shoal/media";
import { type RtmpServer, startRtmpServer } from "@shoal/rtmp";
import { type MediaStore, openMediaStore } from "@shoal/store";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { IngestConfig } from "./config.ts";
import { createControlPlane } from "./control/control-plane.ts";
import { LiveReporter } from "./control/live-reporter.ts";
import { registerFeed } from "./feed/feed.routes.ts";
import { type IngestMetrics, makeMetrics } from "./platform/metrics.ts";
import { openSharedMachine, type SharedMachine } from "./session/live-machines.ts";
import { LiveSession, type LiveSessionOptions } from "./session/live-session.ts";
import { LiveSessions } from "./session/live-sessions.ts";
import { SourceRuns } from "./sources/source-runs.ts";
import { openSourceTunnel } from "./sources/source-tunnel.ts";

export interface RunningIngest {
  /** Where edges and the operator reach it. */
  url: string;
  rtmpPort: number;
  /** Ends all lives; what has come of them is kept. */
  close(): Promise<void>;
}

/**
 * Starts an ingest: it takes what encoders publish, and hands it on to edges.
 * @throws Error when a port, the sandbox or the media store cannot be opened.
 */
export async function startIngest(config: IngestConfig): Promise<RunningIngest> {
  const app = fastify({ logger: { level: config.LOG_LEVEL, name: "ingest" }, forceCloseConnections: true });
  const store = await openMediaStore(config.MEDIA_STORE);
  const sandbox = await detectSandbox(config.SANDBOX);
  if (sandbox.mode !== "bwrap")
    app.log.warn(
      { weakness: sandbox.weakness },
      "BUBBLEWRAP DOES NOT RUN HERE: foreign media are read with limits only",
    );
  const machine = openSharedMachine(config.LIVE_CORES);
  const metrics = makeMetrics({
    states: () => lives?.sessions.list().map(({ state }) => state) ?? [],
    usedCores: () => machine.usedCores,
  });
  let lives: Lives | undefined;
  let rtmp: RtmpServer | undefined;
  registerFeed(app, {
    find: (uuid, generation) => lives?.sessions.find(uuid, generation),
    secret: config.INTERNAL_SECRET,
    put: (name, bytes) => store.put(name, bytes),
  });
  registerHealth(app, { metrics, isReady: () => rtmp !== undefined });
  const close = async () => {
    const server = rtmp;
    rtmp = undefined;
    await server?.close();
    await lives?.sources?.close();
    await lives?.sessions.close();
    await lives?.reporter.close();
    machine.close();
    await app.close();
  };
  try {
    const url = await app.listen({ host: config.INTERNAL_HOST, port: config.INTERNAL_PORT });
    lives = openLives(config, config.ADVERTISED_URL ?? url, {
      ...{ store, sandbox, machine, metrics, log: app.log },
    });
    const { sessions } = lives;
    rtmp = await startRtmpServer({
      host: config.RTMP_HOST,
      port: config.RTMP_PORT,
      admit: (request, signal) => sessions.admit(request, signal),
      onFault({ address, reason, detail }) {
        metrics.publisherFaults.inc({ reason });
        app.log.info({ address, reason, detail }, "a publisher's connection ended");
      },
    });
    app.log.info({ url, rtmpPort: rtmp.port }, "the ingest listens");
    return { url, rtmpPort: rtmp.port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Lives {
  sessions: LiveSessions;
  reporter: LiveReporter;
  /** Undefined where none can be fetched. */
  sources: SourceRuns | undefined;
}

/** The lives of this run of the ingest, of which the api is told. */
function openLives(config: IngestConfig, url: string, neighbours: SessionNeighbours): Lives {
  const { log, sandbox } = neighbours;
  const control = createControlPlane({
    apiUrl: config.API_INTERNAL_URL,
    internalSecret: config.INTERNAL_SECRET,
    ingest: { id: randomUUID(), url },
  });
  const sessions = new LiveSessions({
    admit: control.admit,
    openSession: (live) => new LiveSession(sessionOptions(live, config, { ...neighbours, reporter })),
  });
  const sources = sandbox.mode === "bwrap" ? openSources(config, sessions, neighbours) : undefined;
  const reporter = new LiveReporter({
    report: control.report,
    measure: () => sessions.measure(),
    fetching: () => ({ canFetch: sources !== undefined, fetched: sources?.conditions ?? [] }),
    onWanted(wanted) {
      for (const live of wanted.unwanted) sessions.stop(live);
      sources?.want(wanted.sources);
    },
    onFault: (error) => log.warn({ err: error }, error ? "the api is away" : "the api is back"),
  });
  return { sessions, reporter, sources };
}

/** Lives that are fetched: in bubblewrap alone, since nothing else keeps ffmpeg from where it is led. */
function openSources(config: IngestConfig, sessions: LiveSessions, { sandbox, log }: SessionNeighbours) {
  const policy = { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.SOURCE_PORTS };
  return new SourceRuns({
    openTunnel: (address) => openSourceTunnel(address, policy),
    start: (options) => startSourceProcess({ ...options, sandbox }),
    admit: (key, signal) => sessions.admit({ app: "", key, address: "" }, signal),
    onTrouble: (uuid, { failure, end, error }) =>
      log.info({ live: uuid, err: error ?? failure, exitCode: end?.exitCode }, "a source gave nothing more"),
  });
}

interface SessionNeighbours {
  store: MediaStore;
  sandbox: Sandbox;
  machine: SharedMachine;
  metrics: IngestMetrics;
  log: FastifyBaseLogger;
}

function sessionOptions(
  live: AdmittedLive,
  config: IngestConfig,
  { store, sandbox, machine, metrics, log, reporter }: SessionNeighbours & Pick<Lives, "reporter">,
): LiveSessionOptions {
  const runId = randomUUID();
  return {
    live,
    clock: wallClock,
    bytes: {
      // A live that begins again never writes over what it was.
      folder: `lives/${live.uuid}/${live.generation}/${runId}/`,
      objects: {
        put: (name, bytes) => store.put(name, bytes),
        read: (range) => store.read(range.object, range),
        remove: (name) => store.remove(name),
      },
      keptBytes: config.LIVE_MEMORY_BYTES,
      onFault: (error) => log.error(error, "a segment could not be stored or removed"),
    },
    machine: machine.partOf(runId),
    startEncoder: (plan) =>
      startLiveProcess(liveArgs(plan), { sandbox, pipeCount: listRenditions(plan).length }),
    onState({ state, fault, report }) {
      reporter.note(report);
      log.info({ live: live.uuid, state, fault }, "a live moves");
      if (report.isClosed) metrics.endings.inc({ fault: fault ?? "none" });
    },
    onTrouble(_, what, detail) {
      const err = detail instanceof Error ? detail : undefined;
      log.warn({ live: live.uuid, err, detail: err ? undefined : detail }, what);
    },
  };
}

function registerHealth(
  app: FastifyInstance,
  { metrics, isReady }: { metrics: IngestMetrics; isReady: () => boolean },
): void {
  app.get("/healthz", async () => ({ ok: true }));
  app.get("/readyz", async (_req, reply) => reply.code(isReady() ? 200 : 503).send({ ok: isReady() }));
  app.get("/metrics", async (_req, reply) =>
    reply.type("text/plain; version=0.0.4").send(await metrics.registry.metrics()),
  );
}
