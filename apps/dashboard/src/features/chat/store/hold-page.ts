/** @returns says whether something would be lost with the page: for as long as it is so, the browser asks before the page goes. */
export function createHold(): (isHeld: boolean) => void {
  let isHeld = false;
  return (wanted) => {
    if (wanted === isHeld) return;
    isHeld = wanted;
    // Each hold has its own listener: after one is released, another may remain.
    if (wanted) window.addEventListener("beforeunload", listener);
    else window.removeEventListener("beforeunload", listener);
  };
  function listener(event: BeforeUnloadEvent): void {
    event.preventDefault();
  }
}
