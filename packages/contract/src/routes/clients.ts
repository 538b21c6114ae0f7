import { z } from "zod";
import {
  CLIENT_TYPES,
  ClientView,
  CreateClient,
  Revision,
  UpdateClient,
  UpdateClientAsAdmin,
} from "../accounts/account.ts";
import { MAX_ADDRESSES, MAX_RULES_BODY_BYTES } from "../delivery/delivery-rules.ts";
import { IceSet, IceSetInput, IceSetKey } from "../delivery/ice-servers.ts";
import { AddedStreamingKey, StreamingKeyInput, StreamingKeyView } from "../delivery/streaming-keys.ts";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import { CountryCode, IpOrCidr, MAX_COUNTRIES } from "../origins.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";

export const ClientId = z.object({ id: Uuid });
const MAX_VIDEOS = 1_000;

export const CLIENT_SORT_FIELDS = ["clientname", "type", "createdAt", "clientNumber"] as const;
export const ClientListQuery = PageQuery.extend({
  search: Text.trim().max(200).optional(),
  sort: sortBy(CLIENT_SORT_FIELDS).optional(),
  filter: jsonParameter(
    z.strictObject({ type: z.enum(CLIENT_TYPES).optional(), dataToDelete: z.boolean().optional() }),
  ).optional(),
});
export type ClientListQuery = z.infer<typeof ClientListQuery>;

const accountRoutes = {
  listClients: defineRoute({
    method: "GET",
    path: "/api/clients",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List clients: all for an administrator, otherwise the caller's own",
    query: ClientListQuery,
    response: createPageSchema(ClientView),
  }),
  getClient: defineRoute({
    method: "GET",
    path: "/api/clients/{id}",
    isOldCall: true,
    guard: "member",
    scope: "account:read",
    summary: "Get a client; only administrators can get a client other than their own",
    params: ClientId,
    response: ClientView,
  }),
  createClient: defineRoute({
    method: "POST",
    path: "/api/clients",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "Add a client",
    body: CreateClient,
    response: ClientView,
    status: 201,
  }),
  updateClient: defineRoute({
    method: "PUT",
    path: "/api/clients/{id}",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Change contact data and default parameters of the caller's client",
    params: ClientId,
    body: UpdateClient,
    response: ClientView,
  }),
  updateClientAsAdmin: defineRoute({
    method: "PUT",
    path: "/api/clientsadmin/{id}",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "Change any field of a client: name, type, flags, subscription",
    params: ClientId,
    body: UpdateClientAsAdmin,
    response: ClientView,
  }),
  deleteClient: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "Delete a client and all its data immediately; its name must be repeated",
    params: ClientId,
    body: z.strictObject({ clientname: Text.max(100) }),
  }),
  planClientDeletion: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/data",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Unsubscribe: delete the client and its data at the end of the subscription",
    params: ClientId,
    response: ClientView,
  }),
  keepClient: defineRoute({
    method: "PATCH",
    path: "/api/clients/{id}/data",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Cancel the scheduled deletion of the client",
    params: ClientId,
    response: ClientView,
  }),
  setContractSigned: defineRoute({
    method: "PUT",
    path: "/api/clients/{id}/contract",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "Set whether the contract is signed",
    params: ClientId,
    body: z.strictObject({ isContractSigned: z.boolean() }),
    response: ClientView,
  }),
  setBankDetailsReceived: defineRoute({
    method: "PUT",
    path: "/api/clients/{id}/rib",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "Set whether the bank details are received",
    params: ClientId,
    body: z.strictObject({ isRIB: z.boolean() }),
    response: ClientView,
  }),
};

/** The lists that decide who can watch; an empty list of countries or addresses does not restrict anything. */
export const Authorizations = z.object({
  /** The uuids of the only videos that play; empty for all. */
  authorizedVideos: z.array(Uuid).max(MAX_VIDEOS),
  authorizedIPs: z.array(IpOrCidr).max(MAX_ADDRESSES),
  unauthorizedIPs: z.array(IpOrCidr).max(MAX_ADDRESSES),
  /** Whether viewers behind a VPN or a proxy may watch. */
  authorizedVPNs: z.boolean(),
  /** The addresses for which the VPN rule is inverted. */
  authorizedVPNsList: z.array(IpOrCidr).max(MAX_ADDRESSES),
  authorizedCountries: z.array(CountryCode).max(MAX_COUNTRIES),
  unauthorizedCountries: z.array(CountryCode).max(MAX_COUNTRIES),
});
export type Authorizations = z.infer<typeof Authorizations>;

const AuthorizationsView = Authorizations.extend({
  /** The revision of the lists, raised by each change of any list; 0 before the first. */
  revision: z.number(),
});
export type AuthorizationsView = z.infer<typeof AuthorizationsView>;

