import { MAX_TRACKER_MESSAGE_BYTES } from "@shoal/p2p/protocol";

/** Matches the printable ASCII characters of a JSON string that need no escape; any other text is left to the parser. */
const PLAIN_CHARS = String.raw`[ !#-\[\]-~]*`;
const ESCAPE_SEQUENCE = String.raw`\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})`;
const DESCRIPTION_PATTERN = new RegExp(
  String.raw`^\{"type":"signal","to":"([\w-]{1,64})","signal":\{"kind":"(?:offer|answer)","sdp":"${PLAIN_CHARS}(?:${ESCAPE_SEQUENCE}${PLAIN_CHARS})*"\}\}$`,
);
/** The length of the fields before the signal, without the recipient's name. */
const SIGNAL_PREFIX_BYTES = '{"type":"signal","to":"","signal":'.length;

/**
 * Finds a session description in exactly the form in which our player sends it, so that the tracker can relay it verbatim. Parsing
 * and serialising descriptions took a tenth of the tracker's time.
 * @param message as received.
 * @returns the recipient, and the bytes of the signal's JSON in the message; undefined for any other message, which may still be
 * valid.
 */
export function findDescription(message: Buffer): { to: string; signal: Buffer } | undefined {
  if (message.length > MAX_TRACKER_MESSAGE_BYTES) return undefined;
  // Only ASCII is matched, for which one byte is one character. Decoding as latin1 is faster and gives the same result.
  const [, to] = DESCRIPTION_PATTERN.exec(message.toString("latin1")) ?? [];
  return to === undefined ? undefined : { to, signal: message.subarray(SIGNAL_PREFIX_BYTES + to.length, -1) };
}
