import { Button, Code, Group, Skeleton } from "@mantine/core";
import { type BankDetailsView, routes } from "@shoal/contract";
import { IconDownload, IconEye, IconPencil, IconTrash, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { sizeText } from "../files/size-text.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { openDialog } from "../ui/dialogs/dialogs.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { ErrorState } from "../ui/states.tsx";
import { BankForm } from "./bank-form.tsx";
import { DocumentBlock, DocumentHint } from "./document-block.tsx";
import { bankQuery, refreshDocuments, saveBankFile } from "./document-queries.ts";

/** Shows the bank details of a client, masked. Only the client's managers and administrators see them. */
export function BankBlock({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const { data: state, error, refetch } = useQuery(bankQuery(clientUuid));
  if (!state && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!state) return <Skeleton h={120} aria-label={t("app.loading")} />;
  const { isRIB, details } = state;
  return (
    <DocumentBlock
      title={t("contractDocuments.bank.title")}
      state={
        isRIB
          ? { tone: "good", text: t("contractDocuments.bank.received") }
          : { tone: "warning", text: t("contractDocuments.bank.missing") }
      }
    >
      {details ? (
        <BankDetails clientUuid={clientUuid} details={details} />
      ) : (
        <DocumentHint>
          {t(isRIB ? "contractDocuments.bank.elsewhere" : "contractDocuments.bank.none")}
        </DocumentHint>
      )}
      <BankActions clientUuid={clientUuid} hasDetails={details !== null} />
    </DocumentBlock>
  );
}

function BankDetails({ clientUuid, details }: { clientUuid: string; details: BankDetailsView }) {
  const { t } = useTranslation();
  const { holder, bic, fileName, sizeBytes, savedAt, savedBy } = details;
  return (
    <FactList
      facts={[
        [t("contractDocuments.bank.holder"), holder],
        [
          t("contractDocuments.bank.iban"),
          <Iban key={savedAt} clientUuid={clientUuid} maskedIban={details.maskedIban} />,
        ],
        [t("contractDocuments.bank.bic"), bic],
        [t("contractDocuments.bank.file"), `${fileName} · ${sizeText(sizeBytes)}`],
        [
          t("contractDocuments.bank.saved"),
          t("contractDocuments.bank.savedBy", { date: formatDateTime(savedAt), user: savedBy }),
        ],
      ]}
    />
  );
}

/** Shows the masked IBAN; revealing the full IBAN is logged. */
function Iban({ clientUuid, maskedIban }: { clientUuid: string; maskedIban: string }) {
  const { t } = useTranslation();
  const [iban, setIban] = useState<string>();
  const reveal = useMutation({
    mutationFn: () => call(routes.revealIban, { params: { id: clientUuid } }),
    onSuccess: (found) => setIban(found.iban),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  const shown = iban === undefined ? maskedIban : (iban.match(/.{1,4}/g) ?? []).join(" ");
  return (
    <Group gap="4px 12px">
      <Code fz="sm">{shown}</Code>
      {iban === undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconEye size={15} aria-hidden />}
          loading={reveal.isPending}
          onClick={() => reveal.mutate()}
        >
          {t("contractDocuments.bank.reveal")}
        </Button>
      )}
    </Group>
  );
}

function BankActions({ clientUuid, hasDetails }: { clientUuid: string; hasDetails: boolean }) {
  const { t } = useTranslation();
  const download = useMutation({
    mutationFn: () => saveBankFile(clientUuid),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  function handleEdit(): void {
    const closing = openDialog({
      title: t("contractDocuments.bank.formTitle"),
      children: <BankForm clientUuid={clientUuid} onEnd={() => void closing.then((close) => close())} />,
    });
  }
  function handleDelete(): void {
    askConfirmation({
      title: t("contractDocuments.bank.deleteTitle"),
      text: t("contractDocuments.bank.deleteText"),
      confirm: t("contractDocuments.bank.delete"),
      isDangerous: true,
      run: async () => {
        await call(routes.deleteBankDetails, { params: { id: clientUuid } });
        await refreshDocuments(clientUuid);
        notify.success({ message: t("contractDocuments.bank.deleted") });
      },
    });
  }
  if (!hasDetails)
    return (
      <Group>
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={handleEdit}>
          {t("contractDocuments.bank.add")}
        </Button>
      </Group>
    );
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t("contractDocuments.bank.download")}
        </Button>
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={handleEdit}>
          {t("contractDocuments.bank.replace")}
        </Button>
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={handleDelete}>
          {t("contractDocuments.bank.delete")}
        </Button>
      </Group>
      <DocumentHint>{t("contractDocuments.bank.logged")}</DocumentHint>
    </>
  );
}
