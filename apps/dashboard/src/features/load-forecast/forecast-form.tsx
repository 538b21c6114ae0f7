import { Button, Fieldset, Group, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { Panel } from "../../components/ui/panel.tsx";
import {
  ARRIVAL_CHOICES_SEC,
  type EventValues,
  findEventFaults,
  initialValues,
  limitsOf,
  type NumberField,
} from "./event-values.ts";
import type { EventRules } from "./forecast-query.ts";
import type { ForecastState } from "./use-forecast.ts";

interface ForecastFormProps {
  live: VideoView | undefined;
  rules: EventRules;
  state: ForecastState;
  onStart: (values: EventValues) => Promise<void>;
  onCancel: () => void;
}

/** Edits the expected audience of an event and the properties of the live that it will watch. */
export function ForecastForm({ live, rules, state, onStart, onCancel }: ForecastFormProps) {
  const { t } = useTranslation();
  const { form, handleSubmit } = useUnguardedForm<EventValues, void>({
    initialValues: initialValues(live),
    validate: (values) => findEventFaults(values, t),
    send: onStart,
    onSent: () => undefined,
  });
  const isRunning = state.phase === "running";
  const number = (field: NumberField, step: number) => (
    <NumberInput
      label={t(`loadForecast.fields.${field}`)}
      description={t(`loadForecast.hints.${field}`)}
      name={field}
      step={step}
      {...limitsOf(field)}
      // An invalid value must stay visible with its error message.
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={t("loadForecast.thousands")}
      {...form.getInputProps(field)}
    />
  );
  return (
    <Panel title={t("loadForecast.event")}>
      <form onSubmit={handleSubmit} noValidate>
        <Fieldset variant="unstyled" disabled={isRunning}>
          <Stack gap="md">
            {number("viewers", 100)}
            <NativeSelect
              label={t("loadForecast.fields.arrivalSec")}
              name="arrivalSec"
              data={ARRIVAL_CHOICES_SEC.map((sec) => ({
                value: sec,
                label: t(`loadForecast.arrivals.${sec}`),
              }))}
              {...form.getInputProps("arrivalSec")}
            />
            {number("bitrateKbps", 100)}
            {number("latencySec", 1)}
            {number("cellularPercent", 5)}
          </Stack>
        </Fieldset>
        <RulesText live={live} rules={rules} />
        <Group mt="md">
          <Button type="submit" loading={isRunning}>
            {t("loadForecast.start")}
          </Button>
          {isRunning && (
            <Button variant="default" onClick={onCancel}>
              {t("loadForecast.cancel")}
            </Button>
          )}
        </Group>
      </form>
    </Panel>
  );
}

/** Explains which rules apply, and warns if the live's latency is too low for the forecast. */
function RulesText({ live, rules: { rules, admittedShare } }: Pick<ForecastFormProps, "live" | "rules">) {
  const { t } = useTranslation();
  const percent = Math.round(admittedShare * 100);
  return (
    <Text size="sm" c="dimmed" mt="md">
      {rules.enabled
        ? t("loadForecast.rules", { share: percent, upload: rules.uploadPercent })
        : t("loadForecast.noPeers")}{" "}
      {live?.targetLatencySec === null && t("loadForecast.tooNear")}
    </Text>
  );
}
