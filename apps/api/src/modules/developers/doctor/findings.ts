import { type DoctorReport, FINDING_KINDS, type FindingKind, type FindingView } from "@shoal/contract";

/** The maximum number of names listed for each kind. */
export const MAX_LISTED_NAMES = 20;

interface FindingDetails {
  bytes?: number;
  isMended?: boolean;
  /** Whether the video is being encoded again from its source. */
  isRepairing?: boolean;
}

/** Collects findings. A limited number is listed by name; the others are only counted. */
export class FindingSums {
  readonly #sums = new Map<FindingKind, FindingView>();

  add(
    kind: FindingKind,
    name: string,
    { bytes = 0, isMended = false, isRepairing = false }: FindingDetails = {},
  ): void {
    const sum = this.#sums.get(kind) ?? { kind, count: 0, bytes: 0, named: [], mended: 0, repairing: 0 };
    this.#sums.set(kind, sum);
    sum.count += 1;
    sum.bytes += bytes;
    if (isMended) sum.mended += 1;
    if (isRepairing) sum.repairing += 1;
    if (sum.named.length < MAX_LISTED_NAMES) sum.named.push(name);
  }

  list(): FindingView[] {
    return FINDING_KINDS.flatMap((kind) => this.#sums.get(kind) ?? []);
  }
}

const FINDING_TEXTS: Record<FindingKind, { what: string; todo: string }> = {
  missing_media: {
    what: "Files that videos or messages need and that are missing",
    todo: "--mend re-encodes them if the source file exists. Restore the others from a backup.",
  },
  short_media: {
    what: "Incomplete files that videos or messages need",
    todo: "--mend re-encodes them if the source file exists. Restore the others from a backup.",
  },
  damaged_media: {
    what: "Segments whose bytes have changed since they were stored",
    todo: "--mend re-encodes them if the source file exists. Restore the others from a backup.",
  },
  lost_video: { what: "Videos without an encoding job", todo: "Restart their encoding." },
  stuck_job: {
    what: "Stalled jobs",
    todo: "They no longer report progress. Check that their worker is running. The queue retries them automatically.",
  },
  waiting_job: {
    what: "Jobs waiting for more than a day",
    todo: "Start more workers, or find out in the log why the jobs fail.",
  },
  forgotten_upload: {
    what: "Leftover unfinished uploads",
    todo: "They are normally removed automatically. Check the API log.",
  },
  wrong_figures: {
    what: "Videos whose figures differ from the analytics engine",
    todo: "--mend updates them.",
  },
  orphan_media: {
    what: "Media folders without an owner",
    todo: "--mend removes those found at least a day ago.",
  },
  unknown_media: {
    what: "Objects with unknown names",
    todo: "Shoal did not write them. They are never removed.",
  },
};

/** Returns the report as lines of text. */
export function linesOfReport({ seen, findings, faults, isMending }: DoctorReport): string[] {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
  return [
    `Checked ${seen.objects} objects (${megabytes(seen.bytes)}), ${seen.videos} videos and ${seen.checksums} checksums.`,
    ...findings.flatMap(({ kind, count, bytes, named, mended, repairing }) => [
      `${FINDING_TEXTS[kind].what}: ${count}${bytes > 0 ? ` (${megabytes(bytes)})` : ""}. ${mended === count ? "Mended." : FINDING_TEXTS[kind].todo}`,
      ...(mended > 0 && mended < count ? [`  Mended: ${mended}`] : []),
      ...(repairing > 0 ? [`  Re-encoded from their source: ${repairing}`] : []),
      ...named.map((name) => `  ${name}`),
      ...(count > named.length ? [`  and ${count - named.length} more`] : []),
    ]),
    ...faults.map((fault) => `Could not be checked: ${fault}`),
    ...(findings.length === 0 && faults.length === 0 ? ["No problems found."] : []),
    ...(findings.length > 0 && !isMending
      ? ["Nothing was changed. --mend repairs what can be repaired safely."]
      : []),
  ];
}
