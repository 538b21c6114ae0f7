import { networkOf } from "@shoal/domain";
import { inNetworks } from "@shoal/lifecycle";
import { type Sandbox, startLiveProcess, tsToFlvArgs, webmToFlvArgs } from "@shoal/media";
import {
  type EndReason,
  Publishers,
  type RtmpServer,
  type RtmpServerOptions,
  startRtmpServer,
} from "@shoal/rtmp";
import type { FastifyBaseLogger } from "fastify";
import type { IngestConfig } from "../config.ts";
import type { IngestLives } from "../lives.ts";
import type { IngestMetrics } from "../platform/metrics.ts";
import { startCaptureServer } from "./capture/capture-server.ts";
import type { CaptureServer } from "./capture/capture-server.types.ts";
import { startRtmpsServer } from "./rtmps/rtmps-server.ts";
import { startSrtServer } from "./srt/srt-server.ts";
import type { SrtServer } from "./srt/srt-server.types.ts";

/** The servers to which publishers connect. */
export interface PublishingServers {
  rtmp: RtmpServer;
  /** The RTMPS server; undefined if there is no certificate. */
  rtmps: Pick<RtmpServer, "port"> | undefined;
  srt: SrtServer;
  capture: CaptureServer;
  /** Ends all publishers. */
  close(): Promise<void>;
}

/**
 * Opens the servers for publishers. Whatever its protocol, a new publisher replaces the current one with the same key.
 * @throws Error if a port cannot be opened.
 */
export async function openServers(
  config: IngestConfig,
  { sessions, findKey }: Pick<IngestLives, "sessions" | "findKey">,
  { sandbox, metrics, log }: { sandbox: Sandbox; metrics: IngestMetrics; log: FastifyBaseLogger },
): Promise<PublishingServers> {
  const shared = {
    publishers: new Publishers(),
    networkOf,
    isProxy: inNetworks(config.PROXY_PROTOCOL_FROM),
    admit: (request: { key: string }, signal: AbortSignal) => sessions.admit(request, signal),
    onFault({ address, reason, detail }: { address: string; reason: EndReason; detail: string }) {
      metrics.publisherFaults.inc({ reason });
      log.info({ address, reason, detail }, "a publisher's connection ended");
    },
  };
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(server: T): T => {
    opened.push(server);
    return server;
  };
  const close = async () => void (await Promise.all(opened.map((server) => server.close())));
  try {
    const rtmp = keep(await startRtmpServer({ ...shared, host: config.RTMP_HOST, port: config.RTMP_PORT }));
    const rtmps = await openRtmps(config, { shared, log });
    if (rtmps) keep(rtmps);
    const srt = keep(
      await startSrtServer({
        ...shared,
        host: config.SRT_HOST,
        port: config.SRT_PORT,
        findKey,
        startRemuxer: (options) =>
          startLiveProcess(tsToFlvArgs(options), { sandbox, pipeCount: 1, format: "mpegts" }),
        onEnded: (counts) => metrics.countPackets(counts),
      }),
    );
    const capture = keep(
      await startCaptureServer({
        ...shared,
        host: config.CAPTURE_HOST,
        port: config.CAPTURE_PORT,
        origin: config.API_PUBLIC_URL,
        trustedProxies: config.TRUSTED_PROXIES,
        startRemuxer: (options) =>
          startLiveProcess(webmToFlvArgs(options), { sandbox, pipeCount: 1, format: "webm" }),
      }),
    );
    return { rtmp, rtmps, srt, capture, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openRtmps(
  config: IngestConfig,
  {
    shared,
    log,
  }: {
    shared: Pick<RtmpServerOptions, "publishers" | "networkOf" | "isProxy" | "admit" | "onFault">;
    log: FastifyBaseLogger;
  },
): ReturnType<typeof startRtmpsServer> | undefined {
  const { RTMPS_CERT_FILE: certFile, RTMPS_KEY_FILE: keyFile } = config;
  if (!certFile || !keyFile) return undefined;
  return startRtmpsServer({
    ...shared,
    host: config.RTMPS_HOST,
    port: config.RTMPS_PORT,
    files: { certFile, keyFile },
    onRenewed: (validTo) => log.info({ validTo }, "the certificate of RTMPS was renewed"),
    onUnreadable: (error) => log.error({ err: error }, "the RTMPS certificate could not be reloaded"),
  });
}
