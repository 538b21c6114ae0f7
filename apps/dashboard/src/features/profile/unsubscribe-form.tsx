import { Button, List, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { AppError, type ClientInfo, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { ErrorState } from "../../components/ui/states.tsx";
import { formatLongDate } from "../../lib/dates.ts";
import { deletionDateOf } from "../../lib/deletion-date.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheClient, clientQuery } from "./client-state.ts";
import { FormButtons } from "./form-buttons.tsx";

/** Asks the user to type the client's name before its deletion is scheduled. */
export function openUnsubscribeDialog(t: TFunction, client: ClientInfo): void {
  const closing = openDialog({
    title: t("profile.leaving.planQuestion", { client: client.clientname }),
    children: <UnsubscribeForm client={client} onEnd={() => void closing.then((close) => close())} />,
  });
}

function UnsubscribeForm({ client, onEnd }: { client: ClientInfo; onEnd: () => void }) {
  const { t } = useTranslation();
  const name = client.clientname;
  // The deletion date must be loaded and shown before the user can confirm.
  const isDateKnown = useQuery(clientQuery(client.uuid)).data !== undefined;
  const [explanation, setExplanation] = useState<string>();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { clientname: "" },
    validate: ({ clientname }) => ({
      clientname: clientname.trim() !== name && t("profile.leaving.differs"),
    }),
    send: () => call(routes.planClientDeletion, { params: { id: client.uuid } }),
    async onSent(planned) {
      await cacheClient(planned);
      notify.success({ message: t("profile.leaving.plannedToast") });
      onEnd();
    },
    onRefused(error) {
      const isHeld = error instanceof AppError && error.code === "forbidden";
      setExplanation(isHeld ? t("profile.leaving.administrator") : undefined);
      return isHeld;
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <Consequences client={client} />
        <FormFault fault={explanation ?? fault} />
        <TextInput
          label={t("profile.leaving.type", { client: name })}
          name="clientname"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          key={form.key("clientname")}
          {...form.getInputProps("clientname")}
        />
      </Stack>
      <FormButtons onCancel={onEnd}>
        <Button type="submit" color="red.8" loading={isSending} disabled={!isDateKnown}>
          {t("profile.leaving.plan")}
        </Button>
      </FormButtons>
    </form>
  );
}

/** Lists the effects on the account and its data, with their dates. */
function Consequences({ client }: { client: ClientInfo }) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(clientQuery(client.uuid));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={120} />;
  const date = formatLongDate(deletionDateOf(data), i18n.language);
  return (
    <>
      <Text size="sm" fw={600}>
        {t("profile.leaving.on", { client: client.clientname, date })}
      </Text>
      <List size="sm" spacing={6}>
        {(["until", "onDate", "files", "mails"] as const).map((step) => (
          <List.Item key={step}>{t(`profile.leaving.steps.${step}`, { date })}</List.Item>
        ))}
      </List>
    </>
  );
}
