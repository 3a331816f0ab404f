/** Drafts: patches of each kind, as a person sends them, with what a test says otherwise. */

import type { AppendPatch, CreatePatch, MergePatch, SetPatch } from "../../src/write/patch.js";
import { envelopeOf } from "./ground.js";

export const append = (value: string, more: Partial<AppendPatch> = {}): AppendPatch => ({
  op: "append",
  page: "p",
  value,
  ...envelopeOf(),
  ...more,
});
export const create = (more: Partial<CreatePatch> = {}): CreatePatch => ({
  op: "create",
  page: null,
  type: "plan",
  title: "T",
  scope: null,
  pin: null,
  tags: [],
  fields: {},
  value: "",
  ...envelopeOf(),
  ...more,
});
export const merge = (more: Partial<MergePatch> = {}): MergePatch => ({
  op: "merge",
  page: "p",
  fields: {},
  tags: [],
  entries: [],
  ...envelopeOf(),
  ...more,
});
export const set = (key: string, value: SetPatch["value"], more: Partial<SetPatch> = {}): SetPatch => ({
  op: "set_with_version",
  page: "p",
  key,
  value,
  base: "1",
  ...envelopeOf(),
  ...more,
});
