import { TRACKER_MESSAGE_MAX_BYTES } from "@shoal/p2p/protocol";
import type { SignalText } from "./member.ts";

/** Of a JSON string, what needs no escape, and escapes. All else is left to the parser. */
const PLAIN = String.raw`[ !#-\[\]-~]*`;
const ESCAPE = String.raw`\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})`;
const DESCRIPTION = new RegExp(
  String.raw`^\{"type":"signal","to":"([\w-]{1,64})","signal":(\{"kind":"(?:offer|answer)","sdp":"${PLAIN}(?:${ESCAPE}${PLAIN})*"\})\}$`,
);

/**
 * Finds a session description in exactly the words in which our player sends one: it can be passed on as it was said.
 * To read it and to write it again took a tenth of the tracker's time.
 * @returns for whom, and the signal's JSON; undefined for whatever else, which may still be well-formed.
 */
export function findDescription(text: string): { to: string; signal: SignalText } | undefined {
  if (text.length > TRACKER_MESSAGE_MAX_BYTES) return undefined;
  const [, to, signal] = DESCRIPTION.exec(text) ?? [];
  return to !== undefined && signal !== undefined
    ? { to, signal: { text: signal, isAscii: true } }
    : undefined;
}
