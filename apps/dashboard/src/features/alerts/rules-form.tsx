import { Button, Fieldset, Stack, Switch, Text } from "@mantine/core";
import {
  ALERT_KINDS,
  ALERT_THRESHOLDS,
  type AlertKind,
  type AlertSettings,
  MAX_ALERT_SESSIONS,
  routes,
  type ThresholdKind,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { alertSettingsQuery } from "./alerts-queries.ts";
import { isWithin, type RuleValues, rulesOf, THRESHOLD_KINDS, valuesOf } from "./rule-values.ts";

const SESSIONS_LIMITS = { min: 1, max: MAX_ALERT_SESSIONS };
type RulesEditForm = EditForm<RuleValues, AlertSettings>;

interface RulesFormProps {
  settings: AlertSettings;
  isReadOnly: boolean;
  onClose: () => void;
}

/** Edits the threshold of each kind, and the minimum number of viewers. */
export function RulesForm({ settings, isReadOnly, onClose }: RulesFormProps) {
  const { t } = useTranslation();
  const edit = useRulesForm(settings, onClose);
  const labelOf = (field: string) => {
    const kind = ALERT_KINDS.find((each) => field.replace(/IsOn$/, "") === each);
    return kind ? t(`alerts.kinds.${kind}`) : t("alerts.settings.minimum");
  };
  const textOf = (_: string, value: unknown) =>
    typeof value === "boolean" ? t(value ? "alerts.settings.on" : "alerts.settings.off") : String(value);
  return (
    <form onSubmit={edit.handleSubmit} noValidate aria-label={t("alerts.settings.title")}>
      <Stack gap={14}>
        <FormFault fault={edit.fault} title={t("alerts.settings.failed")} />
        <ConflictNotice
          changes={edit.changes}
          labelOf={labelOf}
          textOf={textOf}
          onAccept={edit.acceptForeign}
        />
        <Fieldset variant="unstyled" disabled={isReadOnly}>
          <Stack gap={20}>
            {ALERT_KINDS.map((kind) => (
              <KindRule key={kind} kind={kind} edit={edit} isReadOnly={isReadOnly} />
            ))}
            <NumberField
              label={t("alerts.settings.minimum")}
              description={t("alerts.settings.minimumHint")}
              {...SESSIONS_LIMITS}
              clampBehavior="none"
              allowDecimal={false}
              maw={520}
              disabled={isReadOnly}
              {...edit.form.getInputProps("minimumSessions")}
            />
          </Stack>
        </Fieldset>
        {!isReadOnly && (
          <Button type="submit" loading={edit.isSending}>
            {t("alerts.settings.save")}
          </Button>
        )}
      </Stack>
    </form>
  );
}

function useRulesForm(settings: AlertSettings, onClose: () => void): RulesEditForm {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // A save sends all values, so values that were not edited are taken from the last loaded settings.
  const latest = useRef(settings);
  const rangeText = (range: { min: number; max: number }) => t("alerts.settings.range", range);
  return useEditForm<RuleValues, AlertSettings>({
    entity: settings,
    valuesOf: ({ rules }) => valuesOf(rules),
    validate: (values) => ({
      ...Object.fromEntries(
        THRESHOLD_KINDS.map((kind) => [
          kind,
          !isWithin(values[kind], ALERT_THRESHOLDS[kind]) && rangeText(ALERT_THRESHOLDS[kind]),
        ]),
      ),
      minimumSessions: !isWithin(values.minimumSessions, SESSIONS_LIMITS) && rangeText(SESSIONS_LIMITS),
    }),
    async read() {
      latest.current = await call(routes.getAlertSettings, {});
      return latest.current;
    },
    save: (changes, revision) =>
      call(routes.saveAlertRules, { body: { ...rulesOf(latest.current.rules, changes), revision } }),
    onSaved(saved) {
      latest.current = saved;
      queries.setQueryData(alertSettingsQuery.queryKey, saved);
      notify.success({ message: t("alerts.settings.saved") });
      onClose();
    },
  });
}

interface KindRuleProps {
  kind: AlertKind;
  edit: RulesEditForm;
  isReadOnly: boolean;
}

function KindRule({ kind, edit: { form }, isReadOnly }: KindRuleProps) {
  const { t } = useTranslation();
  const isOn = form.getValues()[`${kind}IsOn`] === true;
  return (
    <Stack gap="xs" pb={20} style={{ borderBottom: "1px solid var(--shoal-line)" }}>
      <Switch
        label={t(`alerts.kinds.${kind}`)}
        fw={600}
        disabled={isReadOnly}
        {...form.getInputProps(`${kind}IsOn`, { type: "checkbox" })}
      />
      <Text size="sm" c="dimmed">
        {t(`alerts.means.${kind}`)}
      </Text>
      {kind !== "stream_down" && <ThresholdField kind={kind} form={form} isOff={!isOn || isReadOnly} />}
    </Stack>
  );
}

function ThresholdField({
  kind,
  form,
  isOff,
}: {
  kind: ThresholdKind;
  form: RulesEditForm["form"];
  isOff: boolean;
}) {
  const { t } = useTranslation();
  const { min, max } = ALERT_THRESHOLDS[kind];
  return (
    <NumberField
      aria-label={t("alerts.settings.threshold", { kind: t(`alerts.kinds.${kind}`) })}
      min={min}
      max={max}
      // Values out of range are reported rather than corrected while the user types.
      clampBehavior="none"
      suffix={` ${t(`alerts.settings.units.${kind}`)}`}
      w={170}
      disabled={isOff}
      {...form.getInputProps(kind)}
    />
  );
}
