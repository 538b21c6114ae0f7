import { expect, expectTypeOf, test } from "vitest";
import { defineModule, type ModuleDeclaration } from "./define-module.ts";
import { type Need, need, provide, resolveLater, using } from "./need.ts";
import { openServices, orderServices } from "./open-services.ts";

const ENGINE_NEED = need<{ name: string }>("engine");
const WHEELS_NEED = need<number>("wheels");
const CAR_NEED = need<string>("car");

const namesOf = (modules: readonly ModuleDeclaration[]) =>
  orderServices(modules).map(({ provides }) => provides.name);
/** Returns a module that provides one service, which depends on others. */
const createModule = (name: string, provides: Need<string>, ...needs: Need<unknown>[]) =>
  defineModule({
    name,
    services: [provide(provides, Object.fromEntries(needs.map((each) => [each.name, each])), () => name)],
  });

const carModule = defineModule({
  name: "cars",
  services: [
    provide(
      CAR_NEED,
      { engine: ENGINE_NEED, wheels: WHEELS_NEED },
      ({ engine, wheels }) => `${engine.name} on ${wheels}`,
    ),
  ],
});
const partsModule = defineModule({
  name: "parts",
  services: [provide(ENGINE_NEED, {}, async () => ({ name: "V8" })), provide(WHEELS_NEED, {}, () => 4)],
});

test("services open after their dependencies, whatever the order of their modules", async () => {
  expect(namesOf([carModule, partsModule])).toEqual(["engine", "wheels", "car"]);
  const { resolve } = await openServices([carModule, partsModule]);
  expect(resolve(CAR_NEED)).toBe("V8 on 4");
});

test("a need resolves to its declared type", () => {
  using({ engine: ENGINE_NEED, wheels: WHEELS_NEED }, ({ engine, wheels }) => {
    expectTypeOf(engine).toEqualTypeOf<{ name: string }>();
    expectTypeOf(wheels).toEqualTypeOf<number>();
  });
  // @ts-expect-error: the provided value does not have the declared type.
  provide(WHEELS_NEED, {}, () => "four");
});

test("services close in the reverse order of opening", async () => {
  const ended: string[] = [];
  const end = (name: string) => () => void ended.push(name);
  const services = await openServices([
    defineModule({
      name: "all",
      services: [
        provide(CAR_NEED, { wheels: WHEELS_NEED }, () => "car", end("car")),
        provide(WHEELS_NEED, {}, () => 4, end("wheels")),
      ],
    }),
  ]);
  await services.close();
  expect(ended).toEqual(["car", "wheels"]);
});

test("two services can depend on each other if one resolves the other later", async () => {
  const DRIVER = need<() => string>("driver");
  const { resolve } = await openServices([
    defineModule({
      name: "trips",
      services: [
        provide(
          DRIVER,
          { car: resolveLater(CAR_NEED) },
          ({ car: getCar }) =>
            () =>
              `drives a ${getCar()}`,
        ),
        provide(CAR_NEED, { driver: DRIVER }, () => "car"),
      ],
    }),
  ]);
  expect(resolve(DRIVER)()).toBe("drives a car");
});

test.each([
  [
    "a service needs something that no module provides",
    [carModule],
    'The module "cars" needs "engine", which no module provides',
  ],
  [
    "a route needs something that no module provides",
    [defineModule({ name: "rides", routes: using({ car: CAR_NEED }, () => undefined) })],
    'The module "rides" needs "car", which no module provides',
  ],
  [
    "something resolved later is not provided by any module",
    [createModule("rides", CAR_NEED, resolveLater(WHEELS_NEED))],
    'The module "rides" needs "wheels", which no module provides',
  ],
  [
    "two modules provide the same need",
    [partsModule, createModule("more-parts", need("engine"))],
    '"engine" is provided twice: by the modules "parts" and "more-parts"',
  ],
  [
    "one module provides the same need twice",
    [
      defineModule({
        name: "cars",
        services: [provide(WHEELS_NEED, {}, () => 3), provide(WHEELS_NEED, {}, () => 4)],
      }),
    ],
    'The module "cars" provides "wheels" twice',
  ],
  ["two modules have the same name", [partsModule, partsModule], 'Two modules are called "parts"'],
] as const)("startup fails with a clear message if %s", (_when, modules, sentence) => {
  expect(() => orderServices(modules)).toThrow(new Error(sentence));
});

test("startup fails with a message that names the cycle if services wait for each other", () => {
  const HEN = need<string>("hen");
  const EGG = need<string>("egg");
  const FARM = need<string>("farm");
  const modules = [
    createModule("farms", FARM, HEN),
    createModule("hens", HEN, EGG),
    createModule("eggs", EGG, HEN),
  ];
  expect(() => orderServices(modules)).toThrow(new Error("Services wait for one another: hen → egg → hen"));
});

test("no service opens if a dependency is missing", async () => {
  const opened: string[] = [];
  const modules = [
    defineModule({
      name: "wheels",
      services: [provide(WHEELS_NEED, {}, () => opened.push("wheels"))],
    }),
    carModule,
  ];
  await expect(openServices(modules)).rejects.toThrow(Error);
  expect(opened).toEqual([]);
});
