import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../ui/copy-field.tsx";
import { ErrorState } from "../ui/states.tsx";
import { StreamKeyField } from "./stream-key-field.tsx";
import { streamKeyQuery } from "./stream-key-query.ts";

interface StreamAddressProps {
  uuid: string;
  /** Actions on the stream key, shown next to it. */
  keyAside?: ReactNode;
}

/**
 * Shows what an encoder needs to publish a live: server and key, in OBS's terms, or a single SRT address. Uses the
 * texts of the "live" area.
 */
export function StreamAddress({ uuid, keyAside }: StreamAddressProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(streamKeyQuery(uuid));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={144} radius="md" role="status" aria-label={t("app.loading")} />;
  return (
    <Stack gap="sm">
      <CopyField label={t("live.server")} value={data.url} copied={t("live.serverCopied")} />
      {data.secureUrl !== null && (
        <CopyField label={t("live.secureServer")} value={data.secureUrl} copied={t("live.serverCopied")} />
      )}
      <StreamKeyField label={t("live.key.label")} value={data.streamKey}>
        {keyAside}
      </StreamKeyField>
      <Text size="xs" c="dimmed">
        {t("live.encoderHint")}
      </Text>
      {data.srtUrl !== null && (
        <>
          <StreamKeyField
            label={t("live.srt.label")}
            value={data.srtUrl}
            texts={{ show: t("live.srt.show"), hide: t("live.srt.hide"), copied: t("live.srt.copied") }}
          />
          <Text size="xs" c="dimmed">
            {t("live.srt.hint")}
          </Text>
        </>
      )}
    </Stack>
  );
}
