import { Alert, Button, Code, Group, Stack, Text, Textarea } from "@mantine/core";
import { type ContractTermsView, routes } from "@shoal/contract";
import { IconScale } from "@tabler/icons-react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { LANGUAGE_NAMES } from "../../lib/language-names.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

const termsQuery = queryOptions({
  queryKey: ["contract-terms"] as const,
  queryFn: ({ signal }) => call(routes.getContractTerms, {}, { signal }),
  // Not reloaded when the browser window receives the focus, because that would replace text being typed.
  refetchOnWindowFocus: false,
});

/** Edits the terms of all contracts, for the administration. */
export function ContractTermsPage() {
  const { data: terms, error, refetch } = useQuery(termsQuery);
  return (
    <>
      <AdminNav />
      {terms && <TermsContent key={terms.version} terms={terms} />}
      {!terms && error && <ErrorState error={error} onRetry={refetch} />}
      {!terms && !error && <PageSkeleton />}
    </>
  );
}

function TermsContent({ terms }: { terms: ContractTermsView }) {
  const { t } = useTranslation();
  const { version, createdBy, createdAt, contractCount } = terms;
  const made = createdBy
    ? t("contractDocuments.terms.madeBy", { date: formatDateTime(createdAt), user: createdBy })
    : t("contractDocuments.terms.template");
  const note = [
    t("contractDocuments.terms.version", { version }),
    made,
    t("contractDocuments.terms.contracts", { count: contractCount }),
  ].join(" · ");
  return (
    <>
      <PageHeader title={t("contractDocuments.terms.title")} note={note} />
      <Stack gap="lg" maw={1080}>
        {!createdBy && (
          <Alert color="orange" icon={<IconScale />} title={t("contractDocuments.terms.lawyerTitle")}>
            {t("contractDocuments.terms.lawyer")}
          </Alert>
        )}
        <TermsForm terms={terms} />
      </Stack>
    </>
  );
}

function TermsForm({ terms }: { terms: ContractTermsView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { EN: terms.EN, FR: terms.FR },
    validate: ({ EN, FR }) => ({
      EN: !EN.trim() && t("contractDocuments.terms.empty"),
      FR: !FR.trim() && t("contractDocuments.terms.empty"),
    }),
    send: (values) => call(routes.replaceContractTerms, { body: { ...values, basedOn: terms.version } }),
    onSent(saved) {
      queries.setQueryData(termsQuery.queryKey, saved);
      notify.success({ message: t("contractDocuments.terms.saved", { version: saved.version }) });
    },
  });
  const { EN, FR } = form.getValues();
  const isChanged = EN !== terms.EN || FR !== terms.FR;
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("contractDocuments.terms.title")}>
      <Panel title={t("contractDocuments.terms.texts")} text={t("contractDocuments.terms.hint")}>
        <FormFault fault={fault} title={t("contractDocuments.terms.failed")} />
        <Group gap={6} aria-label={t("contractDocuments.terms.placeholders")} role="group">
          <Text size="sm">{t("contractDocuments.terms.placeholders")}</Text>
          {terms.placeholders.map((name) => (
            <Code key={name}>{`{{${name}}}`}</Code>
          ))}
        </Group>
        {(["EN", "FR"] as const).map((language) => (
          <Textarea
            key={form.key(language)}
            label={LANGUAGE_NAMES[language]}
            name={language}
            lang={language.toLowerCase()}
            autosize
            minRows={12}
            maxRows={24}
            maxLength={60_000}
            {...form.getInputProps(language)}
          />
        ))}
        <Group>
          <Button type="submit" loading={isSending} disabled={!isChanged}>
            {t("contractDocuments.terms.submit", { version: terms.version + 1 })}
          </Button>
        </Group>
      </Panel>
    </form>
  );
}
