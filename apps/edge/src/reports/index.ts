export { RecentBytes } from "./recent-bytes.ts";
export { RecentCounts } from "./recent-counts.ts";
export { type Condition, listRooms, type ReportDeps, type RoomsDeps, readReport } from "./report.ts";
