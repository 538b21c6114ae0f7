import { randomUUID } from "node:crypto";
import type { AdmittedLive } from "@shoal/contract";
import { isLiveRunning } from "@shoal/domain";
import {
  detectSandbox,
  listRenditions,
  liveArgs,
  type Sandbox,
  startLiveProcess,
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
import { sendingBy } from "./restream/connect-target.ts";
import { RelaySets } from "./restream/relay-sets.ts";
import { LiveSession, type LiveSessionOptions } from "./session/live-session.ts";
import { LiveSessions } from "./session/live-sessions.ts";

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
  const metrics = makeMetrics(() => lives?.sessions.list().map(({ state }) => state) ?? []);
  let lives: Lives | undefined;
  let rtmp: RtmpServer | undefined;
  registerFeed(app, {
    find: (uuid, generation) => lives?.sessions.find(uuid, generation),
    secret: config.INTERNAL_SECRET,
  });
  registerHealth(app, { metrics, isReady: () => rtmp !== undefined });
  const close = async () => {
    const server = rtmp;
    rtmp = undefined;
    await server?.close();
    await lives?.sessions.close();
    await lives?.relays.close();
    await lives?.reporter.close();
    await app.close();
  };
  try {
    const url = await app.listen({ host: config.INTERNAL_HOST, port: config.INTERNAL_PORT });
    lives = openLives(config, config.ADVERTISED_URL ?? url, { store, sandbox, metrics, log: app.log });
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
  relays: RelaySets;
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
    measure: () =>
      sessions
        .list()
        .filter(({ state }) => isLiveRunning(state))
        .map(({ live: { uuid, generation } }) => ({
          ...{ uuid, generation, input: null },
          relays: relays.statuses({ uuid, generation }),
        })),
    onWanted(wanted) {
      for (const live of wanted.unwanted) sessions.stop(live);
      relays.take(wanted.relays);
    },
    onFault: (error) => log.warn({ err: error }, error ? "the api is away" : "the api is back"),
  });
  const policy = { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.RELAY_PORTS };
  const relays = new RelaySets({ clock: wallClock, open: sendingBy(policy) });
  const sessions = new LiveSessions({
    admit: control.admit,
    openSession: (live) => new LiveSession(sessionOptions(live, config, { ...neighbours, reporter, relays })),
  });
  return { sessions, reporter, relays };
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
  { store, sandbox, metrics, log, reporter, relays }: SessionNeighbours & Omit<Lives, "sessions">,
): LiveSessionOptions {
  return {
    live,
    clock: wallClock,
    companions: [relays.open(live)],
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
      if (state === "ended") void relays.forget(live);
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
