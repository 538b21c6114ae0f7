import { Button, type ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { copyText } from "../../lib/sharing.ts";

const COPIED_LABEL_MS = 2_000;

interface CopyButtonProps extends ButtonProps {
  text: string;
  /** The label of the button; "Copy" by default. */
  label?: string;
}

/** Copies a string to the clipboard and confirms it on the button. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const handleCopy = () =>
    copyText(text).then(
      () => setDone(true),
      () => notify.failure({ message: t("common.copyRefused") }),
    );
  return (
    <Button
      variant="default"
      leftSection={isDone ? <IconCheck size={17} /> : <IconCopy size={17} />}
      {...rest}
      onClick={() => void handleCopy()}
    >
      <span aria-live="polite">{isDone ? t("common.copied") : (label ?? t("common.copy"))}</span>
    </Button>
  );
}
