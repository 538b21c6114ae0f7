export type SafeStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Opens a storage that never throws. If it is blocked or full, nothing is remembered and the video still plays. */
export function openStorage(name: "localStorage" | "sessionStorage"): SafeStorage {
  return {
    getItem: (key) => attempt(() => window[name].getItem(key)) ?? null,
    setItem: (key, value) => attempt(() => window[name].setItem(key, value)),
    removeItem: (key) => attempt(() => window[name].removeItem(key)),
  };
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
