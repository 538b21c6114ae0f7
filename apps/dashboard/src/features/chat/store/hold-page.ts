/** @returns says whether something would be lost with the page: for as long as it is so, the browser asks before the page goes. */
export function createHold(): (isHeld: boolean) => void {
  let isHeld = false;
  return (wanted) => {
    if (wanted === isHeld) return;
    isHeld = wanted;
    // Each of several holds has a listener of its own: what one lets go, another may still hold.
    if (wanted) window.addEventListener("beforeunload", listener);
    else window.removeEventListener("beforeunload", listener);
  };
  function listener(event: BeforeUnloadEvent): void {
    event.preventDefault();
  }
}
