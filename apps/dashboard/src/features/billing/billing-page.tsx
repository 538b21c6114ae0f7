import { Alert, Box, Button, Group, NativeSelect, Text } from "@mantine/core";
import { type BilledMonths, type BillLine, fillPath, type MonthBill, routes } from "@shoal/contract";
import { fileNameOf } from "@shoal/domain";
import { writeCsv } from "@shoal/domain/csv";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { figureText } from "../../components/analytics/figure-text.ts";
import { FiguresUnavailable } from "../../components/analytics/figures-unavailable.tsx";
import { saveText } from "../../components/analytics/files/save-file.ts";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { HelpPopover } from "../../components/ui/help-popover.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime, formatDay, monthText } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { fetchFile } from "../../lib/fetch-file.ts";
import { numberFormat } from "../../lib/figures.ts";
import { eurosText, rateText, storedText } from "../../lib/money-text.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { call } from "../../lib/session.ts";
import classes from "./billing.module.css";
import { BudgetPanel } from "./budget-panel.tsx";
import { InvoicesPart } from "./invoices-part.tsx";
import { PhoneFold } from "./phone-fold.tsx";

const monthsQuery = queryOptions({
  queryKey: ["billing", "months"],
  queryFn: ({ signal }) => call(routes.listBilledMonths, {}, { signal }),
});

/** The interval in ms at which the current month is reloaded. Previous months do not change. */
const REFETCH_INTERVAL_MS = 60_000;

const billQuery = (month: string) =>
  queryOptions({
    queryKey: ["billing", "month", month],
    queryFn: ({ signal }) => call(routes.getMonthBill, { params: { month } }, { signal }),
    refetchInterval: (query) => (query.state.data?.isComplete ? false : REFETCH_INTERVAL_MS),
  });

/** Shows the monthly delivery of the client, its price, and the calculation. */
export function BillingPage() {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const months = useQuery(monthsQuery);
  const all = months.data?._embedded.map(({ month }) => month) ?? [];
  const requestedMonth = search.get("month") ?? "";
  const month = all.includes(requestedMonth) ? requestedMonth : all[0];
  return (
    <>
      <PageHeader title={t("billing.title")}>
        {month !== undefined && (
          <NativeSelect
            aria-label={t("billing.month")}
            value={month}
            data={all.map((value) => ({ value, label: monthText(value, i18n.language) }))}
            onChange={({ currentTarget: { value } }) => setSearch(value === all[0] ? {} : { month: value })}
          />
        )}
      </PageHeader>
      {months.error && !months.data ? (
        <FiguresUnavailable error={months.error} onRetry={months.refetch} />
      ) : month === undefined || !months.data ? (
        <PageSkeleton blocks={3} />
      ) : (
        <div className={classes.page}>
          <MonthSection key={month} month={month}>
            <InvoicesPart />
            <BudgetPanel />
            <MonthHistory months={months.data._embedded} trial={months.data.forecastTrial} />
          </MonthSection>
        </div>
      )}
    </>
  );
}

interface MonthProps {
  month: string;
  /** The part of the page that does not depend on the month. */
  children: ReactNode;
}

/** The number of days that phones show before the list is expanded. */
const FOLDED_DAYS = 7;
const FOLDED_MONTHS = 6;

/** Shows the bill of a month. The part that does not depend on the month precedes the days, because the list of days is long. */
function MonthSection({ month, children }: MonthProps) {
  const bill = useQuery(billQuery(month));
  if (bill.data)
    return (
      <>
        <MonthBillCard bill={bill.data} />
        {children}
        <DayTable bill={bill.data} />
      </>
    );
  return (
    <>
      {bill.error ? (
        <FiguresUnavailable error={bill.error} onRetry={bill.refetch} />
      ) : (
        <PageSkeleton blocks={2} />
      )}
      {children}
    </>
  );
}

function MonthBillCard({ bill }: { bill: MonthBill }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Panel
        title={monthText(bill.month, i18n.language)}
        text={bill.isComplete ? t("billing.complete") : t("billing.soFar", { at: formatDateTime(bill.asOf) })}
      >
        <BillTotals bill={bill} />
        {bill.deliveredBytes === 0 && <Text size="sm">{t("billing.nothing")}</Text>}
        <Text c="dimmed" size="sm" maw={720}>
          {t("billing.noInvoice")}
        </Text>
      </Panel>
      <Panel title={t("billing.calculation")} text={t(`billing.plans.${bill.plan.kind}`)}>
        <BillLines bill={bill} />
        <Text c="dimmed" size="sm" maw={720}>
          {t("billing.peersBilled")}
        </Text>
        <Text c="dimmed" size="sm" maw={720}>
          {t("billing.storageMeasured")}
        </Text>
      </Panel>
    </>
  );
}

