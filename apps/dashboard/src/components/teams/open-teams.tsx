import type { TeamView } from "@shoal/contract";
import i18next from "i18next";
import { openDialog } from "../ui/dialogs/dialogs.tsx";
import { ManageTeams } from "./manage-teams.tsx";
import { TeamForm } from "./team-form.tsx";
import { TeamInfo } from "./team-info.tsx";

/** Opens the list of all teams, where the reader can change those that they manage (§2, Manage Teams). */
export function openTeamsDialog(): void {
  openDialog({ title: i18next.t("teams.title"), size: "lg", children: <ManageTeams /> }).catch(
    () => undefined,
  );
}

/** Opens the members of a team; or a form for a new team if no team is given. */
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
  // A failure to load the dialog has already been reported to the user.
  closing.catch(() => undefined);
}
