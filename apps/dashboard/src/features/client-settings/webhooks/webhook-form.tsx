import { Group, Select, TextInput } from "@mantine/core";
import {
  LANGUAGES,
  type Language,
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  routes,
  WEBHOOK_FORMATS,
  type WebhookEventType,
  type WebhookFormat,
  type WebhookView,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { isEditConflict, mergeEdits } from "../../../lib/edit-conflict.ts";
import { LANGUAGE_NAMES } from "../../../lib/language-names.ts";
import { call } from "../../../lib/session.ts";
import { KeyForm, preloadSecretDialog } from "../key-form.tsx";
import { EventsField } from "./events-field.tsx";
import { openWebhookSecretDialog } from "./webhook-secret.tsx";
import { webhooksQuery } from "./webhooks-query.ts";

interface WebhookValues extends Record<string, unknown> {
  url: string;
  description: string;
  events: WebhookEventType[];
  format: WebhookFormat;
  language: Language;
}

interface WebhookFormProps {
  /** The webhook that is edited; undefined for a new one. */
  webhook?: WebhookView;
  onClose: () => void;
}

/** Edits the URL and the events of a webhook. */
export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const { t } = useTranslation();
  const state = useWebhookForm({ ...(webhook ? { webhook } : {}), onClose });
  const { form } = state;
  const { format } = form.values;
  return (
    <KeyForm
      state={state}
      onClose={onClose}
      title={webhook ? t("webhooks.save") : t("webhooks.add")}
      failed={t("webhooks.failed")}
    >
      <Group align="flex-start" maw={640}>
        <Select
          label={t("webhooks.format")}
          data={WEBHOOK_FORMATS.map((value) => ({ value, label: t(`webhooks.formats.${value}`) }))}
          allowDeselect={false}
          flex="1 1 260px"
          {...form.getInputProps("format")}
        />
        {format !== "standard" && (
          <Select
            label={t("webhooks.language")}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            allowDeselect={false}
            flex="1 1 160px"
            {...form.getInputProps("language")}
          />
        )}
      </Group>
      <TextInput
        label={t("webhooks.url")}
        description={t(`webhooks.urlHints.${format}`)}
        name="url"
        type="url"
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        maw={640}
        data-autofocus
        {...form.getInputProps("url")}
      />
      <TextInput
        label={t("webhooks.description")}
        description={t("webhooks.descriptionHint")}
        name="description"
        maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH}
        maw={640}
        {...form.getInputProps("description")}
      />
      <EventsField
        label={t("webhooks.events")}
        description={t("webhooks.eventsHint")}
        placeholder={form.getValues().events.length === 0 ? t("webhooks.allEvents") : ""}
        maw={640}
        {...form.getInputProps("events")}
      />
    </KeyForm>
  );
}

const valuesOf = ({ url, description, events, format, language }: WebhookView): WebhookValues => ({
  url,
  description,
  events,
  format,
  language,
});

function useWebhookForm({ webhook, onClose }: WebhookFormProps) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  /** Adopts the changes of another user in untouched fields, so that the next attempt is based on the latest revision. */
  async function takeOver(before: WebhookView): Promise<void> {
    const all = await queries.fetchQuery({ ...webhooksQuery, staleTime: 0 });
    const latest = all.find(({ uuid }) => uuid === before.uuid);
    if (!latest) return;
    const { values } = mergeEdits(valuesOf(before), app.form.getValues(), valuesOf(latest));
    app.form.setValues(values);
  }
  const app = useAppForm<WebhookValues, string | null>({
    initialValues: webhook
      ? valuesOf(webhook)
      : {
          url: "",
          description: "",
          events: [],
          format: "standard",
          language: i18n.language.toUpperCase() === "FR" ? "FR" : "EN",
        },
    validate: ({ url }) => ({ url: !/^https?:\/\/\S+$/i.test(url.trim()) && t("webhooks.urlFault") }),
    async send({ url, description, ...chosen }) {
      const body = { url: url.trim(), description: description.trim(), ...chosen };
      if (webhook) {
        const { uuid: id, revision } = webhook;
        await call(routes.updateWebhook, { params: { id }, body: { ...body, revision } });
        return null;
      }
      await preloadSecretDialog();
      const { secret, format } = await call(routes.createWebhook, { body });
      // Slack and Teams do not verify signatures, so their webhooks have no secret to show.
      return format === "standard" ? secret : null;
    },
    onRefused(error) {
      if (isEditConflict(error) && webhook) takeOver(webhook).catch(() => undefined);
      return false;
    },
    async onSent(secret) {
      if (secret !== null) openWebhookSecretDialog(secret);
      onClose();
      await queries.invalidateQueries(webhooksQuery);
    },
  });
  return app;
}
