import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { ImportSource, type ImportSourceKind, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import { importsQuery } from "./imports-query.ts";

/** The form fields for each service, named as in the body of the call. */
const SERVICE_FIELDS = {
  peertube: ["channel"],
  s3: ["bucket", "prefix", "region", "endpoint", "accessKeyId", "secretAccessKey"],
  vimeo: ["accessToken"],
  mux: ["tokenId", "tokenSecret"],
} as const satisfies Record<ImportSourceKind, readonly string[]>;
type SourceFieldName = (typeof SERVICE_FIELDS)[ImportSourceKind][number];
type SourceValues = Partial<Record<SourceFieldName, string>>;

const SECRET_FIELDS: ReadonlySet<SourceFieldName> = new Set([
  "secretAccessKey",
  "accessToken",
  "tokenSecret",
]);

const emptyValues = (kind: ImportSourceKind): SourceValues =>
  Object.fromEntries(SERVICE_FIELDS[kind].map((name) => [name, ""]));

/** Returns the source for the call; empty fields are omitted. */
const buildSource = (kind: ImportSourceKind, values: SourceValues) => ({
  kind,
  ...Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ""),
  ),
});

/** Requests a service's list of videos, which the user reviews before any video is fetched. */
export function SourceForm({ kind }: { kind: ImportSourceKind }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<SourceValues, unknown>({
    initialValues: emptyValues(kind),
    validate(values) {
      const { error } = ImportSource.safeParse(buildSource(kind, values));
      const faulty = new Set(error?.issues.map(({ path }) => path[0]));
      return Object.fromEntries(
        SERVICE_FIELDS[kind].map((name) => [name, faulty.has(name) && t(`imports.fields.${name}.fault`)]),
      );
    },
    send: (values) =>
      call(routes.createImportFromSource, { body: ImportSource.parse(buildSource(kind, values)) }),
    async onSent() {
      form.setInitialValues(emptyValues(kind));
      form.reset();
      await queries.invalidateQueries({ queryKey: importsQuery.queryKey });
    },
  });
  return (
    <form noValidate aria-label={t(`imports.sources.${kind}.name`)} onSubmit={handleSubmit}>
      <Stack gap="sm" maw={640}>
        <Text size="sm">{t(`imports.sources.${kind}.text`)}</Text>
        <FormFault fault={fault} title={t("imports.sourceFailed")} />
        {SERVICE_FIELDS[kind].map((name) => {
          const texts = {
            name,
            label: t(`imports.fields.${name}.label`),
            description: t(`imports.fields.${name}.hint`),
          };
          const Field = SECRET_FIELDS.has(name) ? PasswordInput : TextInput;
          return <Field key={name} {...texts} autoComplete="off" {...form.getInputProps(name)} />;
        })}
        <Text size="sm" c="dimmed">
          {t("imports.sourceNext")}
        </Text>
        <div>
          <Button type="submit" loading={isSending}>
            {t("imports.readSource")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
