import { z } from "zod";
import { LANGUAGES } from "../accounts/account.ts";
import { Text } from "../text.ts";

/** The maximum length of the terms in one language: about 20 pages. */
const MAX_TERMS_LENGTH = 60_000;

/** The data of both parties that a contract requires. */
export const CONTRACT_FACTS = [
  "client.companyName",
  /** The SIRET is required only for French companies. */
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
  /** The version of the terms that the contract contains. */
  version: z.number().int(),
  language: z.enum(LANGUAGES),
  /** The SHA-256 (hex) of the accepted text. */
  textHash: z.string(),
  companyName: z.string(),
  acceptedAt: z.string(),
  /** The name that the person who accepted it entered. */
  acceptedName: z.string(),
  /** The accepting user's username, kept when the user is deleted. */
  acceptedBy: z.string(),
});
export type ContractView = z.infer<typeof ContractView>;

export const ContractState = z.object({
  isContractSigned: z.boolean(),
  /** The accepted contracts, the newest first. */
  contracts: z.array(ContractView),
  /** The version of the terms that apply to new contracts. */
  currentVersion: z.number().int(),
  /** Whether the client can accept the current terms: it has not accepted them yet, or its contract was reset. */
  isAcceptable: z.boolean(),
  /** The data still missing for a contract; [] if complete. */
  missing: z.array(z.enum(CONTRACT_FACTS)),
});
export type ContractState = z.infer<typeof ContractState>;

/** The full text of the contract to accept, with the data of both parties. */
export const ContractText = z.object({
  version: z.number().int(),
  language: z.enum(LANGUAGES),
  /** Paragraphs, separated by empty lines; those that start with `# ` are headings. */
  text: z.string(),
  textHash: z.string(),
});
export type ContractText = z.infer<typeof ContractText>;

export const AcceptContract = z.strictObject({
  version: z.number().int().min(1).max(2_147_483_647),
  language: z.enum(LANGUAGES),
  /** The hash of the text that the user read. */
  textHash: TextHash,
  /** The name of the person who accepts the contract for the company. */
  name: Text.trim().min(2).max(200),
  isAccepted: z.literal(true),
});

const TermsText = Text.trim().min(1).max(MAX_TERMS_LENGTH);
export const ContractTermsInput = z.strictObject({
  EN: TermsText,
  FR: TermsText,
  /** The version on which the edited terms are based; if a newer version exists, the call fails with a conflict. */
  basedOn: z.number().int().min(1).max(2_147_483_647),
});

export const ContractTermsView = z.object({
  version: z.number().int(),
  EN: z.string(),
  FR: z.string(),
  createdAt: z.string(),
  /** The user who created the text; null for the text included in the product. */
  createdBy: z.string().nullable(),
  /** The number of contracts that accepted this version. */
  contractCount: z.number().int(),
  /** Placeholders that the text can contain in double braces, such as `{{seller.name}}`. */
  placeholders: z.array(z.string()),
});
export type ContractTermsView = z.infer<typeof ContractTermsView>;
