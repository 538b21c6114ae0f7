import { Anchor, Box, Paper, Stack, Text, Title } from "@mantine/core";
import { routes } from "@shoal/contract";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { Preferences } from "../../components/ui/preferences.tsx";
import { SupportLink } from "../../components/ui/support-link.tsx";
import { leaveSession, meQuery, queryClient } from "../../lib/queries.ts";
import { requestedPath } from "../../lib/requested-path.ts";
import { call } from "../../lib/session.ts";
import classes from "./auth-frame.module.css";

interface AuthFrameProps {
  title: string;
  /** Whether the user is signed in. The page then shows their name and lets them sign out. */
  canLeave?: boolean;
  children: ReactNode;
}

/** The layout of sign-in and related pages: the product's name, one card, language, colours and support. */
export function AuthFrame({ title, canLeave, children }: AuthFrameProps) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <Box className={classes.page} component="main">
      <Box className={classes.preferences}>
        <Preferences />
      </Box>
      <Stack className={classes.middle} gap="lg">
        <Stack align="center" gap={4}>
          <img src="/shoal.svg" alt="" width={52} height={52} />
          <Text fw={700} fz={24} lh={1.2}>
            {t("app.name")}
          </Text>
          <Text c="dimmed" ta="center">
            {t("auth.subtitle")}
          </Text>
        </Stack>
        <Paper withBorder p={{ base: "lg", xs: "xl" }} radius="lg" className={classes.card}>
          <StepHeading>{title}</StepHeading>
          {children}
        </Paper>
        {canLeave && <SignOutLink />}
        <SupportLink />
      </Stack>
    </Box>
  );
}

/** The heading of a step, which receives the focus when the step appears, unless a field of the step has it. */
function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(children);
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (before.current !== children && !isTyping) heading.current?.focus();
    before.current = children;
  }, [children]);
  return (
    <Title order={1} size="h3" mb="md" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}

function SignOutLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const username = queryClient.getQueryData(meQuery.queryKey)?.username ?? "";
  async function handleLeave(): Promise<void> {
    // Ignores failures, because the browser must forget the session even if the server cannot be reached.
    await call(routes.logout, {}).catch(() => undefined);
    leaveSession();
    requestedPath.clear();
    await navigate("/auth");
  }
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t("auth.signedInAs", { username })}{" "}
      <Anchor component="button" type="button" inherit onClick={() => void handleLeave()}>
        {t("auth.logout")}
      </Anchor>
    </Text>
  );
}
