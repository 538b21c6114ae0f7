import { HOST_PATTERN, MAX_HOST_LENGTH } from "@shoal/contract";
import { siteNameIn } from "@shoal/domain";

/**
 * Normalises a host name for storage: lower case, ASCII, keeping a leading `*.`. A full URL is reduced to its host.
 * @returns undefined if the text contains no host.
 * @example parseHost("*.München.example") // "*.xn--mnchen-3ya.example"
 */
export function parseHost(text: string): string | undefined {
  const typed = text.trim();
  const prefix = typed.startsWith("*.") ? "*." : "";
  const name = siteNameIn(typed);
  const host = (prefix + (name ?? typed)).toLowerCase();
  return host.length <= MAX_HOST_LENGTH && HOST_REGEXP.test(host) ? host : undefined;
}

const HOST_REGEXP = new RegExp(HOST_PATTERN);
