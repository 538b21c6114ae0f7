import { z } from "zod";
import { ArrivalView, CreateArrival } from "../developers/arrival.ts";
import { defineRoute } from "../route.ts";

const ArrivalId = z.object({ id: z.uuid() });

/** Importing archives of other installations into a client. */
export const arrivalRoutes = {
  listArrivals: defineRoute({
    method: "GET",
    path: "/api/arrivals",
    guard: "manager",
    scope: "noKey",
    summary: "List the archives that the client has taken in, newest first",
    response: z.array(ArrivalView),
  }),
  createArrival: defineRoute({
    method: "POST",
    path: "/api/arrivals",
    guard: "manager",
    scope: "noKey",
    summary: "Take in the archive of another installation, by its download link; all of it is checked first",
    body: CreateArrival,
    response: ArrivalView,
    status: 201,
  }),
  exportArrivalCodes: defineRoute({
    method: "GET",
    path: "/api/arrivals/{id}/codes",
    guard: "manager",
    scope: "noKey",
    summary: "Download the uuids and embed codes of before and of now as CSV",
    params: ArrivalId,
  }),
  deleteArrival: defineRoute({
    method: "DELETE",
    path: "/api/arrivals/{id}",
    guard: "manager",
    scope: "noKey",
    summary: "Forget an archive that was taken in, or stop taking it; what has arrived stays",
    params: ArrivalId,
  }),
} as const;
