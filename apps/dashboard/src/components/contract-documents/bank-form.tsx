import { Button, FileInput, Group, Stack, Text, TextInput } from "@mantine/core";
import { BANK_FILE_TYPES, MAX_BANK_FILE_BYTES } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { sizeText } from "../files/size-text.ts";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useCancel } from "../ui/form/unsaved.ts";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { type BankValues, refreshDocuments, sendBankDetails } from "./document-queries.ts";

/** Edits the bank details: holder, IBAN, BIC and the bank's document. */
export function BankForm({ clientUuid, onEnd }: { clientUuid: string; onEnd: () => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const { form, fault, isSending, handleSubmit } = useAppForm<BankValues, void>({
    initialValues: { holder: "", iban: "", bic: "", file: null },
    validate: ({ holder, iban, bic, file }) => ({
      holder: holder.trim().length < 2 && t("contractDocuments.bank.holderMissing"),
      iban: !iban.trim() && t("contractDocuments.bank.ibanMissing"),
      bic: !bic.trim() && t("contractDocuments.bank.bicMissing"),
      file: !file
        ? t("contractDocuments.bank.fileMissing")
        : file.size > MAX_BANK_FILE_BYTES && t("errors.file_too_large"),
    }),
    send: (values) => sendBankDetails(clientUuid, values),
    async onSent() {
      await refreshDocuments(clientUuid);
      notify.success({ message: t("contractDocuments.bank.savedToast") });
      onEnd();
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("contractDocuments.bank.formTitle")}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("contractDocuments.bank.formHint")}
        </Text>
        <FormFault fault={fault} title={t("contractDocuments.bank.failed")} />
        <TextInput
          label={t("contractDocuments.bank.holder")}
          name="holder"
          autoComplete="off"
          maxLength={200}
          key={form.key("holder")}
          {...form.getInputProps("holder")}
        />
        <TextInput
          label={t("contractDocuments.bank.iban")}
          name="iban"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          key={form.key("iban")}
          {...form.getInputProps("iban")}
        />
        <TextInput
          label={t("contractDocuments.bank.bic")}
          name="bic"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          key={form.key("bic")}
          {...form.getInputProps("bic")}
        />
        <FileInput
          label={t("contractDocuments.bank.file")}
          description={t("contractDocuments.bank.fileHint", { size: sizeText(MAX_BANK_FILE_BYTES) })}
          placeholder={t("contractDocuments.bank.choose")}
          accept={BANK_FILE_TYPES.join(",")}
          name="file"
          key={form.key("file")}
          {...form.getInputProps("file")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("contractDocuments.bank.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
