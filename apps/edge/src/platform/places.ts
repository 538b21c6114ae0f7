import { createRequire } from "node:module";
import { type AsnResponse, type CountryResponse, open, type Reader } from "maxmind";
import { networkPrefixOf } from "./client-address.ts";
import { VpnNetworks } from "./vpn-networks.ts";

const require = createRequire(import.meta.url);

/** Where an address is, as coarse as the product needs it. */
export interface Place {
  /** ISO 3166 code; null where unknown. */
  country: string | null;
  /** Number of the autonomous system; null where unknown. */
  asn: number | null;
  /** /24 or /48. */
  networkPrefix: string;
  /** It lies in a network that the operator takes for one of VPNs or proxies. */
  isVpn: boolean;
}

/** Files of the operator, instead of what comes along. */
export interface PlaceFiles {
  countryDb: string | undefined;
  asnDb: string | undefined;
  vpnNetworks: string | undefined;
}

/** The shipped data base is flat, those of operators are MaxMind's. */
type CountryRecord = CountryResponse & { country_code?: string };

/** Looks addresses up in data bases on disk; nothing is asked of anybody. */
export class Places {
  readonly #countries: Reader<CountryRecord>;
  readonly #networks: Reader<AsnResponse> | undefined;
  readonly #vpns: VpnNetworks;
  private constructor(
    countries: Reader<CountryRecord>,
    networks: Reader<AsnResponse> | undefined,
    vpns: VpnNetworks,
  ) {
    this.#countries = countries;
    this.#networks = networks;
    this.#vpns = vpns;
  }

  /**
   * @param files mmdb files of the operator, and his list of VPNs; the shipped countries, no networks and no VPNs where
   * undefined.
   * @throws Error when one cannot be read.
   */
  static async open(files: PlaceFiles): Promise<Places> {
    const countryDb =
      files.countryDb ??
      require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
    const networks = files.asnDb === undefined ? undefined : await open<AsnResponse>(files.asnDb);
    const vpns = await VpnNetworks.open(files.vpnNetworks);
    return new Places(await open<CountryRecord>(countryDb), networks, vpns);
  }

  find(address: string): Place {
    const found = this.#countries.get(address);
    const asn = this.#networks?.get(address)?.autonomous_system_number ?? null;
    return {
      country: found?.country_code ?? found?.country?.iso_code ?? null,
      asn,
      networkPrefix: networkPrefixOf(address),
      isVpn: this.#vpns.has(address, asn),
    };
  }
}
