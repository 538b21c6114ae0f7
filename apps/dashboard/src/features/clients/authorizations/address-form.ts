const ADDRESS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/;

/**
 * Whether a text is an IPv4 address or a subnet of them in CIDR (§5).
 * @example isIpOrCidr("192.0.2.0/24") // true
 */
export function isIpOrCidr(text: string): boolean {
  const [, ...parts] = ADDRESS.exec(text.trim()) ?? [];
  const bytes = parts.slice(0, 4);
  const isPlain = bytes.every((byte) => Number(byte) <= 255 && String(Number(byte)) === byte);
  return bytes.length === 4 && isPlain && Number(parts[4] ?? 0) <= 32;
}
