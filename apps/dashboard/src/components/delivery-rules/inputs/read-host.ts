import { HOST_MAX_LENGTH, HOST_PATTERN } from "@shoal/contract";
import { siteNameIn } from "@shoal/domain";

/**
 * A host name as it is kept: small letters, in ASCII, with a `*.` in front where one was typed; undefined for what names
 * none. Of a whole address, its host.
 * @example readHost("*.München.example") // "*.xn--mnchen-3ya.example"
 */
export function readHost(text: string): string | undefined {
  const typed = text.trim();
  const prefix = typed.startsWith("*.") ? "*." : "";
  const name = siteNameIn(typed);
  const host = (prefix + (name ?? typed)).toLowerCase();
  return host.length <= HOST_MAX_LENGTH && PATTERN.test(host) ? host : undefined;
}

const PATTERN = new RegExp(HOST_PATTERN);
