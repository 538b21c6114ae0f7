import { createContext } from "react";
import type { AdminText } from "../../composition/define-feature.ts";

interface AdminEntry {
  to: string;
  text: AdminText;
}

/** The screens of the administration, as in the routes; `text` is the key of their names below `shared.admin`. */
export const AdminEntriesContext = createContext<readonly AdminEntry[]>([]);
