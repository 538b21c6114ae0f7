/** Reads a sealed value. @returns an empty list, after reporting the error, if it cannot be opened. */
export function readOrReport<T>(read: () => T, onError: (error: unknown) => void): T[] {
  try {
    return [read()];
  } catch (error) {
    onError(error);
    return [];
  }
}
