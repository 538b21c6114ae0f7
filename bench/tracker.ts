import type { Bench, Figure } from "./bench.ts";
import { measureLargeRoom } from "./tracker/large-room.ts";
import { startTrackerProcess, type TrackerKind, type TrackerProcess } from "./tracker/server.ts";
import { TrackerViewer } from "./tracker/viewers.ts";

const TRACKER_KINDS = ["shoal", "bittorrent-tracker"] as const;
/** The number of viewers per round and per room. It is low enough for all viewers to connect in time. */
const VIEWER_COUNT = 600;
const ROOM_SIZE = 300;
/** The number of concurrent announcements. */
const CONCURRENCY = 50;
/** The number of processes of each kind. Their speeds differ by 5 % because of compiled code and memory layout. */
const PROCESS_COUNT = 4;
const ROUND_COUNT = 8;
/** The number of rounds until Node has compiled its hot code. */
const WARM_UP_ROUNDS = 4;
const IDLE_PEERS = 5_000;
const TARGET_RATIO = 1.5;
const TARGET_HEAP_BYTES = 12_000;

interface TrackerRound {
  perCpuSec: number;
  introductions: number;
}
type RoundByKind = Record<TrackerKind, TrackerRound>;

/** Measures the edge's tracker and the npm package alternately: arrivals per CPU second, heap per peer, and large rooms. */
export async function measureTrackers(): Promise<Figure[]> {
  const rounds: RoundByKind[] = [];
  for (let count = 0; count < PROCESS_COUNT; count++) rounds.push(...(await measureRounds()));
  const heap = { ours: await measurePeerCost("shoal"), theirs: await measurePeerCost("bittorrent-tracker") };
  return [announceFigure(rounds), heapFigure(heap), measureLargeRoom()];
}

async function measureRounds(): Promise<RoundByKind[]> {
  const rounds: RoundByKind[] = [];
  const [ours, theirs] = await Promise.all(TRACKER_KINDS.map(startTrackerProcess));
  if (!ours || !theirs) throw new Error("A tracker did not start");
  try {
    for (let count = 0; count < WARM_UP_ROUNDS + ROUND_COUNT; count++) {
      const round: RoundByKind = {
        shoal: await announceAll("shoal", ours, count),
        "bittorrent-tracker": await announceAll("bittorrent-tracker", theirs, count),
      };
      if (count >= WARM_UP_ROUNDS) rounds.push(round);
    }
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
  return rounds;
}

/** Measures announcements alone. Connections are opened before the measurement and closed after it. */
async function announceAll(kind: TrackerKind, tracker: TrackerProcess, round: number): Promise<TrackerRound> {
  const viewers = await connectViewers(kind, tracker, { count: VIEWER_COUNT, round });
  const cpuSecBefore = await tracker.ask("cpuSec");
  const waiting = viewers.values();
  const announceNext = async () => {
    for (const viewer of waiting) await viewer.announce();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, announceNext));
  const cpuSec = (await tracker.ask("cpuSec")) - cpuSecBefore;
  const introductions = viewers.reduce((sum, viewer) => sum + viewer.introductions, 0);
  await Promise.all(viewers.map((viewer) => viewer.leave()));
  return { perCpuSec: VIEWER_COUNT / cpuSec, introductions: introductions / VIEWER_COUNT };
}

interface PeerCost {
  heapBytes: number;
  /** The CPU seconds per message to all viewers of a room; 0 for a tracker without such messages. */
  message: number;
}

/** Measures the memory per peer in a new process, in which nothing else uses memory. */
async function measurePeerCost(kind: TrackerKind): Promise<PeerCost> {
  const tracker = await startTrackerProcess(kind);
  try {
    const first = await joinViewers(kind, tracker, { count: ROOM_SIZE, round: 0 });
    const before = await tracker.ask("heapBytes");
    const viewers = await joinViewers(kind, tracker, { count: IDLE_PEERS, round: 1 });
    const heapBytes = await tracker.ask("heapBytes");
    const quietSec = await tracker.ask("secondsOfWindow");
    await tracker.ask("changeRules");
    const busySec = await tracker.ask("secondsOfWindow");
    await Promise.all([...first, ...viewers].map((viewer) => viewer.leave()));
    return {
      heapBytes: (heapBytes - before) / IDLE_PEERS,
      message: Math.max(0, busySec - quietSec) / (first.length + viewers.length),
    };
  } finally {
    await tracker.stop();
  }
}

interface CrowdOptions {
  count: number;
  /** The number of the round. It keeps the round's viewers apart from those of other rounds. */
  round: number;
}

async function connectViewers(
  kind: TrackerKind,
  { url }: TrackerProcess,
  { count, round }: CrowdOptions,
): Promise<TrackerViewer[]> {
  const viewers: TrackerViewer[] = [];
  while (viewers.length < count) {
    const batch = Array.from({ length: Math.min(CONCURRENCY, count - viewers.length) }, (_, at) =>
      TrackerViewer.connect(
        kind,
        url,
        buildRoomName(round, (viewers.length + at) % Math.ceil(count / ROOM_SIZE)),
      ),
    );
    viewers.push(...(await Promise.all(batch)));
  }
  return viewers;
}

/** Connects all viewers. Each is announced as soon as it is connected. */
async function joinViewers(
  kind: TrackerKind,
  tracker: TrackerProcess,
  { count, round }: CrowdOptions,
): Promise<TrackerViewer[]> {
  const viewers: TrackerViewer[] = [];
  for (let batch = 0; viewers.length < count; batch++) {
    const more = await connectViewers(kind, tracker, {
      count: CONCURRENCY,
      round: round * 1_000 + Math.floor((batch * CONCURRENCY) / ROOM_SIZE),
    });
    for (const viewer of more) await viewer.announce();
    viewers.push(...more);
  }
  return viewers;
}

const buildRoomName = (round: number, index: number) => `${round}-${index}-`.padEnd(20, "r");

const computeMedian = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function announceFigure(rounds: RoundByKind[]): Figure {
  const ratio = computeMedian(
    rounds.map(({ shoal, "bittorrent-tracker": theirs }) => shoal.perCpuSec / theirs.perCpuSec),
  );
  const describe = (kind: TrackerKind) => {
    const perSec = Math.round(computeMedian(rounds.map((round) => round[kind].perCpuSec)));
    const introduced = computeMedian(rounds.map((round) => round[kind].introductions)).toFixed(1);
    return `${kind} ${perSec}/s with ${introduced} introductions each`;
  };
  return {
    name: "tracker: announces per CPU second against npm's bittorrent-tracker",
    value: `${ratio.toFixed(2)} ×`,
    reach: `≥ ${TARGET_RATIO} ×`,
    isReached: ratio >= TARGET_RATIO,
    unitCosts: { arrival: 1 / computeMedian(rounds.map(({ shoal }) => shoal.perCpuSec)) },
    detail: `${TRACKER_KINDS.map(describe).join(", ")}; rooms of ${ROOM_SIZE}, offers and answers included`,
  };
}

function heapFigure({ ours, theirs }: { ours: PeerCost; theirs: PeerCost }): Figure {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return {
    name: "tracker: heap of a connected peer",
    value: kB(ours.heapBytes),
    reach: `≤ ${kB(TARGET_HEAP_BYTES)}`,
    isReached: ours.heapBytes <= TARGET_HEAP_BYTES,
    unitCosts: ours,
    detail: `bittorrent-tracker ${kB(theirs.heapBytes)}; ${IDLE_PEERS} idle peers`,
  };
}

export const trackerBench: Bench[] = [{ name: "tracker", run: measureTrackers }];
