import type { UserView } from "@shoal/contract";
import { Card } from "./card.tsx";
import { ClientLeave } from "./client-leave.tsx";
import classes from "./leave-card.module.css";
import { UserLeave } from "./user-leave.tsx";

/** The ways out: of the client with all it has, and of the user alone. */
export function LeaveCard({ user }: { user: UserView }) {
  const [client] = user.client_infos;
  return (
    <Card section="leave">
      {client && (
        <div className={classes.part}>
          <ClientLeave client={client} />
        </div>
      )}
      <div className={classes.part}>
        <UserLeave user={user} />
      </div>
    </Card>
  );
}
