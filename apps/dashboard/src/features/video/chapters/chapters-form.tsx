import { Button, Group, Text } from "@mantine/core";
import { MAX_CHAPTERS, routes, type VideoView } from "@shoal/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { PreviewTimeline } from "../../../components/video/range/preview-timeline.tsx";
import { roundSec, secondsOf, timeText } from "../../../lib/clock-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm } from "../video-form-section.tsx";
import { ChapterFields } from "./chapter-fields.tsx";
import {
  type ChapterRow,
  chaptersOf,
  findChapterFaults,
  makeChapterRow,
  rowsOf,
  sortRows,
} from "./chapter-rows.ts";

/** Edits the chapters on the timeline and as a list. */
export function ChaptersForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useChaptersForm(video, onEnd);
  const { form } = edit;
  const { chapters } = form.getValues();
  const faults = findChapterFaults(chapters, video.duration);
  const set = (rows: ChapterRow[]) => form.setFieldValue("chapters", rows);
  const change = (key: string, part: Partial<ChapterRow>) =>
    set(chapters.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const sort = () => set(sortRows(chapters));
  return (
    <SectionForm
      edit={edit}
      onCancel={onEnd}
      labels={{ chapters: t("videoPage.sections.chapters") }}
      textOf={(_, rows) => t("videoPage.chapters.count", { count: (rows as ChapterRow[]).length })}
    >
      {video.duration !== null && (
        <PreviewTimeline
          rows={chapters}
          faults={faults}
          durationSec={video.duration}
          onMove={(key, sec) => change(key, { time: timeText(sec) })}
          onMoved={sort}
        />
      )}
      <ChapterFields
        rows={chapters}
        faults={form.errors.chapters ? faults : new Map()}
        onChange={change}
        onRemove={(key) => set(chapters.filter((row) => row.key !== key))}
        onTimed={sort}
      />
      <AddButton chapters={chapters} onAdd={(row) => set(sortRows([...chapters, row]))} />
      {form.errors.chapters && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.chapters}
        </Text>
      )}
    </SectionForm>
  );
}

function useChaptersForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useVideoForm({
    video,
    valuesOf: ({ chapters }) => ({ chapters: rowsOf(chapters) }),
    validate: ({ chapters }) => ({
      chapters: findChapterFaults(chapters, video.duration).size > 0 && t("videoPage.chapters.fix"),
    }),
    async save({ chapters }, revision) {
      await call(routes.setChapters, {
        params: { id: video.uuid },
        body: { chapters: chaptersOf(chapters), revision },
      });
      return loadVideo(queries, video.uuid);
    },
    onSaved() {
      notify.success({ message: t("videoPage.chapters.saved") });
      onEnd();
    },
  });
}

/** Adds a chapter at the position of the preview, unless a chapter already starts there. Without a preview, the user must type the time. */
function AddButton({
  chapters,
  onAdd,
}: {
  chapters: readonly ChapterRow[];
  onAdd: (row: ChapterRow) => void;
}) {
  const { t } = useTranslation();
  const previewSec = usePreviewTime()?.sec;
  const sec = previewSec === undefined ? undefined : roundSec(previewSec);
  const isTaken = sec !== undefined && chapters.some((row) => secondsOf(row) === sec);
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={chapters.length >= MAX_CHAPTERS}
        onClick={() => onAdd(makeChapterRow(isTaken ? undefined : sec))}
      >
        {sec === undefined || isTaken
          ? t("videoPage.chapters.add")
          : t("videoPage.chapters.addHere", { time: timeText(sec) })}
      </Button>
    </Group>
  );
}
