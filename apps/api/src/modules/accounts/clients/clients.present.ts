import type { BodyOf, ClientView, routes } from "@shoal/contract";
import type { Updateable } from "kysely";
import type { Client } from "../../../platform/schema.ts";
import { presentClientInfo } from "../auth/index.ts";
import type { ClientRow } from "./clients.repository.ts";

/** Returns a client with the field names of the API (§3). */
export function presentClient(row: ClientRow): ClientView {
  return {
    ...presentClientInfo({
      ...row,
      seen_client_uuid: row.uuid,
      client_name: row.name,
      client_type: row.type,
    }),
    playerTheme: row.player_theme,
    claimsLifted: row.claims_lifted,
    companyName: row.company_name,
    siret: row.siret,
    contactFirstName: row.contact_first_name,
    contactLastName: row.contact_last_name,
    contactEmail: row.contact_email,
    phone: row.phone,
    postalAddress: row.postal_address,
    country: row.country,
    vatNumber: row.vat_number,
    clientNumber: row.number,
    contractNumber: row.contract_number,
    subscriptionEndsAt: row.subscription_ends_at?.toISOString() ?? null,
    isContractSigned: row.is_contract_signed,
    isRIB: row.has_bank_details,
    userCount: row.user_count,
    videoCount: row.video_count,
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
  };
}

export type ClientChange = Omit<BodyOf<typeof routes.updateClientAsAdmin>, "revision">;

const CHANGE_COLUMNS: Record<keyof ClientChange, keyof Client> = {
  companyName: "company_name",
  siret: "siret",
  contactFirstName: "contact_first_name",
  contactLastName: "contact_last_name",
  contactEmail: "contact_email",
  phone: "phone",
  postalAddress: "postal_address",
  country: "country",
  vatNumber: "vat_number",
  defaultAutoplay: "default_autoplay",
  defaultNumberPerPage: "default_page_size",
  defaultQualities: "default_qualities",
  playerTheme: "player_theme",
  clientname: "name",
  type: "type",
  vireed: "vireed",
  export: "export",
  scenelist: "scenelist",
  noKeepLive: "no_keep_live",
  oldTable: "old_table",
  restartVideos: "restart_videos",
  chat: "chat",
  freeTier: "free_tier",
  claimsLifted: "claims_lifted",
  contractNumber: "contract_number",
  subscriptionEndsAt: "subscription_ends_at",
};

const JSON_COLUMNS: readonly (keyof ClientChange)[] = ["defaultQualities", "playerTheme"];

/** Returns the columns of the fields in a change. */
export function columnsOfClient(change: ClientChange): Updateable<Client> {
  const given = (Object.entries(change) as [keyof ClientChange, unknown][]).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    given.map(([name, value]) => [
      CHANGE_COLUMNS[name],
      JSON_COLUMNS.includes(name) ? JSON.stringify(value) : value,
    ]),
  );
}
