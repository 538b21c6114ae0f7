import { Button, Stack } from "@mantine/core";
import { type ClientType, type ClientView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { qualitiesText } from "../../components/video/qualities/qualities-field.tsx";
import type { QualityRow } from "../../components/video/qualities/quality-rows.ts";
import { countryName } from "../../lib/display-names.ts";
import { notify } from "../../lib/notify.ts";
import { meQuery } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { findClientFaults } from "./client-faults.ts";
import classes from "./client-fields.module.css";
import { ClientFields } from "./client-fields.tsx";
import {
  bodyOfValues,
  CLIENT_FLAGS,
  type ClientFlag,
  type ClientValues,
  valuesOfClient,
} from "./client-values.ts";
import { cacheClient } from "./clients-query.ts";

/** Edits the settings of a client that only administrators can change. */
export function ClientForm({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit, changes, acceptForeign } = useClientForm(client);
  return (
    <form
      onSubmit={handleSubmit}
      noValidate
      aria-label={t("clients.editTitle", { clientname: client.clientname })}
    >
      <Stack gap={20} maw={1080}>
        <ClientFields form={form} />
        <div className={classes.foot}>
          <FormFault fault={fault} title={t("clients.saveFailed")} />
          <ConflictNotice
            changes={changes}
            labelOf={(field) => t(isFlag(field) ? `clients.flags.${field}` : `clients.${field as "phone"}`)}
            textOf={valueText}
            onAccept={acceptForeign}
          />
          <Button type="submit" loading={isSending}>
            {t("shared.save")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const isFlag = (field: string): field is ClientFlag => CLIENT_FLAGS.some((flag) => flag === field);

/** Writes a value of the form as text, for the notice about a conflict. */
function valueText(field: string, value: unknown): string {
  const { t } = i18next;
  if (field === "defaultQualities") return qualitiesText(value as QualityRow[]);
  if (field === "country") return countryName(String(value), i18next.language);
  if (field === "type") return t(`clients.types.${value as ClientType}`);
  return typeof value === "boolean" ? t(value ? "shared.yes" : "shared.no") : String(value);
}

function useClientForm(client: ClientView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: client.uuid };
  const edit: EditForm<ClientValues, ClientView> = useEditForm<ClientValues, ClientView>({
    entity: client,
    valuesOf: valuesOfClient,
    validate: findClientFaults,
    read: () => call(routes.getClient, { params }),
    save: (changes, revision) =>
      call(routes.updateClientAsAdmin, {
        params,
        body: { ...bodyOfValues(changes, edit.form.getValues()), revision },
      }),
    async onSaved(saved) {
      notify.success({ message: t("clients.saved", { clientname: saved.clientname }) });
      await cacheClient(queries, saved);
      // Reloads the user, because the administrator may be viewing the saved client.
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  const { revision, adopt } = edit;
  // Rebases the entered values on a newer state, which another tab or user may have saved.
  useEffect(() => {
    if (client.revision > revision) adopt(client);
  });
  return edit;
}
