/** Signatures and keys: links, passes, tokens, sealed secrets. */
export {
  type CdnAddress,
  type CdnFolder,
  isCdnFolderSignature,
  isCdnSignature,
  signCdnAddress,
  signCdnFolder,
} from "./cdn-signature.ts";
export { readChatFileToken, type SignedChatFile, signChatFile } from "./chat-file-token.ts";
export {
  DOWNLOAD_LINK_LIFETIME_MS,
  type DownloadClaims,
  readDownload,
  signDownload,
  type ViewerDownload,
} from "./download-token.ts";
export { OWNER_PASS_LIFETIME_MS, readOwnerPass, signOwnerPass } from "./owner-pass.ts";
export { readPictureToken, signPicture } from "./picture-token.ts";
export { ROOM_PASS_LIFETIME_MS, readRoomPass, signRoomPass } from "./room-pass.ts";
export { createSecretBox, type SecretBox, type SecretFileBox } from "./secret-box.ts";
export { createSecretCheck } from "./secret-check.ts";
export { invalid, Signer, type SigningKey } from "./signer.ts";
export { verifyStreamingToken } from "./streaming-token.ts";
