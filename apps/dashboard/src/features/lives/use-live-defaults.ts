import { useMe } from "../../lib/user.ts";
import type { LiveDefaults } from "./live-values.ts";

/** Returns the defaults of a new live: it is kept, unless the client's lives never are. */
export function useLiveDefaults(): LiveDefaults {
  const client = useMe()?.client_infos[0];
  return { autoplay: client?.defaultAutoplay ?? true, keepLive: !(client?.noKeepLive ?? false) };
}
