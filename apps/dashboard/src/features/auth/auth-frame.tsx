import { Box, Center, Image, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Preferences } from "../../components/ui/preferences.tsx";
import classes from "./auth-frame.module.css";

/** The page around sign-in and its neighbours: the name, one card, language and colours. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box className={classes.page} component="main">
      <Box className={classes.preferences}>
        <Preferences />
      </Box>
      <Center mih="100dvh" p="md">
        <Stack w="100%" maw={400} gap="lg">
          <Stack align="center" gap={4}>
            <Image src="/shoal.svg" alt="" w={56} h={56} />
            <Title order={1} size="h2">
              {t("app.name")}
            </Title>
            <Text c="dimmed" ta="center">
              {t("auth.subtitle")}
            </Text>
          </Stack>
          <Paper withBorder shadow="sm" p="xl" radius="lg">
            <Title order={2} size="h3" mb="md">
              {title}
            </Title>
            {children}
          </Paper>
        </Stack>
      </Center>
    </Box>
  );
}
