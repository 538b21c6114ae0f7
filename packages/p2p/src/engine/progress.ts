import type { SegmentLoad } from "./loads.ts";

export function markStart({ assembly }: SegmentLoad): void {
  if (assembly.startedAtMs === 0) assembly.startedAtMs = performance.now();
}

export function reportProgress({ waiters, assembly }: SegmentLoad): void {
  for (const { request } of waiters) request.onProgress?.(assembly.received, assembly.total);
}
