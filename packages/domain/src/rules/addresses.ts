/**
 * Whether an address lies in one of these addresses and subnets (IPv4, §5). An IPv4 address that is written as IPv6
 * counts as itself.
 * @example isAddressIn("10.1.2.3", ["10.0.0.0/8"]) // true
 */
export function isAddressIn(address: string, ranges: readonly string[]): boolean {
  const number = readIpv4(address.replace(/^::ffff:/i, ""));
  if (number === undefined) return false;
  return ranges.some((range) => isInRange(number, range));
}

function isInRange(number: number, range: string): boolean {
  const [base = "", bits] = range.split("/");
  const start = readIpv4(base);
  if (start === undefined) return false;
  const prefix = bits === undefined ? 32 : Number(bits);
  // A shift by 32 is one by 0 in JavaScript.
  const mask = prefix === 0 ? 0 : (-1 << (32 - prefix)) >>> 0;
  return (number & mask) >>> 0 === (start & mask) >>> 0;
}

function readIpv4(text: string): number | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((number, part) => number * 256 + Number(part), 0);
}
