import { type AmfObject, type AmfValue, decodeAmf0 } from "./amf0.ts";
import { RtmpFault } from "./fault.ts";
import { MESSAGE, type RtmpMessage } from "./message.ts";

/** A call, such as `connect`, `createStream` and `publish`, or the response to a call. */
export interface Command {
  name: string;
  transaction: number;
  /** The properties of `connect`. Other commands have none. */
  about: AmfObject;
  /** The values after the properties. */
  values: AmfValue[];
}

/** Reads a command. @throws RtmpFault "bad_value", "bad_command" */
export function readCommand({ type, payload }: RtmpMessage): Command {
  // AMF3 commands start with a format byte, followed by AMF0.
  const values = decodeAmf0(type === MESSAGE.commandAmf3 ? payload.subarray(1) : payload);
  const [name, transaction = 0, about, ...rest] = values;
  if (typeof name !== "string" || typeof transaction !== "number")
    throw new RtmpFault("bad_command", "no name or no number");
  const isObject = typeof about === "object" && about !== null && !Array.isArray(about);
  return { name, transaction, about: isObject ? about : {}, values: rest };
}
