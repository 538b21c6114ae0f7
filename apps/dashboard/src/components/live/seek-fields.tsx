import { NumberInput, Switch } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { SEEK_BACK_MAX_SEC, SEEK_BACK_MIN_SEC } from "@shoal/contract";
import { useTranslation } from "react-i18next";

interface SeekFieldsProps {
  seekLive: boolean;
  onSeek: (seekLive: boolean) => void;
  /** Value, fault and change of the duration, as the form gives them. */
  duration: GetInputPropsReturnType;
  /** Nobody can. */
  isOff: boolean;
}

/** Whether viewers of a live may go back, and how far. Texts of area "live". */
export function SeekFields({ seekLive, onSeek, duration, isOff }: SeekFieldsProps) {
  const { t } = useTranslation();
  const limits = { min: SEEK_BACK_MIN_SEC, max: SEEK_BACK_MAX_SEC };
  return (
    <>
      <Switch
        label={t("live.seek.allow")}
        description={t(isOff ? "live.seek.offHint" : "live.seek.allowHint")}
        disabled={isOff}
        checked={seekLive && !isOff}
        onChange={(event) => onSeek(event.currentTarget.checked)}
      />
      {seekLive && !isOff && (
        <NumberInput
          label={t("live.seek.duration")}
          description={t("live.seek.durationHint", limits)}
          name="liveToKeepDuration"
          maw={260}
          step={30}
          {...limits}
          // What is typed stays: the fault says what is wrong with it.
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          {...duration}
        />
      )}
    </>
  );
}
