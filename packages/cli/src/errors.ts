import { ShoalError } from "@shoal/client";

export const EXIT_CODES = { done: 0, failed: 1, usage: 2, refused: 3, notFound: 4 } as const;

/** An error that the user can correct. */
export class UsageError extends Error {
  readonly exit: keyof typeof EXIT_CODES;
  constructor(message: string, exit: keyof typeof EXIT_CODES = "usage") {
    super(message);
    this.exit = exit;
  }
}

/** Returns the exit code with which the program reports an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_CODES[error.exit];
  if (!(error instanceof ShoalError)) return EXIT_CODES.failed;
  if (error.status === 401 || error.status === 403) return EXIT_CODES.refused;
  return error.status === 404 ? EXIT_CODES.notFound : EXIT_CODES.failed;
}

/** Returns the message of an error in one line. */
export function getErrorMessage(error: unknown): string {
  if (!(error instanceof ShoalError)) return error instanceof Error ? error.message : String(error);
  const fields = error.fields.map(({ path, reason }) => `${path}: ${reason}`).join("; ");
  const request = error.requestId ? ` (request ${error.requestId})` : "";
  return `${error.message}${fields ? ` – ${fields}` : ""} [${error.code}]${request}`;
}
