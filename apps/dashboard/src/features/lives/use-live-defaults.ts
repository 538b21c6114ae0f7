import { useMe } from "../../lib/user.ts";
import type { LiveDefaults } from "./live-values.ts";

/** Returns the defaults of a new live, which is kept unless the client never keeps lives. */
export function useLiveDefaults(): LiveDefaults {
  const client = useMe()?.client_infos[0];
  return { autoplay: client?.defaultAutoplay ?? true, keepLive: !(client?.noKeepLive ?? false) };
}
