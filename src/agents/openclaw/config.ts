/**
 * OpenClaw, config: where its configuration and its workspace are, and what of that file is ours: JSON5 that people write by hand, so it is spliced
 * and not printed.
 */

import { isAbsolute, join, resolve } from "node:path";
import { type JsonObject, objectOf, objectsOf, textOf } from "../../base/json.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { homeOf } from "../../state/machine.js";
import { type Ours, settingsIn, withEntries, withoutEntries } from "../setup/settings.js";

const id = "pagefile";

/** OpenClaw's own folder, as OpenClaw finds it. */
function openclawHome(env: NodeJS.ProcessEnv): string {
  const home = atHome(env.OPENCLAW_HOME, env) ?? homeOf(env);
  const profile = env.OPENCLAW_PROFILE?.trim() ?? "";
  const usual = profile === "" || profile === "default" ? ".openclaw" : `.openclaw-${profile}`;
  return atHome(env.OPENCLAW_STATE_DIR, env) ?? join(home, usual);
}

/** The one file that all of its sessions go by. */
export function openclawFile(env: NodeJS.ProcessEnv): string {
  return atHome(env.OPENCLAW_CONFIG_PATH, env) ?? join(openclawHome(env), "openclaw.json");
}

function atHome(path: string | undefined, env: NodeJS.ProcessEnv): string | null {
  const named = path?.trim() ?? "";
  if (named === "") return null;
  return named === "~" || named.startsWith("~/") ? join(homeOf(env), named.slice(1)) : resolve(named);
}

/** The folder that its agent works in, where several do, the usual one's. `text` is the file; null where there is none. */
export function workspaceOf(text: string | null, env: NodeJS.ProcessEnv): string {
  const { defaults, list } = objectOf(configIn(text).agents) ?? {};
  const agents = objectsOf(list);
  const own = agents.find((agent) => agent.default === true) ?? agents[0];
  const named = textOf(own?.workspace) ?? textOf(objectOf(defaults)?.workspace) ?? env.OPENCLAW_WORKSPACE_DIR;
  const folder = atHome(named, env);
  return folder !== null && isAbsolute(folder) ? folder : join(openclawHome(env), "workspace");
}

function configIn(text: string | null): JsonObject {
  return (text === null ? null : settingsIn(text, "json5")) ?? {};
}

/** Where ours may be in that file, wherever the plugin lay then. */
const ours: Ours = {
  spelling: "json5",
  lists: [
    ["plugins", "load", "paths"],
    ["plugins", "allow"],
  ],
  values: [
    ["plugins", "entries", id],
    ["plugins", "slots", "contextEngine"],
  ],
  isOurs: ([, part], value) => {
    if (part === "load") return (textOf(value) ?? "").replaceAll("\\", "/").endsWith("/templates/harness/openclaw");
    return part === "allow" || part === "slots" ? value === id : true;
  },
};

interface Joining {
  /** As they are; null for no file. */
  readonly now: string | null;
  readonly path: string;
  /** Absolute: the folder that is the plugin. */
  readonly plugin: string;
  /** Absolute; the memories that every session gets. */
  readonly repos: readonly string[];
  /** Whether the kernel gets the slot for a context engine. */
  readonly kernel: boolean;
}

/** The settings with the plugin, and without. `refuses` where OpenClaw would not load it: what a person turned off is theirs to turn on. */
export function openclawSettings({ now, path, plugin, repos, kernel }: Joining): Outcome<{
  readonly joined: string;
  readonly left: string | null;
  readonly refuses?: Failure;
}> {
  const left = now === null ? null : withoutEntries(now, ours);
  if (left === "unfit") return err(unfit(path));
  const { enabled, deny, allow, slots } = objectOf(configIn(left).plugins) ?? {};
  const other = kernel ? textOf(objectOf(slots)?.contextEngine) : null;
  const taken = other === null ? null : `plugins.slots.contextEngine is ${other}`;
  const off = enabled === false ? "plugins.enabled is false" : taken;
  const why = Array.isArray(deny) && deny.includes(id) ? `plugins.deny names ${id}` : off;
  if (why !== null) return ok({ joined: now ?? "", left, refuses: refused(path, why) });
  const hooks = { allowConversationAccess: true };
  const config = repos.length === 0 ? {} : { config: { repos } };
  const entries = [
    { path: ["plugins", "load", "paths"], value: plugin },
    // Where nothing is named, everything that is loaded is allowed.
    ...(Array.isArray(allow) && allow.length > 0 ? [{ path: ["plugins", "allow"], value: id }] : []),
    { path: ["plugins", "entries"], key: id, value: { enabled: true, hooks, ...config } },
    ...(kernel ? [{ path: ["plugins", "slots"], key: "contextEngine", value: id }] : []),
  ];
  const joined = withEntries(now, entries, ours);
  return joined === null ? err(unfit(path)) : ok({ joined, left });
}

function unfit(path: string): Failure {
  const says = `${path} is no object in JSON5 whose plugins are as OpenClaw takes them.`;
  return {
    code: "corrupt",
    says,
    hint: "Mend that file (openclaw config validate) and run the command again; nothing was changed.",
  };
}

function refused(path: string, why: string): Failure {
  return {
    code: "usage",
    says: `OpenClaw would not use the plugin: ${why} in ${path}.`,
    hint: "Change that and run the command again.",
  };
}
