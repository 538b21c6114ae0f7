import { Switch } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { MAX_SEEK_BACK_SEC, SEEK_BACK_MIN_SEC } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useMe } from "../../lib/user.ts";
import { NumberField } from "../ui/form/number-field.tsx";
import type { RecordingValues } from "./recording-values.ts";

interface RecordingFieldsProps {
  values: Pick<RecordingValues, "keepLive" | "seekLive">;
  onChange: (values: Partial<Pick<RecordingValues, "keepLive" | "seekLive">>) => void;
  /** The form's props for the field of the rewind window. */
  duration: GetInputPropsReturnType;
  /** Whether rewinding is unavailable because the live has no delay. */
  isSeekOff?: boolean;
}

/** Edits whether a live is kept and, if not, how far back viewers can rewind. Uses the texts of the "live" area. */
export function RecordingFields({ values, onChange, duration, isSeekOff = false }: RecordingFieldsProps) {
  const { keepLive, seekLive } = values;
  const { t } = useTranslation();
  const isNeverKept = useMe()?.client_infos[0]?.noKeepLive ?? false;
  return (
    <>
      <Switch
        label={t("live.keep.allow")}
        description={t(isNeverKept ? "live.keep.never" : "live.keep.hint")}
        disabled={isNeverKept}
        checked={keepLive && !isNeverKept}
        onChange={(event) => onChange({ keepLive: event.currentTarget.checked })}
      />
      {!keepLive && (
        <SeekFields
          seekLive={seekLive}
          onSeek={(next) => onChange({ seekLive: next })}
          duration={duration}
          isOff={isSeekOff}
        />
      )}
    </>
  );
}

interface SeekFieldsProps {
  seekLive: boolean;
  onSeek: (seekLive: boolean) => void;
  /** The form's props for the field of the rewind window. */
  duration: GetInputPropsReturnType;
  /** Whether rewinding is unavailable because the live has no delay. */
  isOff: boolean;
}

/** Edits whether viewers of a live can rewind, and how far. Uses the texts of the "live" area. */
function SeekFields({ seekLive, onSeek, duration, isOff }: SeekFieldsProps) {
  const { t } = useTranslation();
  const limits = { min: SEEK_BACK_MIN_SEC, max: MAX_SEEK_BACK_SEC };
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
        <NumberField
          label={t("live.seek.duration")}
          description={t("live.seek.durationHint", limits)}
          name="liveToKeepDuration"
          maw={260}
          step={30}
          {...limits}
          // An invalid value must stay visible beside its error.
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          {...duration}
        />
      )}
    </>
  );
}
