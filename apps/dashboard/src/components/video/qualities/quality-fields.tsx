import { ActionIcon, Button, Group, NativeSelect, Stack, VisuallyHidden } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../ui/form/number-field.tsx";
import { keepRowFocus } from "../../ui/keep-row-focus.ts";
import classes from "./quality-fields.module.css";
import {
  findRowFaults,
  MAX_QUALITIES,
  makeRow,
  type QualityRow,
  resolutionsFor,
  resolutionText,
} from "./quality-rows.ts";

interface QualityFieldsProps {
  rows: readonly QualityRow[];
  /** Whether to show errors; false while the user is still entering values for the first time. */
  areFaultsShown: boolean;
  onChange: (rows: QualityRow[]) => void;
}

/** Edits the client's own qualities, one per row. */
export function QualityFields({ rows, areFaultsShown, onChange }: QualityFieldsProps) {
  const { t } = useTranslation();
  const replace = (row: QualityRow) => onChange(rows.map((each) => (each.key === row.key ? row : each)));
  const remove = (key: string) => onChange(rows.filter((row) => row.key !== key));
  return (
    <Stack gap="sm" ref={keepRowFocus}>
      {rows.map((row, index) => (
        <QualityRowFields
          key={row.key}
          row={row}
          number={index + 1}
          areFaultsShown={areFaultsShown}
          onChange={replace}
          {...(rows.length > 1 ? { onRemove: () => remove(row.key) } : {})}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          disabled={rows.length >= MAX_QUALITIES}
          onClick={() => onChange([...rows, makeRow()])}
        >
          {t("profile.defaults.add")}
        </Button>
      </Group>
    </Stack>
  );
}

interface QualityRowProps {
  row: QualityRow;
  number: number;
  areFaultsShown: boolean;
  onChange: (row: QualityRow) => void;
  onRemove?: () => void;
}

function QualityRowFields({ row, number, areFaultsShown, onChange, onRemove }: QualityRowProps) {
  const { t } = useTranslation();
  const faults = findRowFaults(row);
  const numberOf = (value: number | string) => (typeof value === "number" ? value : ("" as const));
  return (
    <fieldset className={classes.row}>
      <VisuallyHidden component="legend">{t("profile.defaults.quality", { number })}</VisuallyHidden>
      <NumberField
        label={t("profile.defaults.bitrate")}
        allowNegative={false}
        allowDecimal={false}
        step={500}
        value={row.bitrate}
        error={areFaultsShown && faults.bitrate && t("profile.defaults.bitrateFault")}
        onChange={(value) => onChange({ ...row, bitrate: numberOf(value) })}
      />
      <NativeSelect
        label={t("profile.defaults.resolution")}
        data={resolutionsFor(row).map((value) => ({ value, label: resolutionText(value) }))}
        value={row.resolution}
        onChange={(event) => onChange({ ...row, resolution: event.currentTarget.value })}
      />
      <NumberField
        label={t("profile.defaults.rate")}
        allowNegative={false}
        decimalScale={3}
        value={row.rate}
        error={areFaultsShown && faults.rate && t("profile.defaults.rateFault")}
        onChange={(value) => onChange({ ...row, rate: numberOf(value) })}
      />
      {onRemove && (
        <ActionIcon
          variant="default"
          size={36}
          className={classes.remove}
          aria-label={t("profile.defaults.remove", { number })}
          onClick={onRemove}
        >
          <IconTrash size={17} />
        </ActionIcon>
      )}
    </fieldset>
  );
}
