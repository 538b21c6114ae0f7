import { Select } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { browserZone, listZones } from "../../lib/dates.ts";
import { chooseZone } from "./period/use-zone.ts";

/** Selects the time zone of figures, which this browser remembers. */
export function ZoneSelect({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation();
  const zones = useMemo(() => [...new Set([browserZone(), timeZone, ...listZones()])], [timeZone]);
  return (
    <Select
      aria-label={t("analytics.timeZone")}
      w={200}
      size="sm"
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t("analytics.noTimeZone")}
      data={zones}
      value={timeZone}
      onChange={(zone) => zone && chooseZone(zone)}
      comboboxProps={{ width: 260, position: "bottom-start" }}
    />
  );
}
