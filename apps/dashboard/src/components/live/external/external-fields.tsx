import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { EXTERNAL_PLATFORMS, type ExternalPlatform, MAX_EXTERNAL_STREAMS } from "@shoal/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./external-fields.module.css";
import {
  type ExternalFaults,
  type ExternalRow,
  findExternalFaults,
  makeExternalRow,
} from "./external-rows.ts";

interface ExternalFieldsProps {
  rows: readonly ExternalRow[];
  areFaultsShown: boolean;
  fault?: ReactNode;
  onChange: (rows: ExternalRow[]) => void;
}

/** Edits the restream targets of a live, one per line. Uses the texts of the "externalStreams" area. */
export function ExternalFields({ rows, areFaultsShown, fault, onChange }: ExternalFieldsProps) {
  const { t } = useTranslation();
  const faults = areFaultsShown ? findExternalFaults(rows) : new Map<string, ExternalFaults>();
  const change = (id: string, part: Partial<ExternalRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <Stack gap="xs">
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("externalStreams.emptyText")}
        </Text>
      )}
      {rows.map((row, index) => (
        <ExternalRowFields
          key={row.id}
          row={row}
          number={index + 1}
          faults={faults.get(row.id) ?? {}}
          onChange={(part) => change(row.id, part)}
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={rows.length >= MAX_EXTERNAL_STREAMS}
          onClick={() => onChange([...rows, makeExternalRow()])}
        >
          {t("externalStreams.add")}
        </Button>
      </Group>
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

interface ExternalRowProps {
  row: ExternalRow;
  number: number;
  faults: ExternalFaults;
  onChange: (part: Partial<ExternalRow>) => void;
  onRemove: () => void;
}

function ExternalRowFields({ row, number, faults, onChange, onRemove }: ExternalRowProps) {
  const { t } = useTranslation();
  const isOther = row.platform === "other";
  return (
    <div className={classes.row}>
      <NativeSelect
        aria-label={t("externalStreams.platform", { number })}
        value={row.platform}
        data={EXTERNAL_PLATFORMS.map((value) => ({ value, label: t(`externalStreams.platforms.${value}`) }))}
        onChange={(event) => onChange({ platform: event.currentTarget.value as ExternalPlatform })}
      />
      {isOther && (
        <TextInput
          aria-label={t("externalStreams.url", { number })}
          placeholder="rtmps://live.example.org/app"
          inputMode="url"
          maxLength={1_000}
          value={row.url}
          error={faults.url && t(`externalStreams.faults.${faults.url}`)}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      )}
      <KeyInput
        label={t("externalStreams.key", { number })}
        value={row.key}
        isWide={!isOther}
        error={faults.key && t(`externalStreams.faults.${faults.key}`)}
        onChange={(key) => onChange({ key })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t("externalStreams.remove", { number })}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  );
}

interface KeyInputProps {
  label: string;
  value: string;
  isWide: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Masks a stream key while it is being edited. */
function KeyInput({ label, value, isWide, error, onChange }: KeyInputProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      aria-label={label}
      placeholder={t("externalStreams.keyShort")}
      // Prevents browsers from filling in a password of the dashboard as the platform's stream key.
      autoComplete="one-time-code"
      maxLength={500}
      {...(isWide ? { className: classes.wide } : {})}
      value={value}
      error={error}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        "aria-label": t(isShown ? "externalStreams.hideKey" : "externalStreams.showKey"),
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
