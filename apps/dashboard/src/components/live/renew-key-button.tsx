import { ActionIcon } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";

interface RenewKeyButtonProps {
  /** A sentence that names the live or client of the key. */
  text: string;
  renew: () => Promise<unknown>;
}

/** Renews a stream key after confirmation. Uses the texts of the "live" area. */
export function RenewKeyButton({ text, renew }: RenewKeyButtonProps) {
  const { t } = useTranslation();
  const confirm = () =>
    askConfirmation({
      title: t("live.key.renewQuestion"),
      text,
      confirm: t("live.key.renew"),
      async run() {
        await renew();
        notify.success({ message: t("live.key.renewed") });
      },
    });
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t("live.key.renew")}
      title={t("live.key.renew")}
      onClick={confirm}
    >
      <IconRefresh size={17} />
    </ActionIcon>
  );
}