function BillTotals({ bill }: { bill: MonthBill }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const bytes = (value: number) => figureText(value, "bytes", language);
  const { forecast, deliveredBytes, peerBytes, days } = bill;
  const range = forecast?.range;
  const cdnBytes = days.reduce((sum, day) => sum + day.cdnBytes, 0);
  const storedDays = days.reduce((sum, day) => sum + (day.storedBytes ?? 0), 0);
  const peerPercent = deliveredBytes === 0 ? null : (peerBytes / deliveredBytes) * 100;
  return (
    <dl className={classes.totals}>
      <TotalFigure
        name={t("billing.price")}
        help={t("billing.help.price")}
        value={eurosText(bill.cents, language)}
      />
      <TotalFigure
        name={t("billing.delivered")}
        help={t("billing.help.delivered")}
        value={bytes(deliveredBytes)}
      />
      <TotalFigure name={t("billing.fromPeers")} help={t("billing.help.fromPeers")} value={bytes(peerBytes)}>
        {peerPercent !== null &&
          t("billing.offload", { percent: figureText(peerPercent, "percent", language) })}
      </TotalFigure>
      {cdnBytes > 0 && (
        <TotalFigure name={t("billing.fromCdn")} help={t("billing.help.fromCdn")} value={bytes(cdnBytes)} />
      )}
      {storedDays > 0 && (
        <TotalFigure
          name={t("billing.storage")}
          help={t("billing.help.storage")}
          value={t("billing.gbDays", { amount: storedText(storedDays, language) })}
        />
      )}
      {forecast && (
        <TotalFigure
          name={t("billing.forecast")}
          help={t("billing.help.forecast")}
          value={`${eurosText(forecast.expected.cents, language)} · ${bytes(forecast.expected.bytes)}`}
        >
          {range
            ? t("billing.range", {
                low: `${eurosText(range.low.cents, language)} (${bytes(range.low.bytes)})`,
                high: `${eurosText(range.high.cents, language)} (${bytes(range.high.bytes)})`,
              })
            : t("billing.noRange")}
        </TotalFigure>
      )}
    </dl>
  );
}

interface TotalFigureProps {
  name: string;
  value: string;
  help: string;
  children?: ReactNode;
}

function TotalFigure({ name, value, help, children }: TotalFigureProps) {
  return (
    <div>
      <dt>
        {name} <TotalHelp title={name}>{help}</TotalHelp>
      </dt>
      <dd>
        {value}
        {children && <small>{children}</small>}
      </dd>
    </div>
  );
}

function TotalHelp({ title, children }: { title: string; children: string }) {
  const { t } = useTranslation();
  return (
    <HelpPopover label={t("billing.about", { name: title })} title={title}>
      <Text size="sm">{children}</Text>
    </HelpPopover>
  );
}

function BillLines({ bill: { lines, deliveredBytes, cents } }: { bill: MonthBill }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <MonthTable label={t("billing.calculation")}>
      <thead>
        <tr>
          <th scope="col">{t("billing.part")}</th>
          <th scope="col">{t("billing.delivered")}</th>
          <th scope="col">{t("billing.rate")}</th>
          <th scope="col">{t("billing.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.fromBytes}>
            <th scope="row">
              <BillLinePart line={line} />
            </th>
            <td data-title={t("billing.delivered")}>{figureText(line.bytes, "bytes", language)}</td>
            <td data-title={t("billing.rate")}>{rateText(line.microsPerTb, language)}</td>
            <td data-title={t("billing.amount")}>{eurosText(line.cents, language)}</td>
          </tr>
        ))}
        <tr data-total="true">
          <th scope="row">{t("billing.price")}</th>
          <td data-title={t("billing.delivered")}>{figureText(deliveredBytes, "bytes", language)}</td>
          <td data-title={t("billing.rate")}>–</td>
          <td data-title={t("billing.amount")}>{eurosText(cents, language)}</td>
        </tr>
      </tbody>
    </MonthTable>
  );
}

/** Describes the part of the delivery that a line covers, and how its amount is computed. */
function BillLinePart({ line }: { line: BillLine }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const name = usePartText()(line);
  const numbers = {
    bytes: numberFormat(language, {}).format(line.bytes),
    rate: rateText(line.microsPerTb, language),
    amount: eurosText(line.cents, language),
    fixed: eurosText(line.fixedCents ?? 0, language),
  };
  const isFixed = line.fixedCents !== undefined;
  return (
    <>
      <span className={classes.part}>
        {name}{" "}
        <TotalHelp title={name}>
          {t(isFixed ? "billing.help.lineFixed" : "billing.help.line", numbers)}
        </TotalHelp>
      </span>
      <small>{t(isFixed ? "billing.madeFixed" : "billing.made", numbers)}</small>
    </>
  );
}

