import { Switch } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useMe } from "../../lib/user.ts";
import type { KeepValues } from "./keep-values.ts";
import { SeekFields } from "./seek-fields.tsx";

interface KeepFieldsProps {
  values: Pick<KeepValues, "keepLive" | "seekLive">;
  onChange: (values: Partial<Pick<KeepValues, "keepLive" | "seekLive">>) => void;
  /** Value, fault and change of the duration, as the form gives them. */
  duration: GetInputPropsReturnType;
  /** Nobody can go back in a live without delay. */
  isSeekOff?: boolean;
}

/** Whether a live is kept, and how far back viewers may go in one that is not. Texts of area "live". */
export function KeepFields({ values, onChange, duration, isSeekOff = false }: KeepFieldsProps) {
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
