import type { LiveSource } from "./live-source.ts";
import { openRemoteLives } from "./remote-lives.ts";
import { SimulatedLives, type SimulatedLivesOptions } from "./simulated-lives.ts";

export interface LivesOfEdge extends LiveSource {
  close(): Promise<void>;
}

/** Opens all lives that viewers of an edge can watch: those of ingests, and videos that play as lives. */
export function openLives(
  options: SimulatedLivesOptions & Parameters<typeof openRemoteLives>[0],
): LivesOfEdge {
  const simulated = new SimulatedLives(options);
  const remote = openRemoteLives(options);
  return {
    find: (uuid, generation) => simulated.find(uuid, generation) ?? remote.find(uuid, generation),
    close() {
      simulated.close();
      return remote.close();
    },
  };
}
