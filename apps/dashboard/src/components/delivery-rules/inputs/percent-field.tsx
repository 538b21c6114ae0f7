import { Group, NumberInput, Slider } from "@mantine/core";

interface PercentFieldProps {
  label: string;
  value: number;
  onChange: (percent: number) => void;
  error: string | undefined;
}

/** A share, dragged or typed. */
export function PercentField({ label, value, onChange, error }: PercentFieldProps) {
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Slider
        flex={1}
        mt={10}
        thumbLabel={label}
        label={(percent) => `${percent} %`}
        value={value}
        onChange={onChange}
      />
      <NumberInput
        w={110}
        aria-label={label}
        min={0}
        max={100}
        suffix=" %"
        decimalScale={2}
        value={value}
        error={error}
        onChange={(typed) => typeof typed === "number" && onChange(typed)}
      />
    </Group>
  );
}
