import { Table, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { formatKbps } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { inLanguage } from "../../lib/figures.ts";
import { Section } from "./section.tsx";

/** The qualities viewers are served, best first. */
export function Renditions({ video }: { video: VideoView }) {
  const { t, i18n } = useTranslation();
  const rows = [...video.representations].sort((a, b) => b.height - a.height || b.bitrate - a.bitrate);
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  return (
    <Section title={t("renditions.title")}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t("renditions.none")}</Text>
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing="xs" horizontalSpacing="sm" tabularNums>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("renditions.resolution")}</Table.Th>
                <Table.Th ta="right">{t("renditions.bitrate")}</Table.Th>
                <Table.Th ta="right">{t("renditions.rate")}</Table.Th>
                <Table.Th>{t("renditions.codec")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td fw={600}>
                    {row.width} × {row.height}
                  </Table.Td>
                  <Table.Td ta="right">{inLanguage(formatKbps(row.bitrate), i18n.language)}</Table.Td>
                  <Table.Td ta="right">{number.format(row.fps)}</Table.Td>
                  <Table.Td c="dimmed">{row.codecs}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
