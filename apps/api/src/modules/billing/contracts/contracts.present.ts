import type { BilledParty, ContractView, Language } from "@shoal/contract";
import { addressLines } from "@shoal/domain/billing";
import type { ContractClient, ListedContract } from "./contracts.repository.ts";

export const presentContract = (row: ListedContract): ContractView => ({
  uuid: row.uuid,
  number: row.number,
  version: row.version,
  language: row.language,
  textHash: row.text_hash,
  companyName: row.party.name,
  acceptedAt: row.accepted_at.toISOString(),
  acceptedName: row.accepted_name,
  acceptedBy: row.accepted_by,
});

/** Returns the client's data as the contract states it. */
export const presentParty = (client: ContractClient, language: Language): BilledParty => ({
  clientUuid: client.uuid,
  clientNumber: client.number,
  contractNumber: client.contract_number,
  name: client.company_name || client.name,
  contactName: `${client.contact_first_name} ${client.contact_last_name}`.trim(),
  email: client.contact_email,
  addressLines: addressLines(client.postal_address),
  country: client.country,
  siret: client.siret,
  vatNumber: client.vat_number,
  language,
});
