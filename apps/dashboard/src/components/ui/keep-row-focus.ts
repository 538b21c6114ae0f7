const FOCUSABLE_SELECTOR = "button:not(:disabled), input:not(:disabled)";

/** Focuses the last control of a row, which is the button that removes the row. @returns whether the row has a control. */
function focusRow(row: Node | null): boolean {
  const control = row instanceof Element && [...row.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR)].at(-1);
  // A virtual list also removes rows that are scrolled out of view. Moving the focus must not scroll the list back to them.
  if (control) control.focus({ preventScroll: true });
  return Boolean(control);
}

/**
 * The ref of a list whose rows have a button that removes them: the keyboard focus moves to the row that takes the place of
 * the removed one, not to the top of the page.
 * @example <ul ref={keepRowFocus}>
 */
export function keepRowFocus(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  let last: EventTarget | null = null;
  const remember = ({ target }: Event) => {
    last = target;
  };
  const observer = new MutationObserver((changes) => {
    const focused = last;
    if (!(focused instanceof Node) || focused.isConnected || document.activeElement !== document.body) return;
    const removal = changes.find(({ removedNodes }) =>
      [...removedNodes].some((row) => row.contains(focused)),
    );
    if (removal && !focusRow(removal.nextSibling)) focusRow(removal.previousSibling);
  });
  list.addEventListener("focusin", remember);
  observer.observe(list, { childList: true });
  return () => {
    list.removeEventListener("focusin", remember);
    observer.disconnect();
  };
}
