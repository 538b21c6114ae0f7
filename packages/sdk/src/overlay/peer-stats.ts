/** WebRTC's statistics of a connection. */
export interface PeerStats {
  bytesFrom: number;
  bytesTo: number;
  /** The round trip in milliseconds. Undefined before the first measurement. */
  roundTripMs: number | undefined;
  /** Whether the connection uses a TURN server. Undefined until the connection is established. */
  isRelayed: boolean | undefined;
}

/** The fields that the standard defines, for all types of statistics. */
interface StatEntry {
  type: string;
  bytesReceived?: number;
  bytesSent?: number;
  selectedCandidatePairId?: string;
  nominated?: boolean;
  currentRoundTripTime?: number;
  localCandidateId?: string;
  remoteCandidateId?: string;
  candidateType?: string;
}

/** Reads the statistics of a connection. @returns undefined if it has ended. */
export async function readPeerStats(connection: RTCPeerConnection): Promise<PeerStats | undefined> {
  try {
    return summarizeReport(await connection.getStats());
  } catch {
    return undefined;
  }
}

export function summarizeReport(report: Pick<RTCStatsReport, "forEach">): PeerStats {
  const stats = new Map<string, StatEntry>();
  report.forEach((stat: StatEntry, id: string) => {
    stats.set(id, stat);
  });
  const find = (id: string | undefined) => (id === undefined ? undefined : stats.get(id));
  const all = [...stats.values()];
  const channel = all.find(({ type }) => type === "data-channel");
  const pair =
    find(all.find(({ type }) => type === "transport")?.selectedCandidatePairId) ??
    all.find(({ type, nominated }) => type === "candidate-pair" && nominated);
  const seconds = pair?.currentRoundTripTime;
  const ends = pair && [find(pair.localCandidateId), find(pair.remoteCandidateId)];
  return {
    bytesFrom: channel?.bytesReceived ?? 0,
    bytesTo: channel?.bytesSent ?? 0,
    roundTripMs: seconds === undefined ? undefined : seconds * 1000,
    isRelayed: ends?.some((candidate) => candidate?.candidateType === "relay"),
  };
}
