/** Owner's tests: a machine is known again as itself, whatever network it is in. */

import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterEach, expect, test } from "vitest";

const { hostname, networkInterfaces } = os;
const { platform } = process;
const put = (name: string, calls: Partial<typeof os>): void => {
  Object.defineProperty(process, "platform", { value: name });
  Object.assign(os, calls);
  syncBuiltinESMExports();
};
afterEach(() => put(platform, { hostname, networkInterfaces }));

let started = 0;
/** As a process that starts now names it. */
async function machine(): Promise<string> {
  started += 1;
  const { thisOwner } = await import(/* @vite-ignore */ `../../src/state/process.ts?start=${started}`);
  return thisOwner().machine;
}

test.each(["darwin", "win32"])("on %s a machine is the same one in every network", async (name) => {
  put(name, {});
  const before = await machine();
  put(name, { hostname: () => "ada.guest.example", networkInterfaces: () => ({}) });
  expect(await machine()).toBe(before);
});

test("on Linux a name of another host is another machine", async () => {
  put("linux", {});
  const before = await machine();
  put("linux", { hostname: () => "ada.guest.example" });
  expect(await machine()).not.toBe(before);
});
