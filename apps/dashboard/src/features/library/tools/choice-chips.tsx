import { Box, Group, UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import classes from "../../../components/video/tags/chips.module.css";

interface ChoiceChipsProps<T extends string> {
  label: string;
  choices: readonly { value: T; text: string }[];
  chosen: readonly T[];
  onChoose: (choose: (latest: readonly T[]) => T[]) => void;
}

/** Selects several of a few choices. Selecting none means all. */
export function ChoiceChips<T extends string>({ label, choices, chosen, onChoose }: ChoiceChipsProps<T>) {
  const toggle = (value: T) =>
    onChoose((latest) =>
      latest.includes(value) ? latest.filter((other) => other !== value) : [...latest, value],
    );
  return (
    <Box component="fieldset" m={0} p={0} miw={0} bd={0}>
      <Box component="legend" p={0} mb={6} fz={13} fw={600} c="dimmed">
        {label}
      </Box>
      <Group gap={6}>
        {choices.map(({ value, text }) => {
          const isChosen = chosen.includes(value);
          return (
            <UnstyledButton
              key={value}
              className={classes.chip}
              aria-pressed={isChosen}
              onClick={() => toggle(value)}
            >
              {isChosen && <IconCheck size={14} aria-hidden />}
              {text}
            </UnstyledButton>
          );
        })}
      </Group>
    </Box>
  );
}
