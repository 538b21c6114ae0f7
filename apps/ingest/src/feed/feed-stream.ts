import type { ServerResponse } from "node:http";
import type { LiveFeedLine } from "@shoal/contract/ingest";
import type { LiveFeed } from "@shoal/media";

/** The interval of heartbeats, without which an edge considers a silent connection broken. */
const HEARTBEAT_INTERVAL_MS = 1_000;
/** The number of bytes that may wait for a slow edge. A snapshot of ten minutes takes 2 MB. */
const MAX_BACKLOG_BYTES = 8_000_000;

/**
 * Sends an edge the state of a live and all updates after that, until either side ends.
 * @param closing fires when this ingest ends.
 */
export function streamFeed(feed: LiveFeed, res: ServerResponse, closing: AbortSignal): void {
  // A write to a closed connection emits an error, which would end the process if it were unhandled.
  res.on("error", () => undefined);
  const writeLine = (line: LiveFeedLine) => {
    if (res.writableEnded || res.destroyed) return;
    // An edge that reads too slowly is disconnected. It reconnects and receives a new snapshot.
    if (res.writableLength > MAX_BACKLOG_BYTES) res.destroy();
    else res.write(`${JSON.stringify(line)}\n`);
  };
  res.writeHead(200, { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" });
  writeLine({ type: "snapshot", snapshot: feed.window.toSnapshot() });
  if (feed.window.isEnded || closing.aborted) return void res.end();
  const stopReading = feed.onNews((news) => {
    writeLine(news);
    if (news.type === "end") res.end();
  });
  const beat = setInterval(() => writeLine({ type: "beat" }), HEARTBEAT_INTERVAL_MS);
  const leave = () => void res.end();
  closing.addEventListener("abort", leave);
  res.once("close", () => {
    closing.removeEventListener("abort", leave);
    clearInterval(beat);
    stopReading();
  });
}
