import { AppError, type BodyOf, type Chapter, type FieldError, type routes } from "@shoal/contract";
import { type ChaptersFormat, readChaptersFile, writeChaptersFile } from "@shoal/domain";
import type { Actor } from "../../accounts/auth/index.ts";
import { assertRevision } from "./video-row.ts";
import type { VideosService } from "./videos.service.ts";

/** Manages chapters: named points of a video's timeline, by ascending start. */
export function createChaptersService(videos: Pick<VideosService, "getVideo" | "changeVideo">) {
  return {
    /**
     * @throws AppError "video_not_found", "edit_conflict", or "bad_request" that names each chapter beyond the end of the
     *   video.
     */
    async setChapters(
      actor: Actor,
      uuid: string,
      { chapters, revision }: BodyOf<typeof routes.setChapters>,
    ): Promise<{ chapters: Chapter[] }> {
      const video = await videos.changeVideo(actor, uuid, (row) => {
        assertRevision(row, revision);
        const fields = findChaptersBeyondEnd(
          chapters,
          row.duration_sec,
          (_, index) => `chapters.${index}.start`,
        );
        if (fields.length > 0) throw new AppError("bad_request", "Some fields are not valid", fields);
        return { chapters: sortChapters(chapters) };
      });
      return { chapters: video.chapters };
    },

    /**
     * @param revision the revision on which the change is based; undefined for any.
     * @throws AppError "video_not_found", "edit_conflict", or "chapters_file_unreadable" that names each faulty line as
     * `lines.N`.
     */
    async importChapters(
      actor: Actor,
      uuid: string,
      bytes: Uint8Array,
      revision?: number,
    ): Promise<{ chapters: Chapter[] }> {
      const { chapters, faults } = readChaptersFile(bytes);
      const wrong = faults.map(({ line, reason }) => ({
        path: line > 0 ? `lines.${line}` : "video",
        reason,
      }));
      const video = await videos.changeVideo(actor, uuid, (row) => {
        assertRevision(row, revision);
        const fields = [
          ...wrong,
          ...findChaptersBeyondEnd(chapters, row.duration_sec, ({ line }) => `lines.${line}`),
        ];
        if (fields.length > 0)
          throw new AppError("chapters_file_unreadable", "Some lines of the file are not valid", fields);
        return { chapters: sortChapters(chapters) };
      });
      return { chapters: video.chapters };
    },

    /** Returns the chapters as a file of the format, with its name. @throws AppError "video_not_found". */
    async exportChapters(actor: Actor, uuid: string, format: ChaptersFormat) {
      const video = await videos.getVideo(actor, uuid);
      const text = writeChaptersFile(video.chapters, format, video.duration);
      return { text, name: `chapters-${uuid}.${format}` };
    },
  };
}
export type ChaptersService = ReturnType<typeof createChaptersService>;

function findChaptersBeyondEnd<C extends Chapter>(
  chapters: C[],
  durationSec: number | null,
  pathOf: (chapter: C, index: number) => string,
): FieldError[] {
  return chapters.flatMap((chapter, index) =>
    durationSec !== null && chapter.start > durationSec
      ? [{ path: pathOf(chapter, index), reason: `is after the end of the video (${durationSec} s)` }]
      : [],
  );
}

/** Sorts chapters by start. @returns the chapters as JSON for the column `chapters`. */
function sortChapters(chapters: Chapter[]): string {
  const ordered = chapters.toSorted((a, b) => a.start - b.start);
  return JSON.stringify(ordered.map(({ start, title }) => ({ start, title })));
}
