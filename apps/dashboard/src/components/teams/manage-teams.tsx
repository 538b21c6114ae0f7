import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { routes, type TeamView } from "@shoal/contract";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TEAMS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { teamsQuery } from "../../lib/projects.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { ClosablePart } from "../ui/form/closable-part.tsx";
import { ErrorState } from "../ui/states.tsx";
import { TeamForm } from "./team-form.tsx";
import { TeamInfo } from "./team-info.tsx";
import classes from "./teams.module.css";

type TeamsView =
  | { name: "list" }
  | { name: "form"; team?: TeamView }
  | { name: "delete" | "leave"; team: TeamView };

/** Lists the client's teams: everyone can see them, their managers can change them. */
export function ManageTeams() {
  const [shown, setShown] = useState<TeamsView>({ name: "list" });
  const back = () => setShown({ name: "list" });
  if (shown.name === "form")
    return (
      // Cancel returns to the list instead of closing the dialog.
      <ClosablePart onClose={back}>
        <TeamForm team={shown.team} onEnd={back} />
      </ClosablePart>
    );
  if (shown.name !== "list") return <ConfirmTeamEnd action={shown.name} team={shown.team} onEnd={back} />;
  return <TeamList onShow={setShown} />;
}

function TeamList({ onShow }: { onShow: (shown: TeamsView) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(teamsQuery);
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={120} />;
  return (
    <Stack>
      {data.length === 0 && <Text c="dimmed">{t("teams.empty")}</Text>}
      <ul className={classes.list}>
        {data.map((team) => (
          <li key={team.uuid}>
            <TeamItem team={team} onShow={onShow} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={17} />} onClick={() => onShow({ name: "form" })}>
          {t("teams.new")}
        </Button>
      </Group>
    </Stack>
  );
}

function TeamItem({ team, onShow }: { team: TeamView; onShow: (shown: TeamsView) => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const name = team.teamName;
  return (
    <Stack gap="xs">
      <div className={classes.row}>
        <div>
          <Text fw={600} className={classes.words}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" className={classes.words}>
            {t("teams.managedBy", { name: team.ownerTeam })}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${t("teams.members")}: ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {t("teams.members")}
          </Button>
          {team.isManager && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${t("teams.edit")}: ${name}`}
              onClick={() => onShow({ name: "form", team })}
            >
              {t("teams.edit")}
            </Button>
          )}
          {team.isManager ? (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={`${t("teams.delete")}: ${name}`}
              onClick={() => onShow({ name: "delete", team })}
            >
              {t("teams.delete")}
            </Button>
          ) : (
            team.isMember && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`${t("teams.leave")}: ${name}`}
                onClick={() => onShow({ name: "leave", team })}
              >
                {t("teams.leave")}
              </Button>
            )
          )}
        </Group>
      </div>
      {isOpen && <TeamInfo team={team} />}
    </Stack>
  );
}

/** Asks for confirmation before a team is deleted or left. */
function ConfirmTeamEnd({
  action,
  team,
  onEnd,
}: {
  action: "delete" | "leave";
  team: TeamView;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    const params = { id: team.uuid };
    try {
      if (action === "delete") await call(routes.deleteTeam, { params });
      else await call(routes.removeTeamMember, { params: { ...params, user: me?.username ?? "" } });
      notify.success({ message: t(`teams.${action}Done`, { name: team.teamName }) });
      onEnd();
    } catch (fault) {
      setError(fault);
      setRunning(false);
    } finally {
      await queries.invalidateQueries({ queryKey: [TEAMS_KEY] });
    }
  }
  return (
    <Stack>
      <Text className={classes.words}>{t(`teams.${action}Question`, { name: team.teamName })}</Text>
      {error !== undefined && <ErrorState error={error} onRetry={run} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button color="red" loading={isRunning} onClick={() => void run()}>
          {t(`teams.${action}`)}
        </Button>
      </Group>
    </Stack>
  );
}
