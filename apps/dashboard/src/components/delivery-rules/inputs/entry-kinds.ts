import { MAX_ADDRESSES, MAX_HOSTS } from "@shoal/contract";
import { parseAddress } from "./parse-address.ts";
import { parseHost } from "./parse-host.ts";

/** The kinds of list entries. The message for an invalid entry has the same name. */
export type EntryKind = "address" | "host" | "siteAddress" | "subnet" | "siteHost";

interface EntryKindRules {
  read: (text: string) => string | undefined;
  max: number;
  placeholder: string;
  fault: "address" | "host" | "subnet";
}

/** Normalises a network in CIDR notation; undefined for a single address. */
function parseSubnet(text: string): string | undefined {
  if (!text.includes("/")) return undefined;
  const network = parseAddress(text);
  const isSingle = network !== undefined && !network.includes("/");
  return isSingle ? `${network}/${network.includes(":") ? 128 : 32}` : network;
}

/** Lists of sites have the same limits in rules as in configs. */
const ENTRY_KINDS: Record<EntryKind, EntryKindRules> = {
  address: { read: parseAddress, max: MAX_ADDRESSES, placeholder: "192.0.2.0/24", fault: "address" },
  host: { read: parseHost, max: MAX_HOSTS, placeholder: "www.example.org", fault: "host" },
  siteAddress: { read: parseAddress, max: 200, placeholder: "192.0.2.1", fault: "address" },
  subnet: { read: parseSubnet, max: 200, placeholder: "10.1.0.0/24", fault: "subnet" },
  siteHost: { read: parseHost, max: 50, placeholder: "www.example.org", fault: "host" },
};

export const kindOf = (kind: EntryKind): EntryKindRules => ENTRY_KINDS[kind];
