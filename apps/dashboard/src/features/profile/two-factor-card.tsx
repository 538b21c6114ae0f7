import { Button, Group, Stack, Text } from "@mantine/core";
import type { ResponseOf, routes, UserView } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { downloadText } from "../../lib/download-text.ts";
import { Card } from "./card.tsx";
import { FirstPassword } from "./first-password.tsx";
import { StepHeading } from "./step-heading.tsx";
import classes from "./two-factor-setup.module.css";
import { ConfirmSecret, StartTwoFactor } from "./two-factor-setup.tsx";
import { StopTwoFactor } from "./two-factor-stop.tsx";

type TwoFactorSecret = ResponseOf<typeof routes.startTwoFactor>;
type SetupStep =
  | { name: "rest" }
  | { name: "password" }
  | { name: "secret"; secret: TwoFactorSecret }
  | { name: "codes"; codes: string[] }
  | { name: "stop" };

/** Edits two-step verification: turns it off, or on in three steps. */
export function TwoFactorCard({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<SetupStep>({ name: "rest" });
  const isOn = user.twoFactor;
  return (
    <Card
      section="twoFactor"
      hint={t(isOn ? "profile.secondStep.onHint" : "profile.secondStep.hint")}
      aside={
        <StateBadge tone={isOn ? "good" : "plain"}>
          {t(isOn ? "profile.secondStep.on" : "profile.secondStep.off")}
        </StateBadge>
      }
    >
      <TwoFactorState user={user} step={step} onStep={setStep} />
    </Card>
  );
}

interface TwoFactorStateProps {
  user: UserView;
  step: SetupStep;
  onStep: (step: SetupStep) => void;
}

function TwoFactorState({ user, step, onStep }: TwoFactorStateProps) {
  if (!user.hasPassword) return <FirstPassword user={user} />;
  const rest = () => onStep({ name: "rest" });
  if (step.name === "codes") return <RecoveryCodes user={user} codes={step.codes} onDone={rest} />;
  if (step.name === "password" && !user.twoFactor)
    return <StartTwoFactor onStarted={(secret) => onStep({ name: "secret", secret })} onCancel={rest} />;
  if (step.name === "secret" && !user.twoFactor)
    return (
      <ConfirmSecret
        {...step.secret}
        onConfirmed={(codes) => onStep({ name: "codes", codes })}
        onCancel={rest}
      />
    );
  if (step.name === "stop" && user.twoFactor) return <StopTwoFactor onEnd={rest} />;
  return <TwoFactorButton isOn={user.twoFactor} onStep={onStep} />;
}

function TwoFactorButton({ isOn, onStep }: { isOn: boolean; onStep: TwoFactorStateProps["onStep"] }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button
        variant={isOn ? "default" : "filled"}
        onClick={() => onStep({ name: isOn ? "stop" : "password" })}
      >
        {t(isOn ? "profile.secondStep.stop" : "profile.secondStep.start")}
      </Button>
    </Group>
  );
}

interface RecoveryCodesProps {
  user: UserView;
  codes: readonly string[];
  onDone: () => void;
}

/** The third step: shows the recovery codes, which the server returns only once. */
function RecoveryCodes({ user, codes, onDone }: RecoveryCodesProps) {
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
