/** Returns the focused element. For an item of a menu, which is about to close, returns the menu's button. */
export function findOpener(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : document.activeElement;
}

/** Returns the focus to the opener of a closed element, or to the page, unless the focus has moved elsewhere. */
export function restoreFocus(opener: Element | null): void {
  const active = document.activeElement;
  // A closing dialog remains in the document for a moment, so the focus is checked again in the next frame.
  if (active?.closest('[role="dialog"]')) {
    requestAnimationFrame(() => restoreFocus(opener));
    return;
  }
  if (active !== null && active !== document.body) return;
  const target = opener?.isConnected ? opener : document.getElementById("content");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
