import { Stack, Title } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { SectionMenu } from "../../components/ui/sections/section-menu.tsx";
import { useSections } from "../../components/ui/sections/use-sections.ts";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { meQuery } from "../../lib/queries.ts";
import { AccountCard } from "./account-card.tsx";
import { CollaboratorsCard } from "./collaborators-card.tsx";
import { ContactCard } from "./contact-card.tsx";
import { DefaultsCard } from "./defaults-card.tsx";
import { DocumentsCard } from "./documents-card.tsx";
import { EmailCard } from "./email-card.tsx";
import { LeaveCard } from "./leave-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import classes from "./profile-page.module.css";
import { ProviderCard, useHasProvider } from "./provider-card.tsx";
import {
  MEMBER_SECTIONS,
  PROFILE_SECTIONS,
  SECTION_GROUPS,
  type SectionGroup,
  type SectionId,
} from "./sections.ts";
import { SessionsCard } from "./sessions-card.tsx";
import { StorageCard } from "./storage-card.tsx";
import { TeamsCard } from "./teams-card.tsx";
import { ThemeCard } from "./theme-card.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";

/** Shows the user's account and their client, and lets them change and leave both (§2, /profil). */
export function ProfilePage() {
  const { t } = useTranslation();
  usePageTitle(t("profile.title"));
  const { data: user } = useQuery(meQuery);
  if (!user) return <PageSkeleton />;
  return (
    <UnsavedChanges>
      <ProfileSections user={user} />
    </UnsavedChanges>
  );
}

function ProfileSections({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const current = useSections(PROFILE_SECTIONS);
  const hasProvider = useHasProvider() || user.github !== null;
  const isMember = !readsAnalyticsOnly(user.roles);
  const hasProjects = user.client_infos[0]?.vireed ?? false;
  const isShown = (section: SectionId) => {
    if (section === "provider") return hasProvider;
    if ((section === "teams" || section === "notifications") && !hasProjects) return false;
    return isMember || !MEMBER_SECTIONS.includes(section);
  };
  const uuid = user.client_infos[0]?.uuid ?? user.client;
  const groups = (Object.keys(SECTION_GROUPS) as SectionGroup[]).map((group) => ({
    name: t(`profile.groups.${group}`),
    sections: SECTION_GROUPS[group]
      .filter(isShown)
      .map((id: SectionId) => ({ id, name: t(`profile.sections.${id}`) })),
  }));
  return (
    <div className={classes.page}>
      <Title order={1} size="h2" className={classes.title}>
        {t("profile.title")}
      </Title>
      <SectionMenu label={t("profile.menu")} groups={groups} current={current} />
      <Stack gap="lg" miw={0}>
        <AccountCard user={user} />
        <PasswordCard user={user} />
        <EmailCard user={user} />
        <TwoFactorCard user={user} />
        <ProviderCard user={user} />
        {isMember && hasProjects && <NotificationsCard />}
        {isMember && <ClientCards key={`client ${uuid}`} user={user} uuid={uuid} />}
        <StorageCard key={`storage ${uuid}`} clientUuid={uuid} />
        <SessionsCard />
        <LeaveCard user={user} />
      </Stack>
    </div>
  );
}

/** The client's sections, which are mounted separately for each client, because their forms contain the client's values. */
function ClientCards({ user, uuid }: { user: UserView; uuid: string }) {
  return (
    <>
      <ContactCard uuid={uuid} />
      <DefaultsCard uuid={uuid} />
      <ThemeCard uuid={uuid} />
      <CollaboratorsCard user={user} clientUuid={uuid} />
      {user.client_infos[0]?.vireed && <TeamsCard />}
      <DocumentsCard uuid={uuid} />
    </>
  );
}
