const registeredStops = new Set<() => Promise<unknown>>();

/** Registers work that continues on every page and must stop when the session ends. */
export function onSessionEnd(stop: () => Promise<unknown>): void {
  registeredStops.add(stop);
}

/** Stops all registered work. */
export const stopRegistered = (): Promise<unknown> => Promise.all([...registeredStops].map((stop) => stop()));
