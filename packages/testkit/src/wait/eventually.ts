/** The timers that waits use. They are saved before any test replaces them, because a wait could not time out with faked timers. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
/** A function that browsers' types lack. It keeps this file out of the error's stack. */
const { captureStackTrace } = Error as { captureStackTrace?(error: Error, below: unknown): void };

/** The time limit. It is reached only if the tested code hangs, because a correct check may take long on a busy machine. */
const TIME_LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 30;

type CheckAttempt<T> = { isHeld: true; value: Exclude<T, false> } | { isHeld: false; error?: unknown };

/**
 * Calls `check` repeatedly until it neither throws nor returns false. Timers that a test fakes are neither used nor
 * advanced.
 * @param check the condition; its promise is awaited before the next call.
 * @param options.what describes the condition, for the error.
 * @param options.limitMs the timeout in ms: 60,000 by default.
 * @param options.everyMs the pause between two calls in ms: 30 by default.
 * @returns the value that `check` returned.
 * @throws the last error of `check`, or, with `what`, an Error with that error's message and that error as the cause; an Error with the
 *   description of the condition if `check` only returned false or did not end.
 * @example await eventually(async () => expect(await statusOf(uuid)).toBe("encoded"));
 * @example const [mail] = await eventually(() => mailbox.length > 0 && mailbox, { what: "a mail" });
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: { what?: string; limitMs?: number; everyMs?: number } = {},
): Promise<Exclude<T, false>> {
  const { what, limitMs = TIME_LIMIT_MS, everyMs = POLL_INTERVAL_MS } = options;
  const late = new Error(`Waited ${limitMs} ms for ${what ?? "what did not come"}`);
  captureStackTrace?.(late, eventually);
  const limit = startLimit(limitMs);
  let last: CheckAttempt<T> | undefined;
  try {
    for (;;) {
      const attempt = await Promise.race([limit.isReached, tryOnce(check)]);
      if (attempt?.isHeld) return attempt.value;
      last = attempt ?? last;
      if (limit.isOver()) throw failureOf(last, late, what);
      await Promise.race([limit.isReached, pause(everyMs)]);
    }
  } finally {
    limit.stop();
  }
}

async function tryOnce<T>(check: () => T | Promise<T>): Promise<CheckAttempt<T>> {
  try {
    const value = await check();
    return value === false ? { isHeld: false } : { isHeld: true, value: value as Exclude<T, false> };
  } catch (error) {
    return { isHeld: false, error };
  }
}

function startLimit(limitMs: number) {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isReached = new Promise<undefined>((resolve) => {
    timer = startTimer(() => {
      isOver = true;
      resolve(undefined);
    }, limitMs);
  });
  return { isReached, isOver: () => isOver, stop: () => stopTimer(timer) };
}

const pause = (ms: number) => new Promise<undefined>((resolve) => startTimer(() => resolve(undefined), ms));

/**
 * Returns the error to throw after the time limit: the last error of the check, with its location and its diff, or the timeout
 * error if the check only returned false.
 */
function failureOf(last: CheckAttempt<unknown> | undefined, late: Error, what: string | undefined): unknown {
  const error = last && !last.isHeld ? last.error : undefined;
  if (error === undefined) return late;
  if (what === undefined) return error;
  late.message += `: ${error instanceof Error ? error.message : String(error)}`;
  late.cause = error;
  return late;
}
