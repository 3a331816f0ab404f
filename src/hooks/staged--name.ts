/** HookName: the git hooks Pagefile takes part in, and what it answers when one is asked whether it runs. */

/** The hooks Pagefile takes part in, in the order git may call them. */
export const hookNames = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "post-merge",
  "post-checkout",
  "post-rewrite",
  "pre-push",
] as const;
export type HookName = (typeof hookNames)[number];

/** Those that follow what git has done already: nothing can be refused any more, and nothing may fail. */
export type AfterName = Extract<HookName, `post-${string}`>;

export function isAfter(name: HookName): name is AfterName {
  return name.startsWith("post-");
}

/** What our program prints when it is asked whether it runs. */
export function canaryAnswer(name: string, nonce: string): string {
  return `pagefile ${name} canary ${nonce}`;
}
