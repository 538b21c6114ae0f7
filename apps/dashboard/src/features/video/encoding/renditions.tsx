import { Table, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { codecLabel, formatKbps, qualityLabel } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { inLanguage, numberFormat } from "../../../lib/figures.ts";

type Rendition = VideoView["representations"][number];

/** Lists the qualities offered to viewers, best first, with their common names (§9). */
export function Renditions({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const rows = video.representations.toSorted((a, b) => b.height - a.height || b.bitrate - a.bitrate);
  if (rows.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t("renditions.none")}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="sm"
        tabularNums
        captionSide="top"
        aria-label={t("renditions.title")}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("videoPage.info.label")}</Table.Th>
            <Table.Th>{t("renditions.resolution")}</Table.Th>
            <Table.Th ta="right">{t("renditions.bitrate")}</Table.Th>
            <Table.Th ta="right">{t("renditions.rate")}</Table.Th>
            <Table.Th>{t("renditions.codec")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ row }: { row: Rendition }) {
  const { i18n } = useTranslation();
  const number = numberFormat(i18n.language, { maximumFractionDigits: 2 });
  return (
    <Table.Tr>
      <Table.Td fw={600}>{qualityLabel(row)}</Table.Td>
      <Table.Td>
        {row.width} × {row.height}
      </Table.Td>
      <Table.Td ta="right">{inLanguage(formatKbps(row.bitrate), i18n.language)}</Table.Td>
      <Table.Td ta="right">{number.format(row.fps)}</Table.Td>
      <Table.Td c="dimmed">{codecLabel(row.codecs)}</Table.Td>
    </Table.Tr>
  );
}
