import { Box, SimpleGrid, Stack, Text } from "@mantine/core";
import type { FootprintRange, FootprintReport, FootprintResult } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import classes from "./footprint.module.css";
import { estimateText, percentText, type Quantity, rangeTexts } from "./footprint-text.ts";

/** Draws a range on a scale shared by several ranges; the table next to it shows the same numbers as text. */
function RangeBar({ range: { low, central, high }, scale }: { range: FootprintRange; scale: RangeScale }) {
  const at = (value: number) => `${(100 * (value - scale.min)) / (scale.max - scale.min || 1)}%`;
  return (
    <div className={classes.track} aria-hidden>
      <div className={classes.span} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      {scale.min < 0 && <div className={classes.zero} style={{ left: at(0) }} />}
      <div className={classes.centre} style={{ left: at(central) }} />
    </div>
  );
}

interface RangeScale {
  min: number;
  max: number;
}

/** Returns the scale of several ranges: from zero, so that bars are comparable, or lower if values are negative. */
const scaleOf = (ranges: readonly FootprintRange[]): RangeScale => ({
  min: Math.min(0, ...ranges.map(({ low }) => low)),
  max: Math.max(0, ...ranges.map(({ high }) => high)),
});

const ENERGY_PARTS = ["dataCentreKwh", "networkKwh", "devicesKwh", "embodiedKwh"] as const;
const PEER_FIGURES = ["peersSavedWh", "peersSpentWh", "peersNetWh"] as const;

/** Shows the totals of the month, their parts, and their uncertainty. */
export function ReportResults({ report }: { report: FootprintReport }) {
  const { t } = useTranslation();
  const { result } = report;
  return (
    <>
      <section aria-label={t("footprint.results")} className={classes.page}>
        <SimpleGrid minColWidth="min(240px, 100%)" autoFlow="auto-fit" spacing="sm">
          <TotalCard name={t("footprint.energy")} range={wattHoursOf(result.energyKwh)} quantity="wh" />
          <TotalCard name={t("footprint.carbon")} range={result.co2Grams} quantity="grams" />
          <TotalCard name={t("footprint.water")} range={result.waterLitres} quantity="litres" />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t("footprint.estimate")}
        </Text>
      </section>
      <div className={classes.columns}>
        <EnergyParts result={result} />
        <PeerEffect result={result} />
      </div>
      <AssumptionList report={report} />
    </>
  );
}

interface TotalCardProps {
  name: string;
  range: FootprintRange | null;
  quantity: Quantity;
}

function TotalCard({ name, range, quantity }: TotalCardProps) {
  const { t, i18n } = useTranslation();
  return (
    <article className={classes.card}>
      <h3>{name}</h3>
      {range ? (
        <>
          <Box component="p" m={0} fz={24} fw={650} lh={1.25} style={{ fontVariantNumeric: "tabular-nums" }}>
            {estimateText(range.central, quantity, i18n.language)}
          </Box>
          <RangeBar range={range} scale={scaleOf([range])} />
          <Text c="dimmed" fz={13}>
            {t("footprint.range", rangeTexts(range, quantity, i18n.language))}
          </Text>
        </>
      ) : (
        <>
          <Box component="p" m={0} fz={24} fw={650} lh={1.25} style={{ fontVariantNumeric: "tabular-nums" }}>
            –
          </Box>
          <Text c="dimmed" fz={13}>
            {t("footprint.noWater")}
          </Text>
        </>
      )}
    </article>
  );
}

function EnergyParts({ result }: { result: FootprintResult }) {
  const { t } = useTranslation();
  const rows = ENERGY_PARTS.map((part) => ({
    name: t(`footprint.part.${part}`),
    range: wattHoursOf(result[part]),
  })).filter(({ range }) => range.high > 0);
  return (
    <Panel title={t("footprint.parts")}>
      <RangeList label={t("footprint.parts")} rows={rows} />
    </Panel>
  );
}

function PeerEffect({ result }: { result: FootprintResult }) {
  const { t } = useTranslation();
  const rows = PEER_FIGURES.flatMap((part) => {
    const range = result[part];
    return range ? [{ name: t(`footprint.peers.${part}`), range }] : [];
  });
  return (
    <Panel
      title={t("footprint.peers.title")}
      {...(rows.length > 0 ? { text: t("footprint.peers.hint") } : {})}
    >
      {rows.length > 0 ? (
        <RangeList label={t("footprint.peers.title")} rows={rows} />
      ) : (
        <Text>{t("footprint.peers.silent")}</Text>
      )}
    </Panel>
  );
}

/** Draws values of one kind on one scale. */
function RangeList({ label, rows }: { label: string; rows: { name: string; range: FootprintRange }[] }) {
  const { t, i18n } = useTranslation();
  const scale = scaleOf(rows.map(({ range }) => range));
  return (
    <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-label={label}>
      <StackedTable className={classes.table}>
        <tbody>
          {rows.map(({ name, range }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-kind="bar">
                <RangeBar range={range} scale={scale} />
              </td>
              <td>
                {estimateText(range.central, "wh", i18n.language)}
                <small>{t("footprint.range", rangeTexts(range, "wh", i18n.language))}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </StackedTable>
    </Box>
  );
}

function AssumptionList({ report: { assumed } }: { report: FootprintReport }) {
  const { t, i18n } = useTranslation();
  const names = ["countryPercent", "devicePercent", "networkPercent"] as const;
  return (
    <Panel title={t("footprint.assumed.title")} text={t("footprint.assumed.hint")}>
      <Stack component="ul" gap={6}>
        {names.map((name) => (
          <li key={name}>
            <strong>{percentText(assumed[name], i18n.language)}</strong> {t(`footprint.assumed.${name}`)}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

const wattHoursOf = ({ low, central, high }: FootprintRange): FootprintRange => ({
  low: low * 1_000,
  central: central * 1_000,
  high: high * 1_000,
});
