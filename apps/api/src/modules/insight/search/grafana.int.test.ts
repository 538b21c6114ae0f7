import { expect, test } from "vitest";
import { type ElasticContent, useElasticHarness } from "../../../testing/elastic-harness.ts";

const harness = useElasticHarness();
const { ask, panels, filtered, steps, fromMs, untilMs } = harness;

/** Returns the minutes of the hour with the value of each bucket. */
const minuteValues = (buckets: ElasticContent[], value: (bucket: ElasticContent) => unknown) =>
  buckets.map((bucket) => [(bucket.key - fromMs()) / 60_000, value(bucket)]);

test("Grafana's Save & test finds a healthy cluster of a supported version, and the time field", async () => {
  expect(await ask("/_cluster/health?wait_for_status=yellow")).toMatchObject({
    status: 200,
    product: "Elasticsearch",
    content: { status: "green", timed_out: false },
  });
  for (const path of ["", "/"])
    expect(await ask(path), path).toMatchObject({
      status: 200,
      product: "Elasticsearch",
      content: { version: { number: expect.stringMatching(/^8\./), build_flavor: "default" } },
    });
  expect(await ask("", { method: "HEAD" })).toMatchObject({ status: 200, product: "Elasticsearch" });
  const { content } = await ask("/global*/_mapping");
  const { properties } = content[`global${harness.manager.clientUuid}`].mappings;
  expect(properties).toMatchObject({
    timestamp: { type: "date" },
    "@timestamp": { type: "date" },
    country: { type: "keyword" },
    sec_server: { type: "double" },
  });
  const caps = await ask("/global*/_field_caps?fields=time*,sec_server");
  expect(caps.content).toEqual({
    indices: [`global${harness.manager.clientUuid}`],
    fields: {
      timestamp: {
        date: { type: "date", metadata_field: false, searchable: true, aggregatable: true },
      },
      sec_server: {
        double: { type: "double", metadata_field: false, searchable: true, aggregatable: true },
      },
    },
  });
});

test("a panel of counts has a step for all of its time, including empty steps", async () => {
  const [half] = await panels({ size: 0, query: filtered("*"), aggs: { 2: steps("10m") } });
  expect(half.status).toBe(200);
  expect(minuteValues(half.aggregations[2].buckets, (bucket) => bucket.doc_count)).toEqual([
    [0, 3],
    [10, 0],
    [20, 0],
    [30, 2],
    [40, 0],
    [50, 0],
  ]);
  expect(half.aggregations[2].buckets[0].key_as_string).toBe(String(fromMs()));
  const [nothing] = await panels({ size: 0, query: filtered("country:ZZ"), aggs: { 2: steps("10m") } });
  expect(minuteValues(nothing.aggregations[2].buckets, (bucket) => bucket.doc_count)).toEqual(
    [0, 10, 20, 30, 40, 50].map((minute) => [minute, 0]),
  );
  // Grafana uses buckets as narrow as this when a panel shows a few minutes.
  const [narrow] = await panels({ size: 0, query: filtered("*"), aggs: { 2: steps("2500ms") } });
  const content = narrow.aggregations[2].buckets.filter((bucket: ElasticContent) => bucket.doc_count > 0);
  expect(narrow.aggregations[2].buckets).toHaveLength(1_440);
  expect(minuteValues(content, (bucket) => bucket.doc_count)).toEqual([
    [1, 1],
    [2, 2],
    [31, 1],
    [32, 1],
  ]);
});

test("a panel shows averages, extremes, percentiles and distinct viewers, which empty steps do not have", async () => {
  const metrics = {
    1: { avg: { field: "sec_server" } },
    3: { max: { field: "sec_server" } },
    4: { min: { field: "sec_server" } },
    5: { sum: { field: "sec_server" } },
    6: { cardinality: { field: "new_client_uuid" } },
    7: { percentiles: { field: "sec_server", percents: ["50", "99.9"] } },
    8: { value_count: { field: "country" } },
    9: { extended_stats: { field: "sec_server" } },
  };
  const [panel] = await panels({ size: 0, query: filtered("*"), aggs: { 2: steps("30m", metrics) } });
  const [first, second] = panel.aggregations[2].buckets;
  expect(first).toMatchObject({
    doc_count: 3,
    1: { value: expect.closeTo(100 / 3) },
    3: { value: 60 },
    4: { value: 10 },
    5: { value: 100 },
    6: { value: 2 },
    7: { values: { "50.0": 30, "99.9": expect.closeTo(60, 0) } },
    8: { value: 3 },
    9: { count: 3, min: 10, max: 60, sum: 100, sum_of_squares: 4_600 },
  });
  expect(first[9].std_deviation).toBeCloseTo(Math.sqrt(4_600 / 3 - (100 / 3) ** 2));
  // One of these rows has no country.
  expect(second).toMatchObject({ doc_count: 2, 1: { value: 27.5 }, 8: { value: 1 } });
  const [empty] = await panels({
    size: 0,
    query: filtered("country:ZZ"),
    aggs: { 2: steps("1h", metrics), all: { avg: { field: "sec_server" } } },
  });
  expect(empty.aggregations.all).toEqual({ value: null });
  expect(empty.aggregations[2].buckets).toEqual([
    {
      key: fromMs(),
      key_as_string: String(fromMs()),
      doc_count: 0,
      1: { value: null },
      3: { value: null },
      4: { value: null },
      5: { value: 0 },
      6: { value: 0 },
      7: { values: { "50.0": null, "99.9": null } },
      8: { value: 0 },
      9: expect.objectContaining({ count: 0, avg: null, std_deviation: null }),
    },
  ]);
});

