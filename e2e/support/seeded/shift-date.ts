/**
 * Has the clock of this page or process show another time, which goes on; timers are left alone. Runs in the page itself,
 * before its own scripts, as well as here.
 * @param aheadMs how far it is ahead.
 * @returns what takes that back.
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
