import type { PlannedEvent, Rehearsal } from "@shoal/swarm-sim";
import { useEffect, useRef, useState } from "react";
import { type EventValues, eventOf } from "./event-values.ts";
import type { EventRules } from "./rehearsal-query.ts";
import { runRehearsal } from "./run-rehearsal.ts";

export type RehearsalState =
  | { phase: "idle" }
  | { phase: "running"; share: number }
  | { phase: "done"; event: PlannedEvent; rehearsal: Rehearsal }
  | { phase: "failed" };

/** A rehearsal of this page: one at a time; it ends when the page is left. */
export function useRehearsal(rules: EventRules) {
  const [state, setState] = useState<RehearsalState>({ phase: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  async function start(values: EventValues): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const event = eventOf(values, rules);
    setState({ phase: "running", share: 0 });
    const onProgress = (share: number) => !signal.aborted && setState({ phase: "running", share });
    try {
      const rehearsal = await runRehearsal(event, { signal, onProgress });
      setState({ phase: "done", event, rehearsal });
    } catch {
      if (!signal.aborted) setState({ phase: "failed" });
    }
  }
  function cancel(): void {
    running.current?.abort();
    setState({ phase: "idle" });
  }
  return { state, start, cancel };
}
