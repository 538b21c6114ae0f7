import { existsSync } from "node:fs";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import { refuseNoFiles } from "@shoal/lifecycle";
import type { FastifyInstance } from "fastify";

/** The folder in which the build puts the packages for customers. */
export const PACKAGES_DIR = resolve(import.meta.dirname, "../../../dist/packages");

/**
 * Serves the client, the web component and the command line, which are not on npm. Customers download the file and install it:
 * npm would reject the tarball of the next version at the same address. An installation that was not built has no packages.
 */
export async function servePackages(app: FastifyInstance, folder = PACKAGES_DIR): Promise<void> {
  if (!existsSync(folder)) return;
  await app.register(async (scope) => {
    refuseNoFiles(scope);
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: "/packages/",
      index: false,
      cacheControl: false,
      decorateReply: false,
      setHeaders: (reply) => {
        // The next version of the installation has another package of the same name.
        reply.header("cache-control", "no-cache");
      },
    });
  });
}
