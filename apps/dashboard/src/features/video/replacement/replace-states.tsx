import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { Replacement } from "@shoal/contract";
import { IconAlertTriangle, IconRefresh, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { codeText, errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { formatRemainingTime } from "../../../lib/times.ts";
import { useMayModify } from "../../../lib/user.ts";
import type { ReplacementUpload } from "./replacement-uploads.ts";

type CancelReplacement = () => Promise<void>;

function GiveUpButton({ onGiveUp, label }: { onGiveUp: CancelReplacement; label?: string }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const work = useMutation({
    mutationFn: onGiveUp,
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  if (!mayModify) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconX size={15} />}
      loading={work.isPending}
      onClick={() => work.mutate()}
    >
      {label ?? t("replacing.cancel")}
    </Button>
  );
}

interface ProgressBarProps {
  title: string;
  name: string;
  percent: number;
  etaSec: number | null;
  isHeldUp?: boolean;
  children: ReactNode;
}

/** Shows the state and progress of a replacement. */
function ProgressBar({ title, name, percent, etaSec, isHeldUp = false, children }: ProgressBarProps) {
  const { t, i18n } = useTranslation();
  const shown = Math.floor(percent);
  const left = etaSec !== null && t("progress.left", { time: formatRemainingTime(etaSec, i18n.language) });
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600} role="status" style={{ overflowWrap: "anywhere" }}>
        {title}
      </Text>
      <Progress
        value={percent}
        size={8}
        color={isHeldUp ? "orange.5" : "sea.5"}
        aria-label={t("replacing.progress", { name })}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {[t("progress.percent", { percent: shown }), left].filter(Boolean).join(" · ")}
        </Text>
        {children}
      </Group>
      <Text size="sm" c="dimmed">
        {t("replacing.unchanged")}
      </Text>
    </Stack>
  );
}

interface ReplaceSendingProps {
  sending: ReplacementUpload;
  onRetry: () => void;
  onGiveUp: CancelReplacement;
}

/** Shows the file that this window is uploading. */
export function ReplaceSending({ sending, onRetry, onGiveUp }: ReplaceSendingProps) {
  const { t } = useTranslation();
  const { name, status, percent, etaSec, isReconnecting, fault } = sending;
  if (status === "error")
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t("replacing.fault", { name })}>
        <Stack gap="sm" align="flex-start">
          <span>
            {fault === "file_unreadable" ? t("uploads.unreadable") : codeText(fault ?? "internal_error")}
          </span>
          <Group gap="xs">
            <Button size="xs" variant="default" leftSection={<IconRefresh size={15} />} onClick={onRetry}>
              {t("common.retry")}
            </Button>
            <GiveUpButton onGiveUp={onGiveUp} />
          </Group>
        </Stack>
      </Alert>
    );
  const title = isReconnecting ? t("uploads.reconnecting") : t("replacing.uploading", { name });
  return (
    <ProgressBar title={title} name={name} percent={percent} etaSec={etaSec} isHeldUp={isReconnecting}>
      <GiveUpButton onGiveUp={onGiveUp} />
    </ProgressBar>
  );
}

interface ReplaceStateProps {
  replacement: Replacement;
  onGiveUp: CancelReplacement;
}
const nameOf = ({ originalname }: Replacement) => originalname ?? "";

/** Shows a file that is completely uploaded and is being encoded. */
export function ReplacePreparing({ replacement, onGiveUp }: ReplaceStateProps) {
  const { t } = useTranslation();
  const name = nameOf(replacement);
  const isWaiting = replacement.status === "waiting_for_encoding";
  return (
    <ProgressBar
      title={t(isWaiting ? "replacing.waiting" : "replacing.encoding", { name })}
      name={name}
      percent={replacement.encodingPercent}
      etaSec={replacement.encodingETA}
    >
      <GiveUpButton onGiveUp={onGiveUp} />
    </ProgressBar>
  );
}

/** Shows an incomplete upload that is not running in this window. @param children explain how to resume it. */
export function ReplaceInterrupted({
  replacement,
  onGiveUp,
  children,
}: ReplaceStateProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const [name, percent] = [nameOf(replacement), Math.floor(replacement.uploadingPercent)];
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} role="status">
        {replacement.status === "uploading"
          ? t("replacing.elsewhere", { name, percent })
          : t("replacing.interrupted", { name })}
      </Text>
      {mayModify && <Text size="sm">{t("replacing.interruptedText", { percent })}</Text>}
      {children}
      <Group>
        <GiveUpButton onGiveUp={onGiveUp} />
      </Group>
    </Stack>
  );
}

/** Shows a file that could not be used. @param children let the user choose another file. */
export function ReplaceFault({
  replacement,
  onGiveUp,
  children,
}: ReplaceStateProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const { errorType } = replacement;
  return (
    <Stack>
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle />}
        title={t("replacing.fault", { name: nameOf(replacement) })}
      >
        <Stack gap="sm" align="flex-start">
          <span>
            {errorType && `${t(`videoErrors.${errorType}`)} `}
            {t("replacing.faultStays")}
          </span>
          <GiveUpButton onGiveUp={onGiveUp} label={t("replacing.dismiss")} />
        </Stack>
      </Alert>
      {children}
    </Stack>
  );
}
