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

const RETRYABLE_FAILURES: readonly FetchFailure[] = ["unreachable", "timeout", "broken"];

/** The error of a fetch without a response. Its text names hosts, but never paths, queries or credentials. */
export class FetchError extends Error {
  readonly reason: FetchFailure;
  constructor(reason: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FetchError";
    this.reason = reason;
  }
  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return RETRYABLE_FAILURES.includes(this.reason);
  }
}

const UNRESOLVED_CODES = ["ENOTFOUND", "ENODATA", "EAI_NONAME"];
const CONNECTION_LOST_CODES = ["ECONNRESET", "EPIPE", "HPE_INVALID_CONSTANT", "ERR_STREAM_PREMATURE_CLOSE"];
const TLS_CODE_PATTERN = /CERT|TLS|SSL|SIGNED|UNABLE_TO_|EPROTO/;
/** Matches the errors of certificates whose issuer this machine does not know, or that a server has signed itself. */
const UNTRUSTED_CODE_PATTERN = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/** Converts a network error of Node. Its code is in the error's cause. @param host the host that could not be reached. */
export function asFetchError(error: unknown, host: string): FetchError {
  if (error instanceof FetchError) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  const made = (reason: FetchFailure, text: string) => new FetchError(reason, text, { cause: error });
  if (UNRESOLVED_CODES.includes(code)) return made("unresolved", `The host name ${host} does not exist`);
  if (code === "ETIMEDOUT") return made("timeout", `No answer in time from ${host}`);
  if (TLS_CODE_PATTERN.test(code)) return made("tls", tlsFault(code, host));
  if (CONNECTION_LOST_CODES.includes(code)) return made("broken", `Lost the connection to ${host}`);
  if (code === "ECONNREFUSED") return made("unreachable", `${host} refuses connections`);
  return made("unreachable", `Cannot reach ${host}`);
}

function tlsFault(code: string, host: string): string {
  if (code === "CERT_HAS_EXPIRED") return `The certificate of ${host} has expired`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `The certificate of ${host} is for another name`;
  if (UNTRUSTED_CODE_PATTERN.test(code)) return `The certificate of ${host} is not trusted`;
  return `No secure connection to ${host}`;
}
