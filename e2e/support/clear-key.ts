import { createCipheriv } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fragment } from "@shoal/media/mp4";
import { box, fullBox, listBoxes, u8, u16, u32, writeFragment } from "@shoal/media/mp4";

/** The key with which all videos of the tests are encrypted. */
export const CLEAR_KEY = {
  kid: Buffer.from("00112233445566778899aabbccddeeff", "hex"),
  key: Buffer.from("0f1e2d3c4b5a69788796a5b4c3d2e1f0", "hex"),
};
/** The request header without which the licence server refuses to send a licence. */
export const LICENCE_HEADER = { name: "x-viewer", value: "paid" };
const COMMON_SYSTEM_ID = Buffer.from("1077efecc0b24d02ace33c1e52e2fb4b", "hex");
const NAL_LENGTH_BYTES = 4;

/** Makes the init segment of a track whose samples `sealFragment` encrypts (ISO/IEC 23001-7, scheme `cenc`). */
export function sealInit(init: Uint8Array): Buffer {
  const sealed = changeBox(Buffer.from(init), "moov/trak/mdia/minf/stbl/stsd", (stsd) => {
    const [entry] = listBoxes(stsd.subarray(8));
    if (entry?.type !== "avc1") throw new Error(`No H.264 but ${entry?.type}`);
    const tenc = fullBox("tenc", 0, 0, u8(0, 0, 1, 8), CLEAR_KEY.kid);
    const scheme = fullBox("schm", 0, 0, Buffer.from("cenc", "latin1"), u32(0x10000));
    const sinf = box("sinf", box("frma", Buffer.from("avc1", "latin1")), scheme, box("schi", tenc));
    return Buffer.concat([stsd.subarray(0, 8), box("encv", entry.body, sinf)]);
  });
  const pssh = fullBox("pssh", 1, 0, COMMON_SYSTEM_ID, u32(1), CLEAR_KEY.kid, u32(0));
  return changeBox(sealed, "moov", (moov) => Buffer.concat([moov, pssh]));
}

/** Makes a fragment of H.264 in which everything but the head of each NAL unit is encrypted. */
export function sealFragment(sequence: number, { baseTicks, samples }: Fragment): Buffer {
  const sealed = samples.map(({ bytes }, n) => sealSample(Buffer.from(bytes), u32(sequence + 1, n)));
  const rows = samples.map((sample, n) => ({ ...sample, bytes: sealed[n]?.bytes ?? sample.bytes }));
  const fragment = writeFragment(sequence, baseTicks, rows);
  const notes = sealed.map(({ note }) => note);
  const entries = Buffer.concat(notes);
  const added = (entriesAt: number) =>
    Buffer.concat([
      fullBox("saiz", 0, 0, u8(0), u32(notes.length), u8(...notes.map(({ length }) => length))),
      fullBox("saio", 0, 0, u32(1, entriesAt)),
      fullBox("senc", 0, 2, u32(notes.length), entries),
    ]);
  const addedBytes = added(0).length;
  const moofBytes = fragment.readUInt32BE(0) + addedBytes;
  const moved = changeBox(fragment, "moof/traf/trun", (trun) => {
    const dataOffset = u32(trun.readUInt32BE(8) + addedBytes);
    return Buffer.concat([trun.subarray(0, 8), dataOffset, trun.subarray(12)]);
  });
  return changeBox(moved, "moof/traf", (traf) => Buffer.concat([traf, added(moofBytes - entries.length)]));
}

/** Encrypts a sample. @returns the sample with what decryption needs: the initialization vector and the number of clear bytes. */
function sealSample(bytes: Buffer, vector: Buffer): { bytes: Buffer; note: Buffer } {
  const cipher = createCipheriv("aes-128-ctr", CLEAR_KEY.key, Buffer.concat([vector, Buffer.alloc(8)]));
  const parts: Buffer[] = [];
  const spans: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + NAL_LENGTH_BYTES + bytes.readUInt32BE(at);
    const head = NAL_LENGTH_BYTES + 1;
    // Only complete blocks are encrypted.
    const sealedAt = at + head + ((end - at - head) % 16);
    parts.push(bytes.subarray(at, sealedAt), cipher.update(bytes.subarray(sealedAt, end)));
    spans.push(u16(sealedAt - at), u32(end - sealedAt));
    at = end;
  }
  return { bytes: Buffer.concat(parts), note: Buffer.concat([vector, u16(spans.length / 2), ...spans]) };
}

/** Replaces the body of the first box at a path such as `moov/trak`. */
function changeBox(bytes: Buffer, path: string, change: (body: Buffer) => Buffer): Buffer {
  const [step = "", ...rest] = path.split("/");
  let isFound = false;
  const boxes = listBoxes(bytes).map(({ type, body }) => {
    if (type !== step || isFound) return box(type, body);
    isFound = true;
    return box(type, rest.length > 0 ? changeBox(body, rest.join("/"), change) : change(body));
  });
  if (!isFound) throw new Error(`No ${step} box`);
  return Buffer.concat(boxes);
}

const toBase64Url = (bytes: Buffer): string => bytes.toString("base64url");

/** The key in the two forms in which players expect it. */
export const CLEAR_KEY_TEXT = {
  kidHex: CLEAR_KEY.kid.toString("hex"),
  keyHex: CLEAR_KEY.key.toString("hex"),

  kid: toBase64Url(CLEAR_KEY.kid),
  key: toBase64Url(CLEAR_KEY.key),
};

/** Acts as a licence server at `/licence` for requests with `LICENCE_HEADER`. @returns whether it responded to the request. */
export function answerLicence(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url?.split("?")[0] !== "/licence") return false;
  if (request.headers[LICENCE_HEADER.name] !== LICENCE_HEADER.value) {
    response.writeHead(403).end();
    return true;
  }
  const keys = [{ kty: "oct", kid: CLEAR_KEY_TEXT.kid, k: CLEAR_KEY_TEXT.key }];
  response.setHeader("content-type", "application/json").end(JSON.stringify({ keys, type: "temporary" }));
  return true;
}
