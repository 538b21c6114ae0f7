import { Group } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FactList } from "../../components/ui/fact-list.tsx";
import { ClientCard } from "./client-card.tsx";

/** What is known of the client's papers. */
export function DocumentsCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  return (
    <ClientCard section="documents" uuid={uuid}>
      {({ isContractSigned, isRIB }) => (
        <FactList
          facts={[
            [
              t("profile.documents.contract"),
              <State
                key="contract"
                isDone={isContractSigned}
                text={t(isContractSigned ? "profile.documents.signed" : "profile.documents.unsigned")}
              />,
            ],
            [
              t("profile.documents.bankDetails"),
              <State
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

function State({ isDone, text }: { isDone: boolean; text: string }) {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <Group gap={6} wrap="nowrap" c={isDone ? "var(--shoal-good)" : "dimmed"}>
      <Icon size={18} aria-hidden />
      {text}
    </Group>
  );
}
