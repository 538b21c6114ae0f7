import type { EncodingStatus, VideoErrorType } from "@shoal/contract";

export const DEMO_PASSWORD = "Demo-shoal-1";

/** Two clients of each type, so that lists and roles have something to tell apart. */
export const DEMO_CLIENTS = [
  { name: "Lagoon Media", type: "platform" },
  { name: "Estuary Learning", type: "platform" },
  { name: "Reef Player", type: "plugin" },
  { name: "Tide Plugin", type: "plugin" },
  { name: "Harbour Webcams", type: "camera" },
  { name: "Summit Webcams", type: "camera" },
] as const;

const SUBJECTS =
  "Harbour tour,Product launch,Annual review,Safety lesson,Chef's table,Mountain trail,City night,Tram ride,Science week,Choir rehearsal,Forest walk,Market day".split(
    ",",
  );
const KINDS = "interview,highlights,full length,teaser,lesson,behind the scenes".split(",");
const TAGS = "public,internal,training,events,marketing,archive".split(",");

export interface DemoVideo {
  title: string;
  tags: string[];
  status: EncodingStatus;
  errorType: VideoErrorType | null;
  encodingPercent: number;
  uploadingPercent: number;
  durationSec: number;
  ageHours: number;
  /** Sessions that watched it. */
  sessions: number;
}

/** What the statuses of demo videos look like; most of a library is encoded. */
const STATES: Pick<DemoVideo, "status" | "errorType" | "encodingPercent" | "uploadingPercent">[] = [
  { status: "uploading", errorType: null, encodingPercent: 0, uploadingPercent: 42 },
  { status: "upload_failed", errorType: null, encodingPercent: 0, uploadingPercent: 17 },
  { status: "error", errorType: "truncated_file", encodingPercent: 12, uploadingPercent: 100 },
  { status: "error", errorType: "not_a_video", encodingPercent: 0, uploadingPercent: 100 },
  { status: "stopped", errorType: null, encodingPercent: 61, uploadingPercent: 100 },
];

/**
 * Demo videos of one client: one in each state that is not "encoded", the rest encoded. Always the same for a number.
 * @example listDemoVideos(40)[0]?.status // "uploading"
 */
export function listDemoVideos(count: number): DemoVideo[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `${SUBJECTS[index % SUBJECTS.length]}, ${KINDS[Math.floor(index / SUBJECTS.length + index) % KINDS.length]}`,
    tags: [TAGS[index % TAGS.length] ?? "", TAGS[(index * 5 + 2) % TAGS.length] ?? ""].filter(
      (tag, at, all) => all.indexOf(tag) === at,
    ),
    durationSec: 35 + ((index * 397) % 5_400),
    ageHours: 2 + index * 7,
    sessions: index < STATES.length ? 0 : (index * 13) % 40,
    ...(STATES[index] ?? { status: "encoded", errorType: null, encodingPercent: 100, uploadingPercent: 100 }),
  }));
}
