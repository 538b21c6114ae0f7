import { Group, SegmentedControl, Switch, Text, TextInput } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import type { FixedSize } from "@shoal/domain";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseTimeText } from "../../../lib/clock-text.ts";
import { FieldGroup } from "../../ui/form/field-group.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { DEFAULT_EMBED_OPTIONS, type EmbedOptions } from "./embed-options.ts";

const DEFAULT_SIZE: FixedSize = { width: 640, height: 360 };
const SIZE_LIMITS_PX = { min: 100, max: 7_680 };

interface EmbedOptionsFieldProps {
  video: Pick<VideoView, "autoplay" | "duration"> & Partial<Pick<VideoView, "type">>;
  onChange: (options: EmbedOptions) => void;
  /** A button next to the start time that fills in a value. Lives have no start time. */
  startAside?: (write: (text: string) => void) => ReactNode;
}

/** Edits the options of the embedded player. Invalid values leave the options unchanged. */
export function EmbedOptionsField({ video, onChange, startAside }: EmbedOptionsFieldProps) {
  const { t } = useTranslation();
  const [options, setOptions] = useState(DEFAULT_EMBED_OPTIONS);
  function change(part: Partial<EmbedOptions>): void {
    const next = { ...options, ...part };
    setOptions(next);
    onChange(next);
  }
  const isAutoplay = options.autoplay ?? video.autoplay;
  return (
    <FieldGroup legend={t("videoPage.share.options")}>
      <Group gap="12px 24px" align="stretch">
        <Switch
          label={t("videoPage.share.autoplay")}
          checked={isAutoplay}
          onChange={({ currentTarget: { checked } }) =>
            change({ autoplay: checked === video.autoplay ? null : checked })
          }
        />
        <Switch
          label={t("videoPage.share.muted")}
          checked={options.muted}
          onChange={(event) => change({ muted: event.currentTarget.checked })}
        />
        <Switch
          label={t("videoPage.share.title")}
          checked={options.hasTitle}
          onChange={(event) => change({ hasTitle: event.currentTarget.checked })}
        />
      </Group>
      {isAutoplay && !options.muted && (
        <Text size="sm" c="dimmed">
          {t("videoPage.share.autoplayHint")}
        </Text>
      )}
      {video.type !== "live" && (
        <StartField
          durationSec={video.duration}
          aside={startAside}
          onChange={(startSec) => change({ startSec })}
        />
      )}
      <SizeField size={options.size} onChange={(size) => change({ size })} />
    </FieldGroup>
  );
}

function StartField({
  durationSec,
  aside,
  onChange,
}: {
  durationSec: number | null;
  aside: EmbedOptionsFieldProps["startAside"];
  onChange: (startSec: number) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const sec = text.trim() === "" ? 0 : parseTimeText(text);
  const isBeyond = sec !== undefined && durationSec !== null && sec > durationSec;
  function set(next: string): void {
    setText(next);
    const nextSec = next.trim() === "" ? 0 : parseTimeText(next);
    if (nextSec !== undefined && nextSec <= (durationSec ?? nextSec)) onChange(nextSec);
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={t("videoPage.share.start")}
        description={t("videoPage.share.startHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        w={{ base: "100%", xs: 230 }}
        value={text}
        error={
          (sec === undefined && t("videoPage.share.startFault")) ||
          (isBeyond && t("videoPage.share.startBeyond"))
        }
        onChange={(event) => set(event.currentTarget.value)}
      />
      {aside?.(set)}
    </Group>
  );
}

function SizeField({
  size,
  onChange,
}: {
  size: FixedSize | null;
  onChange: (size: FixedSize | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="embed-size">
        {t("videoPage.share.size")}
      </Text>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-labelledby="embed-size"
          value={size ? "fixed" : "responsive"}
          data={(["responsive", "fixed"] as const).map((value) => ({
            value,
            label: t(`videoPage.share.${value}`),
          }))}
          onChange={(value) => onChange(value === "fixed" ? DEFAULT_SIZE : null)}
        />
        {size && <SizeFields first={size} onChange={onChange} />}
      </Group>
    </div>
  );
}

function SizeFields({ first, onChange }: { first: FixedSize; onChange: (size: FixedSize) => void }) {
  const { t } = useTranslation();
  const [sides, setSides] = useState<Record<"width" | "height", number | string>>({ ...first });
  const isValid = (side: number | string) =>
    typeof side === "number" && side >= SIZE_LIMITS_PX.min && side <= SIZE_LIMITS_PX.max;
  function set(name: "width" | "height", value: number | string): void {
    const next = { ...sides, [name]: value };
    setSides(next);
    if (isValid(next.width) && isValid(next.height))
      onChange({ width: Number(next.width), height: Number(next.height) });
  }
  return (["width", "height"] as const).map((name) => (
    <NumberField
      key={name}
      w={130}
      label={t(`videoPage.share.${name}`)}
      allowDecimal={false}
      allowNegative={false}
      step={10}
      value={sides[name]}
      error={!isValid(sides[name]) && t("videoPage.share.sizeFault")}
      onChange={(value) => set(name, value)}
    />
  ));
}
