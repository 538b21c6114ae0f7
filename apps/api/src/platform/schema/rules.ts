import type { ConfigSite, RuleSettings } from "@shoal/contract";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, OptionalTimestamp, Timestamp } from "./columns.ts";

/** A config: the settings with which a client's pages load the plugin. */
export interface ConfigRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  /** The public key, visible in pages. */
  key: Generated<string>;
  /** The previous key. It works until `old_key_ends_at` and is kept afterwards. */
  old_key: string | null;
  old_key_ends_at: Date | null;
  rules: DefaultJson<RuleSettings>;
  sites: DefaultJson<ConfigSite[]>;
  is_revoked: Generated<boolean>;
  revision: Generated<number>;
  created_at: Timestamp;
}

export interface CollectionRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  rules: DefaultJson<RuleSettings>;
  /** When the SDK last named the collection. */
  reported_at: OptionalTimestamp;
  /** Whether a page named the collection and no user has changed it since. */
  is_reported: Generated<boolean>;
  /** The config whose key that page sent; null if unknown. */
  named_by: ColumnType<string | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  created_at: Timestamp;
}

/** The rules of a video; a video without a row has no rules of its own. */
export interface VideoRulesRow {
  video_uuid: string;
  client_uuid: string;
  rules: DefaultJson<RuleSettings>;
  collection_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** When a page last reported the collection; null for a collection that was chosen by hand. */
  reported_at: OptionalTimestamp;
  config_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  revision: Generated<number>;
}

/** Media on any CDN, identified by the name used on its pages. */
export interface PluginVideoRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  rules: DefaultJson<RuleSettings>;
  collection_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  reported_at: OptionalTimestamp;
  created_at: Timestamp;
  /** The key derived from client and name. */
  key: GeneratedAlways<string>;
  revision: Generated<number>;
  /** The version of the plugin that last played the media. */
  version: ColumnType<string | null, string | null | undefined, string | null>;
  /** The title; if it is empty, the name is shown. */
  title: Generated<string>;
  description: Generated<string>;
  tags: Generated<string[]>;
  is_hidden: Generated<boolean>;
  last_reported_at: Timestamp;
}

export interface ClientRulesRow {
  client_uuid: string;
  rules: DefaultJson<RuleSettings>;
  /** The IANA name of the time zone; null until the client chose one. */
  time_zone: string | null;
  /** Whether search engines may list the client's videos. */
  is_indexed: Generated<boolean>;
  revision: Generated<number>;
}
