import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { MAX_WEBHOOKS, routes, type WebhookView } from "@shoal/contract";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { ClosablePart } from "../../../components/ui/form/closable-part.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { StateBadge } from "../../../components/ui/state-badge.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { preloadSecretDialog } from "../key-form.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookLog } from "./webhook-log.tsx";
import { openWebhookSecretDialog } from "./webhook-secret.tsx";
import { webhooksQuery } from "./webhooks-query.ts";

/** Lists the webhooks of the client, with a button to add one. */
export function Webhooks({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("webhooks.title")} text={t("webhooks.text")}>
        {/* The server returns the webhooks only to managers. */}
        {isReadOnly ? <Text>{t("webhooks.managersOnly")}</Text> : <WebhookList />}
      </Panel>
    </Stack>
  );
}

function WebhookList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  const isFull = data.length >= MAX_WEBHOOKS;
  if (data.length === 0 && !isAdding)
    return (
      <EmptyState icon={<IconWebhook size={34} />} title={t("webhooks.empty")} text={t("webhooks.emptyHint")}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t("webhooks.add")}
        </Button>
      </EmptyState>
    );
  return (
    <>
      {data.map((webhook) => (
        <WebhookCard key={webhook.uuid} webhook={webhook} />
      ))}
      {isAdding && (
        <ClosablePart onClose={() => setAdding(false)}>
          <WebhookForm onClose={() => setAdding(false)} />
        </ClosablePart>
      )}
      {isFull && (
        <Text size="sm" c="dimmed">
          {t("webhooks.full", { max: MAX_WEBHOOKS })}
        </Text>
      )}
      {!isAdding && !isFull && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t("webhooks.add")}
          </Button>
        </Group>
      )}
    </>
  );
}

function WebhookCard({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<"form" | "log">();
  const { url, description, events, isOn, offReason, failingSince, waitingCount, oldSecretUntil } = webhook;
  const facts = [
    t(`webhooks.formats.${webhook.format}`),
    events.length === 0 ? t("webhooks.allEvents") : t("webhooks.eventCount", { count: events.length }),
    ...(waitingCount > 0 ? [t("webhooks.waiting", { count: waitingCount })] : []),
    ...(oldSecretUntil ? [t("webhooks.oldSecret", { date: exactDateOf(oldSecretUntil) })] : []),
  ];
  return (
    <Stack component="article" variant="sunken" gap="sm" aria-label={description || url}>
      <Group justify="space-between" align="flex-start" gap="8px 24px">
        <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
          {description && <Text fw={600}>{description}</Text>}
          <Text fw={description ? undefined : 600}>{url}</Text>
          <Text size="sm" c="dimmed">
            {facts.join(" · ")}
          </Text>
        </Stack>
        <StateBadge tone={isOn ? "good" : "plain"}>{t(isOn ? "webhooks.on" : "webhooks.off")}</StateBadge>
      </Group>
      {offReason && offReason !== "user" && (
        <Alert color="red">{t(`webhooks.offReasons.${offReason}`)}</Alert>
      )}
      {isOn && failingSince && (
        <Alert color="yellow">{t("webhooks.failing", { date: exactDateOf(failingSince) })}</Alert>
      )}
      <WebhookActions webhook={webhook} shown={shown} onShow={setShown} />
      {shown === "form" && (
        <ClosablePart onClose={() => setShown(undefined)}>
          <WebhookForm webhook={webhook} onClose={() => setShown(undefined)} />
        </ClosablePart>
      )}
      {shown === "log" && <WebhookLog webhook={webhook} />}
    </Stack>
  );
}

interface WebhookActionsProps {
  webhook: WebhookView;
  shown: "form" | "log" | undefined;
  onShow: (shown: "form" | "log" | undefined) => void;
}

function WebhookActions({ webhook, shown, onShow }: WebhookActionsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { uuid: id, isOn } = webhook;
  const params = { id };
  const refresh = () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const turn = useMutation({
    mutationFn: () => call(routes.updateWebhook, { params, body: { isOn: !isOn } }),
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: () => call(routes.testWebhook, { params }),
    onSuccess: () => onShow("log"),
    onSettled: refresh,
  });
  const fault = turn.error ?? test.error;
  const confirmRenew = () =>
    askConfirmation({
      title: t("webhooks.renewTitle"),
      text: t(webhook.oldSecretUntil ? "webhooks.renewEndsOlder" : "webhooks.renewText"),
      confirm: t("webhooks.renew"),
      async run() {
        await preloadSecretDialog();
        const { secret } = await call(routes.renewWebhookSecret, { params });
        openWebhookSecretDialog(secret);
        await refresh();
      },
    });
  const confirmDelete = () =>
    askConfirmation({
      title: t("webhooks.deleteTitle"),
      text: t("webhooks.deleteText", { url: webhook.url }),
      confirm: t("webhooks.deleteConfirm"),
      isDangerous: true,
      async run() {
        try {
          await call(routes.deleteWebhook, { params });
        } finally {
          // The list is reloaded even after an error, because another user may already have made the change.
          await refresh();
        }
        notify.success({ message: t("webhooks.deleted") });
      },
    });
  return (
    <>
      {fault && <Alert color="red">{errorText(fault)}</Alert>}
      <Group gap="xs">
        <WebhookAction
          label={t("webhooks.log.title")}
          isOpen={shown === "log"}
          onToggle={() => onShow(shown === "log" ? undefined : "log")}
        />
        <WebhookAction
          label={t("webhooks.change")}
          isOpen={shown === "form"}
          onToggle={() => onShow(shown === "form" ? undefined : "form")}
        />
        {isOn && (
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t("webhooks.test")}
          </Button>
        )}
        {webhook.format === "standard" && (
          <Button size="xs" variant="default" onClick={confirmRenew}>
            {t("webhooks.renew")}
          </Button>
        )}
        <Button size="xs" variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
          {t(isOn ? "webhooks.turnOff" : "webhooks.turnOn")}
        </Button>
        <Button size="xs" variant="default" onClick={confirmDelete}>
          {t("webhooks.delete")}
        </Button>
      </Group>
    </>
  );
}

interface WebhookActionProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

const WebhookAction = ({ label, isOpen, onToggle }: WebhookActionProps) => (
  <Button size="xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
    {label}
  </Button>
);
