import { forecastLoad, type LoadForecast, type PlannedEvent } from "@shoal/swarm-sim";

export type ForecastMessage = { type: "progress"; share: number } | { type: "done"; forecast: LoadForecast };

self.addEventListener("message", ({ data }: MessageEvent<PlannedEvent>) => {
  const post = (message: ForecastMessage) => self.postMessage(message);
  const onProgress = (share: number) => post({ type: "progress", share });
  post({ type: "done", forecast: forecastLoad(data, { onProgress }) });
});
