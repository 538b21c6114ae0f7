import type { UserView } from "@shoal/contract";
import type { UserRow } from "./auth.repository.ts";

export function presentUser(row: UserRow): UserView {
  return {
    uuid: row.uuid,
    username: row.username,
    email: row.email,
    roles: row.roles,
    passwordModified: row.password_modified,
    client: row.client_uuid,
    client_infos: [
      {
        uuid: row.client_uuid,
        clientname: row.client_name,
        type: row.client_type,
        vireed: row.vireed,
        export: row.export,
        scenelist: row.scenelist,
        dataToDelete: row.data_to_delete,
        noKeepLive: row.no_keep_live,
        defaultAutoplay: row.default_autoplay,
        oldTable: row.old_table,
        defaultNumberPerPage: row.default_page_size,
      },
    ],
  };
}
