import { Button } from "@mantine/core";
import { AppError, MAX_STATISTICS_DAYS } from "@shoal/contract";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { sortFaults } from "../../lib/form-faults.ts";
import { DateTimeField } from "../ui/form/date-time-field.tsx";
import type { Period } from "./period/period.ts";
import { formatZoned, parseZoned } from "./period/zone-time.ts";
import classes from "./range-bar.module.css";

interface CustomRangeProps {
  period: Period;
  timeZone: string;
  /** The server's error about this period. */
  error: unknown;
  onShow: (period: Period) => void;
}

type PeriodFault = { field: "from" | "to"; text: string };
/** The period as entered; undefined while it is invalid. */
type TypedPeriod = { [K in keyof Period]: number | undefined };
const DAY_MS = 86_400_000;

/** Selects a period by its start and end, in the client's time zone. */
export function CustomRange({ period, timeZone, error, onShow }: CustomRangeProps) {
  const { t } = useTranslation();
  const shown = { from: formatZoned(period.fromMs, timeZone), to: formatZoned(period.toMs, timeZone) };
  const [typed, setTyped] = useState(shown);
  const [fault, setFault] = useState<PeriodFault>();
  // The form follows a period that is changed elsewhere, for example by a zoom or the Back button.
  useEffect(() => {
    setTyped({ from: shown.from, to: shown.to });
    setFault(undefined);
  }, [shown.from, shown.to]);
  const findFault = useFindFault();
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const next = { fromMs: parseZoned(typed.from, timeZone), toMs: parseZoned(typed.to, timeZone) };
    const found = findFault(next);
    setFault(found);
    if (!found) onShow(next as Period);
  }
  // An invalid period may also come from the URL. The page's own message takes precedence over the server's.
  const known = fault ?? findFault(period);
  const faultOf = (field: PeriodFault["field"]) =>
    known ? known.field === field && known.text : serverFault(error, field);
  return (
    <form noValidate className={classes.own} aria-label={t("analytics.own.label")} onSubmit={handleSubmit}>
      {(["from", "to"] as const).map((field) => (
        <DateTimeField
          key={field}
          label={t(`analytics.own.${field}`)}
          description={t("analytics.own.hint", { zone: timeZone })}
          isOtherZone
          value={typed[field]}
          onChange={(text) => setTyped({ ...typed, [field]: text })}
          error={faultOf(field)}
        />
      ))}
      <Button type="submit" className={classes.show ?? ""}>
        {t("analytics.own.show")}
      </Button>
    </form>
  );
}

/** Returns a function that finds the errors in a period before its figures are requested. */
function useFindFault() {
  const { t } = useTranslation();
  return ({ fromMs, toMs }: TypedPeriod): PeriodFault | undefined => {
    if (fromMs === undefined) return { field: "from", text: t("analytics.own.fault") };
    if (toMs === undefined) return { field: "to", text: t("analytics.own.fault") };
    if (toMs <= fromMs) return { field: "to", text: t("analytics.own.order") };
    const isTooLong = toMs - fromMs > MAX_STATISTICS_DAYS * DAY_MS;
    return isTooLong
      ? { field: "to", text: t("analytics.own.tooLong", { count: MAX_STATISTICS_DAYS }) }
      : undefined;
  };
}

/** Returns the server's reason for a field, whose name may include its path in the request. */
function serverFault(error: unknown, field: PeriodFault["field"]): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  return sortFaults(error, ["from", "to"]).fields.find((fault) => fault.field === field)?.reason;
}
