import { Button, Stack } from "@mantine/core";
import { type ClientView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ThemeFields } from "../../components/theme/theme-fields.tsx";
import {
  findThemeFaults,
  type ThemeValues,
  themeOf,
  themeValuesOf,
} from "../../components/theme/theme-values.ts";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheClient } from "./clients-query.ts";

/** Edits the player theme of a client, for the administration. */
export function ThemeTab({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const edit = useThemeForm(client);
  return (
    <form onSubmit={edit.handleSubmit} noValidate aria-label={t("theme.title")}>
      <Stack maw={1080}>
        <Panel title={t("theme.title")} text={t("theme.hint")}>
          <FormFault fault={edit.fault} title={t("theme.failed")} />
          <ConflictNotice
            changes={edit.changes}
            labelOf={(field) => t(`theme.${field as "accent"}`)}
            textOf={(_, value) =>
              typeof value === "boolean" ? t(value ? "theme.yes" : "theme.no") : String(value)
            }
            onAccept={edit.acceptForeign}
          />
          <ThemeFields form={edit.form} />
        </Panel>
        <Button type="submit" loading={edit.isSending} style={{ alignSelf: "flex-start" }}>
          {t("theme.save")}
        </Button>
      </Stack>
    </form>
  );
}

function useThemeForm(client: ClientView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: client.uuid };
  const edit: EditForm<ThemeValues, ClientView> = useEditForm<ThemeValues, ClientView>({
    entity: client,
    valuesOf: themeValuesOf,
    validate: findThemeFaults,
    read: () => call(routes.getClient, { params }),
    save: (_, revision) =>
      call(routes.updateClientAsAdmin, {
        params,
        body: { playerTheme: themeOf(edit.form.getValues()), revision },
      }),
    async onSaved(saved) {
      notify.success({ message: t("theme.saved") });
      await cacheClient(queries, saved);
    },
  });
  const { revision, adopt } = edit;
  useEffect(() => {
    if (client.revision > revision) adopt(client);
  });
  return edit;
}
