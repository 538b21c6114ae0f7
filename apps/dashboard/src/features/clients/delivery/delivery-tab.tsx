import { Stack } from "@mantine/core";
import { IceSets } from "../../../components/ice-sets/ice-sets.tsx";
import { StreamKeys } from "./stream-keys.tsx";

/** Over which servers viewers of a client reach one another, and what its encoders publish with. */
export function DeliveryTab({ clientUuid }: { clientUuid: string }) {
  return (
    <Stack gap="lg" maw={1080}>
      <IceSets clientUuid={clientUuid} />
      <StreamKeys clientUuid={clientUuid} />
    </Stack>
  );
}
