/** The tar format pads each header and each file to a multiple of this size. */
export const TAR_BLOCK_BYTES = 512;
/** The size of the end of a tar file, which is two empty blocks. */
export const TAR_END_BYTES = 2 * TAR_BLOCK_BYTES;
const OCTAL_SIZE_LIMIT = 8 ** 11;
const MAX_NAME_BYTES = 100;

/** Returns the size of a file in the archive, with its header and the padding. */
export const tarEntryBytes = (sizeBytes: number): number =>
  TAR_BLOCK_BYTES + Math.ceil(sizeBytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;

/**
 * Creates the header of a regular file (POSIX ustar). A size with too many digits is written in binary, as GNU tar does.
 * @param path at most 100 ASCII characters.
 */
export function tarHeader(path: string, sizeBytes: number, mtimeSec: number): Buffer {
  if (Buffer.byteLength(path) > MAX_NAME_BYTES) throw new Error("A path of the archive is too long");
  const header = Buffer.alloc(TAR_BLOCK_BYTES);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  header.write(path, 0, "latin1");
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  if (sizeBytes < OCTAL_SIZE_LIMIT) octal(sizeBytes, 124, 12);
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  octal(mtimeSec, 136, 12);
  header.write("0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}
