import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { Preferences } from "../../components/ui/preferences.tsx";
import { useMe } from "../../lib/user.ts";
import { Calculator } from "./calculator.tsx";

/** The page of the calculator, also for people without an account. */
export function CalculatorPage() {
  const { t } = useTranslation();
  usePageTitle(t("cdn.calculator.title"));
  return (
    <Box component="main" maw={1120} mx="auto" p={{ base: "md", sm: "xl" }}>
      <Group justify="space-between" mb="xl">
        <Anchor component={Link} to="/" c="inherit" underline="never" fw={700} fz={20}>
          <Group gap={10}>
            <img src="/shoal.svg" alt="" width={32} height={32} />
            {t("app.name")}
          </Group>
        </Anchor>
        <Preferences />
      </Group>
      <Title order={1} size="h2" mb={6}>
        {t("cdn.calculator.title")}
      </Title>
      <Text c="dimmed" mb="lg" maw={720}>
        {t("cdn.calculator.intro")}
      </Text>
      <Calculator />
      <EntriesLink />
    </Box>
  );
}

function EntriesLink() {
  const { t } = useTranslation();
  const isSignedIn = useMe() !== undefined;
  return (
    <Text mt="xl">
      <Anchor component={Link} to={isSignedIn ? "/cdn" : "/auth"}>
        {t(isSignedIn ? "cdn.calculator.toEntries" : "cdn.calculator.signIn")}
      </Anchor>
    </Text>
  );
}
