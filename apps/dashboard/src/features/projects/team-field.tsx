import { Button, Group, Input } from "@mantine/core";
import type { TeamView } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { openTeamDialog } from "../../components/teams/open-teams.tsx";
import { errorText } from "../../lib/error-text.ts";
import { teamsQuery } from "../../lib/projects.ts";

interface TeamFieldProps {
  /** The uuids of teams that are already in the list. Adding one of them again has no effect (§5). */
  taken: readonly string[];
  /** Adds the team. If this fails, the field keeps the name and shows the reason. */
  onAdd: (team: { uuid: string; teamName: string }) => unknown;
}

const findTeam = (teams: readonly TeamView[], name: string) =>
  teams.find(({ teamName }) => teamName.toLowerCase() === name.trim().toLowerCase());

/** A field for the name of a team to add. The field can show the team's members, and create a new team. */
export function TeamField({ taken, onAdd }: TeamFieldProps) {
  const { t } = useTranslation();
  const fieldId = useId();
  const listId = useId();
  const { data: teams = [] } = useQuery(teamsQuery);
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const [isAdding, setAdding] = useState(false);
  const queries = useQueryClient();
  const found = findTeam(teams, name);
  async function add(): Promise<void> {
    const wanted = name.trim();
    if (wanted === "") return setFault(t("teams.nameRequired"));
    if (isAdding) return;
    setAdding(true);
    try {
      // Waits for the teams, which may still be loading or may have failed to load, before reporting a team as missing.
      const team = findTeam(await queries.ensureQueryData(teamsQuery), wanted);
      if (!team) return setFault(t("projects.teamMissing", { name: wanted }));
      if (!taken.includes(team.uuid)) await onAdd(team);
      setName("");
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setAdding(false);
    }
  }
  return (
    <Input.Wrapper id={fieldId} label={t("projects.team")} error={fault}>
      <Group gap="xs">
        <Input
          id={fieldId}
          flex={1}
          miw={200}
          list={listId}
          placeholder={t("projects.teamHint")}
          value={name}
          error={fault !== ""}
          maxLength={100}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault("");
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            void add();
          }}
        />
        <datalist id={listId}>
          {teams.map(({ uuid, teamName }) => (
            <option key={uuid} value={teamName} />
          ))}
        </datalist>
        <Button variant="default" loading={isAdding} onClick={() => void add()}>
          {t("projects.addTeam")}
        </Button>
        <Button variant="subtle" onClick={() => openTeamDialog(found)}>
          {t(found ? "projects.teamInfo" : "projects.newTeam")}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
