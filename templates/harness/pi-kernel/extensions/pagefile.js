/** What pi loads where `pagefile setup pi --kernel` was asked for: the same extension, with the kernel on. */

import { createRequire } from "node:module";

export default (pi) => {
  const { piExtension } = createRequire(import.meta.url)("../../../../dist/pi/pi.cjs");
  return piExtension(pi, process.env, { kernel: "on" });
};
