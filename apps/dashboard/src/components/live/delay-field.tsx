import { Radio, Stack } from "@mantine/core";
import { LIVE_DELAYS, type LiveDelay } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { useTranslation } from "react-i18next";

interface DelayFieldProps {
  /** The name that distinguishes the radio buttons of this form from other forms' buttons. */
  name: string;
  value: LiveDelay;
  /** Whether the delay is fixed because the live is already running. */
  isLocked?: boolean;
  onChange: (delay: LiveDelay) => void;
}

/** Selects the delay for a camera's viewers (§4). Uses the texts of the "live" area. */
export function DelayField({ name, value, isLocked = false, onChange }: DelayFieldProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t("live.delay.label")}
      description={isLocked ? t("live.delay.locked") : undefined}
      name={`${name}-delay`}
      value={value}
      onChange={(delay) => onChange(delay as LiveDelay)}
    >
      <Stack gap={8} mt={8}>
        {LIVE_DELAYS.map((delay) => (
          <Radio
            key={delay}
            value={delay}
            label={t(`live.delay.names.${delay}`)}
            description={t(`live.delay.hints.${delay}`, { places: DIRECT_PLACES })}
            disabled={isLocked}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
