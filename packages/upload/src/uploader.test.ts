import { expect, onTestFinished, test, vi } from "vitest";
import { createUploader } from "./uploader.ts";

/** Fakes an installation that accepts everything. @returns the sizes of the files for which tokens were requested. */
function setUp() {
  let made = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    const isCreation = url.endsWith("/api/videos");
    if (isCreation) made += 1;
    return new Response(JSON.stringify(isCreation ? { uuid: `v${made}` } : {}));
  });
  const sizes: number[] = [];
  const uploader = createUploader({
    url: "https://video.example",
    store: null,
    async authorize({ size }) {
      sizes.push(size);
      return "shoalup_u_s";
    },
  });
  onTestFinished(() => {
    uploader.close();
    vi.unstubAllGlobals();
  });
  const upload = async (text: string) => {
    uploader.add([new File([text], "film.mp4", { type: "video/mp4" })]);
    await vi.waitFor(() => {
      expect(uploader.files().map(({ status }) => status)).not.toContain("queued");
      expect(uploader.files().map(({ status }) => status)).not.toContain("uploading");
    });
  };
  return { uploader, sizes, upload };
}

test("a token is requested for the file itself, even if an uploaded file has the same name", async () => {
  const { uploader, sizes, upload } = setUp();
  await upload("a");
  await upload("bc");
  expect(sizes).toEqual([1, 2]);
  expect(uploader.files()).toMatchObject([
    { uuid: "v1", status: "uploaded", sizeBytes: 1 },
    { uuid: "v2", status: "uploaded", sizeBytes: 2 },
  ]);
});

test("files are uploaded from pages on plain HTTP too, where browsers offer less cryptography", async () => {
  const { uploader, upload } = setUp();
  const { crypto } = globalThis;
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
  vi.stubGlobal("crypto", { getRandomValues });
  await upload("a");
  expect(uploader.files()).toMatchObject([{ status: "uploaded" }]);
});
