import { ImportSource } from "@shoal/contract";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ItemFailed, SourceFailed, type SourceItem, type SourcePage, TryLater } from "./import-source.ts";
import { bucketAddressOf, s3Source } from "./s3.ts";
import { readListing } from "./s3-listing.ts";
import { peekFile, requestTextWith } from "./source-api.ts";

let s3Server: TestS3;
beforeAll(async () => {
  s3Server = await startTestS3();
});
afterAll(() => s3Server.close());
beforeEach(() => {
  s3Server.objects.clear();
  s3Server.unreadable.clear();
  s3Server.seen.length = 0;
  s3Server.fault = () => undefined;
});

const MP4_BYTES = Buffer.from("\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41\0\0\0\x08free", "latin1");
const putObject = (key: string, bytes = MP4_BYTES) =>
  s3Server.objects.set(key, { bytes, etag: `"${bytes.length}-${bytes.at(-1)}"`, meta: {} });

function openSource(own: object = {}, policy = { isPrivateAllowed: true, ports: "any" as const }) {
  const { bucket, region, endpoint } = s3Server;
  const source = ImportSource.parse({
    kind: "s3",
    bucket,
    region,
    endpoint,
    ...s3Server.credentials,
    ...own,
  });
  if (source.kind !== "s3") throw new Error("Not a bucket");
  return s3Source(source, { requestText: requestTextWith(policy), peek: peekFile(policy) });
}
async function readAll(own: object = {}, cursor: string | null = null): Promise<SourcePage[]> {
  const read: SourcePage[] = [];
  for await (const page of openSource(own).readPages(cursor)) read.push(page);
  return read;
}
async function findListed(key: string): Promise<SourceItem> {
  const item = (await readAll()).flatMap(({ items }) => items).find(({ title }) => title === key);
  if (!item) throw new Error(`${key} is not listed`);
  return item;
}
function prepareObject({ item, ref }: SourceItem, own: object = {}) {
  if (!item) throw new Error("It is broken");
  return openSource(own).prepare({ item, ref });
}
const catchFailure = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => "answered",
    (error: unknown) => error,
  );

test("a bucket is read page by page from a given cursor, and files that are not videos are reported", async () => {
  for (const key of ["in/", "in/a b+é.mp4", "in/a.JPG", "in/master", "other/x.mp4"]) putObject(key);
  for (let n = 0; n < 120; n += 1) putObject(`in/film-${n}.MOV`);
  const [first, second, ...more] = await readAll({ prefix: "in/" });
  expect(more).toEqual([]);
  expect(first).toMatchObject({ ignored: ["*.jpg"] });
  expect([...(first?.items ?? []), ...(second?.items ?? [])].map(({ line }) => line)).toEqual(
    Array.from({ length: 122 }, (_, n) => n + 1),
  );
  expect(first?.items[0]).toMatchObject({ title: "a b+é.mp4" });
  expect(first?.items[0]?.item?.url).toMatch(/\/test-bucket\/in\/a%20b%2B%C3%A9\.mp4$/);
  expect(second?.items.at(-1)?.title).toBe("master");
  // A process that ended after the first page continues with the second.
  expect(await readAll({ prefix: "in/" }, first?.cursor)).toEqual([second]);
});

test("an object that cannot be fetched is listed as broken without affecting others", async () => {
  putObject("empty.mp4", Buffer.alloc(0));
  putObject("a/../b.mp4");
  putObject("good.mp4");
  const [page] = await readAll();
  expect(
    page?.items.map(({ title, item, faults }) => [title, item !== undefined, faults[0]?.reason]),
  ).toEqual([
    ["b.mp4", false, "has . or .. as a part of its path"],
    ["empty.mp4", false, "is an empty file"],
    ["good.mp4", true, undefined],
  ]);
});

test.each(["film.mp4", "a b+é(1)!*'.mp4", "ümläut/100% & more.mov"])(
  "%s is fetched with an address that is signed when its line is started",
  async (key) => {
    putObject(key);
    const { item } = await prepareObject(await findListed(key.slice(key.lastIndexOf("/") + 1)));
    const url = new URL(item.url);
    expect(url.searchParams.get("X-Amz-Expires")).toBe("86400");
    expect(url.href).not.toContain(s3Server.credentials.secretAccessKey);
    const response = await fetch(url);
    expect([response.status, (await response.bytes()).length]).toEqual([200, MP4_BYTES.length]);
  },
);

test("the first bytes decide whether a file is a video if its name is inconclusive or wrong", async () => {
  putObject("master");
  putObject("notes", Buffer.from("Notes of the shoot"));
  putObject("photo", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1]));
  putObject("code.ts", Buffer.from("export const a = 1;\n"));
  expect((await prepareObject(await findListed("master"))).faults).toEqual([]);
  for (const name of ["notes", "photo", "code.ts"])
    expect(await catchFailure(prepareObject(await findListed(name)))).toEqual(
      new ItemFailed("is not a video"),
    );
});

