import { ALERT_THRESHOLDS, type AlertRules, type ThresholdKind } from "@shoal/contract";

export const THRESHOLD_KINDS = Object.keys(ALERT_THRESHOLDS) as ThresholdKind[];

/** The values of the form. Thresholds are keyed by kind of alert, so that the server's errors appear at their fields. */
export interface RuleValues extends Record<string, unknown> {
  minimumSessions: number | string;
  stream_downIsOn: boolean;
  rebuffering: number | string;
  rebufferingIsOn: boolean;
  errors: number | string;
  errorsIsOn: boolean;
  quota: number | string;
  quotaIsOn: boolean;
  offload_lost: number | string;
  offload_lostIsOn: boolean;
  unverified: number | string;
  unverifiedIsOn: boolean;
  address_quota: number | string;
  address_quotaIsOn: boolean;
}

export const valuesOf = (rules: AlertRules): RuleValues => ({
  minimumSessions: rules.minimumSessions,
  stream_downIsOn: rules.stream_down.isOn,

  rebuffering: rules.rebuffering.threshold,
  rebufferingIsOn: rules.rebuffering.isOn,

  errors: rules.errors.threshold,
  errorsIsOn: rules.errors.isOn,

  quota: rules.quota.threshold,
  quotaIsOn: rules.quota.isOn,

  offload_lost: rules.offload_lost.threshold,
  offload_lostIsOn: rules.offload_lost.isOn,

  unverified: rules.unverified.threshold,
  unverifiedIsOn: rules.unverified.isOn,

  address_quota: rules.address_quota.threshold,
  address_quotaIsOn: rules.address_quota.isOn,
});

/** Applies the changed values to the saved rules. */
export function rulesOf(rules: AlertRules, changes: Partial<RuleValues>): AlertRules {
  const values = { ...valuesOf(rules), ...changes };
  const rule = (kind: ThresholdKind) => ({
    isOn: values[`${kind}IsOn`] === true,
    threshold: Number(values[kind]),
  });
  return {
    minimumSessions: Number(values.minimumSessions),
    stream_down: { isOn: values.stream_downIsOn },
    rebuffering: rule("rebuffering"),
    errors: rule("errors"),
    quota: rule("quota"),
    offload_lost: rule("offload_lost"),
    unverified: rule("unverified"),
    address_quota: rule("address_quota"),
  };
}

/** Whether a value is a number within these limits; "" is not. */
export const isWithin = (value: number | string, { min, max }: { min: number; max: number }): boolean =>
  value !== "" && Number(value) >= min && Number(value) <= max;
