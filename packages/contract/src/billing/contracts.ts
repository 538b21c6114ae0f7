import { z } from "zod";
import { LANGUAGES } from "../accounts/account.ts";
import { Text } from "../text.ts";

/** The terms in one language: some 20 pages. */
const TERMS_MAX_LENGTH = 60_000;

/** The data of both parties required for a contract. */
export const CONTRACT_FACTS = [
  "client.companyName",
  /** For French companies. */
  "client.siret",
  "client.postalAddress",
  "client.contactFirstName",
  "client.contactLastName",
  "client.contactEmail",
  "seller.name",
  "seller.street",
  "seller.postalCode",
  "seller.city",
  "seller.country",
  "seller.email",
] as const;
export type ContractFact = (typeof CONTRACT_FACTS)[number];

const TextHash = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex");

/** A contract that a manager accepted. */
export const ContractView = z.object({
  uuid: z.string(),
  number: z.string(),
  /** The version of the terms. */
  version: z.number().int(),
  language: z.enum(LANGUAGES),
  /** SHA-256 (hex) of the accepted text. */
  textHash: z.string(),
  companyName: z.string(),
  acceptedAt: z.string(),
  /** As typed by the person who accepted it. */
  acceptedName: z.string(),
  /** Their username, which stays. */
  acceptedBy: z.string(),
});
export type ContractView = z.infer<typeof ContractView>;

export const ContractState = z.object({
  isContractSigned: z.boolean(),
  /** The newest first. */
  contracts: z.array(ContractView),
  /** The current terms. */
  currentVersion: z.number().int(),
  /** The terms that are offered now can be accepted: they were not, or the contract was reset. */
  isAcceptable: z.boolean(),
  /** The missing data; [] if complete. */
  missing: z.array(z.enum(CONTRACT_FACTS)),
});
export type ContractState = z.infer<typeof ContractState>;

/** The whole text of a contract as it would be accepted now, with the data of both sides. */
export const ContractText = z.object({
  version: z.number().int(),
  language: z.enum(LANGUAGES),
  /** Paragraphs between empty lines; one that begins with `# ` is a heading. */
  text: z.string(),
  textHash: z.string(),
});
export type ContractText = z.infer<typeof ContractText>;

export const AcceptContract = z.strictObject({
  version: z.number().int().min(1).max(2_147_483_647),
  language: z.enum(LANGUAGES),
  /** The text that was read. */
  textHash: TextHash,
  /** The person who accepts it for the company. */
  name: Text.trim().min(2).max(200),
  isAccepted: z.literal(true),
});

const TermsText = Text.trim().min(1).max(TERMS_MAX_LENGTH);
export const ContractTermsInput = z.strictObject({
  EN: TermsText,
  FR: TermsText,
  /** The version that it was made from: a conflict when there is a newer one. */
  basedOn: z.number().int().min(1).max(2_147_483_647),
});

export const ContractTermsView = z.object({
  version: z.number().int(),
  EN: z.string(),
  FR: z.string(),
  createdAt: z.string(),
  /** Null for the text that came with the product. */
  createdBy: z.string().nullable(),
  /** Contracts that accepted this version. */
  contractCount: z.number().int(),
  /** Names that a text may hold in double braces, as in `{{seller.name}}`. */
  placeholders: z.array(z.string()),
});
export type ContractTermsView = z.infer<typeof ContractTermsView>;
