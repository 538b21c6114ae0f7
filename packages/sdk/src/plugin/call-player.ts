/**
 * Calls the page's player as a browser event would: exceptions of its listeners are reported to the page as usual, and stop
 * nothing of ours.
 */
export function callPlayer(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
