import { ActionIcon, Popover, Skeleton } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CalendarProps } from "./calendar.tsx";

// The calendar is loaded on demand: most users type a date, or keep the given date.
const LazyCalendar = lazy(async () => ({ default: (await import("./calendar.tsx")).Calendar }));

/** Opens the calendar of a field. Selecting a day closes the calendar, unless a time can be selected too. */
export function CalendarButton({ onDay, ...props }: CalendarProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("date.pick")}
          onClick={() => setOpen((before) => !before)}
        >
          <IconCalendar size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton width={250} height={280} />}>
          <LazyCalendar
            {...props}
            onDay={(day) => {
              onDay(day);
              if (!props.onTime) setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
