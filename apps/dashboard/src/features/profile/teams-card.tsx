import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { openTeamsDialog } from "../../components/teams/open-teams.tsx";
import { Card } from "./card.tsx";

/** Links to the teams of a client that has projects. */
export function TeamsCard() {
  const { t } = useTranslation();
  return (
    <Card section="teams" hint={t("teams.cardHint")}>
      <Group>
        <Button variant="default" onClick={openTeamsDialog}>
          {t("teams.title")}
        </Button>
      </Group>
    </Card>
  );
}
