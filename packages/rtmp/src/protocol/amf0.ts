import { RtmpFault } from "./fault.ts";

/** A value of Action Message Format 0. Dates are in ms since 1970, and unsupported values are undefined. */
export type AmfValue = number | boolean | string | null | undefined | AmfObject | AmfValue[];
/** An object without a prototype, because its names come from untrusted publishers. */
export interface AmfObject {
  [name: string]: AmfValue;
}

/** The type markers (Adobe, "Action Message Format – AMF 0", 2007, §2.1). */
const TYPE_MARKERS = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,

  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xml: 15,
} as const;

/** The maximum depth of nested values. Publishers nest metadata two or three levels deep. */
const MAX_DEPTH = 8;

/**
 * Decodes all values of a message.
 * @throws RtmpFault "bad_value"
 * @example
 * decodeAmf0(encodeAmf0("connect", 1, { app: "live" })); // ["connect", 1, { app: "live" }]
 */
export function decodeAmf0(bytes: Uint8Array): AmfValue[] {
  const reader = new AmfReader(bytes);
  const values: AmfValue[] = [];
  while (!reader.isAtEnd) values.push(reader.readValue(0));
  return values;
}

class AmfReader {
  readonly #view: DataView;
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  readValue(depth: number): AmfValue {
    if (depth > MAX_DEPTH) throw new RtmpFault("bad_value", "nested too deep");
    const marker = this.#view.getUint8(this.#advance(1));
    switch (marker) {
      case TYPE_MARKERS.number:
        return this.#view.getFloat64(this.#advance(8));
      case TYPE_MARKERS.boolean:
        return this.#view.getUint8(this.#advance(1)) !== 0;
      case TYPE_MARKERS.string:
        return this.#readText(this.#view.getUint16(this.#advance(2)));
      case TYPE_MARKERS.longString:
      case TYPE_MARKERS.xml:
        return this.#readText(this.#view.getUint32(this.#advance(4)));
      case TYPE_MARKERS.object:
        return this.#readObject(depth);
      case TYPE_MARKERS.ecmaArray:
        // The count is only a hint. Some encoders set it to 0.
        this.#advance(4);
        return this.#readObject(depth);
      case TYPE_MARKERS.strictArray:
        return this.#readArray(depth);
      case TYPE_MARKERS.date:
        return this.#readDate();
      case TYPE_MARKERS.null:
        return null;
      case TYPE_MARKERS.undefined:
      case TYPE_MARKERS.unsupported:
        return undefined;
      default:
        throw new RtmpFault("bad_value", `unknown type ${marker}`);
    }
  }

  #readObject(depth: number): AmfObject {
    const object = Object.create(null) as AmfObject;
    for (;;) {
      const name = this.#readText(this.#view.getUint16(this.#advance(2)));
      if (name === "" && this.#bytes[this.#at] === TYPE_MARKERS.objectEnd) {
        this.#advance(1);
        return object;
      }
      object[name] = this.readValue(depth + 1);
    }
  }

  #readArray(depth: number): AmfValue[] {
    const count = this.#view.getUint32(this.#advance(4));
    // Each value takes at least one byte, so a count that exceeds the bytes is invalid.
    if (count > this.#bytes.length - this.#at) throw new RtmpFault("bad_value", `an array of ${count}`);
    return Array.from({ length: count }, () => this.readValue(depth + 1));
  }

  #readDate(): number {
    const sinceMs = this.#view.getFloat64(this.#advance(8));
    // The two bytes after a date are a reserved time zone.
    this.#advance(2);
    return sinceMs;
  }

  #readText(length: number): string {
    const from = this.#advance(length);
    return this.#bytes.toString("utf8", from, from + length);
  }

  /** Skips bytes. @returns the offset of the skipped bytes. */
  #advance(length: number): number {
    const from = this.#at;
    if (from + length > this.#bytes.length) throw new RtmpFault("bad_value", "it ends inside a value");
    this.#at += length;
    return from;
  }
}

/** Encodes values. @throws RangeError for a string of more than 65,535 bytes. No caller sends such a string. */
export function encodeAmf0(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

function encodeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([TYPE_MARKERS.null]);
  if (value === undefined) return Buffer.from([TYPE_MARKERS.undefined]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === "boolean") return Buffer.from([TYPE_MARKERS.boolean, Number(value)]);
  if (typeof value === "string")
    return Buffer.concat([Buffer.from([TYPE_MARKERS.string]), encodeText(value)]);
  if (Array.isArray(value)) return encodeArray(value);
  const entries = Object.entries(value).flatMap(([name, each]) => [encodeText(name), encodeValue(each)]);
  return Buffer.concat([
    Buffer.from([TYPE_MARKERS.object]),
    ...entries,
    encodeText(""),
    Buffer.from([TYPE_MARKERS.objectEnd]),
  ]);
}

function encodeArray(values: AmfValue[]): Buffer {
  const head = Buffer.alloc(5, TYPE_MARKERS.strictArray);
  head.writeUInt32BE(values.length, 1);
  return Buffer.concat([head, ...values.map(encodeValue)]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
