import {
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  useComputedColorScheme,
} from "@mantine/core";
import { CDN_STATISTICS_DAYS, type CdnEntryView, type CdnStatistics, routes } from "@shoal/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import figures from "../../components/figures/figure-table.module.css";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { countryName } from "../../lib/display-names.ts";
import { call } from "../../lib/session.ts";

const LazyPlot = lazy(async () => ({ default: (await import("../../components/figures/plot.tsx")).Plot }));
const LINE_COLOURS = { light: ["#0b62d6", "#c05600"], dark: ["#4f97f5", "#f2a35e"] } as const;
/** Polling interval in ms, needed because the current hour is incomplete. */
const REFETCH_INTERVAL_MS = 60_000;
const MAX_SHOWN_COUNTRIES = 10;

/** Query for the statistics of an entry. The statistics have a separate query key, so that changes of entries do not reload them. */
const statisticsQuery = (uuid: string, days: number) =>
  queryOptions({
    queryKey: ["cdnStatistics", uuid, days],
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
    queryFn: ({ signal }) =>
      call(routes.getCdnStatistics, { params: { id: uuid }, query: { days } }, { signal }),
  });

/** Opens the statistics of an entry. */
export function openStatistics(entry: CdnEntryView): void {
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  openDialog({
    title: i18next.t("cdn.statistics.title", { name: entry.name }),
    size: "xl",
    children: <EntryStatistics uuid={entry.uuid} />,
  }).catch(() => undefined);
}

export function EntryStatistics({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<number>(7);
  const { data, error, refetch } = useQuery(statisticsQuery(uuid, days));
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t("cdn.statistics.period")}
        value={String(days)}
        data={CDN_STATISTICS_DAYS.map((each) => ({
          value: String(each),
          label: t("cdn.statistics.days", { count: each }),
        }))}
        onChange={(value) => setDays(Number(value))}
      />
      {data ? (
        <EntryFigures statistics={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton h={320} />
      )}
    </Stack>
  );
}

function EntryFigures({ statistics }: { statistics: CdnStatistics }) {
  const { t, i18n } = useTranslation();
  const { total } = statistics;
  if (total.requests === 0) return <Text c="dimmed">{t("cdn.statistics.nothing")}</Text>;
  const { language } = i18n;
  const requests = total.hits + total.misses;
  const tiles = [
    ["requests", figureText(total.requests, "count", language)],
    ["bytesSent", figureText(total.bytesSent, "bytes", language)],
    ["hitRatio", figureText(requests === 0 ? null : (100 * total.hits) / requests, "percent", language)],
    ["bytesOrigin", figureText(total.bytesOrigin, "bytes", language)],
  ] as const;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {tiles.map(([name, text]) => (
          <Stack key={name} gap={2} variant="sunken">
            <Text size="sm" c="dimmed">
              {t(`cdn.statistics.${name}`)}
            </Text>
            <Text fz={20} fw={700}>
              {text}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
      <TrafficChart statistics={statistics} />
      <CountryShares statistics={statistics} />
      <StatusShares statistics={statistics} />
      <Text size="sm" c="dimmed">
        {t("cdn.statistics.note")}
      </Text>
    </>
  );
}

const ignoreCursor = () => undefined;

function TrafficChart({ statistics: { points, until } }: { statistics: CdnStatistics }) {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const { language } = i18n;
  const look = useMemo(() => {
    const values = [points.map(({ bytesSent }) => bytesSent), points.map(({ bytesOrigin }) => bytesOrigin)];
    const columns = {
      atSec: points.map(({ at }) => Date.parse(at) / 1_000),
      endSec: Date.parse(until) / 1_000,
      values,
      drawn: values,
      largest: Math.max(...values.flat()),
    };
    const shape = { unit: "bytes" as const, isStacked: false, colours: LINE_COLOURS[scheme] };
    return { ...shape, columns, scheme, language, timeZone: "UTC" };
  }, [points, until, scheme, language]);
  return (
    <div>
      <Group gap="lg" mb={6}>
        {(["bytesSent", "bytesOrigin"] as const).map((name, at) => (
          <Group key={name} gap={6}>
            <span
              aria-hidden
              style={{ width: 14, height: 3, borderRadius: 2, background: LINE_COLOURS[scheme][at] ?? "" }}
            />
            <Text size="sm">{t(`cdn.statistics.${name}`)}</Text>
          </Group>
        ))}
      </Group>
      <Suspense fallback={<Skeleton h={260} />}>
        <LazyPlot look={look} label={t("cdn.statistics.chart")} onPoint={ignoreCursor} />
      </Suspense>
    </div>
  );
}

interface ShareRowsProps {
  title: string;
  named: string;
  rows: readonly { key: string; name: string; requests: number; bytesSent: number }[];
}

function ShareRows({ title, named, rows }: ShareRowsProps) {
  const { t, i18n } = useTranslation();
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <table className={figures.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{named}</th>
            <th scope="col">{t("cdn.statistics.requests")}</th>
            <th scope="col">{t("cdn.statistics.bytesSent")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, requests, bytesSent }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{figureText(requests, "count", i18n.language)}</td>
              <td>{figureText(bytesSent, "bytes", i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  );
}

function CountryShares({ statistics: { countries } }: { statistics: CdnStatistics }) {
  const { t, i18n } = useTranslation();
  const rows = countries.slice(0, MAX_SHOWN_COUNTRIES).map(({ country, ...row }) => ({
    key: country,
    name: country === "" ? t("cdn.statistics.unknown") : countryName(country, i18n.language),
    ...row,
  }));
  // The remaining countries are summed in one row, so that the rows add up to the total above.
  const others = countries.slice(MAX_SHOWN_COUNTRIES);
  if (others.length > 0)
    rows.push({
      key: "others",
      name: t("cdn.statistics.others", { count: others.length }),
      requests: others.reduce((sum, { requests }) => sum + requests, 0),
      bytesSent: others.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
    });
  return <ShareRows title={t("cdn.statistics.countries")} named={t("cdn.statistics.country")} rows={rows} />;
}

const STATUS_CLASSES = ["s2", "s3", "s4", "s5"] as const;

function StatusShares({ statistics: { statuses } }: { statistics: CdnStatistics }) {
  const { t } = useTranslation();
  const rows = statuses.flatMap(({ statusClass, ...row }) => {
    const name = STATUS_CLASSES[statusClass - 2];
    return name ? [{ key: name, name: t(`cdn.statistics.classes.${name}`), ...row }] : [];
  });
  return <ShareRows title={t("cdn.statistics.statuses")} named={t("cdn.statistics.status")} rows={rows} />;
}
