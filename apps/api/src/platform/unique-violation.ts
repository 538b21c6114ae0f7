const UNIQUE_VIOLATION = "23505";

/** Returns whether a unique index rejected a row. @example isUniqueViolation(error, "clients_name") */
export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  const { code, constraint = "" } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && (constraints.length === 0 || constraints.includes(constraint));
}
