import { DeletionSection } from "../deletion-section.tsx";
import { RemovalSection } from "../removal-section.tsx";
import { createTab } from "./tab-sections.tsx";

/** The tab with actions that cannot, or not easily, be undone. */
export const DangerTab = createTab("danger", { deletion: DeletionSection, removal: RemovalSection });
