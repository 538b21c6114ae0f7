/**
 * A button that is disabled while it works loses the keyboard, and nobody who uses one finds back: as soon as it can be pressed
 * again it has it back, unless something else got it meanwhile.
 * @returns ends it.
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const remember = ({ target }: Event) => {
    last = target;
  };
  // A press elsewhere is intended.
  const forget = () => {
    last = null;
  };
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (
        target === last &&
        target instanceof HTMLElement &&
        !target.matches(":disabled") &&
        document.activeElement === document.body
      )
        target.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", forget, { capture: true });
  observer.observe(document.body, { attributes: true, attributeFilter: ["disabled"], subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget, { capture: true });
    observer.disconnect();
  };
}
