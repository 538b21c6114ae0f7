import { Stack } from "@mantine/core";
import type { ClientView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { ThemeFields } from "../../components/theme/theme-fields.tsx";
import { ThemePreview } from "../../components/theme/theme-preview.tsx";
import {
  findThemeFaults,
  type ThemeValues,
  themeOf,
  themeValuesOf,
} from "../../components/theme/theme-values.ts";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCan } from "../../lib/user.ts";
import { ClientCard } from "./client-card.tsx";
import { ClientFormFooter } from "./client-form-foot.tsx";
import { NoRights } from "./no-rights.tsx";
import { useClientForm } from "./use-client-form.ts";

/** Shows the theme of the client's player: managers can edit it, others can see it. */
export function ThemeCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const canChange = useCan("manager");
  return (
    <ClientCard section="theme" uuid={uuid} hint={t("theme.hint")} aside={!canChange && <NoRights />}>
      {(client) => (canChange ? <ThemeForm client={client} /> : <ThemePreview theme={client.playerTheme} />)}
    </ClientCard>
  );
}

function ThemeForm({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const edit = useClientForm<ThemeValues>({
    client,
    valuesOf: themeValuesOf,
    changeOf: (values) => ({ playerTheme: themeOf(values) }),
    validate: findThemeFaults,
    saved: t("theme.saved"),
  });
  return (
    <form onSubmit={edit.handleSubmit} noValidate aria-label={t("theme.title")}>
      <Stack>
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
        <ClientFormFooter isSending={edit.isSending} />
      </Stack>
    </form>
  );
}
