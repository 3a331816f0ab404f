/** HookName: the git hooks Pagefile takes part in, and what it answers when one is asked whether it runs. */

/** The hooks Pagefile takes part in. */
export const hookNames = ["pre-commit", "commit-msg"] as const;
export type HookName = (typeof hookNames)[number];

/** What our program prints when it is asked whether it runs. */
export function canaryAnswer(name: string, nonce: string): string {
  return `pagefile ${name} canary ${nonce}`;
}
