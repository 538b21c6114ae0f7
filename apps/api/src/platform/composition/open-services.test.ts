import { expect, expectTypeOf, test } from "vitest";
import { defineModule, type ModuleDeclaration } from "./define-module.ts";
import { later, type Need, need, provide, using } from "./need.ts";
import { openServices, orderServices } from "./open-services.ts";

const ENGINE = need<{ name: string }>("engine");
const WHEELS = need<number>("wheels");
const CAR = need<string>("car");

const namesOf = (modules: readonly ModuleDeclaration[]) =>
  orderServices(modules).map(({ provides }) => provides.name);
/** Returns a module that provides one service, which depends on others. */
const moduleOf = (name: string, provides: Need<string>, ...needs: Need<unknown>[]) =>
  defineModule({
    name,
    services: [provide(provides, Object.fromEntries(needs.map((each) => [each.name, each])), () => name)],
  });

const car = defineModule({
  name: "cars",
  services: [
    provide(CAR, { engine: ENGINE, wheels: WHEELS }, ({ engine, wheels }) => `${engine.name} on ${wheels}`),
  ],
});
const parts = defineModule({
  name: "parts",
  services: [provide(ENGINE, {}, async () => ({ name: "V8" })), provide(WHEELS, {}, () => 4)],
});

test("services open after their dependencies, whatever the order of their modules", async () => {
  expect(namesOf([car, parts])).toEqual(["engine", "wheels", "car"]);
  const { resolve } = await openServices([car, parts]);
  expect(resolve(CAR)).toBe("V8 on 4");
});

test("a need resolves to its declared type", () => {
  using({ engine: ENGINE, wheels: WHEELS }, ({ engine, wheels }) => {
    expectTypeOf(engine).toEqualTypeOf<{ name: string }>();
    expectTypeOf(wheels).toEqualTypeOf<number>();
  });
  // @ts-expect-error: the provided value does not have the declared type.
  provide(WHEELS, {}, () => "four");
});

test("services close in the reverse order of opening", async () => {
  const ended: string[] = [];
  const end = (name: string) => () => void ended.push(name);
  const services = await openServices([
    defineModule({
      name: "all",
      services: [
        provide(CAR, { wheels: WHEELS }, () => "car", end("car")),
        provide(WHEELS, {}, () => 4, end("wheels")),
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
          { car: later(CAR) },
          ({ car: getCar }) =>
            () =>
              `drives a ${getCar()}`,
        ),
        provide(CAR, { driver: DRIVER }, () => "car"),
      ],
    }),
  ]);
  expect(resolve(DRIVER)()).toBe("drives a car");
});

test.each([
  [
    "a service needs something that no module provides",
    [car],
    'The module "cars" needs "engine", which no module provides',
  ],
  [
    "a route needs something that no module provides",
    [defineModule({ name: "rides", routes: using({ car: CAR }, () => undefined) })],
    'The module "rides" needs "car", which no module provides',
  ],
  [
    "something resolved later is not provided by any module",
    [moduleOf("rides", CAR, later(WHEELS))],
    'The module "rides" needs "wheels", which no module provides',
  ],
  [
    "two modules provide the same need",
    [parts, moduleOf("more-parts", need("engine"))],
    '"engine" is provided twice: by the modules "parts" and "more-parts"',
  ],
  [
    "one module provides the same need twice",
    [
      defineModule({
        name: "cars",
        services: [provide(WHEELS, {}, () => 3), provide(WHEELS, {}, () => 4)],
      }),
    ],
    'The module "cars" provides "wheels" twice',
  ],
  ["two modules have the same name", [parts, parts], 'Two modules are called "parts"'],
] as const)("startup fails with a clear message if %s", (_when, modules, sentence) => {
  expect(() => orderServices(modules)).toThrow(new Error(sentence));
});

test("startup fails with a message that names the cycle if services wait for each other", () => {
  const HEN = need<string>("hen");
  const EGG = need<string>("egg");
  const FARM = need<string>("farm");
  const modules = [moduleOf("farms", FARM, HEN), moduleOf("hens", HEN, EGG), moduleOf("eggs", EGG, HEN)];
  expect(() => orderServices(modules)).toThrow(new Error("Services wait for one another: hen → egg → hen"));
});

test("no service opens if a dependency is missing", async () => {
  const opened: string[] = [];
  const modules = [
    defineModule({
      name: "wheels",
      services: [provide(WHEELS, {}, () => opened.push("wheels"))],
    }),
    car,
  ];
  await expect(openServices(modules)).rejects.toThrow(Error);
  expect(opened).toEqual([]);
});
