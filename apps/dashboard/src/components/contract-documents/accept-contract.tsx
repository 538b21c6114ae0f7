import { Button, Checkbox, Group, SegmentedControl, Skeleton, Stack, TextInput } from "@mantine/core";
import { AppError, type ContractText as FoundText, LANGUAGES, type Language, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES } from "../../lib/language-names.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useCancel } from "../ui/form/unsaved.ts";
import { useAppForm } from "../ui/form/use-app-form.ts";
import { ErrorState } from "../ui/states.tsx";
import { ContractText } from "./contract-text.tsx";
import { refreshDocuments } from "./document-queries.ts";

interface AcceptContractProps {
  clientUuid: string;
  onEnd: () => void;
}

/** Shows the current contract and accepts it: sends the version and hash of the text that the user read. */
export function AcceptContract({ clientUuid, onEnd }: AcceptContractProps) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language>(i18next.language === "fr" ? "FR" : "EN");
  const read = useQuery({
    queryKey: ["contract-documents", clientUuid, "text", language],
    queryFn: () => call(routes.getContractText, { params: { id: clientUuid }, query: { language } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Stack>
      <SegmentedControl
        aria-label={t("contractDocuments.accept.language")}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      {!read.data && !read.error && <Skeleton h={300} aria-label={t("app.loading")} />}
      {!read.data && read.error && <ErrorState error={read.error} onRetry={read.refetch} />}
      {read.data && (
        <AcceptForm
          key={read.data.textHash}
          clientUuid={clientUuid}
          found={read.data}
          onChanged={read.refetch}
          onEnd={onEnd}
        />
      )}
    </Stack>
  );
}

interface AcceptFormProps extends AcceptContractProps {
  found: FoundText;
  /** Called when another version of the contract has come into force in the meantime. */
  onChanged: () => unknown;
}

function AcceptForm({ clientUuid, found, onChanged, onEnd }: AcceptFormProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const me = useMe();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { name: me?.name ?? "", isAccepted: false },
    validate: ({ name, isAccepted }) => ({
      name: name.trim().length < 2 && t("contractDocuments.accept.nameMissing"),
      isAccepted: !isAccepted && t("contractDocuments.accept.notAccepted"),
    }),
    send: ({ name }) => {
      const { version, language, textHash } = found;
      const body = { version, language, textHash, name, isAccepted: true } as const;
      return call(routes.acceptContract, { params: { id: clientUuid }, body });
    },
    async onSent({ number }) {
      await refreshDocuments(clientUuid);
      notify.success({ message: t("contractDocuments.accept.done", { number }) });
      onEnd();
    },
    onRefused(error) {
      if (!(error instanceof AppError) || error.code !== "contract_text_changed") return false;
      notify.failure({ message: t("errors.contract_text_changed") });
      onChanged();
      return true;
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("contractDocuments.accept.title")}>
      <Stack>
        <ContractText text={found.text} label={t("contractDocuments.accept.text")} />
        <FormFault fault={fault} title={t("contractDocuments.contract.generationError")} />
        <TextInput
          label={t("contractDocuments.accept.name")}
          description={t("contractDocuments.accept.nameHint")}
          name="name"
          autoComplete="name"
          maxLength={200}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Checkbox
          label={t("contractDocuments.accept.check")}
          name="isAccepted"
          key={form.key("isAccepted")}
          {...form.getInputProps("isAccepted", { type: "checkbox" })}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("contractDocuments.accept.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
