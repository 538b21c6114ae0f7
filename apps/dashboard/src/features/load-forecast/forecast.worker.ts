import { forecastLoad, type LoadForecast, type PlannedEvent } from "@shoal/swarm-sim";

export type ForecastMessage = { type: "progress"; share: number } | { type: "done"; forecast: LoadForecast };

self.addEventListener("message", ({ data }: MessageEvent<PlannedEvent>) => {
  const tell = (message: ForecastMessage) => self.postMessage(message);
  const onProgress = (share: number) => tell({ type: "progress", share });
  tell({ type: "done", forecast: forecastLoad(data, { onProgress }) });
});
