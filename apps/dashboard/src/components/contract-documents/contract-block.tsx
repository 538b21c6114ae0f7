import { Alert, Anchor, Button, Group, List, Skeleton } from "@mantine/core";
import type { ContractFact, ContractState, ContractView } from "@shoal/contract";
import { IconAlertTriangle, IconDownload, IconFileText } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { openDialog } from "../ui/dialogs/dialogs.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { ErrorState } from "../ui/states.tsx";
import { AcceptContract } from "./accept-contract.tsx";
import { DocumentBlock, DocumentHint } from "./document-block.tsx";
import { contractQuery, saveContract } from "./document-queries.ts";

interface ContractBlockProps {
  clientUuid: string;
  /** Whether the user is a manager of the client, who can accept; others can only read. */
  canAccept: boolean;
  /** The page where the client's missing data can be entered. */
  contactTo?: string;
}

/** Shows the contract of a client, with the accepted and the current terms. */
export function ContractBlock(props: ContractBlockProps) {
  const { t } = useTranslation();
  const { data: state, error, refetch } = useQuery(contractQuery(props.clientUuid));
  if (!state && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!state) return <Skeleton h={120} aria-label={t("app.loading")} />;
  const { tone, name } = contractStatusOf(state);
  return (
    <DocumentBlock
      title={t("contractDocuments.contract.title")}
      state={{ tone, text: t(`contractDocuments.contract.${name}`) }}
    >
      <ContractContent {...props} state={state} />
    </DocumentBlock>
  );
}

function contractStatusOf({ isContractSigned, isAcceptable, contracts }: ContractState) {
  if (!isContractSigned) return { tone: "warning", name: "unsigned" } as const;
  const isOutdated = isAcceptable && contracts.length > 0;
  return isOutdated
    ? ({ tone: "warning", name: "newTerms" } as const)
    : ({ tone: "good", name: "signed" } as const);
}

function ContractContent({
  clientUuid,
  canAccept,
  contactTo,
  state,
}: ContractBlockProps & { state: ContractState }) {
  const { t } = useTranslation();
  const { contracts, isContractSigned, isAcceptable, missing } = state;
  const isOpen = isAcceptable && !(isContractSigned && contracts.length === 0);
  return (
    <>
      {contracts.map((contract) => (
        <AcceptedContract key={contract.uuid} clientUuid={clientUuid} contract={contract} />
      ))}
      {contracts.length === 0 && (
        <DocumentHint>
          {t(isContractSigned ? "contractDocuments.contract.elsewhere" : "contractDocuments.contract.none")}
        </DocumentHint>
      )}
      {isOpen && missing.length > 0 && <MissingFacts facts={missing} contactTo={contactTo} />}
      {isOpen && missing.length === 0 && canAccept && <AcceptButton clientUuid={clientUuid} state={state} />}
      {isOpen && missing.length === 0 && !canAccept && (
        <DocumentHint>{t("contractDocuments.contract.managersOnly")}</DocumentHint>
      )}
    </>
  );
}

function AcceptedContract({ clientUuid, contract }: { clientUuid: string; contract: ContractView }) {
  const { t } = useTranslation();
  const download = useMutation({
    mutationFn: () => saveContract(clientUuid, contract.uuid),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  const { number, acceptedName, acceptedBy, acceptedAt, version, textHash } = contract;
  return (
    <>
      <FactList
        facts={[
          [t("contractDocuments.contract.number"), number],
          [t("contractDocuments.contract.acceptedAt"), formatDateTime(acceptedAt)],
          [
            t("contractDocuments.contract.acceptedBy"),
            acceptedName === acceptedBy ? acceptedBy : `${acceptedName} (${acceptedBy})`,
          ],
          [t("contractDocuments.contract.version"), String(version)],
          [t("contractDocuments.contract.hash"), <code key="hash">{textHash.slice(0, 16)}…</code>],
        ]}
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
          aria-label={t("contractDocuments.contract.downloadOf", { number })}
        >
          {t("contractDocuments.contract.download")}
        </Button>
      </Group>
    </>
  );
}

/** Shows "Contract generation error" (§8), with the missing data of each party. */
function MissingFacts({
  facts,
  contactTo,
}: {
  facts: readonly ContractFact[];
  contactTo: string | undefined;
}) {
  const { t } = useTranslation();
  const ofClient = facts.filter((fact) => fact.startsWith("client."));
  const ofSeller = facts.length > ofClient.length;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle />}
      title={t("contractDocuments.contract.generationError")}
    >
      {ofClient.length > 0 && (
        <>
          {t("contractDocuments.contract.missing")}
          <List size="sm" my="xs">
            {ofClient.map((fact) => (
              <List.Item key={fact}>{t(`contractDocuments.facts.${factName(fact)}`)}</List.Item>
            ))}
          </List>
          {contactTo && (
            <Anchor component={Link} to={contactTo} c="inherit" underline="always">
              {t("contractDocuments.contract.fillIn")}
            </Anchor>
          )}
        </>
      )}
      {ofSeller && <div>{t("contractDocuments.contract.sellerMissing")}</div>}
    </Alert>
  );
}

type ClientFact = Extract<ContractFact, `client.${string}`> extends `client.${infer Name}` ? Name : never;
const factName = (fact: ContractFact) => fact.slice("client.".length) as ClientFact;

function AcceptButton({ clientUuid, state }: { clientUuid: string; state: ContractState }) {
  const { t } = useTranslation();
  function handleOpen(): void {
    const closing = openDialog({
      title: t("contractDocuments.accept.title"),
      size: "lg",
      children: (
        <AcceptContract clientUuid={clientUuid} onEnd={() => void closing.then((close) => close())} />
      ),
    });
  }
  return (
    <Group>
      <Button leftSection={<IconFileText size={16} aria-hidden />} onClick={handleOpen}>
        {t(
          state.contracts.length > 0
            ? "contractDocuments.contract.readNew"
            : "contractDocuments.contract.read",
        )}
      </Button>
    </Group>
  );
}
