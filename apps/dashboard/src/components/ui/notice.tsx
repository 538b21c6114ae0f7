import { Button, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import classes from "./notice.module.css";

interface NoticeProps {
  icon: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** What a screen says when it has nothing to list. */
export function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <Stack align="center" gap="xs" className={classes.notice}>
      <div className={classes.icon}>{icon}</div>
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" ta="center" maw={460}>
          {text}
        </Text>
      )}
      {children && <div className={classes.actions}>{children}</div>}
    </Stack>
  );
}

/** A failure in the reader's words, with another try. */
export function FailureNotice({
  icon,
  error,
  onRetry,
}: {
  icon: ReactNode;
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Notice icon={icon} title={t("common.failure")} text={errorText(error)}>
        <Button variant="default" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      </Notice>
    </div>
  );
}
