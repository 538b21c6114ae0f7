/**
 * Restores the focus of buttons. A button that is disabled while its action runs loses the keyboard focus. The focus returns when the
 * button is enabled again, unless another element has received it.
 * @returns a function that stops restoring the focus.
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const remember = ({ target }: Event) => {
    last = target;
  };
  // The focus must not return after the user has pressed another element.
  const clearTarget = () => {
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
  document.addEventListener("pointerdown", clearTarget, { capture: true });
  observer.observe(document.body, { attributes: true, attributeFilter: ["disabled"], subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", clearTarget, { capture: true });
    observer.disconnect();
  };
}
