import { type ComponentType, useSyncExternalStore } from "react";

interface LazyHost {
  /** Loads the component once. Rejects on failure, and retries with the next call. */
  want: () => Promise<void>;
  /** Renders the component; renders nothing until it has loaded. */
  Place: ComponentType;
}

/**
 * Creates a component that surrounds every page and is loaded on first use. If loading fails, pages work without it. Uploads, for example,
 * continue without notices.
 */
export function createLazyHost(load: () => Promise<ComponentType>): LazyHost {
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
