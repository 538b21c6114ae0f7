/**
 * Creates a hold on the page.
 * @returns a setter for whether unsent data would be lost with the page: while it is set, the browser asks before
 * leaving.
 */
export function createLeaveGuard(): (isHeld: boolean) => void {
  let isHeld = false;
  return (wanted) => {
    if (wanted === isHeld) return;
    isHeld = wanted;
    // Each hold has its own listener, so that releasing one does not release the others.
    if (wanted) window.addEventListener("beforeunload", listener);
    else window.removeEventListener("beforeunload", listener);
  };
  function listener(event: BeforeUnloadEvent): void {
    event.preventDefault();
  }
}
