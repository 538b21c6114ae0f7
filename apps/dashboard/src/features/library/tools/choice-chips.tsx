import { UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import classes from "../../../components/video/tags/chips.module.css";

interface ChoiceChipsProps<T extends string> {
  label: string;
  choices: readonly { value: T; text: string }[];
  chosen: readonly T[];
  onChoose: (chosen: T[]) => void;
}

/** Several of a few choices; none is the same as all. */
export function ChoiceChips<T extends string>({ label, choices, chosen, onChoose }: ChoiceChipsProps<T>) {
  const toggle = (value: T) =>
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.name}>{label}</legend>
      <div className={classes.chips}>
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
      </div>
    </fieldset>
  );
}
