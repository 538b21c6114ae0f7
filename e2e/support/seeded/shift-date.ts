/**
 * Shifts the clock of this page or process, which keeps running; timers are unaffected. Used both in pages, before their own scripts, and
 * in test processes.
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
