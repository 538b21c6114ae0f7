export {
  createUploader,
  type RefusedFile,
  type Uploader,
  type UploaderFile,
  type UploaderOptions,
} from "./uploader.ts";
