import { Alert, Button, Code, Group, NativeSelect, Stack, Text, UnstyledButton } from "@mantine/core";
import {
  routes,
  WEBHOOK_DELIVERY_STATES,
  type WebhookDeliveryState,
  type WebhookDeliveryView,
  type WebhookView,
} from "@shoal/contract";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MoreButton } from "../../../components/ui/more-button.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import classes from "./webhooks.module.css";
import { deliveriesQuery, deliveryQuery, webhooksQuery } from "./webhooks-query.ts";

const DELIVERY_STATE_TONES: Record<WebhookDeliveryState, StateTone> = {
  waiting: "warning",
  sent: "good",
  failed: "bad",
};

/** Lists the messages of a webhook in the last 30 days, each with its body and the last response. */
export function WebhookLog({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation();
  const [state, setState] = useState<WebhookDeliveryState>();
  const query = useInfiniteQuery(deliveriesQuery(webhook.uuid, state));
  const { data, error, refetch } = query;
  const rows = data?.pages.flatMap(({ _embedded }) => _embedded) ?? [];
  return (
    <Stack gap="sm">
      <NativeSelect
        size="xs"
        w={220}
        label={t("webhooks.log.show")}
        value={state ?? ""}
        data={[
          { value: "", label: t("webhooks.log.all") },
          ...WEBHOOK_DELIVERY_STATES.map((value) => ({ value, label: t(`webhooks.log.states.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setState(WEBHOOK_DELIVERY_STATES.find((each) => each === value))
        }
      />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageSkeleton blocks={1} />}
      {data && rows.length === 0 && <Text size="sm">{t("webhooks.log.empty")}</Text>}
      <ul className={classes.log}>
        {rows.map((row) => (
          <DeliveryRow key={row.id} webhook={webhook} row={row} />
        ))}
      </ul>
      <MoreButton query={query} label={t("webhooks.log.more")} />
    </Stack>
  );
}

function DeliveryRow({ webhook, row }: { webhook: WebhookView; row: WebhookDeliveryView }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const outcome = row.error ?? (row.status === null ? null : `HTTP ${row.status}`);
  const facts = [
    exactDateOf(row.at),
    ...(outcome ? [outcome] : []),
    ...(row.durationMs === null ? [] : [t("webhooks.log.ms", { count: row.durationMs })]),
    ...(row.attempts > 1 ? [t("webhooks.log.attempts", { count: row.attempts })] : []),
    ...(row.nextAt && row.attempts > 0 ? [t("webhooks.log.next", { date: exactDateOf(row.nextAt) })] : []),
  ];
  return (
    <li>
      <UnstyledButton w="100%" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Group justify="space-between" gap={4}>
          <Code>{row.type}</Code>
          <Group gap={6}>
            <StateBadge tone={DELIVERY_STATE_TONES[row.state]}>
              {t(`webhooks.log.states.${row.state}`)}
            </StateBadge>
            {isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </Group>
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {facts.join(" · ")}
        </Text>
      </UnstyledButton>
      {isOpen && <DeliveryDetails webhook={webhook} id={row.id} />}
    </li>
  );
}

function DeliveryDetails({ webhook, id }: { webhook: WebhookView; id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(deliveryQuery(webhook.uuid, id));
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(routes.resendWebhookDelivery, { params: { id: webhook.uuid, delivery: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  return (
    <Stack gap="xs" mt="xs">
      <Text size="sm" fw={600}>
        {t("webhooks.log.request")}
      </Text>
      <Code block className={classes.text}>
        {JSON.stringify(JSON.parse(data.request), null, 2)}
      </Code>
      {data.answer && (
        <>
          <Text size="sm" fw={600}>
            {t("webhooks.log.answer")}
          </Text>
          <Code block className={classes.text}>
            {data.answer}
          </Code>
        </>
      )}
      {resend.error && <Alert color="red">{errorText(resend.error)}</Alert>}
      {webhook.isOn && (
        <Group>
          <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t("webhooks.log.resend")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
