import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { type ClientInfo, routes } from "@shoal/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatLongDate } from "../../lib/dates.ts";
import { deletionDateOf } from "../../lib/deletion-date.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { cacheClient, clientQuery } from "./client-state.ts";
import { NoRights } from "./no-rights.tsx";
import { openUnsubscribeDialog } from "./unsubscribe-form.tsx";

/** Schedules the deletion of the client for the end of its subscription, or cancels the deletion. */
export function ClientLeave({ client }: { client: ClientInfo }) {
  const { t } = useTranslation();
  const canLeave = useCan("manager");
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t("profile.leaving.client")}
        </Title>
        {!canLeave && <NoRights />}
      </Group>
      {client.dataToDelete ? (
        <ScheduledDeletion client={client} canKeep={canLeave} />
      ) : (
        <ScheduleDeletion client={client} canLeave={canLeave} />
      )}
    </Stack>
  );
}

function ScheduleDeletion({ client, canLeave }: { client: ClientInfo; canLeave: boolean }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery({ ...clientQuery(client.uuid), enabled: canLeave });
  return (
    <>
      <Text size="sm" c="dimmed" maw="62ch">
        {data
          ? t("profile.leaving.clientHintOn", { date: formatLongDate(deletionDateOf(data), i18n.language) })
          : t("profile.leaving.clientHint")}
      </Text>
      <Group justify="flex-end">
        <Button color="red.8" disabled={!canLeave} onClick={() => openUnsubscribeDialog(t, client)}>
          {t("profile.leaving.plan")}
        </Button>
      </Group>
    </>
  );
}

function ScheduledDeletion({ client, canKeep }: { client: ClientInfo; canKeep: boolean }) {
  const { t, i18n } = useTranslation();
  const date = client.deletionAt ? formatLongDate(client.deletionAt, i18n.language) : "–";
  const keep = useMutation({
    mutationFn: () => call(routes.keepClient, { params: { id: client.uuid } }),
    onSuccess(kept) {
      notify.success({ message: t("profile.leaving.kept") });
      return cacheClient(kept);
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t("profile.leaving.planned", { date })}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t("profile.leaving.plannedHint")}</Text>
        <Button variant="default" disabled={!canKeep} loading={keep.isPending} onClick={() => keep.mutate()}>
          {t("profile.leaving.keep")}
        </Button>
      </Stack>
    </Alert>
  );
}
