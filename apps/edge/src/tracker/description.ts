import { TRACKER_MESSAGE_MAX_BYTES } from "@shoal/p2p/protocol";

/** In a JSON string: plain characters, and escapes. All else is left to the parser. */
const PLAIN = String.raw`[ !#-\[\]-~]*`;
const ESCAPE = String.raw`\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})`;
const DESCRIPTION = new RegExp(
  String.raw`^\{"type":"signal","to":"([\w-]{1,64})","signal":\{"kind":"(?:offer|answer)","sdp":"${PLAIN}(?:${ESCAPE}${PLAIN})*"\}\}$`,
);
/** The fields before the signal, besides the name. */
const HEAD_BYTES = '{"type":"signal","to":"","signal":'.length;

/**
 * Finds a session description in exactly the words in which our player sends one: it can be passed on as it was said.
 * To read it and to write it again took a tenth of the tracker's time.
 * @param message as it came.
 * @returns for whom, and the bytes of the signal's JSON in the message; undefined for whatever else, which may still be
 * well-formed.
 */
export function findDescription(message: Buffer): { to: string; signal: Buffer } | undefined {
  if (message.length > TRACKER_MESSAGE_MAX_BYTES) return undefined;
  // Nothing but ASCII is found: a byte is a character, and what is read faster is the same.
  const [, to] = DESCRIPTION.exec(message.toString("latin1")) ?? [];
  return to === undefined ? undefined : { to, signal: message.subarray(HEAD_BYTES + to.length, -1) };
}
