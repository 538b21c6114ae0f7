import type { SafeStorage } from "./open-storage.ts";

export interface PassMemory {
  read(): string | null;
  /** Stores the pass; null deletes it. */
  write(pass: string | null): void;
}

/** Remembers, for as long as this tab is open, that a viewer has entered a video's password. The password itself is not stored. */
export function rememberPass(uuid: string, storage: SafeStorage): PassMemory {
  const key = `shoal:pass:${uuid}`;
  return {
    read: () => storage.getItem(key),
    write: (pass) => (pass === null ? storage.removeItem(key) : storage.setItem(key, pass)),
  };
}
