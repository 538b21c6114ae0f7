import { ActionIcon, Button, Chip, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ActiveTime } from "@shoal/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDayNames } from "./day-names.ts";
import classes from "./time-rows.module.css";
import { DAYS } from "./week-grid.ts";

const NEW_TIME: ActiveTime = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

interface TimeRowsProps {
  value: readonly ActiveTime[];
  onChange: (times: ActiveTime[]) => void;
}

/** Edits times of the week as a list, to the minute. */
export function TimeRows({ value, onChange }: TimeRowsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={10}>
      {value.length === 0 && <Text size="sm">{t("deliveryRules.times.always")}</Text>}
      {value.map((time, index) => (
        <TimeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          key={index}
          number={index + 1}
          time={time}
          onChange={(next) => onChange(value.with(index, next))}
          onRemove={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...value, NEW_TIME])}
        >
          {t("deliveryRules.times.add")}
        </Button>
      </Group>
    </Stack>
  );
}

interface TimeRowProps {
  number: number;
  time: ActiveTime;
  onChange: (time: ActiveTime) => void;
  onRemove: () => void;
}

function TimeRow({ number, time, onChange, onRemove }: TimeRowProps) {
  const { t } = useTranslation();
  const days = useDayNames();
  const edges = ["from", "to"] as const;
  return (
    <fieldset className={classes.row} aria-label={t("deliveryRules.times.number", { number })}>
      <Chip.Group
        multiple
        value={time.days.map(String)}
        onChange={(chosen) => onChange({ ...time, days: chosen.map(Number).toSorted() })}
      >
        <Group gap={6} align="stretch">
          {DAYS.map((day) => (
            <Chip key={day} size="xs" value={String(day)} aria-label={days.long(day)}>
              {days.short(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap="xs" align="center">
        {edges.map((edge) => (
          <TextInput
            key={edge}
            size="xs"
            w={84}
            aria-label={t(`deliveryRules.times.${edge}`)}
            placeholder="08:30"
            maxLength={5}
            value={time[edge]}
            onChange={(event) => onChange({ ...time, [edge]: event.currentTarget.value })}
          />
        ))}
        {time.to < time.from && (
          <Text size="xs" c="dimmed">
            {t("deliveryRules.times.nextDay")}
          </Text>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("deliveryRules.times.remove")}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </fieldset>
  );
}
