import { Logo } from "../../components/ui/logo.tsx";
import { session } from "../../lib/session.ts";
import { findRoute } from "../find-route.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

/**
 * The page that is shown before the first screen has loaded. It has the same markup and classes as index.html, with the skeleton of the
 * screen named in the URL.
 */
export function StartPage() {
  const [pathname = "/"] = location.hash.slice(1).split("?");
  const found = findRoute(pathname);
  const isBare = !session.credential() || found?.route.isBare;
  return (
    <div className="start">
      {!isBare && (
        <div className="start-bar">
          <span className="start-logo">
            <Logo />
          </span>
        </div>
      )}
      <div className="start-content">
        <ScreenSkeleton screen={isBare ? "signIn" : (found?.route.screen ?? "library")} />
      </div>
    </div>
  );
}
