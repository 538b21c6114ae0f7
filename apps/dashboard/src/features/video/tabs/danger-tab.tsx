import { DeletionSection } from "../deletion-section.tsx";
import { RemovalSection } from "../removal-section.tsx";
import { tabWith } from "./tab-sections.tsx";

/** The tab with actions that cannot, or not easily, be undone. */
export const DangerTab = tabWith("danger", { deletion: DeletionSection, removal: RemovalSection });
