import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { type ClientView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { BankBlock } from "../../components/contract-documents/bank-block.tsx";
import { ContractBlock } from "../../components/contract-documents/contract-block.tsx";
import { refreshDocuments } from "../../components/contract-documents/document-queries.ts";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { formatDay } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { call } from "../../lib/session.ts";
import { cacheClient } from "./clients-query.ts";
import { useClientDeletion } from "./use-client-deletion.tsx";

interface ContractTabProps {
  client: ClientView;
  onDeleted: () => void;
}

/** Shows the documents of a client, and schedules its end. */
export function ContractTab({ client, onDeleted }: ContractTabProps) {
  return (
    <Stack gap="lg" maw={1080}>
      <ClientDocuments client={client} />
      <ClientDeletion client={client} onDeleted={onDeleted} />
    </Stack>
  );
}

function ClientDocuments({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: client.uuid };
  const showSaved = async (saved: ClientView) => {
    await cacheClient(queries, saved);
    await refreshDocuments(client.uuid);
  };
  const contract = useMutation({
    mutationFn: (isContractSigned: boolean) =>
      call(routes.setContractSigned, { params, body: { isContractSigned } }),
    onSuccess: showSaved,
  });
  const bank = useMutation({
    mutationFn: (isRIB: boolean) => call(routes.setBankDetailsReceived, { params, body: { isRIB } }),
    onSuccess: showSaved,
  });
  const error = contract.error ?? bank.error;
  return (
    <Panel title={t("clients.papers")} text={t("clients.papersText")}>
      <FormFault fault={error ? errorText(error) : undefined} title={t("clients.saveFailed")} />
      <Switch
        label={t("clients.isContractSigned")}
        checked={contract.isPending ? contract.variables : client.isContractSigned}
        disabled={contract.isPending}
        onChange={(event) => contract.mutate(event.currentTarget.checked)}
      />
      <Switch
        label={t("clients.isRIB")}
        checked={bank.isPending ? bank.variables : client.isRIB}
        disabled={bank.isPending}
        onChange={(event) => bank.mutate(event.currentTarget.checked)}
      />
      <ContractBlock clientUuid={client.uuid} canAccept={false} />
      <BankBlock clientUuid={client.uuid} />
    </Panel>
  );
}

function ClientDeletion({ client, onDeleted }: ContractTabProps) {
  const { t } = useTranslation();
  const { confirmPlan, confirmKeep, confirmDelete, isOwn } = useClientDeletion(client, onDeleted);
  const { dataToDelete, deletionAt } = client;
  const date = deletionAt ? formatDay(deletionAt) : "";
  return (
    <Panel
      title={t("clients.endTitle")}
      text={dataToDelete ? t("clients.planned", { date }) : t("clients.endText")}
      isDangerous
    >
      {isOwn && (
        <Text size="sm" fw={600}>
          {t("clients.ownClient")}
        </Text>
      )}
      <Group gap="sm">
        {dataToDelete ? (
          <Button variant="default" onClick={confirmKeep}>
            {t("clients.keep")}
          </Button>
        ) : (
          <Button variant="default" disabled={isOwn} onClick={confirmPlan}>
            {t("clients.plan")}
          </Button>
        )}
        <Button color="red.8" disabled={isOwn} onClick={confirmDelete}>
          {t("clients.delete")}
        </Button>
      </Group>
    </Panel>
  );
}
