/**
 * Calls the page's player, as the browser would by an event: what its listeners throw is told to the page as ever, and
 * stops nothing of ours.
 */
export function callPlayer(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
