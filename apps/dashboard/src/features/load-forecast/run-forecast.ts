import type { LoadForecast, PlannedEvent } from "@shoal/swarm-sim";
import type { ForecastMessage } from "./forecast.worker.ts";

/**
 * Forecasts the load of an event in a worker. The simulation takes a few seconds.
 * @param onProgress called with the completed share, 0–1.
 * @returns the forecast; rejects when `signal` aborts it or workers are not available.
 */
export function runForecast(
  event: PlannedEvent,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<LoadForecast> {
  const worker = new Worker(new URL("./forecast.worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<LoadForecast>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  worker.addEventListener("error", () => reject(new Error("The forecast broke off")));
  worker.addEventListener("message", ({ data }: MessageEvent<ForecastMessage>) => {
    if (data.type === "progress") onProgress(data.share);
    else resolve(data.forecast);
  });
  worker.postMessage(event);
  return promise.finally(() => worker.terminate());
}
