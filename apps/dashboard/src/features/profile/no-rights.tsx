import { useTranslation } from "react-i18next";
import { NoRights as Badge } from "../../components/ui/read-only.tsx";

/** Shows 'No rights to modify' (§6) where only a manager may edit. */
export const NoRights = () => <Badge hint={useTranslation().t("profile.noRightsHint")} />;
