import type { Invitation } from "@shoal/contract";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { Invited, InviteForm } from "../../components/people/invite-form.tsx";
import { Panel } from "../../components/ui/panel.tsx";

/** Invites a user: the form, then the activation link. */
export function NewUser(props: Omit<ComponentProps<typeof InviteForm>, "onInvited">) {
  const { t } = useTranslation();
  const [invitation, setInvitation] = useState<Invitation>();
  const title = invitation ? t("users.invited", { username: invitation.user.username }) : t("users.newTitle");
  return (
    <Panel title={title} {...(invitation ? {} : { text: t("users.newText") })}>
      {invitation ? (
        <Invited invitation={invitation} onAnother={() => setInvitation(undefined)} onClose={props.onClose} />
      ) : (
        <InviteForm {...props} onInvited={setInvitation} />
      )}
    </Panel>
  );
}
