/** Limits and fixed values shared by several packages and apps. Section numbers refer to the product specification. */

export const UPLOAD_CHUNK_BYTES = 5_000_000; // §9
export const MAX_UPLOAD_BYTES = 200_000_000_000;
/** The `sourcePath` of a live's archive. */
export const ARCHIVE_SOURCE_PATH = "archive";
export const MAX_SOURCE_URL_LENGTH = 2_048;
export const PASSWORD_MIN_LENGTH = 7; // §9
export const MAX_PASSWORD_LENGTH = 200;
export const PAGE_SIZES = [12, 20, 50, 100] as const; // §9
export const DEFAULT_PAGE_SIZE = 20; // §9
export const MAX_PAGE_SIZE = 1_000; // §9, archives and cuts
export const MAX_PAGE_LINKS = 8; // §9
export const TAG_SEPARATOR = "|:|"; // §9
export const MAX_TITLE_LENGTH = 300;
export const MAX_DESCRIPTION_LENGTH = 10_000;
export const MAX_TAG_LENGTH = 100;
export const MAX_TAGS = 100;
/** The minimum length of a video's password. Pages enforce it; API callers may use shorter passwords. */
export const VIDEO_PASSWORD_MIN_LENGTH = 4;
export const MAX_VIDEO_PASSWORD_LENGTH = 128;
export const MAX_CHAPTERS = 500;
export const MAX_CHAPTER_TITLE_LENGTH = 200;
export const MAX_CHAPTERS_FILE_BYTES = 500_000;
export const MAX_THUMBNAIL_BYTES = 10_000_000;
/** The maximum side of a thumbnail, in pixels. A decoded picture with sides of this length takes 200 MB. */
export const MAX_THUMBNAIL_SIDE_PX = 8_192;
/** The maximum duration of a video: a year. */
export const MAX_DURATION_SEC = 31_536_000;
export const MAX_CATEGORIES = 200;
export const MAX_EXPORT_LINKS = 10_000;
export const MAX_CDN_ENTRIES = 10_000;
export const MAX_EXPORT_LINK_SITES = 50;
export const MAX_CONFIGS = 200;
/** The maximum number of collections per client, all of which are part of the client's descriptor. */
export const MAX_COLLECTIONS = 1_000;
/**
 * The maximum number of collections that pages reported and nobody has edited; further collections up to `MAX_COLLECTIONS` are
 * reserved for people.
 */
export const MAX_REPORTED_COLLECTIONS = 500;
/** The maximum number of collections that the pages of one config can report. */
export const MAX_REPORTED_COLLECTIONS_OF_KEY = 100;
export const MAX_SCENES = 200;
/** The maximum length of all scenes together. An index of 24 hours is about 7 MB, which an edge can still read as a whole. */
export const MAX_SCENE_LIST_SEC = 86_400;
export const MAX_BULK_VIDEOS = 1_000;
/** The maximum size of an uploaded file: a photo from a current camera is up to 15 MB. */
export const MAX_PICTURE_BYTES = 20_000_000;
/** The maximum number of pixels of a picture. Decoded pictures take 4 bytes per pixel, 200 MB at most. */
export const MAX_PICTURE_PIXELS = 50_000_000;
export const MAX_PICTURE_SIDE_PX = 12_000;
/** The longest side of thumbnails of files in chat and comments, displayed at half size for high-density screens. */
export const MAX_PREVIEW_SIDE_PX = 640;
/** The stored widths of a picture. Widths above the original's are skipped, and the original's own width is then the largest. */
export const PICTURE_WIDTHS = [480, 960, 1920] as const;
export const MAX_PICTURES = 5_000;
export const MAX_PICTURE_NAME_LENGTH = 200;
export const MAX_PICTURE_ALT_LENGTH = 300;
/** How long a failed picture stays listed with the reason. */
export const PICTURE_FAILED_DAYS = 1;
export const MAX_OUTROS = 1_000;
export const MAX_OUTRO_TITLE_LENGTH = 150;
export const MAX_OUTRO_DESCRIPTION_LENGTH = 600;
export const MAX_OUTRO_BUTTON_LENGTH = 60;
export const MAX_OUTRO_SUBTEXT_LENGTH = 150;
export const MAX_LINK_LENGTH = 2_000;
/** How long a deleted video stays in the trash. */
export const TRASH_DAYS = 30;
export const REBUFFERING_ORANGE_FROM = 20; // §9, stall seconds per hour viewed
export const REBUFFERING_RED_FROM = 50; // §9
export const FREE_TIER_BYTES = 1_000_000_000_000; // §9: 1 TB delivered in a calendar month is free
export const ACTIVE_WINDOW_SEC = 300; // §9: "active" on the map
export const CONCURRENT_WINDOW_SEC = 30;
export const DEFAULT_QUALITY = { bitrateKbps: 5000, width: 1920, height: 1080, fps: 30 } as const; // §5
/** `inputQualities` value that leaves the ladder to the planner (§3). */
export const OPTIMIZED_QUALITIES = "shoalOptimization";
/** `sourcePath` value of videos that are never re-encoded (§3). */
export const PRODUCT_SOURCE_PATH = "shoal";

export const BEACON_INTERVAL_MS = 10_000;
export const GOP_DURATION_SEC = 2;
export const SEGMENT_SEC = 4;

export const RESOLUTION_PRESETS = [
  [256, 144],
  [384, 576],
  [450, 576],
  [323, 486],
  [352, 288],
  [352, 243],
  [720, 576],
  [480, 576],
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [7680, 4320],
] as const; // §9

/** The header with the uuid of the client that an administrator views. Requests of other users with this header are rejected. */
export const CLIENT_VIEW_HEADER = "x-shoal-client-view";
/** The header with the uuid of the user whose list is viewed, within the viewed client. */
export const USER_VIEW_HEADER = "x-shoal-view";
/** The header with the session of a review link's guest. */
export const GUEST_HEADER = "x-shoal-guest";
export const EMAIL_LINK_HOURS = 24; // §9
