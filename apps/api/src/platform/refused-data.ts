/** Matches the SQLSTATE classes of values that do not fit, and of violated constraints. */
const DATA_CLASSES = /^2[23]/;

/** Returns whether PostgreSQL rejected the rows themselves, so that a retry would fail too. */
export function isRefusedData(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && code.length === 5 && DATA_CLASSES.test(code);
}
