import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ConfigView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { useEditForm } from "../../components/ui/form/use-edit-form.ts";
import type { AppForm } from "../../components/ui/form/use-unguarded-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheConfig, loadConfig, reloadConfigs } from "./configs-query.ts";

interface NameDialog {
  text: string;
  confirm: string;
  name: string;
  send: (name: string) => Promise<ConfigView>;
  onDone: (config: ConfigView) => unknown;
}

/** Returns a function that opens the form for a new config, or for a copy of a config with its rules and sites. */
export function useOpenNewConfig(): (from?: ConfigView) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { t } = i18next;
  return (from) =>
    openNewConfigDialog(from ? t("configs.copyOf", { name: from.name }) : t("configs.create"), {
      text: t(from ? "configs.copyText" : "configs.createText"),
      confirm: t(from ? "configs.copy" : "configs.create"),
      name: from ? t("configs.copyName", { name: from.name }) : "",
      send: (name) =>
        call(routes.addConfig, { body: { name, ...(from ? { rules: from.rules, sites: from.sites } : {}) } }),
      async onDone(config) {
        notify.success({ message: t("configs.created", { name: config.name }) });
        await reloadConfigs(queries);
        await navigate(`/config?config=${config.uuid}`);
      },
    });
}

/** Returns a function that opens the form for renaming a config. */
export function useOpenRename(): (config: ConfigView) => void {
  const { t } = i18next;
  return (config) =>
    openNameDialog(t("configs.rename"), (onEnd) => <RenameConfigForm config={config} onEnd={onEnd} />);
}

const openNewConfigDialog = (title: string, dialog: NameDialog) =>
  openNameDialog(title, (onEnd) => <NewConfigForm {...dialog} onEnd={onEnd} />);

function openNameDialog(title: string, contentOf: (onEnd: () => void) => ReactNode): void {
  const closing = openDialog({ title, children: contentOf(() => void closing.then((close) => close())) });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function NewConfigForm({ text, confirm, name, send, onDone, onEnd }: NameDialog & { onEnd: () => void }) {
  const { t } = useTranslation();
  const app = useAppForm<{ name: string }, ConfigView>({
    initialValues: { name },
    validate: (values) => ({ name: !values.name.trim() && t("configs.nameMissing") }),
    send: (values) => send(values.name.trim()),
    async onSent(config) {
      onEnd();
      await onDone(config);
    },
  });
  return <ConfigNameForm {...app} text={text} confirm={confirm} onEnd={onEnd} />;
}

/** Renames a config, which another user may rename at the same time. */
function RenameConfigForm({ config, onEnd }: { config: ConfigView; onEnd: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: config.uuid };
  const edit = useEditForm<{ name: string }, ConfigView>({
    entity: config,
    valuesOf: ({ name }) => ({ name }),
    validate: ({ name }) => ({ name: !name.trim() && t("configs.nameMissing") }),
    read: () => loadConfig(queries, config.uuid),
    save: ({ name = "" }, revision) =>
      call(routes.updateConfig, { params, body: { revision, name: name.trim() } }),
    async onSaved(saved) {
      onEnd();
      await cacheConfig(queries, saved);
    },
  });
  return (
    <ConfigNameForm {...edit} confirm={t("shared.save")} onEnd={onEnd}>
      <ConflictNotice
        changes={edit.changes}
        textOf={(_, name) => String(name)}
        onAccept={edit.acceptForeign}
      />
    </ConfigNameForm>
  );
}

interface ConfigNameFormProps extends AppForm<{ name: string }> {
  text?: string | undefined;
  confirm: string;
  onEnd: () => void;
  children?: ReactNode;
}

function ConfigNameForm({
  text,
  confirm,
  form,
  fault,
  isSending,
  handleSubmit,
  onEnd,
  children,
}: ConfigNameFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        {text && <Text size="sm">{text}</Text>}
        <FormFault fault={fault} />
        {children}
        <TextInput
          label={t("configs.name")}
          name="name"
          maxLength={200}
          data-autofocus
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
