import { readAddress } from "@shoal/domain/address-ranges";
import type { NetworkRecord } from "./mmdb.ts";
import type { AddressRange } from "./range-tree.ts";

/** The networks of the lists, each with its range of addresses. */
export interface NetworkRanges {
  ranges: AddressRange[];
  records: NetworkRecord[];
}

/**
 * Parses lists with lines of `first address,last address,AS number,name`, where a name with a comma or a quotation mark is
 * quoted.
 * @throws Error that names the first invalid line.
 * @example parseNetworks(["1.0.0.0,1.0.0.255,13335,\"Cloudflare, Inc.\"\n"])
 */
export function parseNetworks(lists: readonly string[]): NetworkRanges {
  const ranges: AddressRange[] = [];
  const places = new Map<string, number>();
  for (const line of lists.flatMap((list) => list.split("\n"))) {
    if (line === "") continue;
    const { start, end, network } = parseLine(line);
    let record = places.get(network);
    if (record === undefined) {
      record = places.size;
      places.set(network, record);
    }
    ranges.push({ start, end, record });
  }
  return { ranges, records: [...places.keys()].map(recordOf) };
}

function parseLine(line: string): { start: bigint; end: bigint; network: string } {
  const parts = /^([^,]+),([^,]+),(\d{1,10},.+)$/.exec(line.trimEnd());
  const [start, end] = [toAddressNumber(parts?.[1] ?? ""), toAddressNumber(parts?.[2] ?? "")];
  const network = parts?.[3];
  if (start === undefined || end === undefined || network === undefined || end < start)
    throw new Error(`${JSON.stringify(line)} is no range of a network`);
  return { start, end, network };
}

function recordOf(network: string): NetworkRecord {
  const comma = network.indexOf(",");
  const name = network.slice(comma + 1);
  return {
    autonomous_system_number: Number(network.slice(0, comma)),
    autonomous_system_organization: /^".*"$/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name,
  };
}

/** Returns an address as a number, or undefined if it is invalid. */
function toAddressNumber(address: string): bigint | undefined {
  const read = readAddress(address);
  return read && BigInt(read.value);
}
