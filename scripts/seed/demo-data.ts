import type { ClientType, EncodingStatus, Language, Role, VideoErrorType } from "@shoal/contract";

export const DEMO_PASSWORD = "Demo-shoal-1";

export interface DemoClient {
  name: string;
  type: ClientType;
  language: Language;
  city: string;
  flags?: Partial<
    Record<"vireed" | "export" | "scenelist" | "old_table" | "restart_videos" | "free_tier", true>
  >;
  /** Whether the client's manager has requested the client's deletion. */
  isLeaving?: true;
}

/** The demo clients. There are three of each type, so lists, flags and roles show differences. */
export const DEMO_CLIENTS: readonly DemoClient[] = [
  {
    name: "Lagoon Media",
    type: "platform",
    language: "EN",
    city: "Brest",
    flags: { vireed: true, export: true, scenelist: true },
  },
  { name: "Estuary Learning", type: "platform", language: "FR", city: "Nantes", flags: { export: true } },
  { name: "Delta Archive", type: "platform", language: "EN", city: "Arles", flags: { free_tier: true } },
  { name: "Reef Player", type: "plugin", language: "EN", city: "Marseille" },
  { name: "Tide Plugin", type: "plugin", language: "FR", city: "Saint-Malo" },
  { name: "Current Sports", type: "plugin", language: "FR", city: "Lille", isLeaving: true },
  {
    name: "Harbour Webcams",
    type: "camera",
    language: "EN",
    city: "Le Havre",
    flags: { restart_videos: true },
  },
  { name: "Summit Webcams", type: "camera", language: "FR", city: "Chamonix" },
  { name: "Meadow Webcams", type: "camera", language: "FR", city: "Annecy", flags: { old_table: true } },
];

/** Returns the prefix of the usernames of a client's users. @example toSlug({ name: "Lagoon Media" }) // "lagoon-media" */
export const toSlug = ({ name }: Pick<DemoClient, "name">): string => name.toLowerCase().replace(/\W+/g, "-");

/**
 * The users of each demo client, by the suffix of their username. Their names begin with the client's name and read the same in
 * English and in French, because pages show names as they are stored.
 */
export const DEMO_USERS: readonly { suffix: string; department: string; roles: Role[]; isInvited?: true }[] =
  [
    { suffix: "", department: "", roles: ["manager"] },
    { suffix: "-editor", department: "Studio", roles: ["editor"] },
    { suffix: "-analytics", department: "Audience", roles: ["readAnalytics"] },
    { suffix: "-invited", department: "Invitation", roles: ["editor", "readAnalytics"], isInvited: true },
  ];

/** Returns the name of a user. @example formatUserName({ name: "Lagoon Media" }, { department: "Studio" }) // "Lagoon Media Studio" */
export const formatUserName = (
  { name }: Pick<DemoClient, "name">,
  { department }: { department: string },
): string => [name, department].filter(Boolean).join(" ");

/** A platform administrator for demonstrations, with their own client. */
export const DEMO_ADMINISTRATOR = { username: "demo-admin", clientName: "Demo administration" };

const VIDEO_SUBJECTS =
  "Harbour tour,Product launch,Annual review,Safety lesson,Chef's table,Mountain trail,City night,Tram ride,Science week,Choir rehearsal,Forest walk,Market day".split(
    ",",
  );
const VIDEO_KINDS = "interview,highlights,full length,teaser,lesson,behind the scenes".split(",");
const VIDEO_TAGS = "public,internal,training,events,marketing,archive".split(",");

export interface DemoVideo {
  title: string;
  tags: string[];
  status: EncodingStatus;
  errorType: VideoErrorType | null;
  encodingPercent: number;
  uploadingPercent: number;
  durationSec: number;
  ageHours: number;
  /** The number of the video's sessions. */
  sessions: number;
}

/** The states of demo videos other than "encoded", which is the state of most videos. */
const VIDEO_STATES: Pick<DemoVideo, "status" | "errorType" | "encodingPercent" | "uploadingPercent">[] = [
  { status: "uploading", errorType: null, encodingPercent: 0, uploadingPercent: 42 },
  { status: "upload_failed", errorType: null, encodingPercent: 0, uploadingPercent: 17 },
  { status: "error", errorType: "truncated_file", encodingPercent: 12, uploadingPercent: 100 },
  { status: "error", errorType: "not_a_video", encodingPercent: 0, uploadingPercent: 100 },
  { status: "stopped", errorType: null, encodingPercent: 61, uploadingPercent: 100 },
];

/**
 * Lists the demo videos of one client. One is in each state other than "encoded", and all others are encoded. The same number
 * always gives the same videos.
 * @example listDemoVideos(40)[0]?.status // "uploading"
 */
export function listDemoVideos(count: number): DemoVideo[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `${VIDEO_SUBJECTS[index % VIDEO_SUBJECTS.length]}, ${VIDEO_KINDS[Math.floor(index / VIDEO_SUBJECTS.length + index) % VIDEO_KINDS.length]}`,
    tags: [
      VIDEO_TAGS[index % VIDEO_TAGS.length] ?? "",
      VIDEO_TAGS[(index * 5 + 2) % VIDEO_TAGS.length] ?? "",
    ].filter((tag, at, all) => all.indexOf(tag) === at),
    durationSec: 35 + ((index * 397) % 5_400),
    ageHours: 2 + index * 7,
    sessions: index < VIDEO_STATES.length ? 0 : (index * 13) % 40,
    ...(VIDEO_STATES[index] ?? {
      status: "encoded",
      errorType: null,
      encodingPercent: 100,
      uploadingPercent: 100,
    }),
  }));
}
