import { Button, Group, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { copyText } from "../../lib/sharing.ts";
import { openCopiedNotice } from "./dialogs/copied.ts";

interface CopyFieldProps {
  label: string;
  value: string;
  /** The text of the modal that confirms the copy. */
  copied: string;
  /** The text shown in place of a hidden value. The button still copies the real value. */
  mask?: string | undefined;
  children?: ReactNode;
}

/** Shows a value that the user passes on to someone else, with a copy button. */
export function CopyField({ label, value, copied, mask, children }: CopyFieldProps) {
  const { t } = useTranslation();
  const copy = () =>
    copyText(value).then(
      () => openCopiedNotice(copied),
      () => notify.failure({ message: t("common.copyRefused") }),
    );
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={label}
        readOnly
        value={mask ?? value}
        onFocus={(event) => event.currentTarget.select()}
        style={{ flex: "1 1 180px" }}
        styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: 13 } }}
      />
      {children}
      <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
        {t("common.copy")}
      </Button>
    </Group>
  );
}
