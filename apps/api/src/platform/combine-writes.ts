interface WaitingItem<T> {
  item: T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Combines writes that arrive while another write is running into one. The first write starts immediately, so that an idle
 * system has no delay. If a write fails, every item of its batch fails.
 * @param maxItems per write.
 * @returns writes an item, and resolves once it is written.
 * @example const record = combineWrites((results) => repository.recordAll(results), 100); await record(result);
 */
export function combineWrites<T>(
  write: (items: readonly T[]) => Promise<void>,
  maxItems: number,
): (item: T) => Promise<void> {
  const waiting: WaitingItem<T>[] = [];
  let isWriting = false;

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      try {
        await write(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) void writeWaiting();
    });
}
