import { Group } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { BankBlock } from "../../components/contract-documents/bank-block.tsx";
import { ContractBlock } from "../../components/contract-documents/contract-block.tsx";
import { PaymentMethodBlock } from "../../components/contract-documents/payment-method-block.tsx";
import { FactList } from "../../components/ui/fact-list.tsx";
import { useViewedClient } from "../../lib/client-view.ts";
import { useCan } from "../../lib/user.ts";
import { Card } from "./card.tsx";
import { ClientCard } from "./client-card.tsx";
import { NoRights } from "./no-rights.tsx";

/** Lists the client's documents: managers sign and upload them, other users see their state. */
export function DocumentsCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const isViewed = useViewedClient() !== undefined;
  if (!useCan("manager")) return <DocumentStates uuid={uuid} />;
  return (
    <Card section="documents" hint={t("profile.documents.hint")}>
      <ContractBlock clientUuid={uuid} canAccept={!isViewed} contactTo="/profil?section=contact" />
      <BankBlock clientUuid={uuid} />
      <PaymentMethodBlock clientUuid={uuid} canChange={!isViewed} />
    </Card>
  );
}

function DocumentStates({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  return (
    <ClientCard section="documents" uuid={uuid} aside={<NoRights />}>
      {({ isContractSigned, isRIB }) => (
        <FactList
          facts={[
            [
              t("profile.documents.contract"),
              <DocumentState
                key="contract"
                isDone={isContractSigned}
                text={t(isContractSigned ? "profile.documents.signed" : "profile.documents.unsigned")}
              />,
            ],
            [
              t("profile.documents.bankDetails"),
              <DocumentState
                key="bankDetails"
                isDone={isRIB}
                text={t(isRIB ? "profile.documents.received" : "profile.documents.missing")}
              />,
            ],
          ]}
        />
      )}
    </ClientCard>
  );
}

function DocumentState({ isDone, text }: { isDone: boolean; text: string }) {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <Group gap={6} wrap="nowrap" c={isDone ? "var(--shoal-good)" : "dimmed"}>
      <Icon size={18} aria-hidden />
      {text}
    </Group>
  );
}
