import { routes } from "@shoal/contract";
import { createSecretBox } from "@shoal/tokens";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB } from "../../../platform/needs.ts";
import { bindRoutes, UPLOAD_TOKENS } from "../../accounts/auth/index.ts";
import { admitUploads } from "./admit-uploads.ts";
import { createUploadTokensService, type UploadTokensService } from "./upload-tokens.service.ts";
import {
  uploadTokensOfKeys,
  uploadTokensOfPasswords,
  uploadTokensOfUsers,
  uploadTokenTables,
  usableUploadTokens,
} from "./upload-tokens.table.ts";

/** The purpose of the key that encrypts the fields of tokens. */
const TOKEN_FIELDS = "fields of upload tokens";

const UPLOAD_TOKENS_SERVICE = need<UploadTokensService>("tokens of uploads");

export const uploadTokensModule = defineModule({
  name: "upload-tokens",
  migrations: {
    "107-upload-tokens": uploadTokenTables,
    "122-upload-tokens-of-keys": uploadTokensOfKeys,
    "146-upload-tokens-of-users": uploadTokensOfUsers,
    "148-upload-tokens-of-passwords": uploadTokensOfPasswords,
    "150-usable-upload-tokens": usableUploadTokens,
  },
  services: [
    provide(UPLOAD_TOKENS_SERVICE, { config: CONFIG, db: DB }, ({ config, db }) =>
      createUploadTokensService({
        db,
        box: createSecretBox(config.INTERNAL_SECRET, TOKEN_FIELDS),
        edgeUrl: config.EDGE_PUBLIC_URL,
      }),
    ),
    provide(UPLOAD_TOKENS, { tokens: UPLOAD_TOKENS_SERVICE }, ({ tokens }) => tokens),
  ],
  hooks: using({}, (_, app) => admitUploads(app)),
  routes: using({ tokens: UPLOAD_TOKENS_SERVICE }, ({ tokens }, app, guardFor) =>
    bindRoutes(app, guardFor, routes, {
      createUploadToken: ({ actor, body }) => tokens.createToken(actor, body),
      listUploadTokens: ({ actor }) => tokens.listTokens(actor),
      revokeUploadToken: ({ actor, params }) => tokens.revokeToken(actor, params.id),
      getCurrentUpload: ({ actor }) => tokens.getCurrent(actor),
    }),
  ),
  schedules: using({ tokens: UPLOAD_TOKENS_SERVICE }, ({ tokens }) => [
    { run: () => tokens.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
