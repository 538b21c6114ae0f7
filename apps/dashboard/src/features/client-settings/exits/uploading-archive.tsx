import { Alert, Button, FileButton, Group, Progress, Stack, Text } from "@mantine/core";
import type { UploadItem } from "@shoal/client/upload";
import { ARRIVAL_UPLOAD_SILENT_DAYS, type ArrivalView, routes } from "@shoal/contract";
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { codeText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { formatRemainingTime } from "../../../lib/times.ts";
import { archiveUpload } from "./archive-upload.ts";
import { arrivalsQuery } from "./arrivals-query.ts";
import { RemoveButton } from "./remove-button.tsx";

/** Shows an archive that this window is uploading. */
export function UploadingArchive({ item }: { item: UploadItem }) {
  const { t, i18n } = useTranslation();
  const { name, status, percent, sizeBytes, etaSec, isReconnecting, fault } = item;
  const done = sizeText((percent / 100) * sizeBytes);
  const lines = [
    isReconnecting ? t("uploads.reconnecting") : t("arrivals.uploaded", { done, all: sizeText(sizeBytes) }),
    ...(status === "paused" || status === "cancelling" ? [t(`uploads.states.${status}`)] : []),
    ...(etaSec === null ? [] : [t("progress.left", { time: formatRemainingTime(etaSec, i18n.language) })]),
  ];
  return (
    <Stack component="article" variant="sunken" gap="sm" aria-label={name}>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {name}
      </Text>
      {status === "error" ? (
        <Alert color="red">
          {fault === "file_unreadable" ? t("uploads.unreadable") : codeText(fault ?? "internal_error")}
        </Alert>
      ) : (
        <>
          <Progress
            value={percent}
            color={isReconnecting ? "orange.5" : "sea.5"}
            aria-label={t("arrivals.uploadProgress")}
          />
          <Text size="sm">{lines.join(" · ")}</Text>
        </>
      )}
      <Group gap="xs">
        {(status === "uploading" || status === "queued") && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPause size={15} />}
            onClick={archiveUpload.pause}
          >
            {t("arrivals.pause")}
          </Button>
        )}
        {status === "paused" && (
          <Button size="xs" leftSection={<IconPlayerPlay size={15} />} onClick={archiveUpload.resume}>
            {t("arrivals.resume")}
          </Button>
        )}
        {status === "error" && (
          <Button size="xs" leftSection={<IconRefresh size={15} />} onClick={archiveUpload.retry}>
            {t("common.retry")}
          </Button>
        )}
        <RemoveButton
          label={t("arrivals.cancel")}
          question={{
            title: t("arrivals.cancelTitle"),
            text: t("arrivals.cancelText"),
            confirm: t("arrivals.cancelConfirm"),
          }}
          queryKey={arrivalsQuery.queryKey}
          isDisabled={status === "cancelling"}
          run={archiveUpload.cancel}
        />
      </Group>
    </Stack>
  );
}

/** Shows a partly uploaded archive that this window is not uploading. */
export function PausedUpload({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const { fileName, uploadedBytes, sizeBytes } = arrival;
  const [other, setOther] = useState<string>();
  function chooseFile(file: File | null): void {
    if (!file) return;
    const isSame = file.name === fileName && file.size === sizeBytes;
    setOther(isSame ? undefined : file.name);
    if (isSame) archiveUpload.start(file);
  }
  const name = fileName ?? "";
  return (
    <>
      <Progress value={(100 * uploadedBytes) / sizeBytes} aria-label={t("arrivals.uploadProgress")} />
      <Text size="sm">
        {t("arrivals.uploaded", { done: sizeText(uploadedBytes), all: sizeText(sizeBytes) })}
      </Text>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {t("arrivals.left", { name, count: ARRIVAL_UPLOAD_SILENT_DAYS })}
      </Text>
      {other !== undefined && (
        <Alert color="red" style={{ overflowWrap: "anywhere" }}>
          {t("arrivals.otherFile", { name: other })}
        </Alert>
      )}
      <Group gap="xs">
        <FileButton onChange={chooseFile}>
          {(props) => (
            <Button {...props} size="xs" leftSection={<IconUpload size={15} />}>
              {t("arrivals.chooseAgain")}
            </Button>
          )}
        </FileButton>
        <RemoveButton
          label={t("arrivals.cancel")}
          question={{
            title: t("arrivals.cancelTitle"),
            text: t("arrivals.cancelText"),
            confirm: t("arrivals.cancelConfirm"),
          }}
          queryKey={arrivalsQuery.queryKey}
          run={() => call(routes.deleteArrival, { params: { id: arrival.uuid } })}
        />
      </Group>
    </>
  );
}
