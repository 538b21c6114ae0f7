import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { Moment, Text } from "../text.ts";
import { MAX_PROJECT_VERSIONS, VersionVideo } from "./project.ts";

export const MAX_REVIEW_LINKS = 100;
export const MAX_REVIEW_LINK_LABEL_LENGTH = 200;
export const MAX_REVIEW_PASSWORD_LENGTH = 200;
/** The maximum number of guests that a link can ever admit. */
export const MAX_REVIEW_GUESTS = 1_000;
export const MAX_GUEST_NAME_LENGTH = 60;
/** The number of days for which a guest's browser stays signed in. */
export const GUEST_SESSION_DAYS = 30;

const ReviewLinkLabel = Text.trim().max(MAX_REVIEW_LINK_LABEL_LENGTH);
const LinkPassword = Text.min(1).max(MAX_REVIEW_PASSWORD_LENGTH);
const VersionNumber = z.number().int().min(1).max(MAX_PROJECT_VERSIONS);

export const CreateReviewLink = z.strictObject({
  /** A label for those who manage links; guests never see it. */
  label: ReviewLinkLabel.default(""),
  asksEmail: z.boolean().default(false),
  /** The password; null admits anyone with the link. */
  password: LinkPassword.nullable().default(null),
  /** When the link stops admitting guests and ends their sessions; null for never. */
  endsAt: Moment.nullable().default(null),
  /** The only version that guests see; null for whatever version is newest. */
  version: VersionNumber.nullable().default(null),
  mayComment: z.boolean().default(true),
  mayDownload: z.boolean().default(false),
  /** Whether the guest's name is drawn over the picture area. */
  hasWatermark: z.boolean().default(false),
});
export type CreateReviewLink = z.infer<typeof CreateReviewLink>;

export const UpdateReviewLink = z.strictObject({
  /** The revision that the user edited. It prevents the change from overwriting another one. */
  revision: Revision,
  label: ReviewLinkLabel.optional(),
  asksEmail: z.boolean().optional(),
  /** Setting or removing the password ends all guest sessions; if omitted, the password is kept. */
  password: LinkPassword.nullable().optional(),
  endsAt: Moment.nullable().optional(),
  version: VersionNumber.nullable().optional(),
  mayComment: z.boolean().optional(),
  mayDownload: z.boolean().optional(),
  hasWatermark: z.boolean().optional(),
  /** Whether the link is on. A link that is off admits nobody, and its sessions end. */
  isOn: z.boolean().optional(),
});
export type UpdateReviewLink = z.infer<typeof UpdateReviewLink>;

/** The states of a link; if several apply, the first one is reported. */
export const REVIEW_LINK_STATES = ["off", "ended", "active"] as const;

export const ReviewLinkView = z.object({
  uuid: z.string(),
  label: z.string(),
  state: z.enum(REVIEW_LINK_STATES),
  /**
   * The address of the page for guests, which admits anyone who knows it. Null if it cannot be shown again, because the secret of the
   * installation has changed.
   */
  url: z.string().nullable(),
  isOn: z.boolean(),
  asksEmail: z.boolean(),
  hasPassword: z.boolean(),
  endsAt: z.string().nullable(),
  version: z.number().nullable(),
  mayComment: z.boolean(),
  mayDownload: z.boolean(),
  hasWatermark: z.boolean(),
  /** The username of the link's creator; kept if the user is deleted. */
  createdBy: z.string(),
  createdAt: z.string(),
  /** When a guest last made a call, to the minute; null if none has. */
  lastUsedAt: z.string().nullable(),
  /** The number of guests who have entered. */
  guestCount: z.number(),
  revision: z.number(),
});
export type ReviewLinkView = z.infer<typeof ReviewLinkView>;

/** A guest who entered by a link; one per browser. */
export const ReviewGuestView = z.object({
  uuid: z.string(),
  /** The name that the guest entered. */
  name: z.string(),
  /** The guest's email address as entered, if the link requires it: not verified. */
  email: z.string().nullable(),
  enteredAt: z.string(),
  /** When the guest last made a call, to the minute. */
  lastUsedAt: z.string(),
});
export type ReviewGuestView = z.infer<typeof ReviewGuestView>;

/** The part after `#/review/` in the address of a link. */
export const ReviewLinkKey = Text.regex(/^[A-Za-z0-9_-]{43}$/);

/** The data that the entry page of a link requests. */
export const ReviewEntry = z.object({ asksEmail: z.boolean(), asksPassword: z.boolean() });

export const EnterReview = z.strictObject({
  key: ReviewLinkKey,
  name: Text.trim().min(1).max(MAX_GUEST_NAME_LENGTH),
  /** The guest's email address, required if the link requires it. */
  email: z.email().max(254).optional(),
  password: Text.max(MAX_REVIEW_PASSWORD_LENGTH).optional(),
});
export type EnterReview = z.infer<typeof EnterReview>;

/** A version as guests see it. */
export const GuestVersion = z.object({
  number: z.number(),
  createdDate: z.string(),
  description: z.string(),
  video: VersionVideo.pick({
    uuid: true,
    title: true,
    state: true,
    isReplaced: true,
    duration: true,
    frames: true,
    embedUrl: true,
  }),
});

/** The link as shown to the calling guest. */
export const GuestReview = z.object({
  project: z.object({ uuid: z.string(), name: z.string() }),
  version: GuestVersion,
  guest: z.object({ uuid: z.string(), name: z.string() }),
  mayComment: z.boolean(),
  mayDownload: z.boolean(),
  /** The text to draw over the picture area; null for none. */
  watermark: z.string().nullable(),
  endsAt: z.string().nullable(),
});
export type GuestReview = z.infer<typeof GuestReview>;

/** The session of a guest who has entered. */
export const EnteredReview = z.object({
  /** The session token, sent with each call of a guest in the header of `GUEST_HEADER`, and to the socket as `guest`. */
  token: z.string(),
  expiresAt: z.string(),
  review: GuestReview,
});
