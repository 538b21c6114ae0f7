import { Box, Button, FileButton, Group, Menu, Text } from "@mantine/core";
import {
  type AppError,
  type FieldError,
  fillPath,
  type ResponseOf,
  routes,
  type VideoView,
} from "@shoal/contract";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { downloadText } from "../../../lib/download-text.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { notify } from "../../../lib/notify.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import { showOutcome } from "../dialogs.tsx";

const CHAPTERS_FORMATS = ["vtt", "txt", "csv"] as const;
type ChaptersFormat = (typeof CHAPTERS_FORMATS)[number];

/**
 * Uploads a file of chapters that replace the current chapters.
 * @returns the new number of chapters.
 * @throws AppError "edit_conflict" if another user changed the video since it was loaded, or any error of the call.
 */
async function importChapters(
  { uuid, revision }: Pick<VideoView, "uuid" | "revision">,
  file: File,
): Promise<number> {
  const { method, path, multipart } = routes.importChapters;
  const body = new FormData();
  body.set(multipart.file, file);
  const url = `${fillPath(path, { id: uuid })}?revision=${revision}`;
  const response = await fetchFile(url, { method, body });
  const { chapters } = (await response.json()) as ResponseOf<typeof routes.importChapters>;
  return chapters.length;
}

/** Saves the chapters as a file in the given format. @throws AppError of the call. */
async function saveChapters(uuid: string, format: ChaptersFormat): Promise<void> {
  const url = `${fillPath(routes.exportChapters.path, { id: uuid })}?format=${format}`;
  const response = await fetchFile(url, {});
  // Reads the response as bytes, because text would lose the byte order mark by which spreadsheets detect the encoding.
  downloadText(`chapters-${uuid}.${format}`, await response.blob());
}

const MAX_SHOWN_FAULTS = 10;
/** Lists the errors in a file of chapters, each with its line. */
function LineFaults({ fields }: { fields: readonly FieldError[] }) {
  const { t } = useTranslation();
  const rest = fields.length - MAX_SHOWN_FAULTS;
  return (
    <Box component="ul" m={0} mt={6} pl={18}>
      {fields.slice(0, MAX_SHOWN_FAULTS).map(({ path, reason }) => {
        const line = /^lines\.(\d+)/.exec(path)?.[1];
        return (
          <li key={`${path} ${reason}`}>{line ? t("videoPage.chapters.line", { line, reason }) : reason}</li>
        );
      })}
      {rest > 0 && <li>{t("videoPage.chapters.more", { count: rest })}</li>}
    </Box>
  );
}

/** Imports chapters from a file, and exports them. */
export function ChaptersFiles({ video, canImport }: { video: VideoView; canImport: boolean }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      {canImport && <ImportButton video={video} />}
      {video.chapters.length > 0 && <ExportMenu video={video} />}
      {canImport && (
        <Text size="sm" c="dimmed">
          {t("videoPage.chapters.importHint")}
        </Text>
      )}
    </Group>
  );
}

function ImportButton({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const reset = useRef<() => void>(null);
  async function importFile(file: File): Promise<void> {
    try {
      const count = await importChapters(video, file);
      await loadVideo(queries, video.uuid);
      notify.success({ message: t("videoPage.chapters.imported", { count }) });
    } catch (error) {
      // Reloads the video, so that the next attempt is based on the other user's changes.
      if (isEditConflict(error)) await loadVideo(queries, video.uuid).catch(() => undefined);
      showOutcome({
        title: t("videoPage.chapters.importFailed", { name: file.name }),
        about: video.title,
        text: importFault(error),
      });
    }
  }
  function handleFile(file: File | null): void {
    // Resetting the input lets the same file be selected again after it was corrected.
    reset.current?.();
    if (!file) return;
    if (video.chapters.length === 0) void importFile(file);
    else
      askConfirmation({
        title: t("videoPage.chapters.importQuestion"),
        text: t("videoPage.chapters.importText", { name: file.name }),
        confirm: t("videoPage.chapters.import"),
        run: () => importFile(file),
      });
  }
  return (
    <FileButton resetRef={reset} accept=".vtt,.txt,.csv,text/vtt,text/plain,text/csv" onChange={handleFile}>
      {(props) => (
        <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={15} />}>
          {t("videoPage.chapters.import")}
        </Button>
      )}
    </FileButton>
  );
}

function importFault(error: unknown): ReactNode {
  const { fields = [] } = error as Partial<AppError>;
  if (fields.length > 0) return <LineFaults fields={fields} />;
  return isEditConflict(error) ? i18next.t("shared.conflict.again") : errorText(error);
}

function ExportMenu({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={15} />}>
          {t("videoPage.chapters.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHAPTERS_FORMATS.map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              saveChapters(video.uuid, format).catch((error: unknown) =>
                notify.failure({ message: errorText(error) }),
              )
            }
          >
            {t(`videoPage.chapters.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
