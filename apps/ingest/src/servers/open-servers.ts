import { type Sandbox, startLiveProcess, webmToFlvArgs } from "@shoal/media";
import { type EndReason, Publishers, type RtmpServer, startRtmpServer } from "@shoal/rtmp";
import type { FastifyBaseLogger } from "fastify";
import type { IngestConfig } from "../config.ts";
import type { IngestMetrics } from "../platform/metrics.ts";
import type { LiveSessions } from "../session/live-sessions.ts";
import { startCaptureServer } from "./capture/capture-server.ts";
import type { CaptureServer } from "./capture/capture-server.types.ts";

/** Where publishers come in. */
export interface Servers {
  rtmp: RtmpServer;
  capture: CaptureServer;
  /** Ends all publishers. */
  close(): Promise<void>;
}

/** A key is published once, by whoever came last, whichever way. @throws Error when a port cannot be opened. */
export async function openServers(
  config: IngestConfig,
  sessions: LiveSessions,
  { sandbox, metrics, log }: { sandbox: Sandbox; metrics: IngestMetrics; log: FastifyBaseLogger },
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
    const close = async () => void (await Promise.all([rtmp.close(), capture.close()]));
    return { rtmp, capture, close };
  } catch (error) {
    await rtmp.close();
    throw error;
  }
}
