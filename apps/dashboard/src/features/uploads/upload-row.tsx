import { ActionIcon, CloseButton, Group, Progress, Text, TextInput } from "@mantine/core";
import { formatFileSize, formatMegabytes } from "@shoal/domain";
import { IconAdjustments, IconCircleCheckFilled, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDefaultQualities } from "../../components/video/creation/use-default-qualities.ts";
import { codeText } from "../../lib/error-text.ts";
import { translateFigure } from "../../lib/figures.ts";
import { formatRemainingTime } from "../../lib/times.ts";
import { openSettingsDialog } from "./settings-dialog.tsx";
import classes from "./upload-row.module.css";
import type { UploadItem } from "./upload-types.ts";
import { uploads, useUploads } from "./uploads.ts";
import { useSettingsText } from "./use-settings-text.ts";

/** Shows one file: its title, its progress, and its actions. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { t, i18n } = useTranslation();
  return (
    <li className={classes.row} data-status={item.status} data-testid="upload-row">
      <Group wrap="nowrap" gap="xs" justify="space-between">
        {item.status === "chosen" ? (
          <TextInput
            size="xs"
            flex={1}
            miw={0}
            aria-label={t("uploads.titleOf", { name: item.name })}
            value={item.title}
            maxLength={300}
            onChange={(event) => uploads.rename(item.id, event.currentTarget.value)}
          />
        ) : (
          <Text size="sm" fw={600} flex={1} miw={0} truncate title={item.name}>
            {item.title || item.name}
          </Text>
        )}
        <RowActions item={item} />
      </Group>
      {(item.status === "uploading" || item.status === "queued") && (
        <Progress
          value={item.percent}
          size={6}
          my={6}
          color={item.isReconnecting ? "orange.5" : "sea.5"}
          aria-label={t("uploads.progressOf", { name: item.name })}
        />
      )}
      <Group justify="space-between" gap="xs" className={classes.numbers}>
        <Text size="xs" className={classes.state} role={item.status === "error" ? "alert" : undefined}>
          <RowState item={item} />
        </Text>
        <Text size="xs" c="dimmed">
          {translateFigure(formatFileSize(item.sizeBytes), i18n.language)}
        </Text>
      </Group>
    </li>
  );
}

function RowState({ item }: { item: UploadItem }) {
  const { t, i18n } = useTranslation();
  const settingsText = useSettingsText();
  if (item.isReconnecting) return t("uploads.reconnecting");
  if (item.status === "error")
    return item.fault === "file_unreadable"
      ? t("uploads.unreadable")
      : codeText(item.fault ?? "internal_error");
  if (item.status === "chosen") return `${t("uploads.states.chosen")} · ${settingsText(item.settings)}`;
  if (item.status !== "uploading") return t(`uploads.states.${item.status}`);
  const speed =
    item.bytesPerSec > 0 && translateFigure(`${formatMegabytes(item.bytesPerSec / 1e6)}/s`, i18n.language);
  return [
    t("progress.percent", { percent: Math.floor(item.percent) }),
    speed,
    item.etaSec !== null && t("progress.left", { time: formatRemainingTime(item.etaSec, i18n.language) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function RowActions({ item }: { item: UploadItem }) {
  const { t } = useTranslation();
  if (item.status === "uploaded")
    return <IconCircleCheckFilled size={20} aria-hidden className={classes.done} />;
  return (
    <Group gap={2} wrap="nowrap">
      {item.status === "chosen" && <SettingsButton item={item} />}
      {item.status === "error" && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("uploads.retry", { name: item.name })}
          onClick={() => uploads.retry(item.id)}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      )}
      <CloseButton
        size={24}
        disabled={item.status === "cancelling"}
        aria-label={t(item.status === "chosen" ? "uploads.remove" : "uploads.cancel", { name: item.name })}
        onClick={() => void uploads.cancel(item.id)}
      />
    </Group>
  );
}

function SettingsButton({ item: { id, name, settings } }: { item: UploadItem }) {
  const { t } = useTranslation();
  const defaults = useDefaultQualities();
  const others = useUploads().filter((other) => other.status === "chosen" && other.id !== id);
  const open = () =>
    openSettingsDialog({
      settings,
      defaults,
      hasOthers: others.length > 0,
      onApply: (next, isForAll) => uploads.configure(next, isForAll ? undefined : id),
    });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t("newVideos.qualities.open", { name })}
      title={t("newVideos.qualities.title")}
      onClick={open}
    >
      <IconAdjustments size={17} />
    </ActionIcon>
  );
}
