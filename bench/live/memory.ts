import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { endPublisher, eventually, publishClock } from "@shoal/testkit";
import { readResidentBytes } from "../../harness/faults-processes.ts";
import type { Figure } from "../bench.ts";
import { type LiveStage, openLiveStage } from "./stage.ts";

const FIRST_READ_MS = 2 * 60_000;
const LAST_READ_MS = 12 * 60_000;
const MAX_GROWN_MB = 8;
const COLLECT_TIMEOUT_MS = 30_000;

/** Measures the memory of the ingest's own process after a garbage collection, with a live of twelve minutes. */
export async function measureMemory(): Promise<Figure[]> {
  // Node's option for the debugger, with a free port.
  process.env.NODE_OPTIONS = "--inspect-port=0";
  const stage = await openLiveStage();
  try {
    const { publishUrl } = await stage.openLive();
    const publisher = publishClock(publishUrl);
    try {
      const inspector = await findInspector(stage);
      await delay(FIRST_READ_MS);
      const firstMb = await residentMb(stage, inspector);
      await delay(LAST_READ_MS - FIRST_READ_MS);
      return [figureOf(firstMb, await residentMb(stage, inspector))];
    } finally {
      await endPublisher(publisher);
    }
  } finally {
    await stage.close();
  }
}

async function findInspector({ ingestPid, platform }: LiveStage): Promise<string> {
  process.kill(ingestPid(), "SIGUSR1");
  return eventually(
    () => {
      const lines = platform.log.filter((line) => line.startsWith("ingest: "));
      return /Debugger listening on (ws:\S+)/.exec(lines.join("\n"))?.[1] ?? false;
    },
    { what: "the ingest's debugger" },
  );
}

async function residentMb({ ingestPid }: LiveStage, inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  const signal = AbortSignal.timeout(COLLECT_TIMEOUT_MS);
  await once(socket, "open", { signal });
  // The collection runs twice, because memory released by finalizers is freed only by the second run.
  for (const id of [1, 2]) {
    socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await once(socket, "message", { signal });
  }
  socket.close();
  return (await readResidentBytes(ingestPid(), "VmRSS")) / 1e6;
}

function figureOf(firstMb: number, lastMb: number): Figure {
  return {
    name: "live memory of the ingest with one live, minute 12",
    value: `${lastMb.toFixed(0)} MB (minute 2: ${firstMb.toFixed(0)} MB)`,
    reach: `≤ minute 2 + ${MAX_GROWN_MB} MB`,
    isReached: lastMb <= firstMb + MAX_GROWN_MB,
  };
}
