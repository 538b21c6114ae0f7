import { Box, Text } from "@mantine/core";
import type { ClientConsumption, ConsumptionSort } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type FigureUnit, figureText } from "../../components/analytics/figure-text.ts";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { storedText } from "../../lib/money-text.ts";
import classes from "./consumption.module.css";

type FigureColumn = Exclude<
  ConsumptionSort,
  "clientname" | "deliveredBytes" | "storedByteDays" | "forecastBytes"
>;
const FIGURE_COLUMNS: readonly [FigureColumn, FigureUnit][] = [
  ["watchedSec", "seconds"],
  ["views", "count"],
  ["serverBytes", "bytes"],
  ["peerBytes", "bytes"],
  ["cdnBytes", "bytes"],
];

/** Returns the columns of clients' consumption. */
export function useConsumptionColumns(freeTierBytes: number): Column<ClientConsumption, ConsumptionSort>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return [
    {
      key: "clientname",
      title: t("consumption.client"),
      sortBy: "clientname",
      cell: ({ client }) => <ClientCell client={client} />,
    },
    ...FIGURE_COLUMNS.map(([key, unit]) => ({
      key,
      title: t(`consumption.${key}`),
      sortBy: key,
      firstDirection: -1 as const,
      isEndAligned: true,
      cell: (row: ClientConsumption) => figureText(row[key], unit, language),
    })),
    {
      key: "deliveredBytes",
      title: t("consumption.deliveredBytes"),
      sortBy: "deliveredBytes",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ client, deliveredBytes }) =>
        client.freeTier ? (
          <FreeTierUsage bytes={deliveredBytes} freeTierBytes={freeTierBytes} />
        ) : (
          figureText(deliveredBytes, "bytes", language)
        ),
    },
    {
      key: "storedByteDays",
      title: t("consumption.storedByteDays"),
      sortBy: "storedByteDays",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ storedByteDays }) => storedText(storedByteDays, language),
    },
    {
      key: "forecastBytes",
      title: t("consumption.forecastBytes"),
      sortBy: "forecastBytes",
      firstDirection: -1,
      isEndAligned: true,
      cell: ({ client, forecastBytes }) => {
        const isOver = client.freeTier && forecastBytes !== null && forecastBytes > freeTierBytes;
        const text = figureText(forecastBytes, "bytes", language);
        return isOver ? (
          <Box component="span" c="var(--shoal-bad)" fw={600} title={t("consumption.willEnd")}>
            {text}
          </Box>
        ) : (
          text
        );
      },
    },
  ];
}

function ClientCell({ client: { uuid, clientname, freeTier } }: Pick<ClientConsumption, "client">) {
  const { t } = useTranslation();
  return (
    <span>
      <Link to={`/admin/${uuid}`} className={classes.client}>
        {clientname}
      </Link>
      {freeTier && (
        <Text span display="block" c="dimmed" fz={13}>
          {t("consumption.freeTier")}
        </Text>
      )}
    </span>
  );
}

/** Shows the delivery of a client without a paid plan, and its share of the free tier. */
function FreeTierUsage({ bytes, freeTierBytes }: { bytes: number; freeTierBytes: number }) {
  const { t, i18n } = useTranslation();
  const share = bytes / freeTierBytes;
  const percent = figureText(share * 100, "percent", i18n.language);
  return (
    <span className={classes.tier}>
      {figureText(bytes, "bytes", i18n.language)}
      <span className={classes.bar} data-over={share > 1} aria-hidden>
        <span className={classes.filled} style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      <Text span display="block" c="dimmed" fz={13}>
        {t("consumption.ofFreeTier", { percent })}
      </Text>
    </span>
  );
}
