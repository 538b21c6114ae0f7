import { Button, Group } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconCreditCard, IconTrash } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { DocumentBlock, DocumentHint } from "./document-block.tsx";

const paymentMethodQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["payment-means", clientUuid] as const,
    queryFn: () => call(routes.getPaymentMeans, {}),
  });

interface PaymentMethodBlockProps {
  clientUuid: string;
  /** Whether the user is a manager of the client, who can change it; others can only read. */
  canChange: boolean;
}

/** Shows the client's card or account for payments; shows nothing if the installation does not accept them. */
export function PaymentMethodBlock({ clientUuid, canChange }: PaymentMethodBlockProps) {
  const { t } = useTranslation();
  const { data: means } = useQuery(paymentMethodQuery(clientUuid));
  if (!means?.isOffered) return null;
  const { method } = means;
  return (
    <DocumentBlock
      title={t("contractDocuments.means.title")}
      state={
        method
          ? { tone: "good", text: t("contractDocuments.means.there") }
          : { tone: "plain", text: t("contractDocuments.means.transfer") }
      }
    >
      {method ? (
        <FactList facts={[[t(`contractDocuments.means.kinds.${method.kind}`), method.label]]} />
      ) : (
        <DocumentHint>{t("contractDocuments.means.none")}</DocumentHint>
      )}
      {canChange && <PaymentMethodActions clientUuid={clientUuid} hasMethod={method !== null} />}
    </DocumentBlock>
  );
}

function PaymentMethodActions({ clientUuid, hasMethod }: { clientUuid: string; hasMethod: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const checkout = useMutation({
    mutationFn: () => call(routes.startCheckout, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  function handleRemove(): void {
    askConfirmation({
      title: t("contractDocuments.means.removeTitle"),
      text: t("contractDocuments.means.removeText"),
      confirm: t("contractDocuments.means.remove"),
      isDangerous: true,
      run: async () => {
        const left = await call(routes.removePaymentMeans, {});
        queries.setQueryData(paymentMethodQuery(clientUuid).queryKey, left);
        notify.success({ message: t("contractDocuments.means.removed") });
      },
    });
  }
  return (
    <Group gap="sm">
      <Button
        variant={hasMethod ? "default" : "filled"}
        leftSection={<IconCreditCard size={16} aria-hidden />}
        loading={checkout.isPending}
        onClick={() => checkout.mutate()}
      >
        {t(hasMethod ? "contractDocuments.means.change" : "contractDocuments.means.give")}
      </Button>
      {hasMethod && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={handleRemove}>
          {t("contractDocuments.means.remove")}
        </Button>
      )}
    </Group>
  );
}
