import { Button, Group, Stack, Text } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { downloadText } from "../../lib/download-text.ts";
import { StepHeading } from "./step-heading.tsx";
import classes from "./two-factor-setup.module.css";

interface RecoveryCodesProps {
  user: UserView;
  codes: readonly string[];
  onDone: () => void;
}

/** Third step: the codes that the server shows this one time. */
export function RecoveryCodes({ user, codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const head = t("profile.secondStep.fileHead", { username: user.username });
  const text = `${head}\n\n${codes.join("\n")}\n`;
  return (
    <Stack>
      <StepHeading>{t("profile.secondStep.codesTitle")}</StepHeading>
      <Text size="sm">{t("profile.secondStep.codes")}</Text>
      <ul className={classes.codes} aria-label={t("profile.secondStep.codesList")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between">
        <Group gap="sm">
          <CopyButton text={codes.join("\n")} />
          <Button
            variant="default"
            leftSection={<IconDownload size={17} />}
            onClick={() => downloadText(t("profile.secondStep.fileName"), text)}
          >
            {t("common.download")}
          </Button>
        </Group>
        <Button onClick={onDone}>{t("profile.secondStep.done")}</Button>
      </Group>
    </Stack>
  );
}
