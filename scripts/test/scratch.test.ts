import { describe, expect, it } from "vitest";
import { runsPrograms } from "./scratch.ts";

const DISK_MOUNT = "/dev/vda / ext4 rw,relatime 0 0";
const mountsWith = (...flags: string[]) => `${DISK_MOUNT}\ntmpfs /dev/shm tmpfs ${flags.join(",")} 0 0\n`;

describe("Linux's in-memory file system as a place for runs", () => {
  it("is used if it is a separate mount from which programs can be started", () => {
    expect(runsPrograms(mountsWith("rw", "nosuid", "nodev"))).toBe(true);
  });

  it.each([
    ["programs are forbidden", mountsWith("rw", "nosuid", "nodev", "noexec")],
    ["it is a folder of the disk", `${DISK_MOUNT}\n`],
    ["another mount lies over it", `${mountsWith("rw")}${DISK_MOUNT.replace(" / ", " /dev/shm ")}\n`],
    ["nothing is told", ""],
  ])("is not used if %s", (_, mounts) => {
    expect(runsPrograms(mounts)).toBe(false);
  });
});
