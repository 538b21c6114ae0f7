import { Radio, Stack } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";

type EncodingModeValue = VideoView["encoding"];
const ENCODING_MODES: readonly EncodingModeValue[] = ["encoding", "passthrough"];

/** Selects whether a video is encoded or published unchanged. Uses the texts of the "profile" area. */
export function EncodingMode({
  value,
  onChange,
}: {
  value: EncodingModeValue;
  onChange: (mode: EncodingModeValue) => void;
}) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t("profile.encoding.mode")} value={value}>
      <Stack gap="xs" mt="xs">
        {ENCODING_MODES.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            checked={value === mode}
            label={t(`profile.encoding.modes.${mode}`)}
            description={t(`profile.encoding.modeHints.${mode}`)}
            onChange={() => onChange(mode)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
