import { ActionIcon } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../ui/copy-field.tsx";

interface StreamKeyFieldProps {
  label: string;
  value: string;
  /** The labels of the buttons, if the value is more than a stream key, such as an address. */
  texts?: { show: string; hide: string; copied: string };
  /** Further actions. */
  children?: ReactNode;
}

/** A stream key or an address that contains one, masked, with a copy button. Uses the texts of the "live" area. */
export function StreamKeyField({ label, value, texts, children }: StreamKeyFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const { show, hide, copied } = texts ?? {
    show: t("live.key.show"),
    hide: t("live.key.hide"),
    copied: t("live.key.copied"),
  };
  const name = isShown ? hide : show;
  return (
    <CopyField label={label} value={value} copied={copied} mask={isShown ? undefined : "•".repeat(24)}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={name}
        title={name}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <IconEyeOff size={17} /> : <IconEye size={17} />}
      </ActionIcon>
      {children}
    </CopyField>
  );
}