test("a panel by a term is ordered by a metric, a percentile or the key, and labels unknown values", async () => {
  const lines = (order: object, more: object = {}) => ({
    size: 0,
    query: filtered("*"),
    aggs: {
      3: {
        terms: { field: "country", min_doc_count: 0, order, size: 10, ...more },
        aggs: {
          1: { avg: { field: "sec_server" } },
          4: { percentiles: { field: "sec_server", percents: ["50"] } },
          2: steps("30m", { 1: { avg: { field: "sec_server" } } }),
        },
      },
    },
  });
  const [byAverage, byPercentile, byKey] = await panels(
    lines({ 1: "desc" }),
    lines({ "4[50.0]": "asc" }),
    lines({ _term: "desc" }, { missing: "unknown" }),
  );
  const keysOf = (panel: ElasticContent) =>
    panel.aggregations[3].buckets.map(({ key: term }: ElasticContent) => term);
  expect(keysOf(byAverage)).toEqual(["FR", "DE", ""]);
  expect(keysOf(byPercentile)[0]).toBe("");
  expect(keysOf(byKey)).toEqual(["unknown", "FR", "DE"]);
  const france = byKey.aggregations[3].buckets[1];
  expect(minuteValues(france[2].buckets, (bucket) => bucket[1].value)).toEqual([
    [0, 45],
    [30, null],
  ]);
});

test("a panel by filters has a line for each, with rows in all matching ones, and one filter is a bucket", async () => {
  const lucene = (query: string) => ({ query_string: { analyze_wildcard: true, query } });
  const [panel] = await panels({
    size: 0,
    query: filtered("*"),
    aggs: {
      3: {
        filters: {
          filters: {
            France: lucene("country:FR"),
            "long minutes": lucene("sec_server:>=50"),
            none: lucene("country:ZZ"),
          },
        },
        aggs: {
          2: steps("30m", { 1: { sum: { field: "sec_server" } } }),
          // Filters nested in the same filters form buckets for every pair, not only for each filter with itself.
          again: { filters: { filters: [lucene("country:FR"), lucene("sec_server:>=50")] } },
        },
      },
      one: {
        filter: { term: { device: "phone" } },
        aggs: { countries: { terms: { field: "country" } } },
      },
    },
  });
  const { 3: filters, one } = panel.aggregations;
  const content = Object.entries(filters.buckets as Record<string, ElasticContent>).map(([name, bucket]) => [
    name,
    bucket.doc_count,
    bucket[2].buckets.map((step: ElasticContent) => step[1].value),
    bucket.again.buckets.map((pair: ElasticContent) => pair.doc_count),
  ]);
  expect(content).toEqual([
    ["France", 2, [90, 0], [2, 1]],
    ["long minutes", 2, [60, 50], [1, 2]],
    ["none", 0, [0, 0], [0, 0]],
  ]);
  expect(one).toMatchObject({
    doc_count: 3,
    countries: { buckets: [{ key: "DE", doc_count: 2 }, { key: "" }] },
  });
  expect(panel.hits.total).toEqual({ value: 5, relation: "eq" });
});

