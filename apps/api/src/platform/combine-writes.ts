interface WaitingItem<T> {
  item: T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Combines writes that arrive while another write is running into one. The first write starts immediately, so that an idle
 * system has no delay. If a batch fails, its items are written one by one.
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
        const [only] = batch;
        if (batch.length === 1) only?.reject(error);
        // A faulty item must not fail the others: each is written alone, and the next batch does not wait for them.
        else for (const { item, resolve, reject } of batch) void write([item]).then(resolve, reject);
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
