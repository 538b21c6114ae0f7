const STORAGE_KEY = "shoal.desktopNotices";
const listeners = new Set<() => void>();

function isTurnedOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === "on";
  } catch {
    return false;
  }
}

function saveChoice(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(STORAGE_KEY, "on");
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storing fails in private windows, so desktop notifications stay off.
  }
  for (const listener of listeners) listener();
}

/** The desktop notifications. They are on if the reader has turned them on and the browser allows them. */
export const desktopNotices = {
  isPossible: (): boolean => "Notification" in globalThis,
  isOn: (): boolean => "Notification" in globalThis && Notification.permission === "granted" && isTurnedOn(),
  /** Turns desktop notifications on, and asks for the browser's permission if necessary. @returns whether they are on. */
  async turnOn(): Promise<boolean> {
    const isAllowed = (await Notification.requestPermission()) === "granted";
    saveChoice(isAllowed);
    return isAllowed && isTurnedOn();
  },
  turnOff: (): void => saveChoice(false),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
