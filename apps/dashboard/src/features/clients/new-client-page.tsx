import { Button, Group, Stack, Text } from "@mantine/core";
import { type ClientView, routes } from "@shoal/contract";
import { IconBuildingPlus, IconUserPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { call } from "../../lib/session.ts";
import { findClientFaults } from "./client-faults.ts";
import classes from "./client-fields.module.css";
import { ClientFields } from "./client-fields.tsx";
import { bodyOfValues, NEW_CLIENT } from "./client-values.ts";
import { cacheClient } from "./clients-query.ts";

/** Adds a client (§2, /newclient), and offers to invite its manager. */
export function NewClientPage() {
  const { t } = useTranslation();
  const [created, setCreated] = useState<ClientView>();
  return (
    <>
      <AdminNav />
      <PageHeader title={t("clients.newTitle")} />
      {created ? (
        <ClientCreated client={created} onAnother={() => setCreated(undefined)} />
      ) : (
        <UnsavedChanges>
          <NewClientForm onCreated={setCreated} />
        </UnsavedChanges>
      )}
    </>
  );
}

function ClientCreated({ client, onAnother }: { client: ClientView; onAnother: () => void }) {
  const { t } = useTranslation();
  const { uuid, clientname, clientNumber } = client;
  return (
    <Stack gap={20} maw={1080}>
      <Panel title={t("clients.created", { clientname })}>
        <Text size="sm" role="status">
          {t("clients.createdText", { number: clientNumber })}
        </Text>
        <Group gap="sm">
          <Button
            component={Link}
            to={`/manageuser?client=${uuid}&new=manager`}
            leftSection={<IconUserPlus size={17} />}
          >
            {t("clients.inviteManager")}
          </Button>
          <Button variant="default" component={Link} to={`/admin/${uuid}`}>
            {t("clients.open")}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {t("clients.another")}
          </Button>
        </Group>
      </Panel>
    </Stack>
  );
}

function NewClientForm({ onCreated }: { onCreated: (client: ClientView) => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: NEW_CLIENT,
    validate: findClientFaults,
    send: (values) =>
      call(routes.createClient, {
        body: { ...bodyOfValues(values, values), clientname: values.clientname, type: values.type },
      }),
    async onSent(client) {
      onCreated(client);
      window.scrollTo({ top: 0 });
      await cacheClient(queries, client);
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("clients.newTitle")}>
      <Stack gap={20} maw={1080}>
        <FormFault fault={fault} title={t("clients.createFailed")} />
        <ClientFields form={form} />
        <div className={classes.foot}>
          <Button type="submit" loading={isSending} leftSection={<IconBuildingPlus size={17} />}>
            {t("clients.create")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
