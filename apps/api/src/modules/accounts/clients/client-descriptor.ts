import type { Authorizations, PlayerTheme, RuleSettings } from "@shoal/contract";
import type { ClientDescriptor, UsualClaims } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import { presentAuthorizations } from "./authorizations.present.ts";
import { createAuthorizationsRepository } from "./authorizations.repository.ts";
import { createClientsRepository } from "./clients.repository.ts";
import { createIceSetsRepository } from "./ice-sets.repository.ts";
import { createStreamingKeysRepository } from "./streaming-keys.repository.ts";

/** The part of a client's descriptor for edges that this module supplies. */
export interface ClientForEdge
  extends Pick<ClientDescriptor, "authorizedVideos" | "streamingKeys" | "claims"> {
  revision: number;
  theme: PlayerTheme;
  /** The client's lists and set of ICE servers as rules. An empty list means no rule. */
  rules: RuleSettings;
}

/** Reads the client data that edges need; undefined if the client does not exist. */
export async function readClientForEdge(db: Tx, uuid: string): Promise<ClientForEdge | undefined> {
  const row = await createClientsRepository(db).findForEdge(uuid);
  if (!row) return undefined;
  const found = await createAuthorizationsRepository(db).findAuthorizations(uuid);
  const { authorizedVideos, revision: _revision, ...lists } = presentAuthorizations(found);
  const keys = await createStreamingKeysRepository(db).listKeys(uuid);
  return {
    revision: row.revision,
    theme: row.player_theme,
    rules: { ...rulesOfLists(lists), ...(row.ice_set_uuid === null ? {} : { ice: row.ice_set_uuid }) },
    authorizedVideos,
    ...claimsOf(row),
    ...(row.playback_stopped_month === null ? {} : { playbackStoppedMonth: row.playback_stopped_month }),
    streamingKeys: keys.map((key) => ({ uuid: key.uuid, publicKey: key.public_key })),
  };
}

/** Returns the limit of the peer data that viewers may claim; empty for a new client whose limit has not been lifted. */
function claimsOf(row: { usual_claims: number[]; claims_lifted: boolean }): Pick<ClientForEdge, "claims"> {
  if (row.usual_claims.length === 0 && !row.claims_lifted) return {};
  const bytesByHour = row.usual_claims as UsualClaims["bytesByHour"];
  return { claims: { isLifted: row.claims_lifted, bytesByHour } };
}

function rulesOfLists({ authorizedVPNs, ...lists }: Omit<Authorizations, "authorizedVideos">): RuleSettings {
  const set = Object.entries(lists).filter(([, entries]) => entries.length > 0);
  return { ...Object.fromEntries(set), ...(authorizedVPNs ? {} : { authorizedVPNs }) };
}

/** Notifies edges, on commit, of a change that affects all videos of a client. */
export const touchClient = (tx: Tx, clientUuid: string): Promise<void> =>
  createClientsRepository(tx).touchClient(clientUuid);

/** Whether the client has this set of STUN and TURN servers. */
export async function hasIceSet(tx: Tx, clientUuid: string, uuid: string): Promise<boolean> {
  const sets = await createIceSetsRepository(tx).listSets(clientUuid);
  return uuid === "default" || sets.some((set) => set.uuid === uuid.toLowerCase());
}
