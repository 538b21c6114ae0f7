import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { checkLoopback, checkServer, checkSocket, hasWebRtc } from "./connections.ts";
import type { ReportFact } from "./report.ts";

/** Of this visit alone, and one try: support wants to know what happens now. */
const ONCE = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

/** Whether server, live updates and peers can be reached from here. */
export function useConnections() {
  const { t } = useTranslation();
  const server = useQuery({ ...ONCE, queryKey: ["debug", "server"], queryFn: checkServer });
  const socket = useQuery({ ...ONCE, queryKey: ["debug", "socket"], queryFn: checkSocket });
  const peers = useQuery({
    ...ONCE,
    queryKey: ["debug", "peers"],
    queryFn: checkLoopback,
    enabled: hasWebRtc(),
  });
  const checks = hasWebRtc() ? [server, socket, peers] : [server, socket];
  const again = () => {
    for (const check of checks) void check.refetch();
  };
  const { isReady, latencyMs = 0 } = server.data ?? {};
  const serverText = t(isReady ? "debug.values.reached" : "debug.values.notReady", { latency: latencyMs });
  const facts: ReportFact[] = [
    toFact(t("debug.names.api"), server, server.data ? serverText : t("debug.values.unreachable"), isReady),
    toFact(
      t("debug.names.socket"),
      socket,
      socket.isSuccess ? t("debug.values.open", { latency: socket.data }) : t("debug.values.closed"),
      socket.isSuccess,
    ),
    hasWebRtc()
      ? toFact(
          t("debug.names.webrtc"),
          peers,
          peers.isSuccess
            ? t("debug.values.loopback", { latency: peers.data })
            : t("debug.values.noLoopback"),
          peers.isSuccess,
        )
      : { name: t("debug.names.webrtc"), value: t("debug.values.noWebrtc"), isGood: false },
  ];

  function toFact(name: string, check: { isFetching: boolean }, value: string, isGood = false): ReportFact {
    return check.isFetching ? { name, value: t("debug.checking") } : { name, value, isGood };
  }
  return {
    facts,
    isChecking: checks.some(({ isFetching }) => isFetching),
    again,
  };
}
