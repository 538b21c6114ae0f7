import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { useCan } from "../../lib/user.ts";

interface PaymentOutcomeProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

/** Shows the result of a payment and a link to continue. */
export function PaymentOutcome({ title, icon, children }: PaymentOutcomeProps) {
  const { t } = useTranslation();
  const isManager = useCan("manager");
  usePageTitle(title);
  return (
    <Stack component="section" variant="panel" align="flex-start" aria-label={title} maw={560} mx="auto">
      <Group gap="sm" wrap="nowrap">
        {icon}
        <Title order={1} size="h3">
          {title}
        </Title>
      </Group>
      <Text component="div">{children}</Text>
      <Group gap="sm">
        <Button component={Link} to="/">
          {t("contractDocuments.outcome.home")}
        </Button>
        {isManager && (
          <Button variant="default" component={Link} to="/profil?section=documents">
            {t("contractDocuments.outcome.documents")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
