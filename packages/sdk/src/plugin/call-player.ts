/**
 * Calls the page's player as a browser event would. Exceptions of its listeners are reported to the page as usual, and do not
 * interrupt the plugin.
 */
export function callPlayer(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
