import { Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { codecLabel, formatKbps, qualityLabel } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { StackedTable } from "../../../components/analytics/stacked-table.tsx";
import figureTable from "../../../components/figures/figure-table.module.css";
import { numberFormat, translateFigure } from "../../../lib/figures.ts";

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
    <StackedTable className={figureTable.table ?? ""} aria-label={t("renditions.title")}>
      <thead>
        <tr>
          <th scope="col">{t("videoPage.info.label")}</th>
          <th scope="col">{t("renditions.resolution")}</th>
          <th scope="col">{t("renditions.bitrate")}</th>
          <th scope="col">{t("renditions.rate")}</th>
          <th scope="col">{t("renditions.codec")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RenditionRow key={row.id} row={row} />
        ))}
      </tbody>
    </StackedTable>
  );
}

function RenditionRow({ row }: { row: Rendition }) {
  const { t, i18n } = useTranslation();
  const number = numberFormat(i18n.language, { maximumFractionDigits: 2 });
  return (
    <tr>
      <th scope="row">{qualityLabel(row)}</th>
      <td data-title={t("renditions.resolution")}>
        {row.width} × {row.height}
      </td>
      <td data-title={t("renditions.bitrate")}>{translateFigure(formatKbps(row.bitrate), i18n.language)}</td>
      <td data-title={t("renditions.rate")}>{number.format(row.fps)}</td>
      <td data-title={t("renditions.codec")}>{codecLabel(row.codecs)}</td>
    </tr>
  );
}
