import {
  ActionIcon,
  Button,
  Group,
  Input,
  PasswordInput,
  SegmentedControl,
  TagsInput,
  TextInput,
  Tooltip,
} from "@mantine/core";
import {
  isTurn,
  MAX_ICE_CREDENTIAL_LENGTH,
  MAX_ICE_SERVERS,
  MAX_ICE_URLS,
  MAX_ICE_USERNAME_LENGTH,
} from "@shoal/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./ice-sets.module.css";
import { createRow, findRowFaults, keepsCredentials, type ServerRow } from "./ice-values.ts";

interface IceServerListProps {
  rows: ServerRow[];
  /** Whether errors are shown; false until the user has finished typing for the first time. */
  areFaultsShown: boolean;
  onChange: (rows: ServerRow[]) => void;
}

/** Edits the servers of a set, each with its addresses and its secret. */
export function IceServerList({ rows, areFaultsShown, onChange }: IceServerListProps) {
  const { t } = useTranslation();
  return (
    <>
      {rows.map((row, index) => (
        <ServerFields
          key={row.key}
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
          disabled={rows.length >= MAX_ICE_SERVERS}
          onClick={() => onChange([...rows, createRow()])}
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
        maxTags={MAX_ICE_URLS}
        acceptValueOnBlur
        value={row.urls}
        onChange={(urls) => onChange({ ...row, urls })}
        error={areFaultsShown && faults.urls && t("clients.ices.urlFault")}
      />
      {isTurn(row) && <OpenerFields row={row} areFaultsShown={areFaultsShown} onChange={onChange} />}
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

/** Edits the credentials of a TURN server: a secret shared with the platform, or the username and password of an external service. */
function OpenerFields({
  row,
  areFaultsShown,
  onChange,
}: Pick<ServerFieldsProps, "row" | "areFaultsShown" | "onChange">) {
  const { t } = useTranslation();
  return (
    <div className={classes.opener}>
      <Input.Wrapper style={{ gridColumn: "1 / -1" }} label={t("clients.ices.opener")} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t("clients.ices.opener")}
          value={row.opener}
          data={[
            { value: "secret", label: t("clients.ices.sharedSecret") },
            { value: "credential", label: t("clients.ices.fixed") },
          ]}
          onChange={(opener) => onChange({ ...row, opener: opener as ServerRow["opener"] })}
        />
      </Input.Wrapper>
      {row.opener === "secret" ? (
        <SecretField row={row} isFaulty={areFaultsShown && findRowFaults(row).secret} onChange={onChange} />
      ) : (
        <NameFields row={row} areFaultsShown={areFaultsShown} onChange={onChange} />
      )}
    </div>
  );
}

function SecretField({
  row,
  isFaulty,
  onChange,
}: Pick<ServerFieldsProps, "row" | "onChange"> & { isFaulty: boolean }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t("clients.ices.secret")}
      description={t("clients.ices.secretHint")}
      placeholder={keepsCredentials(row) ? t("clients.ices.secretKept") : ""}
      maxLength={MAX_ICE_CREDENTIAL_LENGTH}
      autoComplete="new-password"
      value={row.secret}
      onChange={(event) => onChange({ ...row, secret: event.currentTarget.value })}
      error={isFaulty && t("clients.ices.turnFault")}
      visibilityToggleButtonProps={{ "aria-label": t("clients.ices.showSecret") }}
    />
  );
}

function NameFields({
  row,
  areFaultsShown,
  onChange,
}: Pick<ServerFieldsProps, "row" | "areFaultsShown" | "onChange">) {
  const { t } = useTranslation();
  const faults = findRowFaults(row);
  const isKept = keepsCredentials(row);
  return (
    <>
      <TextInput
        label={t("clients.ices.username")}
        description={t("clients.ices.usernameHint")}
        maxLength={MAX_ICE_USERNAME_LENGTH}
        autoComplete="off"
        value={row.username}
        onChange={(event) => onChange({ ...row, username: event.currentTarget.value })}
        error={areFaultsShown && faults.username && t("clients.ices.nameFault")}
      />
      <PasswordInput
        label={t("clients.ices.credential")}
        description={`${isKept ? `${t("clients.ices.isSet")} ` : ""}${t("clients.ices.credentialHint")}`}
        placeholder={isKept ? t("clients.ices.secretKept") : ""}
        maxLength={MAX_ICE_CREDENTIAL_LENGTH}
        autoComplete="new-password"
        value={row.credential}
        onChange={(event) => onChange({ ...row, credential: event.currentTarget.value })}
        error={areFaultsShown && faults.credential && t("clients.ices.credentialFault")}
        visibilityToggleButtonProps={{ "aria-label": t("clients.ices.showCredential") }}
      />
    </>
  );
}
