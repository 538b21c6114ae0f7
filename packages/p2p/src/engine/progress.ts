import type { Load } from "./loads.ts";

export function markStart({ assembly }: Load): void {
  if (assembly.startedAtMs === 0) assembly.startedAtMs = performance.now();
}

export function reportProgress({ waiters, assembly }: Load): void {
  for (const { request } of waiters) request.onProgress?.(assembly.received, assembly.total);
}
