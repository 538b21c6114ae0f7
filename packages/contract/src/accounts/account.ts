import { z } from "zod";
import { VatNumber } from "../billing/company-numbers.ts";
import { MAX_PASSWORD_LENGTH, PAGE_SIZES } from "../constants.ts";
import { InputQualities } from "../media/video.ts";
import { CountryCode } from "../origins.ts";
import { Moment, Text } from "../text.ts";
import { PlayerTheme } from "../theme.ts";

export const ROLES = ["admin", "manager", "editor", "readAnalytics"] as const;
export type Role = (typeof ROLES)[number];
/** The role of a collaborator on screens (§6); each maps to one account role. */
export const COLLABORATOR_ROLES = ["account manager", "video manager"] as const;
export type CollaboratorRole = (typeof COLLABORATOR_ROLES)[number];
export const CLIENT_TYPES = ["platform", "plugin", "camera"] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];
export const LANGUAGES = ["EN", "FR"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A saved language: a current code, or a legacy value (§1). */
export const SavedLanguage = z.preprocess(
  (value) => (value === "english" ? "EN" : value === "french" ? "FR" : value),
  z.enum(LANGUAGES),
);

/** A sign-in name without spaces, so that it can be mentioned and used in a URL. */
export const Username = Text.trim()
  .min(2)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u, "can contain only letters, digits and . _ @ + -");
export const Email = Text.trim().max(320).pipe(z.email("Invalid email format"));
export const Password = Text.min(1).max(MAX_PASSWORD_LENGTH);
const trimmedText = (max: number) => Text.trim().max(max);

/**
 * The revision of an object, which increases with each change. A change based on an older revision is rejected instead of overwriting the
 * newer one; a change without a revision is always applied.
 */
export const Revision = z.number().int().min(1).max(2_147_483_647);

export const ClientInfo = z.object({
  uuid: z.string(),
  clientname: z.string(),
  type: z.enum(CLIENT_TYPES),
  vireed: z.boolean(),
  export: z.boolean(),
  scenelist: z.boolean(),
  dataToDelete: z.boolean(),
  /** When the scheduled deletion takes place; null if none is scheduled. */
  deletionAt: z.string().nullable(),
  noKeepLive: z.boolean(),
  defaultAutoplay: z.boolean(),
  oldTable: z.boolean(),
  defaultNumberPerPage: z.number().nullable(),
  defaultQualities: InputQualities,
  /** Whether the button 'Restart videos' is shown (§2). */
  restartVideos: z.boolean(),
  /** Whether the chat is shown to platform clients (§2). */
  chat: z.boolean(),
  freeTier: z.boolean(),
});
export type ClientInfo = z.infer<typeof ClientInfo>;

export const UserView = z.object({
  uuid: z.string(),
  username: z.string(),
  /** The name of the person or collaborator; null if not set. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the user has opened the link in the verification email. */
  emailVerified: z.boolean(),
  /** An address awaiting verification; null if there is none. */
  newEmail: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  /** The collaborator's role on screens; null for other roles. */
  role: z.enum(COLLABORATOR_ROLES).nullable(),
  passwordModified: z.boolean(),
  /** Whether the user has a password; users who have only ever signed in through the code-hosting provider have no password. */
  hasPassword: z.boolean(),
  /** Whether the user has opened the activation link. */
  activated: z.boolean(),
  language: z.enum(LANGUAGES),
  twoFactor: z.boolean(),
  /** Username at the code-hosting provider; null if none is linked. */
  github: z.string().nullable(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  revision: z.number(),
  client: z.string(),
  client_infos: z.array(ClientInfo),
});
export type UserView = z.infer<typeof UserView>;

/** The fields that managers can change in their own client. */
const ClientContact = {
  companyName: trimmedText(200),
  siret: trimmedText(14).regex(/^(\d{14})?$/, "must have 14 digits"),
  contactFirstName: trimmedText(100),
  contactLastName: trimmedText(100),
  contactEmail: z.union([z.literal(""), Email]),
  phone: trimmedText(30).regex(/^[+\d\s().-]*$/, "can contain only digits, spaces and + ( ) . -"),
  postalAddress: trimmedText(1_000),
  /** The billing country. */
  country: CountryCode,
  vatNumber: VatNumber,
};
const ClientDefaults = {
  defaultAutoplay: z.boolean(),
  defaultNumberPerPage: z.literal(PAGE_SIZES).nullable(),
  defaultQualities: InputQualities,
  playerTheme: PlayerTheme,
};
/** The fields that only platform administrators can change. */
const ClientTerms = {
  clientname: Text.trim().min(2).max(100),
  type: z.enum(CLIENT_TYPES),
  vireed: z.boolean(),
  export: z.boolean(),
  scenelist: z.boolean(),
  noKeepLive: z.boolean(),
  oldTable: z.boolean(),
  restartVideos: z.boolean(),
  chat: z.boolean(),
  freeTier: z.boolean(),
  /** Whether even implausibly high figures for media on other CDNs are billed: docs/billing.md. */
  claimsLifted: z.boolean(),
  contractNumber: trimmedText(50),
  /** The end of the subscription, when a scheduled deletion takes place; null for no end. */
  subscriptionEndsAt: Moment.nullable(),
};

export const ClientView = ClientInfo.extend({
  ...z.object({
    ...ClientContact,
    contactEmail: z.string(),
    country: z.string(),
    vatNumber: z.string(),
  }).shape,
  playerTheme: PlayerTheme,
  claimsLifted: z.boolean(),
  clientNumber: z.number(),
  contractNumber: z.string(),
  subscriptionEndsAt: z.string().nullable(),
  isContractSigned: z.boolean(),
  isRIB: z.boolean(),
  userCount: z.number(),
  videoCount: z.number(),
  createdAt: z.string(),
  revision: z.number(),
});
export type ClientView = z.infer<typeof ClientView>;

const partialObject = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).partial();
export const UpdateClient = partialObject({ ...ClientContact, ...ClientDefaults }).extend({
  revision: Revision.optional(),
});
export const UpdateClientAsAdmin = partialObject({
  ...ClientContact,
  ...ClientDefaults,
  ...ClientTerms,
}).extend({
  revision: Revision.optional(),
});
export const CreateClient = partialObject({ ...ClientContact, ...ClientDefaults, ...ClientTerms }).extend({
  clientname: ClientTerms.clientname,
  type: ClientTerms.type,
});
