/** The number of concurrent tasks. Small objects mostly wait for the disk. */
const CONCURRENCY = 4;

/**
 * Runs a task for each item, a few at a time. After an error, no further task starts, and the running tasks are awaited.
 * @throws the first error.
 */
export async function forEachOf<T>(
  objects: AsyncGenerator<T>,
  work: (object: T) => Promise<void>,
): Promise<void> {
  let isFailed = false;
  const workOnSome = async () => {
    for (;;) {
      const next = isFailed ? undefined : await objects.next();
      if (!next || next.done) return;
      await work(next.value);
    }
  };
  const runs = Array.from({ length: CONCURRENCY }, () =>
    workOnSome().catch((error: unknown) => {
      isFailed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(runs);
  await objects.return(undefined);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
