import { Checkbox, SegmentedControl, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CountrySelect } from "../delivery-rules/inputs/countries-field.tsx";
import { DateTimeField } from "../ui/form/date-time-field.tsx";
import classes from "./access-simulator.module.css";
import type { VisitorFault, VisitorValues } from "./simulated-visitor.ts";

interface VisitorFormProps {
  values: VisitorValues;
  fault: VisitorFault | undefined;
  /** Whether the video is our own, and may have a password, a start and an end. */
  isOfMedium: boolean;
  onChange: (values: VisitorValues) => void;
}

/** Edits the simulated viewer: their location, page and time. */
export function VisitorForm({ values, fault, isOfMedium, onChange }: VisitorFormProps) {
  const { t } = useTranslation();
  const set = (change: Partial<VisitorValues>) => onChange({ ...values, ...change });
  const { from } = values;
  return (
    <div className={classes.form}>
      <SegmentedControl
        size="xs"
        aria-label={t("accessSimulator.from.label")}
        value={from}
        data={(["address", "country"] as const).map((value) => ({
          value,
          label: t(`accessSimulator.from.${value}`),
        }))}
        onChange={(next) => set({ from: next as VisitorValues["from"] })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {from === "address" ? (
          <TextInput
            label={t("accessSimulator.address")}
            placeholder="203.0.113.9"
            value={values.address}
            error={fault === "address" && t("accessSimulator.addressFault")}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
        ) : (
          <CountrySelect
            label={t("accessSimulator.country")}
            placeholder={t("accessSimulator.anyCountry")}
            value={values.country}
            onChange={(country) => set({ country })}
          />
        )}
        <TextInput
          label={t("accessSimulator.page")}
          placeholder="www.example.com"
          description={t("accessSimulator.pageHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={values.page}
          error={fault === "page" && t("accessSimulator.pageFault")}
          onChange={(event) => set({ page: event.currentTarget.value })}
        />
        <VpnSelect values={values} set={set} />
        {isOfMedium && (
          <DateTimeField
            label={t("accessSimulator.at")}
            description={t("accessSimulator.atHint")}
            value={values.at}
            error={fault === "at" && t("dateTime.fault")}
            onChange={(at) => set({ at })}
          />
        )}
        <TextInput
          label={t("accessSimulator.token")}
          description={t("accessSimulator.tokenHint")}
          inputWrapperOrder={["label", "input", "description"]}
          value={values.token}
          onChange={(event) => set({ token: event.currentTarget.value })}
        />
      </SimpleGrid>
      {isOfMedium && (
        <Checkbox
          label={t("accessSimulator.password")}
          checked={values.isPasswordRight}
          onChange={(event) => set({ isPasswordRight: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

const VPN_ANSWERS = { yes: true, no: false } as const;

/** Selects whether the visitor uses a VPN; by default, the operator's list decides. */
function VpnSelect({
  values: { isVpn },
  set,
}: {
  values: VisitorValues;
  set: (change: Partial<VisitorValues>) => void;
}) {
  const { t } = useTranslation();
  const answer = isVpn === undefined ? "list" : isVpn ? "yes" : "no";
  return (
    <Select
      label={t("accessSimulator.vpn.label")}
      allowDeselect={false}
      value={answer}
      data={(["list", "yes", "no"] as const).map((value) => ({
        value,
        label: t(`accessSimulator.vpn.${value}`),
      }))}
      onChange={(next) => set({ isVpn: next === "list" ? undefined : VPN_ANSWERS[next as "yes"] })}
    />
  );
}
