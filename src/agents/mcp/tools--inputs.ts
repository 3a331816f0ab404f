/** McpInputs: the parts that the inputs of several tools share. */

import { z } from "zod";
import { type Instant, parseInstant } from "../../base/ids.js";
import { limits } from "../../base/limits.js";

export const pageName: z.ZodString = z
  .string()
  .min(1)
  .max(limits.pathCharsMax)
  .describe("id of a page, as recall gives it; a path works too");
export const sessionName: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .max(120)
  .optional()
  .describe("lets in the pages that this session keeps to itself");

/** A day or an instant, as the command line takes it. */
export const instant: z.ZodType<Instant, string> = z
  .string()
  .describe("a day or an instant: 2026-11-20 or 2026-11-20T21:40:12Z")
  .transform((text, context) => {
    const parsed = parseInstant(text);
    if (parsed !== null) return parsed;
    context.addIssue({ code: "custom", message: "a day or an instant was expected, for example 2026-11-20" });
    return z.NEVER;
  });
