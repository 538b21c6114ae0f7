import { type DoctorReport, FINDING_KINDS, type FindingKind, type FindingView } from "@shoal/contract";

/** Of each kind so many are named. */
export const NAMED_MAX = 20;

/** Adds up what is wrong, in memory of a fixed size. */
export class FindingSums {
  readonly #sums = new Map<FindingKind, FindingView>();

  add(kind: FindingKind, name: string, { bytes = 0, isMended = false } = {}): void {
    const sum = this.#sums.get(kind) ?? { kind, count: 0, bytes: 0, named: [], mended: 0 };
    this.#sums.set(kind, sum);
    sum.count += 1;
    sum.bytes += bytes;
    if (isMended) sum.mended += 1;
    if (sum.named.length < NAMED_MAX) sum.named.push(name);
  }

  list(): FindingView[] {
    return FINDING_KINDS.flatMap((kind) => this.#sums.get(kind) ?? []);
  }
}

const WORDS: Record<FindingKind, { what: string; todo: string }> = {
  missing_media: {
    what: "Files that videos or messages need and that are missing",
    todo: "Restore them from a backup, or restart the encoding of these videos.",
  },
  short_media: {
    what: "Files that end before what is read from them",
    todo: "Restore them from a backup, or restart the encoding of these videos.",
  },
  damaged_media: {
    what: "Segments that hold other bytes than were stored",
    todo: "Restart the encoding of these videos.",
  },
  lost_video: { what: "Videos that wait for an encoding that no job does", todo: "Restart their encoding." },
  stuck_job: {
    what: "Jobs without a sign of life",
    todo: "See whether their worker lives; the queue takes them back by itself.",
  },
  waiting_job: {
    what: "Jobs that have waited for more than a day",
    todo: "Start workers, or look for what their tries say.",
  },
  forgotten_upload: {
    what: "Uploads that are left over",
    todo: "The api forgets them; look into its log if they stay.",
  },
  wrong_figures: {
    what: "Videos that show other figures than the analytics engine has",
    todo: "With --mend they are read again.",
  },
  orphan_media: {
    what: "Folders of media that belong to nothing",
    todo: "With --mend those that were seen a day ago are removed.",
  },
  unknown_media: {
    what: "Objects with names that the platform does not use",
    todo: "Look at them; they are never removed.",
  },
};

/** A report in words, a line each. */
export function sayReport({ seen, findings, faults, isMending }: DoctorReport): string[] {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
  return [
    `Looked at ${seen.objects} objects (${megabytes(seen.bytes)}), ${seen.videos} videos and ${seen.checksums} checksums.`,
    ...findings.flatMap(({ kind, count, bytes, named, mended }) => [
      `${WORDS[kind].what}: ${count}${bytes > 0 ? ` (${megabytes(bytes)})` : ""}. ${mended === count ? "Mended." : WORDS[kind].todo}`,
      ...(mended > 0 && mended < count ? [`  ${mended} of them: mended`] : []),
      ...named.map((name) => `  ${name}`),
      ...(count > named.length ? [`  and ${count - named.length} more`] : []),
    ]),
    ...faults.map((fault) => `Could not be looked at: ${fault}`),
    ...(findings.length === 0 && faults.length === 0 ? ["All is well."] : []),
    ...(findings.length > 0 && !isMending
      ? ["Nothing was changed. With --mend what is safe is mended."]
      : []),
  ];
}
