let shown: { owner: string; room: string | undefined } | undefined;
const listeners = new Set<() => void>();

/** The room that the window over the dashboard shows, kept while it is closed; of whom, a `ChatStore` says. */
export const windowRoom = {
  get: (owner: string | undefined): string | undefined => (shown?.owner === owner ? shown?.room : undefined),
  set(owner: string, room: string | undefined): void {
    shown = { owner, room };
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
