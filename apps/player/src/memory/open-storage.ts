export type SafeStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Opens a storage that never throws. If it is blocked or full, nothing is remembered and the video still plays. */
export function openStorage(name: "localStorage" | "sessionStorage"): SafeStorage {
  return {
    getItem: (key) => tryStorage(() => window[name].getItem(key)) ?? null,
    setItem: (key, value) => tryStorage(() => window[name].setItem(key, value)),
    removeItem: (key) => tryStorage(() => window[name].removeItem(key)),
  };
}

function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
