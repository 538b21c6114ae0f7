import { MultiSelect, TextInput } from "@mantine/core";
import {
  routes,
  WEBHOOK_DESCRIPTION_MAX_LENGTH,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX_LENGTH,
  type WebhookEventType,
  type WebhookView,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import { KeyForm, prepareToShow } from "../key-form.tsx";
import { openWebhookSecret } from "./webhook-secret.tsx";
import { webhooksQuery } from "./webhooks-query.ts";

interface Values extends Record<string, unknown> {
  url: string;
  description: string;
  events: WebhookEventType[];
}

interface WebhookFormProps {
  /** Undefined for one that is made. */
  webhook?: WebhookView;
  onClose: () => void;
}

/** The address and the events of a webhook. */
export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const { t } = useTranslation();
  const state = useWebhookForm({ ...(webhook ? { webhook } : {}), onClose });
  const { form } = state;
  return (
    <KeyForm
      state={state}
      onClose={onClose}
      title={webhook ? t("webhooks.save") : t("webhooks.add")}
      failed={t("webhooks.failed")}
    >
      <TextInput
        label={t("webhooks.url")}
        description={t("webhooks.urlHint")}
        name="url"
        type="url"
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        maw={640}
        data-autofocus
        {...form.getInputProps("url")}
      />
      <TextInput
        label={t("webhooks.description")}
        description={t("webhooks.descriptionHint")}
        name="description"
        maxLength={WEBHOOK_DESCRIPTION_MAX_LENGTH}
        maw={640}
        {...form.getInputProps("description")}
      />
      <MultiSelect
        label={t("webhooks.events")}
        description={t("webhooks.eventsHint")}
        placeholder={form.getValues().events.length === 0 ? t("webhooks.allEvents") : ""}
        data={[...WEBHOOK_EVENTS]}
        searchable
        clearable
        maw={640}
        {...form.getInputProps("events")}
      />
    </KeyForm>
  );
}

function useWebhookForm({ webhook, onClose }: WebhookFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm<Values, string | null>({
    initialValues: {
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      events: webhook?.events ?? [],
    },
    validate: ({ url }) => ({ url: !/^https?:\/\/\S+$/i.test(url.trim()) && t("webhooks.urlFault") }),
    async send({ url, description, events }) {
      const body = { url: url.trim(), description: description.trim(), events };
      if (webhook) {
        const { uuid: id, revision } = webhook;
        await call(routes.updateWebhook, { params: { id }, body: { ...body, revision } });
        return null;
      }
      await prepareToShow();
      return (await call(routes.createWebhook, { body })).secret;
    },
    async onSent(secret) {
      if (secret !== null) openWebhookSecret(secret);
      onClose();
      await queries.invalidateQueries(webhooksQuery);
    },
  });
}
