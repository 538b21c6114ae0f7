import type { ApiKeyParameters, ApiKeyType, ClientType, Language, PlayerTheme, Role } from "@shoal/contract";
import type { ColumnType, Generated } from "kysely";
import type { Bigint, DefaultJson, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface Client {
  uuid: Generated<string>;
  name: string;
  type: ClientType;
  vireed: Generated<boolean>;
  export: Generated<boolean>;
  scenelist: Generated<boolean>;
  data_to_delete: Generated<boolean>;
  /** When the scheduled deletion takes place. */
  deletion_at: OptionalTimestamp;
  no_keep_live: Generated<boolean>;
  default_autoplay: Generated<boolean>;
  old_table: Generated<boolean>;
  default_page_size: ColumnType<number | null, number | null | undefined, number | null>;
  default_qualities: DefaultJson<unknown>;
  player_theme: DefaultJson<PlayerTheme>;
  restart_videos: Generated<boolean>;
  chat: Generated<boolean>;
  free_tier: Generated<boolean>;
  number: Generated<number>;
  contract_number: Generated<string>;
  company_name: Generated<string>;
  siret: Generated<string>;
  contact_first_name: Generated<string>;
  contact_last_name: Generated<string>;
  contact_email: Generated<string>;
  phone: Generated<string>;
  postal_address: Generated<string>;
  /** ISO 3166-1 alpha-2 code of the country. */
  country: Generated<string>;
  vat_number: Generated<string>;
  subscription_ends_at: OptionalTimestamp;
  /** When CDN entries were stopped because of an unpaid invoice. */
  cdn_suspended_at: OptionalTimestamp;
  /** The UTC month for which the client's own budget stops its CDN entries; ignored once it is over. */
  cdn_stopped_month: ColumnType<string | null, string | null | undefined, string | null>;
  /** The UTC month for which the client's own budget blocks viewers; ignored once it is over. */
  playback_stopped_month: ColumnType<string | null, string | null | undefined, string | null>;
  is_contract_signed: Generated<boolean>;
  has_bank_details: Generated<boolean>;
  /** The key with which encoders publish for this client. */
  stream_key: Generated<string>;
  /** The set of STUN and TURN servers in force; null for the platform's set. */
  ice_set_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  /** The bytes that viewers usually claim to receive from peers in each hour of the day (UTC); empty for a new client. */
  usual_claims: Generated<number[]>;
  /** Whether the operator allows higher claims to be billed. */
  claims_lifted: Generated<boolean>;
  /** Increases with changes that edges need but no form of the client edits. */
  edge_revision: Bigint;
  created_at: Timestamp;
}

/** The lists that decide who can watch; a client without a row restricts nothing. */
export interface ClientAuthorizations {
  client_uuid: string;
  authorized_videos: Generated<string[]>;
  authorized_ips: Generated<string[]>;
  unauthorized_ips: Generated<string[]>;
  authorized_vpns: Generated<boolean>;
  authorized_vpns_list: Generated<string[]>;
  authorized_countries: Generated<string[]>;
  unauthorized_countries: Generated<string[]>;
  /** The revision, raised by each change. */
  revision: Generated<number>;
}

export interface ClientIceSet {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  /** Credentials of TURN servers are encrypted, and bound to the set. */
  ice_servers: Json<
    { urls: string[]; username?: string; sealedSecret?: string; sealedCredential?: string }[]
  >;
  /** The revision, raised by each change. */
  revision: Generated<number>;
}

export interface ClientStreamingKey {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  /** The key as PEM (SPKI). */
  public_key: string;
  created_at: Generated<Date>;
}

export interface ApiKeyRow {
  uuid: Generated<string>;
  client_uuid: string;
  type: ApiKeyType;
  description: string;
  fixed_parameters: DefaultJson<ApiKeyParameters>;
  /** SHA-256 of the secret. */
  secret_hash: Buffer;
  /** The hash of the previous secret, until that secret expires. */
  old_secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  old_secret_until: OptionalTimestamp;
  /** Addresses and networks in CIDR that may call with it; empty for all. */
  addresses: Generated<string[]>;
  /** The creator's username when the key was created. */
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  expires_at: OptionalTimestamp;
  /** When the key was revoked. The row is kept for a while, so that callers get this reason. */
  revoked_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
  last_used_address: ColumnType<string | null, string | null | undefined, string | null>;
  /** Method and path of the call, as in the contract. */
  last_used_call: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface User {
  uuid: Generated<string>;
  client_uuid: string;
  username: string;
  name: ColumnType<string | null, string | null | undefined, string | null>;
  email: ColumnType<string | null, string | null | undefined, string | null>;
  email_verified_at: OptionalTimestamp;
  /** An address that waits for its verification. */
  new_email: ColumnType<string | null, string | null | undefined, string | null>;
  /** The hash of the password; null for users who are only invited, or sign in only through a provider. */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  password_modified: Generated<boolean>;
  activated_at: OptionalTimestamp;
  roles: Role[];
  language: Generated<Language>;
  /** The secret in Base32; in force once `totp_confirmed_at` is set. */
  totp_secret: ColumnType<string | null, string | null | undefined, string | null>;
  totp_confirmed_at: OptionalTimestamp;
  /** The time step of the last accepted code, so that no code is accepted twice. */
  totp_last_step: ColumnType<number | null, number | null | undefined, number | null>;
  /** Hashes (SHA-256, hex) of unused recovery codes. */
  recovery_codes: Generated<string[]>;
  github_id: ColumnType<string | null, string | null | undefined, string | null>;
  github_login: ColumnType<string | null, string | null | undefined, string | null>;
  last_login_at: OptionalTimestamp;
  revision: Generated<number>;
  created_at: Timestamp;
}

export interface Session {
  uuid: Generated<string>;
  token_hash: Buffer;
  user_uuid: string;
  address: ColumnType<string | null, string | null | undefined, string | null>;
  user_agent: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

/** The key of a link that was mailed or handed over; it works once. */
export interface AccountLink {
  key_hash: Buffer;
  user_uuid: string;
  purpose: "activation" | "password" | "email";
  /** The address that an `email` link verifies, or that an `activation` link was mailed to. */
  email: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A sign-in in progress at the code-hosting provider. */
export interface ProviderFlow {
  state_hash: Buffer;
  code_verifier: string;
  /** The provider's user, set once the provider has responded and until the second factor is provided. */
  provider_user: ColumnType<{ id: string; login: string } | null, string | null | undefined, string | null>;
  /** The user whose provider account is to be linked; null when signing in. */
  user_uuid: string | null;
  expires_at: Timestamp;
}
