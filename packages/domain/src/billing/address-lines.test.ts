import { expect, test } from "vitest";
import { addressLines } from "./address-lines.ts";

test.each([
  ["4, rue des Essais\r\n29200 Brest", ["4, rue des Essais", "29200 Brest"]],
  ["4, rue des Essais, 29200 Brest", ["4, rue des Essais", "29200 Brest"]],
  ["Bâtiment B,\n\n 4, rue des Essais ,\n29200 Brest", ["Bâtiment B,", "4, rue des Essais ,", "29200 Brest"]],
  ["29200 Brest", ["29200 Brest"]],
  ["4, rue des Essais", ["4, rue des Essais"]],
  ["4, High Street, Dublin", ["4, High Street", "Dublin"]],
  [" , ", []],
  [" \n", []],
])("addressLines splits the address %j into the lines %j", (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});
