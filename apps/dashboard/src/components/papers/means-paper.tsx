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
import { PaperBlock, PaperHint } from "./paper-block.tsx";

const meansQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["payment-means", clientUuid] as const,
    queryFn: () => call(routes.getPaymentMeans, {}),
  });

interface MeansPaperProps {
  clientUuid: string;
  /** Whether the user is a manager of the client, who can change it; others can only read. */
  canChange: boolean;
}

/** Shows the client's card or account for payments; nothing if the installation does not accept them. */
export function MeansPaper({ clientUuid, canChange }: MeansPaperProps) {
  const { t } = useTranslation();
  const { data: means } = useQuery(meansQuery(clientUuid));
  if (!means?.isOffered) return null;
  const { method } = means;
  return (
    <PaperBlock
      title={t("papers.means.title")}
      state={
        method
          ? { tone: "good", text: t("papers.means.there") }
          : { tone: "plain", text: t("papers.means.transfer") }
      }
    >
      {method ? (
        <FactList facts={[[t(`papers.means.kinds.${method.kind}`), method.label]]} />
      ) : (
        <PaperHint>{t("papers.means.none")}</PaperHint>
      )}
      {canChange && <MeansActions clientUuid={clientUuid} hasMethod={method !== null} />}
    </PaperBlock>
  );
}

function MeansActions({ clientUuid, hasMethod }: { clientUuid: string; hasMethod: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const checkout = useMutation({
    mutationFn: () => call(routes.startCheckout, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  function handleRemove(): void {
    askConfirmation({
      title: t("papers.means.removeTitle"),
      text: t("papers.means.removeText"),
      confirm: t("papers.means.remove"),
      isDangerous: true,
      run: async () => {
        const left = await call(routes.removePaymentMeans, {});
        queries.setQueryData(meansQuery(clientUuid).queryKey, left);
        notify.success({ message: t("papers.means.removed") });
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
        {t(hasMethod ? "papers.means.change" : "papers.means.give")}
      </Button>
      {hasMethod && (
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={handleRemove}>
          {t("papers.means.remove")}
        </Button>
      )}
    </Group>
  );
}
