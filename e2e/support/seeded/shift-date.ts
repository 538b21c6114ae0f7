/**
 * Shifts the clock of this page or process. The clock keeps running, and timers are unaffected. Used in test processes, and in
 * pages before their own scripts.
 * @param aheadMs the time by which the clock moves ahead, in ms.
 * @returns a function that reverts it.
 */
export function shiftDate(aheadMs: number): () => void {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given: [] | [string | number | Date]) {
      super(...((given.length === 0 ? [Real.now() + aheadMs] : given) as [number]));
    }
    static override now(): number {
      return Real.now() + aheadMs;
    }
  } as DateConstructor;
  return () => {
    globalThis.Date = Real;
  };
}
