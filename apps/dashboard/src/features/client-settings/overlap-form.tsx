import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { errorText } from "../../lib/error-text.ts";

interface OverlapFormProps<N extends string> {
  texts: readonly string[];
  label: string;
  /** The labels of the choices, in display order. */
  choices: Readonly<Record<N, string>>;
  initial: N;
  confirm: string;
  renewal: { error: Error | null; isPending: boolean; mutate: (chosen: N) => void };
  onCancel: () => void;
}

/** Asks how long the replaced secret or key stays valid. */
export function OverlapForm<N extends string>(props: OverlapFormProps<N>) {
  const { t } = useTranslation();
  const { texts, label, choices, initial, confirm, renewal, onCancel } = props;
  const [chosen, setChosen] = useState(initial);
  return (
    <Stack>
      {texts.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      <FormFault fault={renewal.error ? errorText(renewal.error) : undefined} />
      <Radio.Group label={label} value={chosen} onChange={(name) => setChosen(name as N)}>
        <Stack gap="xs" mt="xs">
          {(Object.keys(choices) as N[]).map((name) => (
            <Radio key={name} value={name} label={choices[name]} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button loading={renewal.isPending} onClick={() => renewal.mutate(chosen)}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
