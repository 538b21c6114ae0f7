import type { RelayState, RelayStatus } from "@shoal/contract";
import type { AdmittedLive } from "@shoal/contract/ingest";
import type { ReportLivesResponse } from "../control/control-plane.ts";
import { RelaySet, type RelaySetOptions } from "./relay-set.ts";

type LiveId = Pick<AdmittedLive, "uuid" | "generation">;

/** Manages the restream targets of this ingest's lives. */
export class RelaySets {
  readonly #options: RelaySetOptions;
  readonly #sets = new Map<string, RelaySet>();

  constructor(options: RelaySetOptions) {
    this.#options = options;
  }

  /** Opens the set of a live that starts. */
  open(live: LiveId): RelaySet {
    const set = new RelaySet(this.#options);
    this.#sets.set(keyOf(live), set);
    return set;
  }

  /** Sets the targets of each live. */
  apply(wanted: ReportLivesResponse["relays"]): void {
    for (const { targets, ...live } of wanted) this.#sets.get(keyOf(live))?.setTargets(targets);
  }

  statuses(live: LiveId): RelayStatus[] {
    return this.#sets.get(keyOf(live))?.statuses() ?? [];
  }

  /** Returns the state of each target of all lives. */
  get states(): RelayState[] {
    return [...this.#sets.values()].flatMap(({ states }) => states);
  }

  /** Removes the set of a live that has ended. */
  async remove(live: LiveId): Promise<void> {
    const set = this.#sets.get(keyOf(live));
    set?.end();
    await set?.settled();
    if (this.#sets.get(keyOf(live)) === set) this.#sets.delete(keyOf(live));
  }

  /** Resolves once every target has received its end of the stream. */
  async close(): Promise<void> {
    const sets = [...this.#sets.values()];
    for (const set of sets) set.end();
    await Promise.all(sets.map((set) => set.settled()));
  }
}

const keyOf = ({ uuid, generation }: LiveId) => `${uuid}/${generation}`;
