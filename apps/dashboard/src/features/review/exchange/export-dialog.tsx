import { Button, Checkbox, Group, NativeSelect, Stack } from "@mantine/core";
import { COMMENT_EXPORT_FORMATS } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { type ExchangeTarget, type ExportOptions, saveComments } from "./exchange-api.ts";

interface ExportDialogProps {
  place: ExchangeTarget;
  onEnd: () => void;
}

/** Selects the comments and the format of an export. */
export function ExportDialog({ place, onEnd }: ExportDialogProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useUnguardedForm<
    ExportOptions & Record<string, unknown>,
    void
  >({
    initialValues: { format: "resolve-edl", isOpenOnly: false, hasAnswers: true, hasInternal: true },
    send: ({ format, isOpenOnly, hasAnswers, hasInternal }) =>
      saveComments(place, { format, isOpenOnly, hasAnswers, hasInternal }),
    onSent: onEnd,
  });
  const data = COMMENT_EXPORT_FORMATS.map((value) => ({ value, label: t(`exchange.formats.${value}`) }));
  const switchOf = (name: "isOpenOnly" | "hasAnswers" | "hasInternal") =>
    form.getInputProps(name, { type: "checkbox" });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <NativeSelect
          label={t("exchange.format")}
          description={form.values.format === "pdf" ? t("exchange.pdfHint") : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={data}
          {...form.getInputProps("format")}
        />
        <Checkbox label={t("exchange.openOnly")} {...switchOf("isOpenOnly")} />
        <Checkbox label={t("exchange.answers")} {...switchOf("hasAnswers")} />
        <Checkbox label={t("exchange.internal")} {...switchOf("hasInternal")} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("exchange.download")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
