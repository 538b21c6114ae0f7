import { readFile } from "node:fs/promises";
import { BlockList, isIP } from "node:net";

/** The networks that the operator lists as VPNs, proxies and data centres. */
export class VpnNetworks {
  readonly #addresses = new BlockList();
  readonly #operators = new Set<number>();

  /**
   * Reads a list with one address, CIDR subnet or AS number (`AS64500`) per line; `#` starts a comment.
   * @param path the list's path. If it is undefined, no address counts as a VPN.
   * @throws Error that names the first invalid line.
   */
  static async open(path: string | undefined): Promise<VpnNetworks> {
    const networks = new VpnNetworks();
    if (path === undefined) return networks;
    const lines = (await readFile(path, "utf8")).split("\n");
    for (const [index, line] of lines.entries()) {
      const entry = line.replace(/#.*/, "").trim();
      if (entry !== "" && !networks.#add(entry))
        throw new Error(
          `${path}, line ${index + 1}: ${JSON.stringify(entry)} is no address, subnet or AS number`,
        );
    }
    return networks;
  }

  /** @param asn the number of the autonomous system of the address, if known. */
  has(address: string, asn: number | null): boolean {
    if (asn !== null && this.#operators.has(asn)) return true;
    const version = isIP(address);
    return version !== 0 && this.#addresses.check(address, version === 6 ? "ipv6" : "ipv4");
  }

  #add(entry: string): boolean {
    const asn = /^AS(\d{1,10})$/i.exec(entry)?.[1];
    if (asn !== undefined) {
      this.#operators.add(Number(asn));
      return true;
    }
    const [address = "", bits, ...rest] = entry.split("/");
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    const family = version === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) this.#addresses.addAddress(address, family);
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
      this.#addresses.addSubnet(address, Number(bits), family);
    else return false;
    return true;
  }
}
