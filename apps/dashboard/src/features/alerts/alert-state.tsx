import type { AlertState as State } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";

const STATE_TONES: Partial<Record<State, StateTone>> = { open: "bad", acknowledged: "warning" };

/** Shows whether an alert is open, and whether it was acknowledged. */
export function AlertState({ state }: { state: State }) {
  const { t } = useTranslation();
  return <StateBadge tone={STATE_TONES[state] ?? "plain"}>{t(`alerts.states.${state}`)}</StateBadge>;
}
