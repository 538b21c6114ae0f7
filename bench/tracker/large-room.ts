import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { createMember, type Member, type TrackerConnection } from "../../apps/edge/src/tracker/member.ts";
import { Room } from "../../apps/edge/src/tracker/room.ts";
import type { Figure } from "../bench.ts";

/** The sizes of a typical room, and of the room of an event with 100,000 viewers at one edge. */
const ROOM_SIZES = { small: 300, large: 100_000 };
const ARRIVAL_COUNT = 5_000;
const TARGET_RATIO = 3;
const P2P_RULES = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,
  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};

/**
 * Measures the CPU time for finding peers for a newcomer in a large room and for notifying all affected members. Sockets are left
 * out, because their cost does not depend on the room's size.
 */
export function measureLargeRoom(): Figure {
  // The first run is not measured, because Node has not compiled its hot code yet.
  measureArrivalCpuUs(ROOM_SIZES.small);
  const smallUs = measureArrivalCpuUs(ROOM_SIZES.small);
  const largeUs = measureArrivalCpuUs(ROOM_SIZES.large);
  const ratio = largeUs / smallUs;
  return {
    name: `tracker: CPU of an arrival and a departure in a room of ${ROOM_SIZES.large} against one of ${ROOM_SIZES.small}, without sockets`,
    value: `${ratio.toFixed(1)} ×`,
    reach: `≤ ${TARGET_RATIO} ×`,
    isReached: ratio <= TARGET_RATIO,
    detail: `${largeUs.toFixed(0)} µs against ${smallUs.toFixed(0)} µs`,
  };
}

/** Measures arrivals. A member leaves for each one that arrives, so the room keeps its size. */
function measureArrivalCpuUs(size: number): number {
  const room = new Room("large", { memory: { segments: 0 }, countElsewhere: () => 0 });
  const members: Member[] = [];
  const come = () => {
    const member = createRoomMember(members.length);
    members.push(member);
    room.add(member);
  };
  while (members.length < size) come();
  const before = process.cpuUsage();
  for (let count = 0; count < ARRIVAL_COUNT; count += 1) {
    room.remove(members[count] as Member);
    come();
  }
  const { user, system } = process.cpuUsage(before);
  room.close();
  return (user + system) / ARRIVAL_COUNT;
}

/** Returns a member from one of 3 countries, 60 providers and 8,000 networks. */
function createRoomMember(number: number): Member {
  const place = {
    networkPrefix: `10.${number % 32}.${number % 250}.0/24`,
    asn: 1 + (number % 60),
    country: ["FR", "DE", "ES"][number % 3] ?? null,
  };
  const session = {
    swarm: "large",
    sessionId: String(number),
    issuedAtMs: 0,
    expiresAtMs: 1e15,
    rules: P2P_RULES,
  };
  return createMember(String(number), createConnection(), { ...session, ...place });
}

/** Returns a connection that accepts all data immediately. */
function createConnection(): TrackerConnection {
  const socket = { readyState: 1, bufferedAmount: 0, close: () => undefined };
  const stream = { writableCorked: 1, cork: () => undefined, uncork: () => undefined, write: () => true };
  return { socket: socket as unknown as WebSocket, stream: stream as unknown as Duplex };
}
