import { Skeleton } from "@mantine/core";
import type { ClientView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "../../components/ui/states.tsx";
import { Card } from "./card.tsx";
import { clientQuery } from "./client-state.ts";
import type { SectionId } from "./sections.ts";

interface ClientCardProps {
  section: SectionId;
  uuid: string;
  hint?: string;
  aside?: ReactNode;
  children: (client: ClientView) => ReactNode;
}

/** A section that shows the client once it is loaded. */
export function ClientCard({ section, uuid, hint, aside, children }: ClientCardProps) {
  const { data: client, error, refetch } = useQuery(clientQuery(uuid));
  return (
    <Card section={section} hint={hint} aside={aside}>
      {!client && !error && <Skeleton h={120} />}
      {!client && error && <ErrorState error={error} onRetry={refetch} />}
      {client && children(client)}
    </Card>
  );
}
