import { Button, Group, TextInput } from "@mantine/core";
import { AppError, routes } from "@shoal/contract";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { call } from "../../lib/session.ts";

interface PersonFieldProps {
  /** The usernames that are already in the list. Adding one of them again has no effect (§5). */
  taken: readonly string[];
  /** Adds the person. If this fails, the field keeps the name and shows the reason. */
  onAdd: (username: string) => unknown;
}

/** A field for a username, which is looked up before it is added. */
export function PersonField({ taken, onAdd }: PersonFieldProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const [isAsking, setAsking] = useState(false);
  async function add(): Promise<void> {
    const wanted = name.trim();
    if (wanted === "") return setFault(t("projects.usernameRequired"));
    if (isAsking) return;
    setAsking(true);
    try {
      const { username } = await call(routes.findUser, { params: { username: wanted } });
      if (!taken.some((each) => each.toLowerCase() === username.toLowerCase())) await onAdd(username);
      setName("");
      setFault("");
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === "user_not_found";
      setFault(isUnknown ? t("projects.userNotFound", { name: wanted }) : errorText(error));
    } finally {
      setAsking(false);
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void add();
  };
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={t("projects.collaborator")}
        placeholder={t("projects.collaboratorHint")}
        value={name}
        error={fault}
        maxLength={60}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFault("");
        }}
        onKeyDown={handleKey}
      />
      <Button mt={25} variant="default" loading={isAsking} onClick={() => void add()}>
        {t("projects.addCollaborator")}
      </Button>
    </Group>
  );
}
