import { type ComponentType, useSyncExternalStore } from "react";

interface LatePlace {
  /** Fetches what stands here, once. Rejects when it does not come; the next call tries again. */
  want: () => Promise<void>;
  /** Empty until it is there. */
  Place: ComponentType;
}

/**
 * A part around every page that is fetched when it is first wanted. One that does not come leaves the page as it is:
 * uploads go on without their notices.
 */
export function createLatePlace(load: () => Promise<ComponentType>): LatePlace {
  let Part: ComponentType | undefined;
  const listeners = new Set<() => void>();
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return {
    async want() {
      if (Part) return;
      Part = await load();
      for (const listener of listeners) listener();
    },
    Place() {
      const Known = useSyncExternalStore(subscribe, () => Part);
      return Known ? <Known /> : null;
    },
  };
}
