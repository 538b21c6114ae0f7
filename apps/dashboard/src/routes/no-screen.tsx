import { Button, Text } from "@mantine/core";
import { IconLock, IconMapOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { usePageTitle } from "../components/ui/page-title.ts";
import { EmptyState } from "../components/ui/states.tsx";
import { type Audience, audienceOf } from "../composition/guard.ts";
import type { ScreenName } from "../features.ts";
import type { texts } from "../i18n/en/closed.ts";
import { settingsQuery } from "../lib/settings.ts";
import { useMe } from "../lib/user.ts";
import { findRoute } from "./find-route.ts";
import { isInPlan } from "./plan.ts";

/** The screens that a role or a plan may not include: those named in the texts. */
type ClosableScreen = Extract<ScreenName, keyof (typeof texts)["closed"]["pages"]>;

interface ClosedProps {
  /** URL of the screen. */
  address: string;
  reason: Audience | "plan";
}

/** Replaces a screen that cannot be opened: explains who may open it, and where to go. */
function Closed({ address, reason }: ClosedProps) {
  const { t } = useTranslation();
  const username = useMe()?.username;
  const screen = findRoute(address)?.route.screen as ClosableScreen | undefined;
  const title = t(`closed.titles.${reason}`);
  usePageTitle(title);
  return (
    <EmptyState
      isPage
      icon={<IconLock size={34} />}
      title={title}
      {...(screen ? { text: t(`closed.reasons.${reason}`, { page: t(`closed.pages.${screen}`) }) } : {})}
    >
      <BackHome />
      {reason === "plan" ? <AskForPlan /> : username && <SignedIn username={username} />}
    </EmptyState>
  );
}

/** Names the signed-in user, since people with several accounts may have chosen the wrong one. */
function SignedIn({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" ta="center" w="100%" mt="xs" style={{ overflowWrap: "anywhere" }}>
      {t("closed.signedIn", { username })}
    </Text>
  );
}

function AskForPlan() {
  const { t } = useTranslation();
  const email = useQuery(settingsQuery).data?.supportEmail;
  if (!email) return null;
  return (
    <Button component="a" href={`mailto:${email}`} variant="default">
      {t("closed.contact")}
    </Button>
  );
}

/** Replaces a screen that the client's plan does not include, or that does not exist yet. */
export function OffPlan() {
  const { pathname } = useLocation();
  return <Closed address={pathname} reason="plan" />;
}

/** Replaces a screen that the user's role does not admit. */
export function NoAccess() {
  const [params] = useSearchParams();
  const address = (params.get("address") ?? "").split("?")[0] ?? "";
  const guard = findRoute(address)?.route.guard;
  return <Closed address={address} reason={(guard && audienceOf(guard)) ?? "members"} />;
}

/** Shows a screen only to clients whose plan includes it. */
export function ForPlan({ screen, Screen }: { screen: ScreenName; Screen: ComponentType }) {
  const client = useMe()?.client_infos[0];
  return client && !isInPlan(screen, client) ? <OffPlan /> : <Screen />;
}

/** Tells the user that there is no page at the requested URL. */
export function NotFound() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  usePageTitle(t("closed.notFound.title"));
  return (
    <EmptyState
      isPage
      icon={<IconMapOff size={34} />}
      title={t("closed.notFound.title")}
      text={t("closed.notFound.text", { address: params.get("address") ?? "" })}
    >
      <BackHome />
    </EmptyState>
  );
}

function BackHome() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/">
      {t("closed.home")}
    </Button>
  );
}
