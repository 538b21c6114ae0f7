import type { SafeStorage } from "./open-storage.ts";

export interface PassMemory {
  read(): string | null;
  /** Stores the pass; null deletes it. */
  write(pass: string | null): void;
}

/** Remembers that a viewer entered a video's password, for as long as this tab is open. The password itself is not kept. */
export function rememberPass(uuid: string, storage: SafeStorage): PassMemory {
  const key = `shoal:pass:${uuid}`;
  return {
    read: () => storage.getItem(key),
    write: (pass) => (pass === null ? storage.removeItem(key) : storage.setItem(key, pass)),
  };
}
