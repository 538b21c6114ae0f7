import type { TeamView } from "@shoal/contract";
import i18next from "i18next";
import { openDialog } from "../ui/dialogs/dialogs.tsx";
import { ManageTeams } from "./manage-teams.tsx";
import { TeamForm } from "./team-form.tsx";
import { TeamInfo } from "./team-info.tsx";

/** Opens the list of all teams (§2, Manage Teams). Users can change the teams that they manage. */
export function openTeamsDialog(): void {
  openDialog({ title: i18next.t("teams.title"), size: "lg", children: <ManageTeams /> }).catch(
    () => undefined,
  );
}

/** Opens the details of a team, or a form for a new team if no team is given. */
export function openTeamDialog(team: TeamView | undefined): void {
  const closing = openDialog({
    title: team ? team.teamName : i18next.t("teams.new"),
    size: "lg",
    children: team ? (
      <TeamInfo team={team} />
    ) : (
      <TeamForm onEnd={() => void closing.then((close) => close())} />
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}
