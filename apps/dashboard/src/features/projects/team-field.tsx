import { Button, Group, Input } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { openTeam } from "../../components/teams/open-teams.tsx";
import { teamsQuery } from "../../lib/projects.ts";

interface TeamFieldProps {
  /** Uuids of teams that are already in the list, which are ignored (§5). */
  taken: readonly string[];
  onAdd: (team: { uuid: string; teamName: string }) => unknown;
}

/** A field for the name of a team to add. Its members are shown on request, and a new team can be created. */
export function TeamField({ taken, onAdd }: TeamFieldProps) {
  const { t } = useTranslation();
  const fieldId = useId();
  const listId = useId();
  const { data: teams = [] } = useQuery(teamsQuery);
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const found = teams.find(({ teamName }) => teamName.toLowerCase() === name.trim().toLowerCase());
  function add(): void {
    if (found) {
      if (!taken.includes(found.uuid)) onAdd(found);
      setName("");
      return;
    }
    const wanted = name.trim();
    setFault(wanted === "" ? t("teams.nameRequired") : t("projects.teamMissing", { name: wanted }));
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
            add();
          }}
        />
        <datalist id={listId}>
          {teams.map(({ uuid, teamName }) => (
            <option key={uuid} value={teamName} />
          ))}
        </datalist>
        <Button variant="default" onClick={add}>
          {t("projects.addTeam")}
        </Button>
        <Button variant="subtle" onClick={() => openTeam(found)}>
          {t(found ? "projects.teamInfo" : "projects.newTeam")}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
