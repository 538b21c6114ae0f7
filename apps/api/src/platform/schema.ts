import type {
  AccountLink,
  ApiKeyRow,
  Client,
  ClientAuthorizations,
  ClientIceSet,
  ClientStreamingKey,
  ProviderFlow,
  Session,
  User,
} from "./schema/accounts.ts";
import type {
  AlertEventRow,
  AlertMailChoice,
  AlertRow,
  AlertRulesRow,
  AlertValueRow,
} from "./schema/alerts.ts";
import type {
  CaptionExtraction,
  CaptionsRecord,
  ExportLinkRow,
  OutroRow,
  PictureRow,
  SceneListRecord,
  SceneMediaRecord,
  SceneRecord,
} from "./schema/assets.ts";
import type { Json } from "./schema/columns.ts";
import type { FootprintMethodRow, FootprintProgressRow, FootprintReportRow } from "./schema/footprint.ts";
import type { ExternalStreamRecord, LiveArchiveRecord, LiveRecord, LiveSweepRecord } from "./schema/lives.ts";
import type { DescriptorChangeRow, LogEntryRow, OutgoingMail, RateLimitRow } from "./schema/operations.ts";
import type { ProofEventRow, ProofModeRow } from "./schema/proof.ts";
import type {
  ClientRulesRow,
  CollectionRow,
  ConfigRow,
  PluginVideoRow,
  VideoRulesRow,
} from "./schema/rules.ts";
import type {
  CategoryRow,
  ChunkClaim,
  CutRecord,
  Encoding,
  EncodingOutput,
  UploadChunk,
  Video,
  VideoStatsRow,
} from "./schema/videos.ts";

export type * from "./schema/accounts.ts";
export type * from "./schema/alerts.ts";
export type * from "./schema/assets.ts";
export type * from "./schema/footprint.ts";
export type * from "./schema/lives.ts";
export type * from "./schema/operations.ts";
export type * from "./schema/proof.ts";
export type * from "./schema/rules.ts";
export type * from "./schema/videos.ts";

/** The tables by name. */
export interface Schema {
  clients: Client;
  client_authorizations: ClientAuthorizations;
  client_ice_sets: ClientIceSet;
  client_streaming_keys: ClientStreamingKey;
  api_keys: ApiKeyRow;
  alert_rules: AlertRulesRow;
  alert_mail_choices: AlertMailChoice;
  alerts: AlertRow;
  alert_values: AlertValueRow;
  alert_events: AlertEventRow;
  proof_modes: ProofModeRow;
  proof_events: ProofEventRow;
  users: User;
  sessions: Session;
  account_links: AccountLink;
  provider_flows: ProviderFlow;
  mails: OutgoingMail;
  rate_limits: RateLimitRow;
  logs: LogEntryRow;
  videos: Video;
  lives: LiveRecord;
  external_streams: ExternalStreamRecord;
  live_archives: LiveArchiveRecord;
  live_sweeps: LiveSweepRecord;
  categories: CategoryRow;
  video_categories: { video_uuid: string; category_uuid: string };
  upload_chunks: UploadChunk;
  chunk_claims: ChunkClaim;
  encodings: Encoding;
  encoding_outputs: EncodingOutput;
  cuts: CutRecord;
  scene_lists: SceneListRecord;
  scene_media: SceneMediaRecord;
  scenes: SceneRecord;
  captions: CaptionsRecord;
  caption_extractions: CaptionExtraction;
  /** Media that are kept only because a cut refers to them. */
  kept_media: { prefix: string };
  pictures: PictureRow;
  outros: OutroRow;
  video_stats: VideoStatsRow;
  descriptor_changes: DescriptorChangeRow;
  export_links: ExportLinkRow;
  configs: ConfigRow;
  collections: CollectionRow;
  video_rules: VideoRulesRow;
  plugin_videos: PluginVideoRow;
  client_rules: ClientRulesRow;
  footprint_methods: FootprintMethodRow;
  footprint_progress: FootprintProgressRow;
  footprint_reports: FootprintReportRow;
  cursors: { name: string; value: Json<unknown> };
  summed_days: { day: string; version: string; is_summed: boolean };
}
