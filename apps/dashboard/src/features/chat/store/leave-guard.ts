/**
 * Creates a guard against leaving the page.
 * @returns a setter for whether leaving would lose unsent data. While it is set, the browser asks before the page is left.
 */
export function createLeaveGuard(): (isHeld: boolean) => void {
  let isHeld = false;
  return (wanted) => {
    if (wanted === isHeld) return;
    isHeld = wanted;
    // Each guard has its own listener, so that releasing one guard does not release the others.
    if (wanted) window.addEventListener("beforeunload", listener);
    else window.removeEventListener("beforeunload", listener);
  };
  function listener(event: BeforeUnloadEvent): void {
    event.preventDefault();
  }
}
