import { useEffect, useRef } from "react";
import { type BlockerFunction, createPath, useBlocker, useLocation, useNavigate } from "react-router";
import { askConfirmation, type Confirmation } from "../dialogs/confirm.tsx";

/** Returns the path of the address bar in the router's notation. */
const currentPath = () => location.hash.slice(1);

/**
 * Asks once before the page is left. Users who stay keep the URL, however often they press Back. Users who leave reach their destination,
 * also with Back. Mount it only while confirmation is needed: a router with a blocker warns about each URL whose history entry has no
 * number (`useNumberedEntries`), even if nothing would be blocked.
 * @param isAsked whether to ask for confirmation of a navigation.
 * @param question the confirmation; its `run` is called before the page is left.
 */
export function useConfirmedLeave(isAsked: BlockerFunction, question: Confirmation): void {
  const blocker = useBlocker(isAsked);
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const latest = useRef({ blocker, here, question });
  const place = useRef({ isStanding: true, isAsking: false });
  useEffect(() => {
    latest.current = { blocker, here, question };
  });
  useEffect(() => {
    const { current } = place;
    current.isStanding = true;
    return () => {
      current.isStanding = false;
    };
  }, []);
  // Asks once and answers the latest blocker: two navigations may follow each other without a render in between, and each has its own
  // blocker.
  useEffect(() => {
    const { current } = place;
    if (blocker.state !== "blocked" || current.isAsking) return;
    current.isAsking = true;
    let isLeaving = false;
    const { question: asked } = latest.current;
    askConfirmation({
      ...asked,
      async run() {
        await asked.run();
        isLeaving = true;
      },
      onClosed() {
        current.isAsking = false;
        const { blocker: last, here: path } = latest.current;
        if (last.state !== "blocked") return;
        // If this component was unmounted before the user answered, its blocker is gone, so the navigation is repeated.
        if (isLeaving) return current.isStanding ? last.proceed() : void navigate(last.location);
        if (current.isStanding) last.reset();
        // If two navigations happened in the same turn, the router has reverted only one of them.
        if (currentPath() !== path) void navigate(path, { replace: true });
      },
    });
  }, [blocker, navigate]);
}
