/** The NAL unit types of slices, from non-IDR to IDR (ISO 14496-10, table 7-1). */
const MIN_SLICE_TYPE = 1;
const MAX_SLICE_TYPE = 5;

/**
 * Returns whether no other frame depends on this one. This is so if `nal_ref_idc` of its first slice, and therefore of all slices,
 * is 0 (ISO 14496-10 §7.4.1).
 * @param lengthBytes the size of the NAL length fields, from avcC.
 */
export function isDisposable(sample: Uint8Array, lengthBytes: number): boolean {
  for (let at = 0; at + lengthBytes < sample.length; ) {
    const header = sample[at + lengthBytes] ?? 0;
    const type = header & 31;
    if (type >= MIN_SLICE_TYPE && type <= MAX_SLICE_TYPE) return (header & 0x60) === 0;
    let length = 0;
    for (let n = 0; n < lengthBytes; n++) length = length * 256 + (sample[at + n] ?? 0);
    at += lengthBytes + length;
  }
  return false;
}
