import { setTimeout as delay } from "node:timers/promises";
import { ANSWERS_TO_UNREADABLE, answerNothingHere, drainOf, makeHttpServer } from "@shoal/lifecycle";
import { detectSandbox } from "@shoal/media";
import { openMediaStore } from "@shoal/store";
import { nameSpanByRoute } from "@shoal/tracing";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { IngestConfig } from "./config.ts";
import { registerFeed } from "./feed/feed.routes.ts";
import { type IngestLives, openLives } from "./lives.ts";
import { createMetrics, type IngestMetrics } from "./platform/metrics.ts";
import { openServers, type PublishingServers } from "./servers/open-servers.ts";
import { openSharedMachine } from "./session/encoder/live-machines.ts";

/**
 * How long connections stay open after the last live has ended. Edges call a few times a second, and would retry if the connection
 * were closed.
 */
const LINGER_DURATION_MS = 100;

export interface RunningIngest {
  /** The address on which edges and the operator reach the ingest. */
  url: string;
  rtmpPort: number;
  /** The RTMPS port; undefined if there is no certificate. */
  rtmpsPort: number | undefined;
  /** The UDP port for SRT. */
  srtPort: number;
  capturePort: number;
  /** Ends all lives. Received media is kept. */
  close(): Promise<void>;
}

/**
 * Starts an ingest, which receives streams from encoders and passes them on to edges.
 * @throws Error if a port, the sandbox or the media store cannot be opened.
 */
export async function startIngest(config: IngestConfig): Promise<RunningIngest> {
  const app = fastify({
    logger: { level: config.LOG_LEVEL, name: "ingest" },
    // Requests are not logged, because edges request every part of every live.
    logController: new LogController({ disableRequestLogging: true }),
    ...ANSWERS_TO_UNREADABLE,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    serverFactory: (handler) => makeHttpServer(handler),
  });
  app.addHook("onRequest", nameSpanByRoute);
  answerNothingHere(app);
  const drain = drainOf(app.server, { lingerMs: LINGER_DURATION_MS });
  const store = await openMediaStore(config.MEDIA_STORE, { from: config.MEDIA_STORE_FROM, settings: config });
  const sandbox = await detectSandbox(config.SANDBOX);
  if (sandbox.mode !== "bwrap")
    app.log.warn(
      { weakness: sandbox.weakness },
      "BUBBLEWRAP DOES NOT RUN HERE: foreign media are read with limits only",
    );
  const machine = openSharedMachine(config.LIVE_CORES);
  const metrics = createMetrics({
    states: () => lives?.sessions.list().map(({ state }) => state) ?? [],
    relays: () => lives?.relays.states ?? [],
    sources: () => lives?.sources?.conditions.map(({ fault }) => fault) ?? [],
    usedCores: () => machine.usedCores,
    leftOutRungs: () => lives?.sessions.countLeftOut() ?? 0,
  });
  let lives: IngestLives | undefined;
  let servers: PublishingServers | undefined;
  const livesLeft = new AbortController();
  registerFeed(app, {
    find: (uuid, generation) => lives?.sessions.find(uuid, generation),
    secret: config.INTERNAL_SECRET,
    put: (name, bytes) => store.put(name, bytes),
    closing: livesLeft.signal,
  });
  registerHealth(app, { metrics, isReady: () => servers !== undefined && !drain.isClosing });
  const close = async () => {
    drain.begin();
    // Current publishers continue. New ones should reach other ingests, so readiness fails.
    if (servers) await delay(config.SHUTDOWN_DELAY_MS);
    const listening = servers;
    servers = undefined;
    await listening?.close();
    await lives?.close();
    machine.close();
    // Feeds are closed last, after edges have received the remaining data of all lives.
    livesLeft.abort();
    await drain.close(() => app.close());
  };
  try {
    const url = await app.listen({ host: config.INTERNAL_HOST, port: config.INTERNAL_PORT });
    const neighbours = { store, sandbox, machine, metrics, log: app.log };
    lives = openLives(config, config.ADVERTISED_URL ?? url, neighbours);
    servers = await openServers(config, lives, neighbours);
    const ports = {
      rtmpPort: servers.rtmp.port,
      rtmpsPort: servers.rtmps?.port,

      srtPort: servers.srt.port,
      capturePort: servers.capture.port,
    };
    app.log.info({ url, ...ports }, "the ingest listens");
    return { url, ...ports, close };
  } catch (error) {
    await close();
    throw error;
  }
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
