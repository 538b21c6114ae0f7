import { Box, SimpleGrid, Stack, Text } from "@mantine/core";
import type { FootprintRange, FootprintReport, FootprintResult } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import classes from "./footprint.module.css";
import { estimateText, percentText, type Quantity, rangeTexts } from "./footprint-text.ts";

/** Draws a range on a scale shared by several; the table shows the same numbers. */
function RangeBar({ range: { low, central, high }, scale }: { range: FootprintRange; scale: Scale }) {
  const at = (value: number) => `${(100 * (value - scale.min)) / (scale.max - scale.min || 1)}%`;
  return (
    <div className={classes.track} aria-hidden>
      <div className={classes.span} style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      {scale.min < 0 && <div className={classes.zero} style={{ left: at(0) }} />}
      <div className={classes.centre} style={{ left: at(central) }} />
    </div>
  );
}

interface Scale {
  min: number;
  max: number;
}

/** Returns the scale of several ranges: from zero, so that bars are comparable, or lower if values are negative. */
const scaleOf = (ranges: readonly FootprintRange[]): Scale => ({
  min: Math.min(0, ...ranges.map(({ low }) => low)),
  max: Math.max(0, ...ranges.map(({ high }) => high)),
});

const PARTS = ["dataCentreKwh", "networkKwh", "devicesKwh", "embodiedKwh"] as const;
const PEERS = ["peersSavedWh", "peersSpentWh", "peersNetWh"] as const;

/** Shows the totals of the month, their parts, and their uncertainty. */
export function ReportResults({ report }: { report: FootprintReport }) {
  const { t } = useTranslation();
  const { result } = report;
  return (
    <>
      <section aria-label={t("footprint.results")} className={classes.page}>
        <SimpleGrid minColWidth="min(240px, 100%)" autoFlow="auto-fit" spacing="sm">
          <Card name={t("footprint.energy")} range={inWh(result.energyKwh)} quantity="wh" />
          <Card name={t("footprint.carbon")} range={result.co2Grams} quantity="grams" />
          <Card name={t("footprint.water")} range={result.waterLitres} quantity="litres" />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t("footprint.estimate")}
        </Text>
      </section>
      <div className={classes.columns}>
        <Parts result={result} />
        <Peers result={result} />
      </div>
      <Assumptions report={report} />
    </>
  );
}

interface CardProps {
  name: string;
  range: FootprintRange | null;
  quantity: Quantity;
}

function Card({ name, range, quantity }: CardProps) {
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

function Parts({ result }: { result: FootprintResult }) {
  const { t } = useTranslation();
  const rows = PARTS.map((part) => ({ name: t(`footprint.part.${part}`), range: inWh(result[part]) })).filter(
    ({ range }) => range.high > 0,
  );
  return (
    <Panel title={t("footprint.parts")}>
      <Ranges label={t("footprint.parts")} rows={rows} />
    </Panel>
  );
}

function Peers({ result }: { result: FootprintResult }) {
  const { t } = useTranslation();
  const rows = PEERS.flatMap((part) => {
    const range = result[part];
    return range ? [{ name: t(`footprint.peers.${part}`), range }] : [];
  });
  return (
    <Panel
      title={t("footprint.peers.title")}
      {...(rows.length > 0 ? { text: t("footprint.peers.hint") } : {})}
    >
      {rows.length > 0 ? (
        <Ranges label={t("footprint.peers.title")} rows={rows} />
      ) : (
        <Text>{t("footprint.peers.silent")}</Text>
      )}
    </Panel>
  );
}

/** Draws values of one kind on one scale. */
function Ranges({ label, rows }: { label: string; rows: { name: string; range: FootprintRange }[] }) {
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

function Assumptions({ report: { assumed } }: { report: FootprintReport }) {
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

const inWh = ({ low, central, high }: FootprintRange): FootprintRange => ({
  low: low * 1_000,
  central: central * 1_000,
  high: high * 1_000,
});
