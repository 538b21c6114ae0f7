import type { LoadForecast, PlannedEvent } from "@shoal/swarm-sim";
import { useEffect, useRef, useState } from "react";
import { buildEvent, type EventValues } from "./event-values.ts";
import type { EventRules } from "./forecast-query.ts";
import { runForecast } from "./run-forecast.ts";

export type ForecastState =
  | { phase: "idle" }
  | { phase: "running"; share: number }
  | { phase: "done"; event: PlannedEvent; forecast: LoadForecast }
  | { phase: "failed" };

/** Manages the forecast of a page. Only one forecast runs at a time, and leaving the page aborts it. */
export function useForecast(rules: EventRules) {
  const [state, setState] = useState<ForecastState>({ phase: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  async function start(values: EventValues): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const event = buildEvent(values, rules);
    setState({ phase: "running", share: 0 });
    const onProgress = (share: number) => !signal.aborted && setState({ phase: "running", share });
    try {
      const forecast = await runForecast(event, { signal, onProgress });
      setState({ phase: "done", event, forecast });
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
