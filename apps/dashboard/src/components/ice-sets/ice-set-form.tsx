import { Button, Group, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { AppError, type IceSet, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { callInClient } from "../../lib/call-in-client.ts";
import { ConflictNotice } from "../ui/form/conflict-notice.tsx";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { useEditForm } from "../ui/form/use-edit-form.ts";
import type { AppForm } from "../ui/form/use-unguarded-form.ts";
import { iceSetsQuery } from "./ice-query.ts";
import { IceServerList } from "./ice-server-fields.tsx";
import classes from "./ice-sets.module.css";
import { createRow, hasFault, rowsOfServers, type ServerRow, serversOfRows } from "./ice-values.ts";

interface NewSetProps {
  clientUuid: string;
  onSaved: () => void;
  /** Closes the form without saving, and asks first if it has unsaved changes. */
  onCancel: () => void;
}

type SetValues = { name: string; iceServers: ServerRow[] };

/** Adds a set of STUN and TURN servers. */
export function NewIceSetForm({ clientUuid, onSaved, onCancel }: NewSetProps) {
  const { t } = useTranslation();
  const common = useSetForm(clientUuid, onSaved);
  const app = useAppForm<SetValues, IceSet>({
    initialValues: { name: "", iceServers: [createRow("first")] },
    validate: common.validate,
    send: ({ name, iceServers }) =>
      common.call(routes.addIce, {
        params: common.params,
        body: { name, iceServers: serversOfRows(iceServers) },
      }),
    onSent: common.finish,
  });
  return <SetForm app={app} label={t("clients.ices.add")} onCancel={onCancel} />;
}

/** Edits an existing set, which other users may change in the meantime. */
export function IceSetForm({ clientUuid, set, onSaved, onCancel }: NewSetProps & { set: IceSet }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const common = useSetForm(clientUuid, onSaved);
  async function read(): Promise<IceSet> {
    const sets = await queries.fetchQuery({ ...iceSetsQuery(clientUuid), staleTime: 0 });
    const latest = sets.find(({ uuid }) => uuid === set.uuid);
    if (!latest) throw new AppError("not_found");
    return latest;
  }
  const edit = useEditForm<SetValues, IceSet>({
    entity: set,
    valuesOf,
    validate: common.validate,
    read,
    save: ({ name, iceServers }, revision) =>
      common.call(routes.changeIce, {
        params: common.params,
        body: {
          uuid: set.uuid,
          revision,
          ...(name === undefined ? {} : { name }),
          ...(iceServers ? { iceServers: serversOfRows(iceServers) } : {}),
        },
      }),
    onSaved: common.finish,
  });
  return (
    <SetForm app={edit} label={set.name} onCancel={onCancel}>
      <ConflictNotice
        changes={edit.changes}
        labelOf={(field) => t(`clients.ices.${field === "name" ? "name" : "urls"}`)}
        textOf={conflictTextOf}
        onAccept={edit.acceptForeign}
      />
    </SetForm>
  );
}

const valuesOf = ({ name, iceServers }: IceSet): SetValues => ({
  name,
  iceServers: rowsOfServers(iceServers),
});

const conflictTextOf = (_: string, value: unknown) =>
  Array.isArray(value) ? (value as ServerRow[]).flatMap(({ urls }) => urls).join(", ") : String(value);

/** Returns the form with which a set is both added and edited. */
function useSetForm(clientUuid: string, onSaved: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return {
    call: callInClient(clientUuid),
    params: { id: clientUuid },
    validate: ({ name, iceServers }: SetValues) => ({
      name: !name.trim() && t("clients.missing"),
      // The form itself shows a single message about the list, because each row shows its own error.
      iceServers: iceServers.some(hasFault) && t("clients.ices.serverFault"),
    }),
    async finish() {
      await queries.invalidateQueries(iceSetsQuery(clientUuid));
      onSaved();
    },
  };
}

interface SetFormProps {
  app: AppForm<SetValues>;
  label: string;
  onCancel: () => void;
  children?: ReactNode;
}

function SetForm({ app, label, onCancel, children }: SetFormProps) {
  const { t } = useTranslation();
  const [isTried, setTried] = useState(false);
  const form: UseFormReturnType<SetValues> = app.form;
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        setTried(true);
        app.handleSubmit(event);
      }}
    >
      <FormFault fault={app.fault} title={t("clients.saveFailed")} />
      {children}
      <TextInput
        label={t("clients.ices.name")}
        name="name"
        required
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <IceServerList
        rows={form.getValues().iceServers}
        areFaultsShown={isTried}
        onChange={(rows) => form.setFieldValue("iceServers", rows)}
      />
      <Group gap="sm">
        <Button type="submit" loading={app.isSending}>
          {t("shared.save")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
  );
}
