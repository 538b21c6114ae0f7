import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * A file is encrypted in chunks by AES-256-GCM, with a separate key that is derived from the backup's key, a salt and the file's
 * name. A nonce consists of the chunk's number and whether the chunk is the last, as in age and STREAM (Hoang, Reyhanitabar,
 * Rogaway, Vizár 2015). Reordered chunks, truncated files and swapped files are therefore detected.
 */
const FILE_MAGIC = Buffer.from("shoal\u0001\n");
const SALT_BYTES = 16;
const CHUNK_SIZE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type BackupKey = Buffer;

export const createKeyText = (): string => `${randomBytes(KEY_BYTES).toString("hex")}\n`;

/**
 * Parses a key.
 * @throws Error if the file contains none.
 */
export async function parseKey(file: string): Promise<BackupKey> {
  const text = (await readFile(file, "utf8")).trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(
      `${file} holds no key of 64 hexadecimal digits: npm run backup -- --new-key FILE makes one`,
    );
  return Buffer.from(text, "hex");
}

/** Returns a name that identifies a key but does not reveal it. */
export const nameOfKey = (key: BackupKey): string =>
  createHash("sha256")
    .update(Buffer.from(hkdfSync("sha256", key, "", "shoal backup: name of the key", 32)))
    .digest("hex")
    .slice(0, 16);

const keyOf = (key: BackupKey, salt: Buffer, name: string) =>
  Buffer.from(hkdfSync("sha256", key, salt, `shoal backup: ${name}`, KEY_BYTES));

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Encrypts a file.
 * @param name its path in the backup, from which its key is derived; `unsealBytes` needs the same path.
 */
export async function* sealBytes(
  bytes: AsyncIterable<Uint8Array>,
  key: BackupKey,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const fileKey = keyOf(key, salt, name);
  yield Buffer.concat([FILE_MAGIC, salt]);
  let number = 0;
  const sealed = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(number++, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  for await (const { chunk, isLast } of chunksOf(bytes, CHUNK_SIZE_BYTES)) yield sealed(chunk, isLast);
}

/**
 * Decrypts a file.
 * @throws Error if a bit has changed, the end is missing, or the key or name differs.
 */
export async function* unsealBytes(
  bytes: AsyncIterable<Uint8Array>,
  key: BackupKey,
  name: string,
): AsyncGenerator<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < FILE_MAGIC.length + SALT_BYTES) {
    const next = await iterator.next();
    if (next.done) throw new Error(`${name} is cut short`);
    head = Buffer.concat([head, next.value]);
  }
  if (!head.subarray(0, FILE_MAGIC.length).equals(FILE_MAGIC)) throw new Error(`${name} is not encrypted`);
  const salt = head.subarray(FILE_MAGIC.length, FILE_MAGIC.length + SALT_BYTES);
  const fileKey = keyOf(key, salt, name);
  const rest = (async function* () {
    yield head.subarray(FILE_MAGIC.length + SALT_BYTES);
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  })();
  let number = 0;
  for await (const { chunk, isLast } of chunksOf(rest, CHUNK_SIZE_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new Error(`${name} is cut short`);
    const decipher = createDecipheriv("aes-256-gcm", fileKey, nonceOf(number++, isLast));
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
    const open = decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new Error(`${name} is damaged, or was encrypted with another key`);
    }
    yield open;
  }
}

/** Splits bytes into chunks of equal size. The last chunk is marked as such, and may be shorter or empty. */
async function* chunksOf(
  bytes: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length <= sizeBytes) continue;
    let whole: Buffer = Buffer.concat(parts);
    // One chunk is held back, because only the end of the input shows which chunk is the last.
    for (; whole.length > sizeBytes; whole = whole.subarray(sizeBytes))
      yield { chunk: whole.subarray(0, sizeBytes), isLast: false };
    parts = [whole];
    length = whole.length;
  }
  yield { chunk: Buffer.concat(parts), isLast: true };
}
