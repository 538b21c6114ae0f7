interface WaitingItem<T> {
  item: T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Combines writes that arrive while another write is running into one. The first write starts immediately, so that an idle
 * system has no delay.
 * @param maxItems per write.
 * @param options.areFailuresSplit whether the items of a failed batch are written one by one, at the same time, so that a faulty item
 *   does not fail the others. Otherwise all of them fail, as is right for a write that is costly or runs alone.
 * @returns writes an item, and resolves once it is written.
 * @example const record = combineWrites((results) => repository.recordAll(results), 100); await record(result);
 */
export function combineWrites<T>(
  write: (items: readonly T[]) => Promise<void>,
  maxItems: number,
  { areFailuresSplit = true }: { areFailuresSplit?: boolean } = {},
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
        if (batch.length === 1 || !areFailuresSplit) for (const { reject } of batch) reject(error);
        // The next batch does not wait for the split writes.
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
