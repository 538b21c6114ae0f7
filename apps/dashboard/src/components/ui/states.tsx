import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import classes from "./states.module.css";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: string;
  /** Whether the state fills the page, whose heading is then the title of the state. */
  isPage?: boolean;
  /** A button or link for the next step. */
  children?: ReactNode;
}

/** Shows an empty state with its next step. */
export function EmptyState({ icon, title, text, isPage = false, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="clamp(40px, 9vh, 96px)" px="md">
      <div className={classes.icon}>{icon}</div>
      <Title order={isPage ? 1 : 2} size="h3" ta="center">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" ta="center" maw={460}>
          {text}
        </Text>
      )}
      {children && (
        <Group gap="xs" align="stretch" justify="center" mt="sm">
          {children}
        </Group>
      )}
    </Stack>
  );
}

/** Explains a failure in the reader's language, with a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState icon={<IconCloudOff size={34} />} title={t("common.failure")} text={errorText(error)}>
        <Button variant="default" onClick={() => onRetry()}>
          {t("common.retry")}
        </Button>
      </EmptyState>
    </div>
  );
}

/** The placeholder of a page with text and forms: a heading and the given number of blocks. */
export function PageSkeleton({ blocks = 3 }: { blocks?: number }) {
  const { t } = useTranslation();
  const places = Array.from({ length: blocks }, (_, index) => index);
  return (
    <Stack gap="lg" role="status" aria-label={t("app.loading")}>
      <Skeleton h={34} maw={280} />
      {places.map((place) => (
        <Skeleton key={place} h={132} radius="lg" />
      ))}
    </Stack>
  );
}
