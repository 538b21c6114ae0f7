/**
 * Why there is no response:
 * - `bad_url`: not an http or https URL.
 * - `forbidden_port`, `forbidden_address`: not allowed by the policy.
 * - `unresolved`: unknown host name. `unreachable`: no connection. `tls`: the certificate is not trusted.
 * - `timeout`: no connection, or no byte, for too long. `broken`: the connection broke in the middle.
 * - `too_many_redirects`: includes a redirect without a target.
 */
export type FetchFailure =
  | "bad_url"
  | "forbidden_port"
  | "forbidden_address"
  | "unresolved"
  | "unreachable"
  | "tls"
  | "timeout"
  | "broken"
  | "too_many_redirects";

const WORTH_ANOTHER_TRY: readonly FetchFailure[] = ["unreachable", "timeout", "broken"];

/** A fetch without a response. Its text names hosts, never paths, queries or credentials. */
export class FetchError extends Error {
  readonly reason: FetchFailure;
  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FetchError";
    this.reason = reason;
  }
  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return WORTH_ANOTHER_TRY.includes(this.reason);
  }
}

const UNRESOLVED = ["ENOTFOUND", "ENODATA", "EAI_NONAME"];
const CUT = ["ECONNRESET", "EPIPE", "HPE_INVALID_CONSTANT", "ERR_STREAM_PREMATURE_CLOSE"];
const TLS = /CERT|TLS|SSL|SIGNED|UNABLE_TO_|EPROTO/;

/** Converts a network error of Node. @param host that it concerns. */
export function asFetchError(error: unknown, host: string): FetchError {
  if (error instanceof FetchError) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  const made = (reason: FetchFailure, text: string) =>
    new FetchError(reason, `${text} ${host}${code && `: ${code}`}`, { cause: error });
  if (UNRESOLVED.includes(code)) return made("unresolved", "There is no");
  if (code === "ETIMEDOUT") return made("timeout", "No answer in time from");
  if (TLS.test(code)) return made("tls", "No secure connection to");
  if (CUT.includes(code)) return made("broken", "Lost the connection to");
  return made("unreachable", "Cannot reach");
}
