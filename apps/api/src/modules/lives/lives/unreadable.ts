/** The result of reading a sealed value, or nothing for one that was sealed by another installation, which is reported. */
export function unlessUnreadable<T>(read: () => T, onError: (error: unknown) => void): T[] {
  try {
    return [read()];
  } catch (error) {
    onError(error);
    return [];
  }
}
