import { Button, Group } from "@mantine/core";
import { IconLock, IconMapOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { usePageTitle } from "../components/ui/page-title.ts";
import { EmptyState } from "../components/ui/states.tsx";
import type { ScreenName } from "../features.ts";
import { settingsQuery } from "../lib/settings.ts";
import { useMe } from "../lib/user.ts";
import { isInPlan } from "./plan.ts";

/** Instead of a screen that the client's plan does not have, or that does not exist yet. */
export function OffPlan() {
  const { t } = useTranslation();
  const email = useQuery(settingsQuery).data?.supportEmail;
  usePageTitle(t("nav.offPlan.title"));
  return (
    <EmptyState
      isPage
      icon={<IconLock size={34} />}
      title={t("nav.offPlan.title")}
      text={t("nav.offPlan.text")}
    >
      <Group gap="sm" justify="center">
        <BackHome />
        {email && (
          <Button component="a" href={`mailto:${email}`} variant="default">
            {t("nav.offPlan.contact")}
          </Button>
        )}
      </Group>
    </EmptyState>
  );
}

/** A screen for clients whose plan includes it. */
export function ForPlan({ screen, Screen }: { screen: ScreenName; Screen: ComponentType }) {
  const client = useMe()?.client_infos[0];
  return client && !isInPlan(screen, client) ? <OffPlan /> : <Screen />;
}

/** Shown when there is no page at the requested URL. */
export function NotFound() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  usePageTitle(t("nav.notFound.title"));
  return (
    <EmptyState
      isPage
      icon={<IconMapOff size={34} />}
      title={t("nav.notFound.title")}
      text={t("nav.notFound.text", { address: params.get("address") ?? "" })}
    >
      <BackHome />
    </EmptyState>
  );
}

function BackHome() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/">
      {t("nav.offPlan.home")}
    </Button>
  );
}
