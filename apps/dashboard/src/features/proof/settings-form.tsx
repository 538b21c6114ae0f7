import { Button, Checkbox, Stack, Switch, Text } from "@mantine/core";
import { MAX_PROOF_LIMIT_GB, PROOF_SHARE, type ProofReport } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { useCan } from "../../lib/user.ts";
import type { SettingsValues } from "./settings-values.ts";
import { type SettingsEdit, useSettingsForm } from "./use-settings-form.ts";

/**
 * Edits the settings of proof mode: the client's consent, the share of the control group, the limit and the switch. Users without the right
 * to edit can only read them.
 */
export function SettingsForm({ report }: { report: ProofReport }) {
  const { t } = useTranslation();
  const isReadOnly = !useCan("manager");
  const edit = useSettingsForm(report);
  const { form } = edit;
  const { isAgreed, isOn } = form.getValues();
  const { consent } = report.settings;
  return (
    <Panel title={t("proof.settings.title")} text={t("proof.settings.text")}>
      <form noValidate onSubmit={edit.handleSubmit}>
        <Stack gap={14}>
          <FormFault fault={edit.fault} title={t("proof.settings.failed")} />
          <SettingsChanges edit={edit} />
          <Checkbox
            label={t("proof.settings.agreed")}
            disabled={isReadOnly}
            {...form.getInputProps("isAgreed", { type: "checkbox" })}
          />
          {consent && (
            <Text size="sm" c="dimmed">
              {t("proof.settings.agreedBy", {
                by: consent.by,
                at: formatDateTime(consent.at, report.timeZone),
              })}
            </Text>
          )}
          <Switch
            label={t("proof.settings.isOn")}
            disabled={isReadOnly || !isAgreed}
            {...form.getInputProps("isOn", { type: "checkbox" })}
            checked={isOn && isAgreed}
          />
          <NumberField
            label={t("proof.settings.share")}
            description={t("proof.settings.shareHint", PROOF_SHARE)}
            min={PROOF_SHARE.min}
            max={PROOF_SHARE.max}
            allowDecimal={false}
            suffix={t("common.percentSuffix")}
            maw={360}
            disabled={isReadOnly}
            {...form.getInputProps("sharePct")}
          />
          <NumberField
            label={t("proof.settings.limit")}
            description={t("proof.settings.limitHint")}
            min={0}
            max={MAX_PROOF_LIMIT_GB}
            suffix={` ${t("proof.settings.gb")}`}
            maw={360}
            disabled={isReadOnly}
            {...form.getInputProps("limitGb")}
          />
          {!isReadOnly && (
            <Button type="submit" loading={edit.isSending} style={{ justifySelf: "start" }}>
              {t("proof.settings.save")}
            </Button>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

/** Shows the settings that another user has changed in the meantime, or that changed because proof mode stopped. */
function SettingsChanges({ edit }: { edit: SettingsEdit }) {
  const { t } = useTranslation();
  const labels: Record<keyof SettingsValues, string> = {
    isAgreed: t("proof.settings.agreed"),
    isOn: t("proof.settings.isOn"),

    sharePct: t("proof.settings.share"),
    limitGb: t("proof.settings.limit"),
  };
  const units = {
    isAgreed: "",
    isOn: "",
    sharePct: t("common.percentSuffix"),
    limitGb: ` ${t("proof.settings.gb")}`,
  };
  const textOf = (field: keyof SettingsValues, value: unknown) => {
    if (typeof value === "boolean") return t(value ? "proof.settings.yes" : "proof.settings.no");
    return value === "" ? "" : `${value}${units[field]}`;
  };
  return (
    <ConflictNotice
      changes={edit.changes}
      labelOf={(field) => labels[field]}
      textOf={textOf}
      onAccept={edit.acceptForeign}
    />
  );
}
