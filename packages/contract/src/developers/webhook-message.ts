import { z } from "zod";
import { ALERT_EVENT_TYPES, AlertView } from "../insight/alerts.ts";
import { WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT, type WebhookEventType } from "./webhook.ts";

/** The types of messages, each with its own data. Later versions may add fields to the data, but remove none. */
export type WebhookMessageType = WebhookEventType | typeof WEBHOOK_TEST_EVENT;

const VideoData = z.object({
  uuid: z.string(),
  title: z.string(),
  type: z.enum(["vod", "live"]),
  encodingStatus: z.string(),
  durationSec: z.number().nullable(),
  /** Why the video failed; null unless it did. */
  errorType: z.string().nullable(),
  /** The uuid of the video that this video was cut or recorded from. */
  origin: z.string().nullable(),
});
const LiveData = z.object({
  uuid: z.string(),
  title: z.string().nullable(),
  liveType: z.string().nullable(),
  fault: z.string().nullable(),
});
const AlertData = z.object({ alert: AlertView, by: z.string().nullable(), remark: z.string().nullable() });
/** The data of messages about a comment, a request or a decision. */
const ProjectData = z.object({
  project: z.string(),
  version: z.number(),
  subject: z.string().nullable(),
  by: z.string().nullable(),
  /** The uuids of the mentioned users. */
  mentions: z.array(z.string()).optional(),
  /** Whether the comment is hidden from guests. */
  isInternal: z.boolean().optional(),
  reviewer: z.string().nullable().optional(),
  decision: z.string().nullable().optional(),
});
const MemberData = z.object({ uuid: z.string(), username: z.string(), roles: z.array(z.string()) });
const InvoiceData = z.object({
  uuid: z.string(),
  kind: z.enum(["invoice", "credit_note"]),
  number: z.string(),
  /** The invoiced month, such as 2026-10; null for a credit note. */
  month: z.string().nullable(),
  issuedOn: z.string(),
  dueOn: z.string(),
  grossCents: z.number(),
  /** The date of payment; null until it is paid. */
  paidOn: z.string().nullable(),
});
const CdnEntryData = z.object({
  uuid: z.string(),
  name: z.string(),
  key: z.string(),
  originUrl: z.string(),
  isPaused: z.boolean(),
});

const [alertOpened, alertAcknowledged, alertClosed] = ALERT_EVENT_TYPES;
/** The schema of `data` for the messages of each type. */
export const WEBHOOK_DATA = {
  "video.created": VideoData,
  "video.uploaded": VideoData,
  "video.playable": VideoData,
  "video.encoded": VideoData,
  "video.failed": VideoData,
  "video.replaced": VideoData,
  "video.deleted": VideoData,
  "video.restored": VideoData,
  "live.started": LiveData,
  "live.lost": LiveData,
  "live.back": LiveData,
  "live.ended": LiveData,
  /** The live of which an archive was made; `archive` is the uuid of the recorded video. */
  "live.archived": z.object({ uuid: z.string(), title: z.string().nullable(), archive: z.string() }),
  [alertOpened]: AlertData,
  [alertAcknowledged]: AlertData,
  [alertClosed]: AlertData,
  "version.added": ProjectData,
  "comment.created": ProjectData,
  "comment.mentioned": ProjectData,
  "decision.wanted": ProjectData,
  "decision.made": ProjectData,
  "chat.mentioned": z.object({
    room: z.string(),
    roomType: z.string(),
    message: z.string(),
    by: z.string().nullable(),
    mentions: z.array(z.string()),
    mentionsRoom: z.boolean(),
  }),
  "member.added": MemberData,
  "member.removed": MemberData,
  "invoice.issued": InvoiceData,
  "invoice.paid": InvoiceData,
  "cdn.created": CdnEntryData,
  "cdn.changed": CdnEntryData,
  "cdn.deleted": CdnEntryData,
  "webhook.test": z.object({ webhook: z.string() }),
} as const satisfies Record<WebhookMessageType, z.ZodType>;

/** A message: `data` has the type in `WEBHOOK_DATA`. */
export const WebhookMessage = z.object({
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT]),
  /** When the event happened, which may be before the message is sent. */
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** Returns the schema of the whole message of a type. */
export const webhookMessageOf = <T extends WebhookMessageType>(type: T) =>
  WebhookMessage.extend({ type: z.literal(type), data: WEBHOOK_DATA[type] });
