import { Alert, Button, ColorSwatch, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { DEFAULT_THEME, type PlayerTheme } from "@shoal/contract";
import { contrastOf, inkOn } from "@shoal/domain";
import { IconEyeExclamation } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./theme-fields.module.css";
import { ThemePreview } from "./theme-preview.tsx";
import {
  findWeakContrasts,
  formatContrast,
  isColour,
  type ThemeValues,
  wholeThemeOf,
} from "./theme-values.ts";

const COLOUR_SWATCHES = [
  "#2ad4c5",
  "#3d8bff",
  "#8f6bff",
  "#ff5c8a",
  "#ff6b3d",
  "#ffc93d",
  "#6fd44a",
  "#ffffff",
];
const LIGHT_TEXT_COLOUR = "#ffffff";

/** Edits the player's colours, with a preview and contrast warnings. */
export function ThemeFields({ form }: { form: UseFormReturnType<ThemeValues> }) {
  const { t } = useTranslation();
  const theme = useWholeTheme(form.getValues());
  return (
    <Stack>
      <ColourFields form={form} />
      <TextColourNote accent={theme.accent} />
      <Switch
        label={t("theme.hasTitle")}
        description={t("theme.hasTitleHint")}
        name="hasTitle"
        {...form.getInputProps("hasTitle", { type: "checkbox" })}
      />
      <ThemePreview theme={theme} />
      <ContrastWarnings theme={theme} onCorrect={(colour) => form.setFieldValue("accent", colour)} />
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: "flex-start" }}
        onClick={() => form.setValues({ ...DEFAULT_THEME })}
      >
        {t("theme.reset")}
      </Button>
    </Stack>
  );
}

function useWholeTheme(values: ThemeValues): PlayerTheme {
  const last = useRef<PlayerTheme>(DEFAULT_THEME);
  last.current = wholeThemeOf(values, last.current);
  return last.current;
}

function ColourFields({ form }: { form: UseFormReturnType<ThemeValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <Group align="flex-start" gap="md">
        {(["accent", "background"] as const).map((name) => (
          <ColourField key={name} name={name} form={form} />
        ))}
      </Group>
      <Group gap={6}>
        {COLOUR_SWATCHES.map((colour) => (
          <ColorSwatch
            key={colour}
            component="button"
            type="button"
            size={28}
            color={colour}
            style={{ cursor: "pointer" }}
            aria-label={t("theme.swatches", { colour })}
            onClick={() => form.setFieldValue("accent", colour)}
          />
        ))}
      </Group>
    </>
  );
}

/** Edits a colour as text or with the browser's colour picker. */
function ColourField({
  name,
  form,
}: {
  name: "accent" | "background";
  form: UseFormReturnType<ThemeValues>;
}) {
  const { t } = useTranslation();
  const { value, error } = form.getInputProps(name) as { value: string; error?: string };
  const set = (colour: string) => form.setFieldValue(name, colour.trim().toLowerCase());
  return (
    <TextInput
      w={{ base: "100%", xs: 250 }}
      label={t(`theme.${name}`)}
      description={t(`theme.${name}Hint`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      name={name}
      maxLength={7}
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label={t("theme.pick", { field: t(`theme.${name}`) })}
          value={isColour(value) ? value : "#000000"}
          onChange={(event) => set(event.currentTarget.value)}
        />
      }
    />
  );
}

/** Shows the text colour on the accent colour, which is chosen automatically. */
function TextColourNote({ accent }: { accent: string }) {
  const { t } = useTranslation();
  const ink = inkOn(accent);
  const contrast = formatContrast(contrastOf(accent, ink));
  return (
    <Text size="sm" c="dimmed">
      {t(ink === LIGHT_TEXT_COLOUR ? "theme.ink.light" : "theme.ink.dark", { contrast })}
    </Text>
  );
}

function ContrastWarnings({ theme, onCorrect }: { theme: PlayerTheme; onCorrect: (colour: string) => void }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {findWeakContrasts(theme).map(({ ground, contrast, corrected }) => (
        <Alert
          key={ground}
          color="orange"
          mb="xs"
          role="presentation"
          icon={<IconEyeExclamation />}
          title={t("theme.weakTitle")}
        >
          <Text size="sm" mb="xs">
            {t(`theme.weak.${ground}`, { contrast: formatContrast(contrast) })}
          </Text>
          <Button variant="default" size="xs" onClick={() => onCorrect(corrected)}>
            {t("theme.mend", { colour: corrected })}
          </Button>
        </Alert>
      ))}
    </div>
  );
}
