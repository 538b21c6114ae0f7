import type { JobName, JobResult } from "@shoal/contract/jobs";

/** The api modules that apply job results. */
export const RESULT_OWNERS = [
  "encoding",
  "captions",
  "thumbnails",
  "pictures",
  "alignments",
  "exchange",
  "chat",
  "annotations",
] as const;
export type ResultOwner = (typeof RESULT_OWNERS)[number];

/**
 * The effect of a failed job: the video fails (`error`); only the job's own object is marked as failed (`noted`); or nothing,
 * since nothing useful is lost (`nothing`).
 */
type FailureEffect = "error" | "noted" | "nothing";

/** How the platform treats one kind of job. */
export interface JobTraits {
  /** The queue priority: work that viewers are waiting for comes first. */
  priority: number;
  resultsGoTo: ResultOwner;
  /** Whether the video can complete without the job, once every rung exists. */
  isAfterwork: boolean;
  /** Whether the job works on existing media, including the media of a video whose encoding was stopped. */
  isOfStoppedVideo: boolean;
  /**
   * Whether the job is removed with its video or generation if no worker has started it yet. If false, the requester still gets the result.
   */
  isDropped: boolean;
  /** Whether the job's completion changes nothing for players. */
  isSilent: boolean;
  /** The effect of a worker's report that the job cannot be done. */
  onFault: FailureEffect;
  /** The effect if no attempt ended with a report. */
  onDead: FailureEffect;
}

/** The traits of a job that a video waits for. */
const ENCODING_TRAITS: Omit<JobTraits, "priority"> = {
  resultsGoTo: "encoding",
  isAfterwork: false,
  isOfStoppedVideo: false,
  isDropped: true,
  isSilent: false,
  onFault: "error",
  onDead: "error",
};

const PREVIEW_TRAITS: Omit<JobTraits, "resultsGoTo"> = {
  ...ENCODING_TRAITS,
  priority: 905,
  onFault: "nothing",
  onDead: "nothing",
};

/** The traits of every job of the workers. */
export const JOB_TRAITS: Readonly<Record<JobName, JobTraits>> = {
  "open-video": {
    ...ENCODING_TRAITS,
    priority: 1_000,
  },
  "open-long-video": {
    ...ENCODING_TRAITS,
    priority: 1_000,
  },
  "fetch-source": {
    ...ENCODING_TRAITS,
    priority: 1_000,
  },
  "make-thumbnail": {
    ...ENCODING_TRAITS,
    priority: 980,
    resultsGoTo: "thumbnails",
    isDropped: false,
    onFault: "nothing",
    onDead: "nothing",
  },
  "cut-video": {
    ...ENCODING_TRAITS,
    priority: 950,
  },
  "cut-audio": {
    ...ENCODING_TRAITS,
    priority: 950,
  },
  "cut-long-audio": {
    ...ENCODING_TRAITS,
    priority: 950,
  },
  "make-picture": {
    ...ENCODING_TRAITS,
    priority: 920,
    resultsGoTo: "pictures",
    onFault: "nothing",
    onDead: "nothing",
  },
  // A user is waiting for the document that contains the stills; the video already plays.
  "make-stills": {
    ...ENCODING_TRAITS,
    priority: 910,
    resultsGoTo: "exchange",
    isAfterwork: true,
    isOfStoppedVideo: true,
    isSilent: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  // The preview of an uploaded file: until it exists, pages show the file itself.
  "preview-chat-file": {
    ...PREVIEW_TRAITS,
    resultsGoTo: "chat",
  },
  "preview-attachment": {
    ...PREVIEW_TRAITS,
    resultsGoTo: "annotations",
  },
  "encode-audio": {
    ...ENCODING_TRAITS,
    priority: 900,
  },
  "encode-long-audio": {
    ...ENCODING_TRAITS,
    priority: 900,
  },
  "copy-piece": {
    ...ENCODING_TRAITS,
    priority: 800,
  },
  "encode-piece": {
    ...ENCODING_TRAITS,
    priority: 100,
  },
  "extract-captions": {
    ...ENCODING_TRAITS,
    priority: 95,
    resultsGoTo: "captions",
    isAfterwork: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  "make-storyboard": {
    ...ENCODING_TRAITS,
    priority: 90,
    isAfterwork: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  "make-waveform": {
    ...ENCODING_TRAITS,
    priority: 50,
    isAfterwork: true,
    isOfStoppedVideo: true,
    isSilent: true,
    onFault: "noted",
    onDead: "noted",
  },
  // The alignment is shown to reviewers next to a version that already plays, and is computed in a separate worker slot.
  "align-versions": {
    ...ENCODING_TRAITS,
    priority: 40,
    resultsGoTo: "alignments",
    isAfterwork: true,
    isOfStoppedVideo: true,
    isSilent: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  "verify-source": {
    ...ENCODING_TRAITS,
    priority: 10,
    isAfterwork: true,
    isSilent: true,
    // If it fails, only details for a later investigation are missing.
    onDead: "nothing",
  },
};

/** Returns the traits of a job; undefined if it is unnamed, or belongs to another version of the platform. */
export const traitsOf = (job: string | undefined): JobTraits | undefined =>
  job !== undefined && Object.hasOwn(JOB_TRAITS, job) ? JOB_TRAITS[job as JobName] : undefined;

/** The kind of job behind each result that does not name its job. */
const JOB_OF_RESULT: Readonly<
  Record<Exclude<JobResult["type"], "piece" | "failed" | "asset-failed" | "preview">, JobName>
> = {
  "not-yet": "open-video",
  "takes-long": "open-video",
  opened: "open-video",
  audio: "encode-audio",
  storyboard: "make-storyboard",
  thumbnail: "make-thumbnail",
  waveform: "make-waveform",
  verified: "verify-source",
  fetched: "fetch-source",
  captions: "extract-captions",
  picture: "make-picture",
  aligned: "align-versions",
  stills: "make-stills",
};

/** @example jobOfResult({ type: "verified", videoUuid, generation: 1, frameCount: 25 }) // "verify-source" */
export const jobOfResult = (result: JobResult): string =>
  "job" in result ? result.job : JOB_OF_RESULT[result.type];
