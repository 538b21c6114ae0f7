import type { TextsOf } from "../texts.ts";

export const texts: TextsOf<"chat"> = {
  errors: {
    chat_room_not_found: "Cette conversation n’existe pas, ou vous n’y avez plus accès.",
    chat_message_not_found: "Ce message n’existe plus.",
    private_room_exists: "Vous avez déjà une conversation privée avec cet utilisateur",
    chat_file_refused: "Ce fichier ne peut pas être envoyé.",
  },
};
