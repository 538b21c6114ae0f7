import { ActionIcon } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "../ui/copy-field.tsx";

interface StreamKeyFieldProps {
  label: string;
  value: string;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** A stream key, hidden from whoever looks over the shoulder, with its copy button. Texts of area "live". */
export function StreamKeyField({ label, value, children }: StreamKeyFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const name = t(isShown ? "live.key.hide" : "live.key.show");
  return (
    <CopyField
      label={label}
      value={value}
      copied={t("live.key.copied")}
      mask={isShown ? undefined : "•".repeat(24)}
    >
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
