import { type ChatRoomSummary, routes } from "@shoal/contract";
import i18next from "i18next";
import { TeamForm } from "../../../components/teams/team-form.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { call } from "../../../lib/session.ts";
import type { ChatStore } from "../store/chat-store.ts";

/** Asks for the name, description and members of a team (§2), and opens the room that each team has. */
export function openNewTeamDialog(chat: ChatStore, onOpen: (room: ChatRoomSummary) => void): void {
  const closing = openDialog({
    title: i18next.t("chat.newTeam"),
    size: "lg",
    children: (
      <TeamForm
        onCreated={({ uuid }) => void openRoomOf(uuid)}
        onEnd={() => void closing.then((close) => close())}
      />
    ),
  });
  // A failure to load the form has already been reported to the user.
  closing.catch(() => undefined);

  async function openRoomOf(team: string): Promise<void> {
    try {
      const room = await call(routes.getChatRoom, { params: { id: team } });
      chat.putView(room);
      onOpen(room);
    } catch {
      // Ignores a failure to open the room: the team has been saved, and its room appears in the list.
    }
  }
}
