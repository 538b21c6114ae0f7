import { ActionIcon, Button, Group, TagsInput, TextInput, Tooltip } from "@mantine/core";
import { type IceSet, routes } from "@shoal/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { callIn } from "../../../lib/call-in-client.ts";
import { iceSetsQuery } from "./delivery-query.ts";
import classes from "./ice-sets.module.css";
import { findRowFaults, hasFault, rowsOfServers, type ServerRow, serversOfRows } from "./ice-values.ts";

const MAX_SERVERS = 10;
const NEW_ROW: ServerRow = { urls: [], username: "", credential: "" };

interface IceSetFormProps {
  clientUuid: string;
  /** Undefined for a new one. */
  set?: IceSet;
  onClose: () => void;
}

/** A set of STUN and TURN servers: its name and each server. */
export function IceSetForm({ clientUuid, set, onClose }: IceSetFormProps) {
  const { t } = useTranslation();
  const [isTried, setTried] = useState(false);
  const { form, fault, isSending, handleSubmit } = useIceSet(clientUuid, set, onClose);
  const { iceServers } = form.getValues();
  const change = (rows: ServerRow[]) => form.setFieldValue("iceServers", rows);
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={set?.name ?? t("clients.ices.add")}
      onSubmit={(event) => {
        setTried(true);
        handleSubmit(event);
      }}
    >
      <FormFault fault={fault} title={t("clients.saveFailed")} />
      <TextInput
        label={t("clients.ices.name")}
        name="name"
        required
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <Servers rows={iceServers} areFaultsShown={isTried} onChange={change} />
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {t("manage.save")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
  );
}

interface ServersProps {
  rows: ServerRow[];
  /** Not while somebody still types the first time. */
  areFaultsShown: boolean;
  onChange: (rows: ServerRow[]) => void;
}

function Servers({ rows, areFaultsShown, onChange }: ServersProps) {
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

function useIceSet(clientUuid: string, set: IceSet | undefined, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const call = callIn(clientUuid);
  const params = { id: clientUuid };
  return useAppForm({
    initialValues: { name: set?.name ?? "", iceServers: set ? rowsOfServers(set.iceServers) : [NEW_ROW] },
    validate: ({ name, iceServers }) => ({
      name: !name.trim() && t("clients.missing"),
      // Each row shows its own.
      iceServers: iceServers.some(hasFault) && t("clients.ices.serverFault"),
    }),
    send: ({ name, iceServers }) => {
      const body = { name, iceServers: serversOfRows(iceServers) };
      if (!set) return call(routes.addIce, { params, body });
      return call(routes.changeIce, { params, body: { ...body, uuid: set.uuid } });
    },
    async onSent() {
      await queries.invalidateQueries(iceSetsQuery(clientUuid));
      onClose();
    },
  });
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
  const credential = (name: "username" | "credential") => (
    <TextInput
      label={t(`clients.ices.${name}`)}
      maxLength={300}
      autoComplete="off"
      spellCheck={false}
      value={row[name]}
      onChange={(event) => onChange({ ...row, [name]: event.currentTarget.value })}
      error={areFaultsShown && faults[name] && t("clients.ices.turnFault")}
    />
  );
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
      {credential("username")}
      {credential("credential")}
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
