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
import type { texts } from "../i18n/en/unavailablePages.ts";
import { settingsQuery } from "../lib/settings.ts";
import { useMe } from "../lib/user.ts";
import { findRoute } from "./find-route.ts";
import { isInPlan } from "./plan.ts";

/** The screens that a role or a plan may not include; each has its name in the texts. */
type RestrictedScreen = Extract<ScreenName, keyof (typeof texts)["unavailablePages"]["pages"]>;

interface ScreenUnavailableProps {
  /** URL of the screen. */
  address: string;
  reason: Audience | "plan";
}

/** Replaces a screen that cannot be opened: explains who may open it, and where to go. */
function ScreenUnavailable({ address, reason }: ScreenUnavailableProps) {
  const { t } = useTranslation();
  const username = useMe()?.username;
  const screen = findRoute(address)?.route.screen as RestrictedScreen | undefined;
  const title = t(`unavailablePages.titles.${reason}`);
  usePageTitle(title);
  return (
    <EmptyState
      isPage
      icon={<IconLock size={34} />}
      title={title}
      {...(screen
        ? { text: t(`unavailablePages.reasons.${reason}`, { page: t(`unavailablePages.pages.${screen}`) }) }
        : {})}
    >
      <HomeLink />
      {reason === "plan" ? <ContactSupport /> : username && <SignedIn username={username} />}
    </EmptyState>
  );
}

/** Shows the signed-in user's name, because people with several accounts may have signed in to the wrong one. */
function SignedIn({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" ta="center" w="100%" mt="xs" style={{ overflowWrap: "anywhere" }}>
      {t("unavailablePages.signedIn", { username })}
    </Text>
  );
}

function ContactSupport() {
  const { t } = useTranslation();
  const email = useQuery(settingsQuery).data?.supportEmail;
  if (!email) return null;
  return (
    <Button component="a" href={`mailto:${email}`} variant="default">
      {t("unavailablePages.contact")}
    </Button>
  );
}

/** Replaces a screen that the client's plan does not include. */
function NotInPlan() {
  const { pathname } = useLocation();
  return <ScreenUnavailable address={pathname} reason="plan" />;
}

/** Replaces a screen that the user's role does not admit. */
export function NoAccess() {
  const [params] = useSearchParams();
  const address = (params.get("address") ?? "").split("?")[0] ?? "";
  const guard = findRoute(address)?.route.guard;
  return <ScreenUnavailable address={address} reason={(guard && audienceOf(guard)) ?? "members"} />;
}

/** Shows a screen only to clients whose plan includes it. */
export function PlanOnly({ screen, Screen }: { screen: ScreenName; Screen: ComponentType }) {
  const client = useMe()?.client_infos[0];
  return client && !isInPlan(screen, client) ? <NotInPlan /> : <Screen />;
}

/** Informs the user that the requested URL leads to no page. */
export function NotFound() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  usePageTitle(t("unavailablePages.notFound.title"));
  return (
    <EmptyState
      isPage
      icon={<IconMapOff size={34} />}
      title={t("unavailablePages.notFound.title")}
      text={t("unavailablePages.notFound.text", { address: params.get("address") ?? "" })}
    >
      <HomeLink />
    </EmptyState>
  );
}

function HomeLink() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/">
      {t("unavailablePages.home")}
    </Button>
  );
}
