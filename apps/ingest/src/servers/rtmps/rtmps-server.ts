import { type RtmpServer, type RtmpServerOptions, startRtmpServer } from "@shoal/rtmp";
import { readTlsPair, type TlsFiles, watchTlsFiles } from "./tls-files.ts";

/**
 * The interval of checks for a new certificate. It can be long, because certificates are usually renewed weeks before they expire.
 */
const CHECK_INTERVAL_MS = 60_000;

export interface RtmpsServerOptions extends Omit<RtmpServerOptions, "tls"> {
  files: TlsFiles;
  checkIntervalMs?: number;
  /** Called when new connections start to use another certificate. */
  onRenewed(validTo: string): void;
  /** Called when changed files cannot be used; the previous certificate stays in use. */
  onUnreadable(error: unknown): void;
}

/**
 * Starts a server for RTMPS publishers, whose certificate is read from files and can be renewed while the server runs.
 * @throws Error that names the setting whose file cannot be used, or if the port is in use.
 */
export async function startRtmpsServer({
  files,
  checkIntervalMs = CHECK_INTERVAL_MS,
  onRenewed,
  onUnreadable,
  ...options
}: RtmpsServerOptions): Promise<Pick<RtmpServer, "port" | "close">> {
  const pair = await readTlsPair(files);
  const server = await startRtmpServer({ ...options, tls: pair });
  const leaving = new AbortController();
  const watching = watchTlsFiles(files, pair, {
    intervalMs: checkIntervalMs,
    signal: leaving.signal,
    onUnreadable,
    onRenewed(renewed) {
      server.renewTls(renewed);
      onRenewed(renewed.validTo);
    },
  });
  return {
    port: server.port,
    async close() {
      leaving.abort();
      await Promise.all([server.close(), watching]);
    },
  };
}
