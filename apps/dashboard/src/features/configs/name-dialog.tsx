import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ConfigView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { readConfigsAgain, rememberConfig } from "./configs-query.ts";

interface NameDialog {
  title: string;
  text?: string;
  confirm: string;
  name: string;
  send: (name: string) => Promise<ConfigView>;
  onDone: (config: ConfigView) => unknown;
}

function openNameDialog(dialog: NameDialog): void {
  const closing = openDialog({
    title: dialog.title,
    children: <NameForm {...dialog} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told when it could not be fetched.
  closing.catch(() => undefined);
}

/** Opens the form for a new config; with another, one that begins with its rules and sites. */
export function useOpenNewConfig(): (from?: ConfigView) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { t } = i18next;
  return (from) =>
    openNameDialog({
      title: from ? t("configs.copyOf", { name: from.name }) : t("configs.create"),
      text: t(from ? "configs.copyText" : "configs.createText"),
      confirm: t(from ? "configs.copy" : "configs.create"),
      name: from ? t("configs.copyName", { name: from.name }) : "",
      send: (name) =>
        call(routes.addConfig, { body: { name, ...(from ? { rules: from.rules, sites: from.sites } : {}) } }),
      async onDone(config) {
        notify.success({ message: t("configs.created", { name: config.name }) });
        await readConfigsAgain(queries);
        await navigate(`/config?config=${config.uuid}`);
      },
    });
}

/** Opens the form for another name of a config. */
export function useOpenRename(): (config: ConfigView) => void {
  const queries = useQueryClient();
  const { t } = i18next;
  return ({ uuid, name: before, revision }) =>
    openNameDialog({
      title: t("configs.rename"),
      confirm: t("manage.save"),
      name: before,
      send: (name) => call(routes.updateConfig, { params: { id: uuid }, body: { revision, name } }),
      onDone: (config) => rememberConfig(queries, config),
    });
}

function NameForm({ text, confirm, name, send, onDone, onEnd }: NameDialog & { onEnd: () => void }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useAppForm<{ name: string }, ConfigView>({
    initialValues: { name },
    validate: (values) => ({ name: !values.name.trim() && t("configs.nameMissing") }),
    send: (values) => send(values.name.trim()),
    async onSent(config) {
      onEnd();
      await onDone(config);
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        {text && <Text size="sm">{text}</Text>}
        <FormFault fault={fault} />
        <TextInput
          label={t("configs.name")}
          name="name"
          maxLength={200}
          data-autofocus
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
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