test("an object that was deleted, changed, emptied, archived or closed meanwhile fails alone", async () => {
  for (const name of ["gone.mp4", "changed.mp4", "emptied.mp4", "closed.mp4"]) putObject(name);
  const [gone, changed, emptied, closed] = await Promise.all(
    ["gone.mp4", "changed.mp4", "emptied.mp4", "closed.mp4"].map(findListed),
  );
  s3Server.objects.delete("gone.mp4");
  putObject("changed.mp4", Buffer.concat([MP4_BYTES, MP4_BYTES]));
  putObject("emptied.mp4", Buffer.alloc(0));
  s3Server.unreadable.add("closed.mp4");
  const outcomeOf = (item: SourceItem | undefined) => (item ? catchFailure(prepareObject(item)) : undefined);
  expect(await outcomeOf(gone)).toEqual(new ItemFailed("is no longer there"));
  expect(await outcomeOf(emptied)).toEqual(new ItemFailed("is an empty file"));
  expect(await outcomeOf(closed)).toEqual(new ItemFailed("cannot be read with these keys"));
  expect((await prepareObject(changed as SourceItem)).faults).toEqual([
    { path: "url", reason: "has changed since it was listed" },
  ]);
  // Revoked credentials are not a problem of one object, so the import pauses.
  expect(await catchFailure(prepareObject(closed as SourceItem, { accessKeyId: "other" }))).toMatchObject({
    fault: "source_refused",
  });
});

test("each fault of the settings is reported with its field", async () => {
  const faultsOf = (own: object) => openSource(own).check();
  expect(await faultsOf({})).toEqual([]);
  expect(await faultsOf({ accessKeyId: "", secretAccessKey: "" })).toEqual([
    { path: "accessKeyId", reason: "is required: the bucket is not public" },
  ]);
  expect(await faultsOf({ accessKeyId: "other" })).toEqual([{ path: "accessKeyId", reason: "is refused" }]);
  expect(await faultsOf({ secretAccessKey: "other" })).toEqual([
    { path: "secretAccessKey", reason: "is refused" },
  ]);
  expect(await faultsOf({ region: "us-east-1" })).toEqual([
    { path: "region", reason: "is not the region of this bucket" },
  ]);
  expect(await faultsOf({ bucket: "elsewhere" })).toEqual([
    { path: "bucket", reason: "is not an existing bucket" },
  ]);
  expect(await faultsOf({ endpoint: "http://169.254.169.254" })).toEqual([
    { path: "endpoint", reason: "cannot be reached from here" },
  ]);
  expect(
    ImportSource.safeParse({ kind: "s3", bucket: "films", accessKeyId: "a" }).error?.issues[0]?.path,
  ).toEqual(["secretAccessKey"]);
});

test("internal addresses are not requested, and an overloaded server, a broken connection or half a page is retried", async () => {
  expect(await openSource({}, { isPrivateAllowed: false, ports: "any" }).check()).toEqual([
    { path: "endpoint", reason: "cannot be reached from here" },
  ]);
  expect(s3Server.seen).toEqual([]);
  for (const fault of ["slow-down", "cut", "half-answer"] as const) {
    s3Server.fault = () => fault;
    expect(await catchFailure(readAll()), fault).toBeInstanceOf(TryLater);
  }
});

test("a list that never ends or repeats its token is given up", async () => {
  const listed = (token: string) =>
    `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken></ListBucketResult>`;
  let requestCount = 0;
  const endless = (tokenOf: () => string) =>
    s3Source(
      ImportSource.parse({ kind: "s3", bucket: "films", endpoint: s3Server.endpoint }) as Parameters<
        typeof s3Source
      >[0],
      {
        requestText: async () => {
          requestCount += 1;
          return listed(tokenOf());
        },
        peek: peekFile({ isPrivateAllowed: true, ports: "any" }),
      },
    ).readPages(JSON.stringify({ token: "t", line: 0, seen: 999_000, isEnd: false }));
  const drain = async (pages: AsyncIterable<SourcePage>) => {
    for await (const { items } of pages) expect(items).toEqual([]);
  };
  expect(await catchFailure(drain(endless(() => `t${requestCount}`)))).toMatchObject({
    fault: "too_many_rows",
  });
  expect(requestCount).toBe(11);
  expect(await catchFailure(drain(endless(() => "t")))).toMatchObject({ fault: "source_unreadable" });
});

test.each([
  [{}, "https://films.s3.eu-west-3.amazonaws.com/"],
  [{ bucket: "my.films" }, "https://s3.eu-west-3.amazonaws.com/my.films/"],
  [{ endpoint: "https://s3.example.org:9000" }, "https://s3.example.org:9000/films/"],
  [{ endpoint: "https://s3.example.org", isPathStyle: false }, "https://films.s3.example.org/"],
])("a bucket with %o has the address %s", (own, address) => {
  expect(
    bucketAddressOf({
      bucket: "films",
      region: "eu-west-3",
      endpoint: undefined,
      isPathStyle: undefined,
      ...own,
    }),
  ).toBe(address);
});

test("text that is not a bucket listing is refused", () => {
  const bomb =
    '<!DOCTYPE a [<!ENTITY b "bbbb">]><ListBucketResult><Contents><Key>&b;</Key></Contents></ListBucketResult>';
  for (const text of ["", "<html></html>", "<ListBucketResult>", "{}", bomb, "<a>".repeat(1_000_000)])
    expect(() => readListing(text), text).toThrow(SourceFailed);
});
