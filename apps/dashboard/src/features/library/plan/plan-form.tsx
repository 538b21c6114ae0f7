import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DateTimeField } from "../../../components/ui/form/date-time-field.tsx";
import { useCancel, useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { formatMoment, parseMoment } from "../../../lib/local-moment.ts";

interface PlanFormProps {
  /** The currently scheduled deletion date; undefined if none is scheduled. */
  planned: Date | undefined;
  /** Schedules the deletion for a date; undefined cancels the deletion. */
  onPlan: (date: Date | undefined) => Promise<void>;
  onEnd: () => void;
}

const DAY_MS = 24 * 3_600_000;

/** Edits when videos are deleted. A past date shows a warning, and deletes the videos immediately (§4). */
export function PlanForm({ planned, onPlan, onEnd }: PlanFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const [firstText] = useState(() => formatMoment(planned ?? new Date(Date.now() + DAY_MS)));
  const [text, setText] = useState(firstText);
  const [isRefused, setRefused] = useState(false);
  const [isRunning, setRunning] = useState(false);
  useReportUnsaved(text !== firstText);
  const date = parseMoment(text);
  const isPast = date !== undefined && date.getTime() <= Date.now();
  async function plan(wanted: Date | undefined): Promise<void> {
    setRunning(true);
    await onPlan(wanted);
    setRunning(false);
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setRefused(date === undefined);
    if (date) void plan(date);
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <Text size="sm">{t("plan.text")}</Text>
        <DateTimeField
          data-autofocus
          value={text}
          onChange={setText}
          error={isRefused && !date ? t("dateTime.fault") : undefined}
        />
        {isPast && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} />} role="status">
            {t("plan.past")}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {planned && (
            <Button variant="subtle" mr="auto" disabled={isRunning} onClick={() => void plan(undefined)}>
              {t("plan.clear")}
            </Button>
          )}
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isRunning} {...(isPast ? { color: "red.8" } : {})}>
            {t(isPast ? "plan.now" : "plan.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
