import { Resolver } from "node:dns/promises";
import { CDN_PROOF_LABEL } from "@shoal/contract";

/** Looks up the DNS records of a name; [] if there are none. @throws node's DNS error if no server answers. */
export interface HostRecords {
  aliasOf(host: string): Promise<string[]>;
  addressesOf(host: string): Promise<string[]>;
  textsOf(host: string): Promise<string[]>;
}

/** The limits of a lookup. A name that resolves too slowly is looked up again by the next request. */
const LOOKUP_LIMITS = { timeout: 2_000, tries: 2 };
const ABSENT_RECORD_CODES = ["ENOTFOUND", "ENODATA"];
/** The maximum number of aliases that are followed, because they may form a loop. */
const MAX_ALIASES = 8;

/** Looks up records with the system's resolvers. */
export function createHostRecords(): HostRecords {
  const resolver = new Resolver(LOOKUP_LIMITS);
  const orNone = (found: Promise<string[]>) =>
    found.catch((error: NodeJS.ErrnoException) => {
      if (ABSENT_RECORD_CODES.includes(error.code ?? "")) return [];
      throw error;
    });
  return {
    aliasOf: (host) => orNone(resolver.resolveCname(host)),
    addressesOf: async (host) =>
      (await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))])).flat(),
    textsOf: (host) =>
      orNone(resolver.resolveTxt(host).then((records) => records.map((parts) => parts.join("")))),
  };
}

export interface HostFindings {
  alias: { isRight: boolean; found: string[] };
  proof: { isRight: boolean; found: string[] };
}

/**
 * Checks whether a name points to our edges, by its alias or by the same addresses, and whether its owner names this entry.
 * Pointing to us is no proof of ownership, since DNS records outlive what they pointed to.
 * @throws node's DNS error if no server answers.
 */
export async function checkHost(
  records: HostRecords,
  host: string,
  { target, key }: { target: string; key: string },
): Promise<HostFindings> {
  const [alias, texts] = await Promise.all([
    findAlias(records, host, target),
    records.textsOf(`${CDN_PROOF_LABEL}.${host}`),
  ]);
  return { alias, proof: { isRight: texts.some((text) => text.trim() === key), found: texts } };
}

async function findAlias(records: HostRecords, host: string, target: string): Promise<HostFindings["alias"]> {
  const found: string[] = [];
  for (let name = host; found.length < MAX_ALIASES; ) {
    const [next] = (await records.aliasOf(name)).map(normalizeHost);
    if (next === undefined) break;
    found.push(next);
    if (next === target) return { isRight: true, found };
    name = next;
  }
  if (found.length > 0) return { isRight: false, found };
  // An apex domain cannot have an alias; its DNS provider answers with the addresses of the alias's target instead.
  const [own, ours] = await Promise.all([records.addressesOf(host), records.addressesOf(target)]);
  return { isRight: own.length > 0 && own.every((address) => ours.includes(address)), found: own };
}

const normalizeHost = (name: string) => name.toLowerCase().replace(/\.$/, "");
