import type { ProofInput, ProofReport } from "@shoal/contract";

/** The values of the settings form; numbers as typed, "" for none. */
export type SettingsValues = {
  isAgreed: boolean;
  isOn: boolean;
  sharePct: number | string;
  limitGb: number | string;
};

/** The settings that the form edits, with their state. */
export type EditedSettings = SettingsValues & { revision: number };

/** Returns the settings to edit. If proof mode stopped automatically, it counts as off until a user turns it on again. */
export const editedSettingsOf = ({
  settings,
  state,
}: Pick<ProofReport, "settings" | "state">): EditedSettings => ({
  isAgreed: settings.consent !== null,
  isOn: settings.isOn && state.code !== "stopped",

  sharePct: settings.sharePct,
  limitGb: settings.limitGb ?? "",
  revision: settings.revision,
});

export const valuesOf = ({ revision: _revision, ...values }: EditedSettings): SettingsValues => ({
  ...values,
});

/** Returns the body of the call; without the required consent, proof mode is not turned on. */
export const requestBodyOf = (
  { isOn, isAgreed, sharePct, limitGb }: SettingsValues,
  revision: number,
): ProofInput => ({
  isOn: isOn && isAgreed,
  isAgreed,
  sharePct: Number(sharePct),
  revision,
  limitGb: limitGb === "" ? null : Number(limitGb),
});
