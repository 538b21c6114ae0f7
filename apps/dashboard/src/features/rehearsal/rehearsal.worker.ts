import { type PlannedEvent, type Rehearsal, rehearse } from "@shoal/swarm-sim";

export type RehearsalMessage = { type: "progress"; share: number } | { type: "done"; rehearsal: Rehearsal };

self.addEventListener("message", ({ data }: MessageEvent<PlannedEvent>) => {
  const tell = (message: RehearsalMessage) => self.postMessage(message);
  const onProgress = (share: number) => tell({ type: "progress", share });
  tell({ type: "done", rehearsal: rehearse(data, { onProgress }) });
});
