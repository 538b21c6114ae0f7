import { Stack, Text } from "@mantine/core";
import type { TeamView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./teams.module.css";

/** Shows the description and members of a team. */
export function TeamInfo({ team }: { team: TeamView }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      {team.teamDescription && (
        <Text size="sm" className={classes.words}>
          {team.teamDescription}
        </Text>
      )}
      <Text size="sm" className={classes.words}>
        {t("teams.managedBy", { name: team.ownerTeam })}
      </Text>
      <ul className={classes.list}>
        {team.collabsTeam.map(({ username, role }) => (
          <li key={username} className={classes.row}>
            <Text size="sm" className={classes.words}>
              {username}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`teams.roles.${role}`)}
            </Text>
          </li>
        ))}
      </ul>
      {team.collabsTeam.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("teams.noMembers")}
        </Text>
      )}
    </Stack>
  );
}
