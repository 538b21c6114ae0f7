import { defineShoalUpload, ShoalUploadElement } from "./shoal-upload.ts";

export {
  createUploader,
  type RefusedFile,
  type Uploader,
  type UploaderFile,
  type UploaderOptions,
} from "./uploader.ts";
export { ShoalUploadElement };

defineShoalUpload();

declare global {
  interface HTMLElementTagNameMap {
    "shoal-upload": ShoalUploadElement;
  }
}
