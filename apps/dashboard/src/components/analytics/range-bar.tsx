import { Group, Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceLinks } from "./choice-links.tsx";
import type { LinkTarget } from "./link-target.ts";
import { type Period, RANGES, type Range } from "./period/period.ts";

// Custom ranges are rarely used, so their form is loaded on demand.
const LazyCustomRange = lazy(async () => ({ default: (await import("./custom-range.tsx")).CustomRange }));
// The list of time zones adds 12 kB gzip, and the figures should not wait for it.
const ZoneSelect = lazy(async () => ({ default: (await import("./zone-select.tsx")).ZoneSelect }));

interface RangeBarProps {
  range: Range;
  period: Period;
  timeZone: string;
  /** The server's error about this period. */
  error: unknown;
  linkTo: (change: RangeChange) => LinkTarget;
  go: (target: LinkTarget) => void;
}

/** Called with a newly selected range; a custom range includes its start and end. */
export interface RangeChange {
  range: Range;
  own?: Period;
}

/** Selects the period, predefined or custom, and the time zone. */
export function RangeBar({ range, period, timeZone, error, linkTo, go }: RangeBarProps) {
  const { t } = useTranslation();
  return (
    <>
      <Group gap="8px 12px" maw="100%">
        <ChoiceLinks
          label={t("analytics.range.label")}
          choices={RANGES}
          chosen={range}
          textOf={(each) => t(`analytics.range.${each}`)}
          linkTo={(each) => linkTo(each === "own" ? { range: each, own: period } : { range: each })}
        />
        <Suspense fallback={<Skeleton w={200} h={36} />}>
          <ZoneSelect timeZone={timeZone} />
        </Suspense>
      </Group>
      {range === "own" && (
        <Suspense>
          <LazyCustomRange
            period={period}
            timeZone={timeZone}
            error={error}
            onShow={(own) => go(linkTo({ range: "own", own }))}
          />
        </Suspense>
      )}
    </>
  );
}
