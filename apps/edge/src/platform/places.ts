import { createRequire } from "node:module";
import { type AsnResponse, type CountryResponse, open, type Reader } from "maxmind";
import { networkPrefixOf } from "./client-address.ts";

const require = createRequire(import.meta.url);

/** Where an address is, as coarse as the product needs it. */
export interface Place {
  /** ISO 3166 code; null where unknown. */
  country: string | null;
  /** Number of the autonomous system; null where unknown. */
  asn: number | null;
  /** /24 or /48. */
  networkPrefix: string;
}

/** The shipped data base is flat, those of operators are MaxMind's. */
type CountryRecord = CountryResponse & { country_code?: string };

/** Looks addresses up in data bases on disk; nothing is asked of anybody. */
export class Places {
  readonly #countries: Reader<CountryRecord>;
  readonly #networks: Reader<AsnResponse> | undefined;
  private constructor(countries: Reader<CountryRecord>, networks: Reader<AsnResponse> | undefined) {
    this.#countries = countries;
    this.#networks = networks;
  }

  /**
   * @param files mmdb files of the operator; the shipped countries and no networks where undefined.
   * @throws Error when one cannot be read.
   */
  static async open(files: { countryDb: string | undefined; asnDb: string | undefined }): Promise<Places> {
    const countryDb =
      files.countryDb ??
      require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
    const networks = files.asnDb === undefined ? undefined : await open<AsnResponse>(files.asnDb);
    return new Places(await open<CountryRecord>(countryDb), networks);
  }

  find(address: string): Place {
    const found = this.#countries.get(address);
    return {
      country: found?.country_code ?? found?.country?.iso_code ?? null,
      asn: this.#networks?.get(address)?.autonomous_system_number ?? null,
      networkPrefix: networkPrefixOf(address),
    };
  }
}
