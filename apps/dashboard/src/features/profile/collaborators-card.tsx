import { Button, Group, Skeleton, Text } from "@mantine/core";
import { PAGE_SIZES, routes, type UserView } from "@shoal/contract";
import { IconUserPlus } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { openInvitationDialog } from "../../components/people/invite-form.tsx";
import { Pager, type PageState } from "../../components/ui/pager.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { ErrorState } from "../../components/ui/states.tsx";
import { useExistingPage } from "../../components/ui/table/use-list-address.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { Card } from "./card.tsx";
import { CollaboratorRow } from "./collaborator-row.tsx";
import classes from "./collaborators-card.module.css";
import { NoRights } from "./no-rights.tsx";

const [SMALLEST_PAGE] = PAGE_SIZES;

const collaboratorsQuery = (clientUuid: string, { page, pageSize }: PageState) =>
  queryOptions({
    queryKey: ["users", clientUuid, "collaborators", page, pageSize] as const,
    queryFn: () => call(routes.listUsers, { query: { page, pagesize: pageSize, sort: { username: 1 } } }),
    placeholderData: keepPreviousData,
  });

/** Lists the collaborators of the client: managers add them, change their role and remove them. */
export function CollaboratorsCard({ user, clientUuid }: { user: UserView; clientUuid: string }) {
  const { t } = useTranslation();
  if (!useCan("manager"))
    return <Card section="collaborators" hint={t("profile.team.notYours")} aside={<NoRights />} />;
  return (
    <Card
      section="collaborators"
      hint={t("profile.team.hint")}
      aside={
        <Button leftSection={<IconUserPlus size={17} />} size="sm" onClick={() => openInvitationDialog(t)}>
          {t("profile.team.add")}
        </Button>
      }
    >
      <CollaboratorList user={user} clientUuid={clientUuid} />
      <Group justify="flex-end">
        <Button component={Link} to="/newuser" variant="subtle" size="sm">
          {t("profile.team.all")}
        </Button>
      </Group>
    </Card>
  );
}

function CollaboratorList({ user, clientUuid }: { user: UserView; clientUuid: string }) {
  const [place, setPlace] = useState<PageState>({ page: 1, pageSize: SMALLEST_PAGE });
  const list = useQuery(collaboratorsQuery(clientUuid, place));
  useExistingPage(list, place, (change) => setPlace({ ...place, ...change }));
  const { data, error, refetch, isPlaceholderData } = list;
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={120} />;
  return (
    <>
      <ul className={classes.list} {...staleMark(isPlaceholderData)}>
        {data._embedded.map((collaborator) => (
          <CollaboratorRow key={collaborator.uuid} collaborator={collaborator} me={user} />
        ))}
      </ul>
      {data._embedded.length === 0 && <Text c="dimmed">–</Text>}
      {data._size > SMALLEST_PAGE && (
        <Pager isPart {...place} size={data._size} onChange={(change) => setPlace({ ...place, ...change })} />
      )}
    </>
  );
}
