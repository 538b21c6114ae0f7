import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { kindOfAddress } from "@shoal/safe-fetch";
import { type AsnResponse, type CountryResponse, open, type Reader } from "maxmind";
import { networkPrefixOf } from "./network-prefix.ts";
import { VpnNetworks } from "./vpn-networks.ts";

const require = createRequire(import.meta.url);

/** Files of operators come about once a week; who replaces one wants to see it soon. */
const POLL_INTERVAL_MS = 30_000;

/** The location of an address, as coarse as the product needs it. */
export interface Place {
  /** ISO 3166 code; null where unknown. */
  country: string | null;
  /** Number of the autonomous system; null where unknown. */
  asn: number | null;
  /** Whose it is: the name of an internet provider, a cloud, a university; null where unknown. */
  isp: string | null;
  /** /24 or /48. */
  networkPrefix: string;
  /** In a network that the operator lists as VPN or proxy. */
  isVpn: boolean;
}

/** Files of the operator, instead of what comes along. */
export interface PlaceFiles {
  countryDb: string | undefined;
  asnDb: string | undefined;
  vpnNetworks: string | undefined;
}

/** Whose a database is, and of when. */
interface Origin {
  isOperators: boolean;
  builtAt: Date;
}

/** How sure a place is. */
export interface PlaceOrigins {
  country: Origin;
  asn: Origin;
  /** Null where no operator gave a list: then nobody counts as coming through a VPN. */
  vpn: { changedAt: Date } | null;
}

/** The shipped database is flat, those of operators are MaxMind's. */
type CountryRecord = CountryResponse & { country_code?: string };

interface Loaded {
  countries: Reader<CountryRecord>;
  networks: Reader<AsnResponse>;
  vpns: VpnNetworks;
  origins: PlaceOrigins;
}

/** Looks addresses up in databases on disk; nothing is asked of anyone. */
export class Places {
  readonly #files: PlaceFiles;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #loaded: Loaded;
  /** Changes with every file that is replaced; an unreadable one is reported once. */
  #seen: string;

  private constructor(
    files: PlaceFiles,
    { loaded, seen, onFault }: { loaded: Loaded; seen: string; onFault: (error: unknown) => void },
  ) {
    this.#files = files;
    this.#loaded = loaded;
    this.#seen = seen;
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.refresh(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /**
   * @param files the operator's mmdb files and list of VPNs; the shipped countries and networks and no VPNs where
   * undefined. One that is replaced is read again within half a minute.
   * @param onFault hears of a new one that cannot be read: the old ones are looked at meanwhile.
   * @throws Error when one cannot be read.
   * @example
   * const places = await Places.open({ countryDb: undefined, asnDb: undefined, vpnNetworks: undefined });
   * places.find("203.0.113.77").country;
   */
  static async open(files: PlaceFiles, onFault: (error: unknown) => void = () => undefined): Promise<Places> {
    // Before they are read: files replaced meanwhile are read once more.
    const seen = await stampOf(files);
    return new Places(files, { loaded: await load(files), seen, onFault });
  }

  find(address: string): Place {
    const { countries, networks, vpns, origins } = this.#loaded;
    // The shipped databases may list private networks under the organisation that once requested them.
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

  /** Reads what has been replaced since. */
  async refresh(): Promise<void> {
    const stamp = await stampOf(this.#files);
    if (stamp === this.#seen) return;
    this.#seen = stamp;
    try {
      this.#loaded = await load(this.#files);
    } catch (error) {
      this.#onFault(error);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

async function load({ countryDb, asnDb, vpnNetworks }: PlaceFiles): Promise<Loaded> {
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

/** Made at set-up (scripts/build/networks.ts): npm has its lists, but no mmdb file that is free. */
const SHIPPED_NETWORKS = fileURLToPath(new URL("../dist/networks.mmdb", import.meta.url));

/** A missing file has none: it is about to be replaced, or reported when it is read. */
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