test("raw documents and logs are listed from the newest with their time, page by page", async () => {
  const raw = {
    docvalue_fields: ["timestamp"],
    fields: [{ field: "timestamp", format: "strict_date_optional_time_nanos" }],
    query: filtered("device:phone"),
    script_fields: {},
    size: 2,
    // The keys are in the order that Grafana uses.
    sort: { _doc: { order: "desc" }, timestamp: { order: "desc", unmapped_type: "boolean" } },
  };
  const highlight = {
    fields: { "*": {} },
    fragment_size: 2_147_483_647,
    post_tags: ["@/HIGHLIGHT@"],
    pre_tags: ["@HIGHLIGHT@"],
  };
  const [documents, logs] = await panels(raw, { ...raw, highlight, aggs: { 1: steps("30m") } });
  const at = (sec: number) => new Date(fromMs() + sec * 1_000).toISOString();
  expect(documents.hits.total).toEqual({ value: 3, relation: "eq" });
  expect(documents.hits.hits).toMatchObject([
    {
      _index: harness.film,
      _source: { timestamp: at(1_920), sec_server: 5 },
      fields: { timestamp: [at(1_920)] },
    },
    {
      _index: harness.film,
      _source: { timestamp: at(1_860), country: "DE" },
      fields: { timestamp: [at(1_860)] },
    },
  ]);
  expect(logs.hits.hits).toEqual(documents.hits.hits);
  expect(logs.aggregations[1].buckets).toHaveLength(2);
  const [rest] = await panels({ ...raw, search_after: documents.hits.hits[1].sort });
  expect(rest.hits.hits).toMatchObject([{ _source: { timestamp: at(120), device: "phone" } }]);
  expect(rest.hits.total.value).toBe(3);
});

test("Grafana's variables list the terms of a field, and its annotations the rows of a time range", async () => {
  const [terms, annotations] = await panels(
    {
      size: 0,
      query: filtered("*"),
      aggs: { 1: { terms: { field: "device", order: { _key: "asc" }, size: 500 } } },
    },
    {
      size: 10_000,
      query: {
        bool: {
          filter: [
            {
              bool: {
                minimum_should_match: 1,
                should: [{ range: { timestamp: { format: "epoch_millis", from: fromMs(), to: untilMs() } } }],
              },
            },
            { query_string: { query: "country:DE AND -sec_server:10" } },
          ],
        },
      },
    },
  );
  expect(terms.aggregations[1].buckets.map(({ key: term }: ElasticContent) => term)).toEqual(["phone", "tv"]);
  expect(annotations.hits.hits).toMatchObject([{ _source: { sec_server: 50 } }]);
});

test("composites are returned page by page, each after the last", async () => {
  const page = async (after?: object) => {
    const composite = {
      size: 2,
      sources: [
        { country: { terms: { field: "country", order: "desc" } } },
        { step: { date_histogram: { field: "timestamp", fixed_interval: "30m" } } },
      ],
      ...(after ? { after } : {}),
    };
    const [answer] = await panels({
      size: 0,
      query: filtered("*"),
      aggs: {
        c: {
          composite,
          aggs: { s: { sum: { field: "sec_server" } }, d: { terms: { field: "device" } } },
        },
      },
    });
    expect(answer.hits.total.value).toBe(5);
    return answer.aggregations.c;
  };
  const [first, half] = [fromMs(), fromMs() + 1_800_000];
  const one = await page();
  const report = ({ key: { country, step }, doc_count, s, d }: ElasticContent) => [
    country,
    step,
    doc_count,
    s.value,
    d.buckets.map((bucket: ElasticContent) => bucket.key),
  ];
  expect(one.buckets.map(report)).toEqual([
    ["FR", first, 2, 90, ["tv"]],
    ["DE", first, 1, 10, ["phone"]],
  ]);
  expect(one.after_key).toEqual({ country: "DE", step: first });
  const two = await page(one.after_key);
  expect(two.buckets.map(report)).toEqual([
    ["DE", half, 1, 50, ["phone"]],
    ["", half, 1, 5, ["phone"]],
  ]);
  expect(await page(two.after_key)).toEqual({ buckets: [] });
});

test("calendar steps start at their extended bounds, in a time zone and with an offset", async () => {
  const bounds = (from: string, until: string, more: object) => ({
    size: 0,
    query: { bool: { filter: [{ query_string: { query: "country:ZZ" } }] } },
    aggs: {
      x: {
        date_histogram: {
          field: "@timestamp",
          time_zone: "Europe/Paris",
          extended_bounds: { min: from, max: until },
          ...more,
        },
      },
    },
  });
  const [weeks, days, hours] = await panels(
    bounds("2026-03-26T12:00:00Z", "2026-04-01T00:00:00Z", { calendar_interval: "1w" }),
    bounds("2026-03-28T12:00:00Z", "2026-03-30T00:00:00Z", { interval: "day", offset: "+6h" }),
    bounds("2026-10-25T00:00:00Z", "2026-10-25T01:59:00Z", { interval: "1h" }),
  );
  const stepsOf = (panel: ElasticContent) =>
    panel.aggregations.x.buckets.map((bucket: ElasticContent) => new Date(bucket.key).toISOString());
  expect(stepsOf(weeks)).toEqual(["2026-03-22T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
  expect(stepsOf(days)).toEqual(["2026-03-28T05:00:00.000Z", "2026-03-29T05:00:00.000Z"]);
  expect(stepsOf(hours)).toEqual(["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"]);
});
