import type { JobName, JobResult } from "@shoal/contract/jobs";

/** The modules of the api that apply what becomes of jobs. */
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
 * The effect of a failed job on its video: it fails with it (`error`); the job's own object is marked as failed (`noted`); or
 * nothing of use is lost (`nothing`).
 */
type Failure = "error" | "noted" | "nothing";

/** How the platform treats one kind of job. */
export interface JobTraits {
  /** The queue's priority: work that viewers wait for comes first. */
  priority: number;
  resultsGoTo: ResultOwner;
  /** A video does not wait for its end: it may go on when every rung is there. */
  isAfterwork: boolean;
  /** It concerns existing media, also of a video whose encoding was stopped. */
  isOfStoppedVideo: boolean;
  /** It is removed with its video or generation while no worker has started it. Otherwise the requester gets its result. */
  isDropped: boolean;
  /** Players see the same as before when it is done. */
  isSilent: boolean;
  /** When a worker found why it cannot be done. */
  onFault: Failure;
  /** When it failed at every try without a word. */
  onDead: Failure;
}

/** One of the jobs that a video waits for. */
const ENCODING: Omit<JobTraits, "priority"> = {
  resultsGoTo: "encoding",
  isAfterwork: false,
  isOfStoppedVideo: false,
  isDropped: true,
  isSilent: false,
  onFault: "error",
  onDead: "error",
};

const PREVIEW: Omit<JobTraits, "resultsGoTo"> = {
  ...ENCODING,
  priority: 905,
  onFault: "nothing",
  onDead: "nothing",
};

/** Each job that workers do, and all that differs between them. */
export const JOB_TRAITS: Readonly<Record<JobName, JobTraits>> = {
  "open-video": {
    ...ENCODING,
    priority: 1_000,
  },
  "open-long-video": {
    ...ENCODING,
    priority: 1_000,
  },
  "fetch-source": {
    ...ENCODING,
    priority: 1_000,
  },
  "make-thumbnail": {
    ...ENCODING,
    priority: 980,
    resultsGoTo: "thumbnails",
    isDropped: false,
    onFault: "nothing",
    onDead: "nothing",
  },
  "cut-video": {
    ...ENCODING,
    priority: 950,
  },
  "cut-audio": {
    ...ENCODING,
    priority: 950,
  },
  "cut-long-audio": {
    ...ENCODING,
    priority: 950,
  },
  "make-picture": {
    ...ENCODING,
    priority: 920,
    resultsGoTo: "pictures",
    onFault: "nothing",
    onDead: "nothing",
  },
  // Someone waits for the document that holds them; it plays already.
  "make-stills": {
    ...ENCODING,
    priority: 910,
    resultsGoTo: "exchange",
    isAfterwork: true,
    isOfStoppedVideo: true,
    isSilent: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  // The preview of an uploaded file: until it exists, pages show the file.
  "preview-chat-file": {
    ...PREVIEW,
    resultsGoTo: "chat",
  },
  "preview-attachment": {
    ...PREVIEW,
    resultsGoTo: "annotations",
  },
  "encode-audio": {
    ...ENCODING,
    priority: 900,
  },
  "encode-long-audio": {
    ...ENCODING,
    priority: 900,
  },
  "copy-piece": {
    ...ENCODING,
    priority: 800,
  },
  "encode-piece": {
    ...ENCODING,
    priority: 100,
  },
  "extract-captions": {
    ...ENCODING,
    priority: 95,
    resultsGoTo: "captions",
    isAfterwork: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  "make-storyboard": {
    ...ENCODING,
    priority: 90,
    isAfterwork: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  "make-waveform": {
    ...ENCODING,
    priority: 50,
    isAfterwork: true,
    isOfStoppedVideo: true,
    isSilent: true,
    onFault: "noted",
    onDead: "noted",
  },
  // Shown to reviewers beside a version that plays already; it has its own slot at the worker.
  "align-versions": {
    ...ENCODING,
    priority: 40,
    resultsGoTo: "alignments",
    isAfterwork: true,
    isOfStoppedVideo: true,
    isSilent: true,
    onFault: "nothing",
    onDead: "nothing",
  },
  "verify-source": {
    ...ENCODING,
    priority: 10,
    isAfterwork: true,
    isSilent: true,
    // A fault without details for a later look-up is no reason for an error.
    onDead: "nothing",
  },
};

/** Undefined of a job that is not named, or that another version of the platform knows. */
export const traitsOf = (job: string | undefined): JobTraits | undefined =>
  job !== undefined && Object.hasOwn(JOB_TRAITS, job) ? JOB_TRAITS[job as JobName] : undefined;

/** The kind of job that a result tells of, where the result does not name it. */
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
