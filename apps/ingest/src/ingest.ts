import { randomUUID } from "node:crypto";
import type { AdmittedLive } from "@shoal/contract";
import {
  detectSandbox,
  listRenditions,
  liveArgs,
  type Sandbox,
  startLiveProcess,
  wallClock,
  webmToFlvArgs,
} from "@shoal/media";
import { type EndReason, Publishers, type RtmpServer, startRtmpServer } from "@shoal/rtmp";
import { type MediaStore, openMediaStore } from "@shoal/store";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { IngestConfig } from "./config.ts";
import { createControlPlane } from "./control/control-plane.ts";
import { LiveReporter } from "./control/live-reporter.ts";
import { registerFeed } from "./feed/feed.routes.ts";
import { type IngestMetrics, makeMetrics } from "./platform/metrics.ts";
import { startCaptureServer } from "./servers/capture/capture-server.ts";
import type { CaptureServer } from "./servers/capture/capture-server.types.ts";
import { LiveSession, type LiveSessionOptions } from "./session/live-session.ts";
import { LiveSessions } from "./session/live-sessions.ts";

export interface RunningIngest {
  /** Where edges and the operator reach it. */
  url: string;
  rtmpPort: number;
  capturePort: number;
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
  const metrics = makeMetrics(() => lives?.sessions.list().map(({ state }) => state) ?? []);
  let lives: Lives | undefined;
  let servers: Servers | undefined;
  registerFeed(app, {
    find: (uuid, generation) => lives?.sessions.find(uuid, generation),
    secret: config.INTERNAL_SECRET,
  });
  registerHealth(app, { metrics, isReady: () => servers !== undefined });
  const close = async () => {
    const listening = servers;
    servers = undefined;
    await Promise.all([listening?.rtmp.close(), listening?.capture.close()]);
    await lives?.sessions.close();
    await lives?.reporter.close();
    await app.close();
  };
  try {
    const url = await app.listen({ host: config.INTERNAL_HOST, port: config.INTERNAL_PORT });
    lives = openLives(config, config.ADVERTISED_URL ?? url, { store, sandbox, metrics, log: app.log });
    servers = await openServers(config, lives.sessions, { sandbox, metrics, log: app.log });
    const [rtmpPort, capturePort] = [servers.rtmp.port, servers.capture.port];
    app.log.info({ url, rtmpPort, capturePort }, "the ingest listens");
    return { url, rtmpPort, capturePort, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Servers {
  rtmp: RtmpServer;
  capture: CaptureServer;
}

/** Where publishers come in. A key is published once, by whoever came last, whichever way. */
async function openServers(
  config: IngestConfig,
  sessions: LiveSessions,
  { sandbox, metrics, log }: Pick<SessionNeighbours, "sandbox" | "metrics" | "log">,
): Promise<Servers> {
  const shared = {
    publishers: new Publishers(),
    admit: (request: { key: string }, signal: AbortSignal) => sessions.admit(request, signal),
    onFault({ address, reason, detail }: { address: string; reason: EndReason; detail: string }) {
      metrics.publisherFaults.inc({ reason });
      log.info({ address, reason, detail }, "a publisher's connection ended");
    },
  };
  const rtmp = await startRtmpServer({ ...shared, host: config.RTMP_HOST, port: config.RTMP_PORT });
  try {
    const capture = await startCaptureServer({
      ...{ ...shared, host: config.CAPTURE_HOST, port: config.CAPTURE_PORT, origin: config.API_PUBLIC_URL },
      startRemuxer: (options) =>
        startLiveProcess(webmToFlvArgs(options), { sandbox, pipeCount: 1, format: "webm" }),
    });
    return { rtmp, capture };
  } catch (error) {
    await rtmp.close();
    throw error;
  }
}

interface Lives {
  sessions: LiveSessions;
  reporter: LiveReporter;
}

/** The lives of this run of the ingest, of which the api is told. */
function openLives(config: IngestConfig, url: string, neighbours: SessionNeighbours): Lives {
  const { log } = neighbours;
  const control = createControlPlane({
    apiUrl: config.API_INTERNAL_URL,
    internalSecret: config.INTERNAL_SECRET,
    ingest: { id: randomUUID(), url },
  });
  const reporter = new LiveReporter({
    report: control.report,
    measure: () => [],
    onWanted({ unwanted }) {
      for (const live of unwanted) sessions.stop(live);
    },
    onFault: (error) => log.warn({ err: error }, error ? "the api is away" : "the api is back"),
  });
  const sessions = new LiveSessions({
    admit: control.admit,
    openSession: (live) => new LiveSession(sessionOptions(live, config, { ...neighbours, reporter })),
  });
  return { sessions, reporter };
}

interface SessionNeighbours {
  store: MediaStore;
  sandbox: Sandbox;
  metrics: IngestMetrics;
  log: FastifyBaseLogger;
}

function sessionOptions(
  live: AdmittedLive,
  config: IngestConfig,
  { store, sandbox, metrics, log, reporter }: SessionNeighbours & Pick<Lives, "reporter">,
): LiveSessionOptions {
  return {
    live,
    clock: wallClock,
    bytes: {
      // A live that begins again never writes over what it was.
      folder: `lives/${live.uuid}/${live.generation}/${randomUUID()}/`,
      objects: {
        put: (name, bytes) => store.put(name, bytes),
        read: (range) => store.read(range.object, range),
        remove: (name) => store.remove(name),
      },
      keptBytes: config.LIVE_MEMORY_BYTES,
      onFault: (error) => log.error(error, "a segment could not be stored or removed"),
    },
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
