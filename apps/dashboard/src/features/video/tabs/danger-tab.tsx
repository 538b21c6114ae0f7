import { DeletionSection } from "../deletion-section.tsx";
import { RemovalSection } from "../removal-section.tsx";
import { createTab } from "./tab-sections.tsx";

/** The tab with actions that cannot be undone, or not easily. */
export const DangerTab = createTab("danger", { deletion: DeletionSection, removal: RemovalSection });
