import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { kindOfAddress } from "@shoal/safe-fetch";
import { type AsnResponse, type CountryResponse, open, type Reader } from "maxmind";
import { networkPrefixOf } from "./network-prefix.ts";
import { VpnNetworks } from "./vpn-networks.ts";

const require = createRequire(import.meta.url);

/** How often the operators' files are checked. They change about once a week, and changes should be visible soon. */
const POLL_INTERVAL_MS = 30_000;

/** The location of an address, no more precise than the product needs. */
export interface IpLocation {
  /** ISO 3166 code of the country; null where unknown. */
  country: string | null;
  /** The number of the autonomous system; null where unknown. */
  asn: number | null;
  /** The organisation: an internet provider, cloud or university; null where unknown. */
  isp: string | null;
  /** The network, as a /24 or a /48. */
  networkPrefix: string;
  /** Whether the operator lists the network as VPN or proxy. */
  isVpn: boolean;
}

/** The operator's files, which replace the bundled ones. */
export interface PlaceFiles {
  countryDb: string | undefined;
  asnDb: string | undefined;
  vpnNetworks: string | undefined;
}

/** Whether the operator provides a database, and when it was built. */
interface DatabaseOrigin {
  isOperators: boolean;
  builtAt: Date;
}

/** The location databases that are currently in use. */
export interface PlaceOrigins {
  country: DatabaseOrigin;
  asn: DatabaseOrigin;
  /** The origin of the operator's list, or null without a list. In that case, no address counts as a VPN. */
  vpn: { changedAt: Date } | null;
}

/** The bundled database is flat, whereas operators' databases have MaxMind's structure. */
type CountryRecord = CountryResponse & { country_code?: string };

interface LoadedDatabases {
  countries: Reader<CountryRecord>;
  networks: Reader<AsnResponse>;
  vpns: VpnNetworks;
  origins: PlaceOrigins;
}

/** Looks up addresses in local databases, without any requests. */
export class Places {
  readonly #files: PlaceFiles;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #loaded: LoadedDatabases;
  /** A value that changes with every replaced file. An unreadable file is reported once. */
  #seen: string;

  private constructor(
    files: PlaceFiles,
    { loaded, seen, onFault }: { loaded: LoadedDatabases; seen: string; onFault: (error: unknown) => void },
  ) {
    this.#files = files;
    this.#loaded = loaded;
    this.#seen = seen;
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.refresh(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /**
   * @param files the operator's mmdb files and list of VPNs; undefined for the shipped countries and networks, and an empty VPN list.
   *   Replaced files are read again within half a minute.
   * @param onFault called for a new file that cannot be read: the old file stays in use.
   * @throws Error if a file cannot be read.
   * @example const places = await Places.open({ countryDb: undefined, asnDb: undefined, vpnNetworks: undefined });
   * places.find("203.0.113.77").country;
   */
  static async open(files: PlaceFiles, onFault: (error: unknown) => void = () => undefined): Promise<Places> {
    // Taken before reading, so that files replaced in the meantime are read again.
    const seen = await stampOf(files);
    return new Places(files, { loaded: await loadDatabases(files), seen, onFault });
  }

  find(address: string): IpLocation {
    const { countries, networks, vpns, origins } = this.#loaded;
    // The bundled databases may list private networks under the organisation that once requested them.
    const isNowhere = kindOfAddress(address) === "private";
    const country = isNowhere && !origins.country.isOperators ? null : countries.get(address);
    const network = isNowhere && !origins.asn.isOperators ? null : networks.get(address);
    const asn = network?.autonomous_system_number ?? null;
    return {
      country: country?.country_code ?? country?.country?.iso_code ?? null,
      asn,
      isp: network?.autonomous_system_organization ?? null,
      networkPrefix: networkPrefixOf(address),
      isVpn: vpns.has(address, asn),
    };
  }

  get origins(): PlaceOrigins {
    return this.#loaded.origins;
  }

  /** Reads files that were replaced. */
  async refresh(): Promise<void> {
    const stamp = await stampOf(this.#files);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    try {
      this.#loaded = await loadDatabases(this.#files);
    } catch (error) {
      this.#onFault(error);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

async function loadDatabases({ countryDb, asnDb, vpnNetworks }: PlaceFiles): Promise<LoadedDatabases> {
  const countries = await open<CountryRecord>(countryDb ?? shippedCountries());
  const networks = await open<AsnResponse>(asnDb ?? SHIPPED_NETWORKS);
  const vpns = await VpnNetworks.open(vpnNetworks);
  const origins = {
    country: { isOperators: countryDb !== undefined, builtAt: countries.metadata.buildEpoch },
    asn: { isOperators: asnDb !== undefined, builtAt: networks.metadata.buildEpoch },
    vpn: vpnNetworks === undefined ? null : { changedAt: (await stat(vpnNetworks)).mtime },
  };
  return { countries, networks, vpns, origins };
}

const shippedCountries = () =>
  require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");

/** Generated during setup (scripts/build/networks.ts): npm has the lists, but no free mmdb file. */
const SHIPPED_NETWORKS = fileURLToPath(new URL("../dist/networks.mmdb", import.meta.url));

/** Returns the state of the files. A missing file is about to be replaced, or is reported when it is read. */
async function stampOf({ countryDb, asnDb, vpnNetworks }: PlaceFiles): Promise<string> {
  const paths = [countryDb, asnDb, vpnNetworks].filter((path) => path !== undefined);
  const stamps = paths.map((path) =>
    stat(path).then(
      ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
      () => "none",
    ),
  );
  return (await Promise.all(stamps)).join("\n");
}
