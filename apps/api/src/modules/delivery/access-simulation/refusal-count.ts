import type { AccessReplayView, AccessStepName } from "@shoal/contract";
import type { ReplayedAccess } from "@shoal/domain";

type Between = AccessReplayView["refused"];

/** Counts sessions that rules would have kept out: for sure, and perhaps. */
export class RefusalCount {
  sessions = 0;
  readonly #steps = new Map<AccessStepName, Between>();

  add({ verdict, step }: ReplayedAccess, sessions: number): void {
    this.sessions += sessions;
    if (step === null) return;
    const { atLeast, atMost } = this.#steps.get(step) ?? { atLeast: 0, atMost: 0 };
    const sure = verdict === "refused" ? sessions : 0;
    this.#steps.set(step, { atLeast: atLeast + sure, atMost: atMost + sessions });
  }

  total(): Between {
    const all = [...this.#steps.values()];
    return {
      atLeast: all.reduce((sum, { atLeast }) => sum + atLeast, 0),
      atMost: all.reduce((sum, { atMost }) => sum + atMost, 0),
    };
  }

  /** Of the greatest number down. */
  bySteps(): AccessReplayView["steps"] {
    return [...this.#steps]
      .map(([step, between]) => ({ step, ...between }))
      .toSorted((one, other) => other.atMost - one.atMost);
  }
}
