import type { Authorizations, AuthorizationsView } from "@shoal/contract";
import type { AuthorizationColumns, AuthorizationsRow } from "./authorizations.repository.ts";

/** Returns the lists with the field names of the API. If a client has no row, nothing is restricted. */
export function presentAuthorizations(row: AuthorizationsRow | undefined): AuthorizationsView {
  return {
    authorizedVideos: row?.authorized_videos ?? [],
    authorizedIPs: row?.authorized_ips ?? [],
    unauthorizedIPs: row?.unauthorized_ips ?? [],
    authorizedVPNs: row?.authorized_vpns ?? true,
    authorizedVPNsList: row?.authorized_vpns_list ?? [],
    authorizedCountries: row?.authorized_countries ?? [],
    unauthorizedCountries: row?.unauthorized_countries ?? [],
    revision: row?.revision ?? 0,
  };
}

const AUTHORIZATION_COLUMNS: Record<keyof Authorizations, keyof AuthorizationColumns> = {
  authorizedVideos: "authorized_videos",
  authorizedIPs: "authorized_ips",
  unauthorizedIPs: "unauthorized_ips",
  authorizedVPNs: "authorized_vpns",
  authorizedVPNsList: "authorized_vpns_list",
  authorizedCountries: "authorized_countries",
  unauthorizedCountries: "unauthorized_countries",
};

/** Returns the columns of the lists that a call contains, without duplicate entries. */
export function columnsOfAuthorizations(lists: Partial<Authorizations>): AuthorizationColumns {
  return Object.fromEntries(
    Object.entries(lists).map(([name, value]) => [
      AUTHORIZATION_COLUMNS[name as keyof Authorizations],
      Array.isArray(value)
        ? [...new Set(name === "authorizedVideos" ? toLowerCaseUuids(value) : value)]
        : value,
    ]),
  );
}

const toLowerCaseUuids = (uuids: string[]) => uuids.map((uuid) => uuid.toLowerCase());

/** Returns the field name of an entry of the video list, for error messages. */
export const videoField = (index: number) => `authorizedVideos.${index}`;
