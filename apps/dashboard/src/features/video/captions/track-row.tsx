import { ActionIcon, Badge, Box, Button, Group, Menu, Text } from "@mantine/core";
import { type CaptionTrack, routes, type VideoView } from "@shoal/contract";
import {
  IconDotsVertical,
  IconDownload,
  IconEye,
  IconLanguage,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { usePreview, usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import classes from "./captions.module.css";
import { downloadCaptions } from "./captions-api.ts";
import { DetailsForm } from "./details-form.tsx";
import { languageName } from "./languages.ts";

interface TrackRowProps {
  video: VideoView;
  track: CaptionTrack;
  onEdit: () => void;
}

/** Shows one track with its details and actions. */
export function TrackRow({ video, track, onEdit }: TrackRowProps) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const mayModify = useMayModify() && !video.isDeleted;
  const language = languageName(track.language, i18n.language, t("captions.unknownLanguage"));
  return (
    <li className={classes.track}>
      <Group gap="10px 16px" justify="space-between">
        <Box flex="1 1 220px" miw={0}>
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {language}
            {track.label.toLowerCase() !== language.toLowerCase() && (
              <Text span c="dimmed" fw={400}>
                {" · "}
                <bdi lang={track.language}>{track.label}</bdi>
              </Text>
            )}
          </Text>
          <Group gap="4px 8px" mt={2}>
            {track.isDefault && <Badge size="sm">{t("captions.default")}</Badge>}
            {track.kind !== "subtitles" && (
              <Badge size="sm" variant="default">
                {t(`captions.kinds.${track.kind}`)}
              </Badge>
            )}
            <Text size="sm" c="dimmed">
              {t("captions.count", { count: track.cueCount })} · {t(`captions.origins.${track.origin}`)}
            </Text>
          </Group>
        </Box>
        <TrackButtons
          video={video}
          track={track}
          mayModify={mayModify}
          onEdit={onEdit}
          onDetails={() => setOpen(true)}
        />
      </Group>
      {isOpen && mayModify && <DetailsForm video={video} track={track} onEnd={() => setOpen(false)} />}
    </li>
  );
}

interface TrackButtonsProps extends TrackRowProps {
  mayModify: boolean;
  onDetails: () => void;
}

function TrackButtons({ video, track, mayModify, onEdit, onDetails }: TrackButtonsProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const hasPreview = usePreviewTime() !== undefined;
  const { download, setDefault, confirmDelete } = useTrackActions(video, track);
  const name = track.label;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        disabled={!hasPreview || track.cueCount === 0}
        aria-label={t("captions.showOf", { name })}
        title={t("captions.show")}
        onClick={() => preview.showCaptions(track)}
      >
        <IconEye size={17} />
      </ActionIcon>
      {mayModify && (
        <Button
          size="xs"
          variant="default"
          h={34}
          leftSection={<IconPencil size={15} />}
          aria-label={t("captions.editOf", { name })}
          onClick={onEdit}
        >
          {t("captions.edit")}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t("captions.more", { name })}>
            <IconDotsVertical size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayModify && (
            <>
              <Menu.Item leftSection={<IconLanguage size={16} />} onClick={onDetails}>
                {t("captions.details")}
              </Menu.Item>
              <Menu.Item
                leftSection={track.isDefault ? <IconStarOff size={16} /> : <IconStar size={16} />}
                onClick={() => void setDefault(!track.isDefault)}
              >
                {track.isDefault ? t("captions.noDefault") : t("captions.makeDefault")}
              </Menu.Item>
            </>
          )}
          {(["vtt", "srt"] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={16} />}
              onClick={() => void download(format)}
            >
              {t(`captions.download.${format}`)}
            </Menu.Item>
          ))}
          {mayModify && (
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              color="var(--mantine-color-error)"
              onClick={confirmDelete}
            >
              {t("captions.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function useTrackActions(video: VideoView, track: CaptionTrack) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const preview = usePreview();
  const params = { id: video.uuid, captionsId: track.uuid };
  const showFailure = (error: unknown) => notify.failure({ message: errorText(error) });
  return {
    download: (format: "vtt" | "srt") => downloadCaptions(video, track, format).catch(showFailure),
    async setDefault(isDefault: boolean): Promise<void> {
      try {
        await call(routes.changeCaptions, { params, body: { revision: track.revision, isDefault } });
      } catch (error) {
        showFailure(error);
      }
      await loadVideo(queries, video.uuid).catch(() => undefined);
    },
    confirmDelete: () =>
      askConfirmation({
        title: t("captions.deleteQuestion"),
        text: t("captions.deleteText", { name: track.label }),
        confirm: t("captions.deleteConfirm"),
        isDangerous: true,
        async run() {
          await call(routes.deleteCaptions, { params });
          notify.success({ message: t("captions.deleted", { name: track.label }) });
          preview.showCaptions(null);
          await loadVideo(queries, video.uuid);
        },
      }),
  };
}
