import { Anchor, Group, Radio, SegmentedControl, Select, Slider, Stack, TextInput } from "@mantine/core";
import {
  type ActiveTime,
  type DeliveryRules,
  type RuleName,
  STREAMING_AUTHORIZATIONS,
} from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useMe } from "../../lib/user.ts";
import { iceSetsQuery } from "../ice-sets/ice-query.ts";
import { NumberField } from "../ui/form/number-field.tsx";
import { PartFailure } from "../ui/part-failure.tsx";
import { CountriesField } from "./inputs/countries-field.tsx";
import { EntriesField } from "./inputs/entries-field.tsx";
import { RULE_INPUTS, type RuleInput } from "./rule-groups.ts";
import { ActiveTimesField } from "./times/active-times-field.tsx";

type RuleValue = DeliveryRules[RuleName];
export interface RuleEditorProps {
  name: RuleName;
  label: string;
  value: RuleValue;
  onChange: (value: RuleValue) => void;
  error: string | undefined;
  timeZone: string;
}

/** Edits the value of a rule with the input for its kind. */
export function RuleEditor(props: RuleEditorProps): ReactNode {
  const { name, label, value, onChange, error } = props;
  const input = RULE_INPUTS[name];
  const entries = { label, value: value as string[], onChange };
  switch (input.kind) {
    case "switch":
      return <SwitchEditor {...props} />;
    case "number":
      return <NumberEditor {...props} input={input} />;
    case "percent":
      return <PercentField label={label} onChange={onChange} error={error} value={value as number} />;
    case "times":
      return <ActiveTimesField {...props} value={value as ActiveTime[]} />;
    case "addresses":
      return <EntriesField kind="address" {...entries} />;
    case "hosts":
      return <EntriesField kind="host" {...entries} />;
    case "countries":
      return <CountriesField aria-label={label} value={value as string[]} onChange={onChange} />;
    case "ice":
      return <IceEditor {...props} />;
    case "streaming":
      return <StreamingEditor {...props} />;
    case "picture":
      return (
        <TextInput
          aria-label={label}
          placeholder="https://www.example.org/picture.jpg"
          value={value as string}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      );
  }
}

function SwitchEditor({ name, label, value, onChange }: RuleEditorProps) {
  const { t } = useTranslation();
  const answers = ["yes", "no"] as const;
  return (
    <SegmentedControl
      aria-label={label}
      value={value ? "yes" : "no"}
      data={answers.map((answer) => ({
        value: answer,
        label: t(`deliveryRules.${answer}.${name as "p2pWeb"}`),
      }))}
      onChange={(answer) => onChange(answer === "yes")}
      style={{ justifySelf: "start" }}
    />
  );
}

function NumberEditor({
  label,
  value,
  onChange,
  error,
  input,
}: RuleEditorProps & { input: RuleInput & { kind: "number" } }) {
  const { i18n } = useTranslation();
  return (
    <NumberField
      aria-label={label}
      maw={200}
      min={input.min}
      max={input.max}
      allowDecimal={false}
      thousandSeparator={i18n.language === "fr" ? " " : ","}
      value={value as number}
      error={error}
      onChange={(typed) => onChange(typed === "" ? Number.NaN : Number(typed))}
    />
  );
}

function StreamingEditor({ label, value, onChange }: RuleEditorProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-label={label}
      value={value as string}
      onChange={(chosen) => onChange(chosen as RuleValue)}
    >
      <Stack gap="xs">
        {STREAMING_AUTHORIZATIONS.toReversed().map((each) => (
          <Radio
            key={each}
            value={each}
            label={t(`deliveryRules.streamings.${each}`)}
            description={each === "token" && <TokenKeysLink />}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Links to the keys in a new tab, because rules in this window may be unsaved. With "opener", the tab shows the same client. */
function TokenKeysLink() {
  const { t } = useTranslation();
  return (
    <Anchor href="#/config?tab=tokens" target="_blank" rel="opener" inherit underline="always">
      {t("deliveryRules.tokenKeys")}
    </Anchor>
  );
}

function IceEditor({ label, value, onChange }: RuleEditorProps) {
  const { t } = useTranslation();
  const clientUuid = useMe()?.client_infos[0]?.uuid ?? "";
  const { data, error, refetch } = useQuery(iceSetsQuery(clientUuid));
  const textOf = (uuid: string, name: string) =>
    uuid === "default" ? t("deliveryRules.values.platformSet") : name;
  if (error && !data) return <PartFailure error={error} title={label} onRetry={refetch} />;
  return (
    <Select
      aria-label={label}
      maw={420}
      allowDeselect={false}
      disabled={!data}
      value={value as string}
      data={(data ?? []).map(({ uuid, name }) => ({ value: uuid, label: textOf(uuid, name) }))}
      onChange={(uuid) => uuid && onChange(uuid)}
    />
  );
}

interface PercentFieldProps {
  label: string;
  value: number;
  onChange: (percent: number) => void;
  error: string | undefined;
}

/** Edits a percentage with a slider or a number field. */
function PercentField({ label, value, onChange, error }: PercentFieldProps) {
  const { t } = useTranslation();
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Slider
        flex={1}
        mt={10}
        thumbLabel={label}
        label={(percent) => t("deliveryRules.values.percent", { count: percent })}
        value={value}
        onChange={onChange}
      />
      <NumberField
        w={110}
        aria-label={label}
        min={0}
        max={100}
        suffix={t("common.percentSuffix")}
        decimalScale={2}
        value={value}
        error={error}
        onChange={(typed) => typeof typed === "number" && onChange(typed)}
      />
    </Group>
  );
}
