import { useMe } from "../../lib/user.ts";
import type { LiveDefaults } from "./live-values.ts";

/** What a new live begins with: it is kept, unless those of the client never are. */
export function useLiveDefaults(): LiveDefaults {
  const client = useMe()?.client_infos[0];
  return { autoplay: client?.defaultAutoplay ?? true, keepLive: !(client?.noKeepLive ?? false) };
}
