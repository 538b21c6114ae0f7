import { z } from "zod";
import {
  MAX_LINK_LENGTH,
  MAX_OUTRO_BUTTON_LENGTH,
  MAX_OUTRO_DESCRIPTION_LENGTH,
  MAX_OUTRO_SUBTEXT_LENGTH,
  MAX_OUTRO_TITLE_LENGTH,
} from "../constants.ts";
import { isSafeLink } from "../safe-link.ts";
import { Text, Uuid } from "../text.ts";
import { PictureFile, PictureSource, PictureView } from "./picture.ts";

/** A link that is shown to viewers. */
const ViewerLink = Text.trim()
  .min(1)
  .max(MAX_LINK_LENGTH)
  .refine(isSafeLink, { message: "must be a URL that begins with https://, http:// or mailto:" });

const OutroTitle = Text.trim().min(1).max(MAX_OUTRO_TITLE_LENGTH);
const OutroDescription = Text.trim().max(MAX_OUTRO_DESCRIPTION_LENGTH);
const OutroButton = z.strictObject({
  text: Text.trim().min(1).max(MAX_OUTRO_BUTTON_LENGTH),
  url: ViewerLink,
});
/** A line below the button, with or without a link. */
const OutroSubtext = z.strictObject({
  text: Text.trim().min(1).max(MAX_OUTRO_SUBTEXT_LENGTH),
  url: ViewerLink.nullable().default(null),
});

/** The input for an outro; pictures are ids from the picture library. */
export const OutroInput = z.strictObject({
  title: OutroTitle,
  description: OutroDescription.default(""),
  button: OutroButton.nullable().default(null),
  subtext: OutroSubtext.nullable().default(null),
  image: Uuid.nullable().default(null),
  backgroundImage: Uuid.nullable().default(null),
});
export type OutroInput = z.infer<typeof OutroInput>;

const OutroTexts = z.object({
  title: z.string(),
  description: z.string(),
  button: z.object({ text: z.string(), url: z.string() }).nullable(),
  subtext: z.object({ text: z.string(), url: z.string().nullable() }).nullable(),
});

/** How often an outro was shown to viewers, and what they clicked. */
export const OutroFigures = z.object({
  shown: z.number(),
  buttonClicks: z.number(),
  subtextClicks: z.number(),
});
export type OutroFigures = z.infer<typeof OutroFigures>;

/** An outro as the api returns it. */
export const OutroView = OutroTexts.extend({
  id: z.string(),
  image: PictureView.nullable(),
  backgroundImage: PictureView.nullable(),
  /** The number of videos that end with the outro, including those in the trash. */
  videoCount: z.number(),
  /** The figures; null while they cannot be read. */
  figures: OutroFigures.nullable(),
  /** The revision, raised by every change. */
  revision: z.number(),
  createdAt: z.string(),
  modifiedAt: z.string(),
});
export type OutroView = z.infer<typeof OutroView>;

const DescribedPicture = z.strictObject({ alt: z.string(), files: z.array(PictureFile) });
/** An outro as it is sent to edges. */
export const DescribedOutro = z.strictObject({
  uuid: z.string(),
  ...OutroTexts.shape,
  image: DescribedPicture.nullable(),
  backgroundImage: DescribedPicture.nullable(),
});
export type DescribedOutro = z.infer<typeof DescribedOutro>;

/** An outro as the player draws it. */
export const ShownOutro = OutroTexts.extend({
  image: PictureSource.nullable(),
  backgroundImage: PictureSource.nullable(),
});
export type ShownOutro = z.infer<typeof ShownOutro>;

/**
 * The messages to the preview page (`/outro` of the edge) from the page that frames it; it replies `{ shoal: 1, event: "ready"
 * }` when it listens.
 */
export interface OutroPreviewMessage {
  shoal: 1;
  command: "showOutro";
  outro: ShownOutro;
}

/** The edge's path for `OutroBeacon`. */
export const OUTRO_BEACON_PATH = "/beacons/outro";
/** The largest accepted count: no viewer sees or clicks an outro more often in one session. */
const OutroCount = z.number().int().min(0).max(1_000);
/**
 * A session's counters for an outro, sent by POST to {outro.countUrl}. They are cumulative: repeats change nothing, and among late
 * beacons the largest value counts.
 */
export const OutroBeacon = z.strictObject({
  token: Text.max(2_000),
  outro: Uuid,
  shown: OutroCount,
  buttonClicks: OutroCount,
  subtextClicks: OutroCount,
});
export type OutroBeacon = z.infer<typeof OutroBeacon>;

/** A row of the ClickHouse table `outro_sessions`. The largest `version` of (outro, video, session) counts. */
export interface OutroSessionRow {
  client_uuid: string;
  outro_uuid: string;
  video_uuid: string;
  session_uuid: string;
  /** The sum of the counters: they never decrease, so the latest is the largest. */
  version: number;
  /** When the edge received the beacon, in seconds since 1970. */
  at: number;
  shown: number;
  button_clicks: number;
  subtext_clicks: number;
}