/** Returns the call that replaces one of the lists; an outdated revision is a conflict. */
const replaceList = <const P extends string, const K extends keyof Authorizations>(
  path: P,
  key: K,
  summary: string,
) =>
  defineRoute({
    method: "PUT",
    path: `/api/clients/{id}/${path}`,
    isOldCall: true,
    guard: "manager",
    scope: "delivery:write",
    summary,
    params: ClientId,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z
      .strictObject({ [key]: Authorizations.shape[key] } as { [k in K]: (typeof Authorizations.shape)[k] })
      .extend({ revision: z.number().int().min(0).max(2_147_483_647).optional() }),
    response: AuthorizationsView,
  });

const authorizationRoutes = {
  getAuthorizations: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/authorizations",
    isOldCall: true,
    guard: "member",
    scope: "delivery:read",
    summary: "Get all authorization lists of the client",
    params: ClientId,
    response: AuthorizationsView,
  }),
  setAuthorizedVideos: replaceList("authorizedvideos", "authorizedVideos", "Set the allowed videos"),
  setAuthorizedIps: replaceList("authorizedips", "authorizedIPs", "Set the allowed addresses"),
  setUnauthorizedIps: replaceList("unauthorizedips", "unauthorizedIPs", "Set the blocked addresses"),
  setAuthorizedVpns: replaceList("authorizedvpns", "authorizedVPNs", "Allow or block VPNs and proxies"),
  setAuthorizedVpnsList: replaceList("authorizedvpnslist", "authorizedVPNsList", "Set the VPN exceptions"),
  setAuthorizedCountries: replaceList(
    "authorizedcountries",
    "authorizedCountries",
    "Set the allowed countries",
  ),
  setUnauthorizedCountries: replaceList(
    "unauthorizedcountries",
    "unauthorizedCountries",
    "Set the blocked countries",
  ),
};

const deliveryRoutes = {
  listIces: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/ices",
    isOldCall: true,
    guard: "member",
    scope: "delivery:read",
    summary: "List the available sets of STUN and TURN servers: the platform's and the client's",
    params: ClientId,
    response: z.array(IceSet),
  }),
  getClientIce: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/ices/client",
    isOldCall: true,
    guard: "member",
    scope: "delivery:read",
    summary: "Get the client's active set of STUN and TURN servers",
    params: ClientId,
    response: IceSet,
  }),
  addIce: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/ices",
    isOldCall: true,
    guard: "manager",
    scope: "delivery:write",
    summary: "Add a set of STUN and TURN servers",
    params: ClientId,
    body: IceSetInput,
    response: IceSet,
    status: 201,
  }),
  changeIce: defineRoute({
    method: "PUT",
    path: "/api/clients/{id}/ices",
    isOldCall: true,
    guard: "manager",
    scope: "delivery:write",
    summary: "Change one of the client's sets, or activate a set",
    params: ClientId,
    body: IceSetInput.partial().extend({
      uuid: IceSetKey,
      isInForce: z.boolean().optional(),
      revision: Revision.optional(),
    }),
    response: IceSet,
  }),
  getStorage: defineRoute({
    method: "GET",
    path: "/api/storage",
    isOldCall: true,
    guard: "user",
    scope: "account:read",
    summary: "Get the client's storage and delivery in this calendar month, in bytes, and its limits",
    response: z.object({
      storedBytes: z.number(),
      deliveredBytes: z.number(),
      /** The monthly delivery limit; null if there is no limit. */
      deliveredLimitBytes: z.number().nullable(),
      videoCount: z.number(),
    }),
  }),
};

const streamingKeyRoutes = {
  listStreamingKeys: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/streamingkeys",
    guard: "manager",
    scope: "noKey",
    summary: "List the public keys for tokens signed by the client's backend",
    params: ClientId,
    response: z.array(StreamingKeyView),
  }),
  addStreamingKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/streamingkeys",
    guard: "manager",
    scope: "noKey",
    summary:
      "Add a public key, or generate a key pair, whose private key is returned only once. A client can have at most two",
    params: ClientId,
    body: StreamingKeyInput,
    response: AddedStreamingKey,
    status: 201,
  }),
  deleteStreamingKey: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/streamingkeys/{key}",
    guard: "manager",
    scope: "noKey",
    summary: "Delete a token key; tokens signed with it no longer give access",
    params: ClientId.extend({ key: Uuid }),
  }),
} as const;

export const clientRoutes = {
  ...accountRoutes,
  ...authorizationRoutes,
  ...deliveryRoutes,
  ...streamingKeyRoutes,
} as const;
