import { Button, Skeleton, Stack, Table, Text } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import type { DownloadFile } from "@shoal/contract/player";
import { formatMegabytes, qualityLabel } from "@shoal/domain";
import { IconDownload, IconFileZip } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { errorText } from "../../lib/error-text.ts";
import { translateFigure } from "../../lib/figures.ts";
import { call } from "../../lib/session.ts";
import { Section } from "./section.tsx";

/** The time for which download links count as fresh, in ms. The server accepts them for a day. */
const STALE_TIME_MS = 3_600_000;

/** Query for the downloads of a video, reloaded when the video changes, because the files may change with it. */
const downloadsQuery = ({ uuid, lastModifyAt }: VideoView) =>
  queryOptions({
    queryKey: ["video-downloads", uuid, lastModifyAt],
    staleTime: STALE_TIME_MS,
    queryFn: ({ signal }) => call(routes.listDownloads, { params: { id: uuid } }, { signal }),
  });

const isReady = (video: VideoView) =>
  video.playable && !video.isDeleted && ["encoded", "stopped"].includes(video.encodingStatus);

/** Offers every rendition as a file and all of them as an archive, and edits whether viewers may download them. */
export function DownloadContent({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Section section="download" hint={t("downloads.hint")}>
      {isReady(video) ? <DownloadFiles video={video} /> : <Text>{t("downloads.notYet")}</Text>}
      <Text size="sm" c="dimmed" mt="md">
        {t(video.download ? "downloads.viewersMay" : "downloads.viewersMayNot")}
      </Text>
    </Section>
  );
}

function DownloadFiles({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const downloads = useQuery(downloadsQuery(video));
  return (
    <Stack>
      <FormFault
        fault={downloads.error ? errorText(downloads.error) : undefined}
        title={t("downloads.failed")}
      />
      {downloads.error && (
        <Button
          variant="default"
          onClick={() => void downloads.refetch()}
          style={{ alignSelf: "flex-start" }}
        >
          {t("common.retry")}
        </Button>
      )}
      {downloads.isPending && <Skeleton h={120} radius="md" />}
      {downloads.data && (
        <>
          <FileTable files={downloads.data.files} />
          <ArchiveDownload video={video} approximateBytes={downloads.data.approximateBundleBytes} />
        </>
      )}
    </Stack>
  );
}

function useSizeText(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => translateFigure(formatMegabytes(Math.max(1, bytes / 1e6)), i18n.language);
}

function FileTable({ files }: { files: readonly DownloadFile[] }) {
  const { t } = useTranslation();
  const sizeOf = useSizeText();
  return (
    <Table aria-label={t("downloads.files")} verticalSpacing="xs" layout="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("downloads.quality")}</Table.Th>
          <Table.Th>{t("downloads.size")}</Table.Th>
          <Table.Th aria-label={t("downloads.save")} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => (
          <Table.Tr key={file.id}>
            <Table.Td>
              <Text size="sm" fw={600}>
                {qualityLabel(file)}
              </Text>
              <Text size="xs" c="dimmed">
                {file.width} × {file.height}
              </Text>
            </Table.Td>
            <Table.Td>{t("downloads.about", { size: sizeOf(file.approximateBytes) })}</Table.Td>
            <Table.Td ta="right">
              <Button
                component="a"
                href={file.url}
                size="xs"
                variant="default"
                leftSection={<IconDownload size={15} />}
                aria-label={t("downloads.saveOne", {
                  quality: `${file.width} × ${file.height}`,
                  size: sizeOf(file.approximateBytes),
                })}
              >
                {t("downloads.save")}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Offers all files as an archive. The link is created on click, so that the archive contains the current files. */
function ArchiveDownload({
  video: { uuid },
  approximateBytes,
}: {
  video: VideoView;
  approximateBytes: number;
}) {
  const { t } = useTranslation();
  const sizeOf = useSizeText();
  const make = useMutation({
    mutationFn: () => call(routes.makeDashBundle, { params: { id: uuid } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Stack gap="xs" component="section" aria-label={t("downloads.bundle")}>
      <Text fw={600} size="sm">
        {t("downloads.bundle")}
      </Text>
      <Text size="sm" c="dimmed">
        {t("downloads.bundleHint")}
      </Text>
      <FormFault fault={make.error ? errorText(make.error) : undefined} title={t("downloads.bundleFailed")} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileZip size={15} />}
        loading={make.isPending}
        style={{ alignSelf: "flex-start" }}
        onClick={() => make.mutate()}
      >
        {`${t("downloads.saveBundle")} (${t("downloads.about", { size: sizeOf(approximateBytes) })})`}
      </Button>
    </Stack>
  );
}