function usePartText() {
  const { t, i18n } = useTranslation();
  const bytes = (value: number) => figureText(value, "bytes", i18n.language);
  return ({ fromBytes, toBytes }: BillLine): string => {
    if (toBytes === null) return t("billing.beyond", { from: bytes(fromBytes) });
    return fromBytes === 0
      ? t("billing.first", { to: bytes(toBytes) })
      : t("billing.between", { from: bytes(fromBytes), to: bytes(toBytes) });
  };
}

function DayTable({ bill: { month, days } }: { bill: MonthBill }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const bytes = (value: number) => figureText(value, "bytes", language);
  const rows = useMutation({
    mutationFn: async () =>
      saveResponse(
        await fetchFile(fillPath(routes.exportBilledRows.path, { month }), {}),
        `billed-${month}.csv`,
      ),
  });
  return (
    <Panel title={t("billing.byDay")} text={t("billing.byDayHint")}>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={17} />}
          onClick={() => saveDaysCsv(days, `${fileNameOf(`${t("billing.title")} ${month}`)}.csv`)}
        >
          {t("billing.save")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={17} />}
          loading={rows.isPending}
          onClick={() => rows.mutate()}
        >
          {t("billing.saveRows")}
        </Button>
      </Group>
      {rows.error && <Alert color="red">{errorText(rows.error)}</Alert>}
      <PhoneFold label={t("billing.allDays", { total: days.length })}>
        <MonthTable label={t("billing.byDay")}>
          <thead>
            <tr>
              <th scope="col">{t("billing.day")}</th>
              <th scope="col">{t("billing.fromServers")}</th>
              <th scope="col">{t("billing.fromCdn")}</th>
              <th scope="col">{t("billing.fromPeers")}</th>
              <th scope="col">{t("billing.delivered")}</th>
              <th scope="col">{t("billing.stored")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, serverBytes, peerBytes, cdnBytes, storedBytes }, index) => (
              <tr key={day} data-folded={index < days.length - FOLDED_DAYS}>
                <th scope="row">{formatDay(day, "UTC")}</th>
                <td data-title={t("billing.fromServers")}>{bytes(serverBytes - cdnBytes)}</td>
                <td data-title={t("billing.fromCdn")}>{bytes(cdnBytes)}</td>
                <td data-title={t("billing.fromPeers")}>{bytes(peerBytes)}</td>
                <td data-title={t("billing.delivered")} data-main>
                  {bytes(serverBytes + peerBytes)}
                </td>
                <td data-title={t("billing.stored")}>{storedBytes === null ? "–" : bytes(storedBytes)}</td>
              </tr>
            ))}
          </tbody>
        </MonthTable>
      </PhoneFold>
    </Panel>
  );
}

/** Saves the days as CSV, in whole bytes so that the price can be recalculated from the file. */
function saveDaysCsv(days: MonthBill["days"], name: string): void {
  const lines = days.map(({ day, serverBytes, peerBytes, cdnBytes, storedBytes }) => [
    day,
    serverBytes,
    peerBytes,
    cdnBytes,
    storedBytes ?? "",
  ]);
  saveText(writeCsv(["day", "serverBytes", "peerBytes", "cdnBytes", "storedBytes"], lines), name);
}

function MonthHistory({
  months,
  trial,
}: {
  months: Pick<MonthBill, "month" | "deliveredBytes" | "peerBytes" | "cents">[];
  trial: BilledMonths["forecastTrial"];
}) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return (
    <Panel title={t("billing.history")} text={t("billing.historyHint")}>
      {trial && (
        <Text size="sm">
          {t("billing.trial", {
            count: trial.monthCount,
            percent: figureText(trial.meanErrorPercent, "percent", language),
          })}
        </Text>
      )}
      <PhoneFold label={t("billing.allMonths", { total: months.length })}>
        <MonthTable label={t("billing.history")}>
          <thead>
            <tr>
              <th scope="col">{t("billing.month")}</th>
              <th scope="col">{t("billing.fromPeers")}</th>
              <th scope="col">{t("billing.delivered")}</th>
              <th scope="col">{t("billing.price")}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, deliveredBytes, peerBytes, cents }, index) => (
              <tr key={month} data-folded={index >= FOLDED_MONTHS}>
                <th scope="row">{monthText(month, language)}</th>
                <td data-title={t("billing.fromPeers")}>{figureText(peerBytes, "bytes", language)}</td>
                <td data-title={t("billing.delivered")}>{figureText(deliveredBytes, "bytes", language)}</td>
                <td data-title={t("billing.price")} data-main>
                  {eurosText(cents, language)}
                </td>
              </tr>
            ))}
          </tbody>
        </MonthTable>
      </PhoneFold>
    </Panel>
  );
}

function MonthTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-label={label}>
      <StackedTable className={classes.table}>{children}</StackedTable>
    </Box>
  );
}
