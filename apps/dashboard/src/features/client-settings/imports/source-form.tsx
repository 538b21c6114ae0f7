import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { ImportSource, type ImportSourceKind, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import { importsQuery } from "./imports-query.ts";

/** The fields of each service, with the same names as in the call. */
const FIELDS = {
  peertube: ["channel"],
  s3: ["bucket", "prefix", "region", "endpoint", "accessKeyId", "secretAccessKey"],
  vimeo: ["accessToken"],
  mux: ["tokenId", "tokenSecret"],
} as const satisfies Record<ImportSourceKind, readonly string[]>;
type FieldName = (typeof FIELDS)[ImportSourceKind][number];
type Values = Partial<Record<FieldName, string>>;

const SECRETS: ReadonlySet<FieldName> = new Set(["secretAccessKey", "accessToken", "tokenSecret"]);

const emptyValues = (kind: ImportSourceKind): Values =>
  Object.fromEntries(FIELDS[kind].map((name) => [name, ""]));

/** Returns the source for the call; empty fields are omitted. */
const sourceOf = (kind: ImportSourceKind, values: Values) => ({
  kind,
  ...Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ""),
  ),
});

/** Requests a service's list of videos, which the user sees before anything is fetched. */
export function SourceForm({ kind }: { kind: ImportSourceKind }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm<Values, unknown>({
    initialValues: emptyValues(kind),
    validate(values) {
      const { error } = ImportSource.safeParse(sourceOf(kind, values));
      const faulty = new Set(error?.issues.map(({ path }) => path[0]));
      return Object.fromEntries(
        FIELDS[kind].map((name) => [name, faulty.has(name) && t(`imports.fields.${name}.fault`)]),
      );
    },
    send: (values) =>
      call(routes.createImportFromSource, { body: ImportSource.parse(sourceOf(kind, values)) }),
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
        {FIELDS[kind].map((name) => {
          const texts = {
            name,
            label: t(`imports.fields.${name}.label`),
            description: t(`imports.fields.${name}.hint`),
          };
          const Field = SECRETS.has(name) ? PasswordInput : TextInput;
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
