import { ActionIcon, Button, Group, PasswordInput, TagsInput, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./ice-sets.module.css";
import { findRowFaults, isTurn, keepsSecret, NEW_ROW, type ServerRow } from "./ice-values.ts";

const MAX_SERVERS = 10;

interface ServersProps {
  rows: ServerRow[];
  /** Not while somebody still types the first time. */
  areFaultsShown: boolean;
  onChange: (rows: ServerRow[]) => void;
}

/** The servers of a set, each with its addresses and its secret. */
export function Servers({ rows, areFaultsShown, onChange }: ServersProps) {
  const { t } = useTranslation();
  return (
    <>
      {rows.map((row, index) => (
        <ServerFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          key={index}
          number={index + 1}
          row={row}
          areFaultsShown={areFaultsShown}
          onChange={(next) => onChange(rows.with(index, next))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={rows.length >= MAX_SERVERS}
          onClick={() => onChange([...rows, NEW_ROW])}
        >
          {t("clients.ices.addServer")}
        </Button>
      </Group>
    </>
  );
}

interface ServerFieldsProps {
  number: number;
  row: ServerRow;
  areFaultsShown: boolean;
  onChange: (row: ServerRow) => void;
  onRemove: () => void;
}

function ServerFields({ number, row, areFaultsShown, onChange, onRemove }: ServerFieldsProps) {
  const { t } = useTranslation();
  const faults = findRowFaults(row);
  return (
    <fieldset className={classes.server} aria-label={t("clients.ices.server", { number })}>
      <TagsInput
        label={t("clients.ices.urls")}
        placeholder={row.urls.length === 0 ? "stun:stun.example.org:3478" : ""}
        splitChars={[",", " "]}
        acceptValueOnBlur
        value={row.urls}
        onChange={(urls) => onChange({ ...row, urls })}
        error={areFaultsShown && faults.urls && t("clients.ices.urlFault")}
      />
      {isTurn(row) && (
        <PasswordInput
          label={t("clients.ices.secret")}
          description={t("clients.ices.secretHint")}
          placeholder={keepsSecret(row) ? t("clients.ices.secretKept") : ""}
          maxLength={300}
          autoComplete="new-password"
          value={row.secret}
          onChange={(event) => onChange({ ...row, secret: event.currentTarget.value })}
          error={areFaultsShown && faults.secret && t("clients.ices.turnFault")}
          visibilityToggleButtonProps={{ "aria-label": t("clients.ices.showSecret") }}
        />
      )}
      <Tooltip label={t("clients.ices.removeServer")}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.remove ?? ""}
          aria-label={t("clients.ices.removeServer")}
          onClick={onRemove}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  );
}
