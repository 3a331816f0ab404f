/** Lines: small sessions as their harnesses would write them, for tests. */

export interface FakeCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absent for a call that was never answered. */
  readonly result?: string;
  readonly failed?: boolean;
}

/** One message of the model as Claude Code writes it: a line for each call, each followed by its result. */
export function claudeTurn(message: string, calls: readonly FakeCall[]): readonly string[] {
  const text = { type: "text", text: "Let me look." };
  const about = {
    role: "assistant",
    id: message,
    model: "claude-opus-5.5",
    usage: { input_tokens: 9, output_tokens: 9 },
  };
  const said = claudeLine("assistant", { ...about, content: [text] }, `${message}-text`);
  return [
    said,
    ...calls.flatMap(({ id, name, input, result, failed = false }) => {
      const use = { type: "tool_use", id, name, input };
      const line = claudeLine("assistant", { ...about, content: [use] }, `${id}-use`);
      if (result === undefined) return [line];
      const block = { type: "tool_result", tool_use_id: id, content: result, is_error: failed };
      return [line, claudeLine("user", { role: "user", content: [block] }, `${id}-result`)];
    }),
  ];
}

export function claudeLine(type: string, message: unknown, uuid: string, more: object = {}): string {
  return JSON.stringify({ type, sessionId: "7f3a", uuid, isSidechain: false, message, ...more });
}

/** The summary stands in the line behind the boundary. */
export function claudeCompaction(uuid: string): string {
  const compactMetadata = { trigger: "auto", preTokens: 160_000 };
  const boundary = { type: "system", subtype: "compact_boundary", sessionId: "7f3a", uuid, compactMetadata };
  const summary = { role: "user", content: "So far." };
  return `${JSON.stringify(boundary)}\n${claudeLine("user", summary, `${uuid}-summary`, { isCompactSummary: true })}`;
}

/** The same message as pi writes it: all calls in one line, results after it as blocks of text. */
export function piTurn(calls: readonly FakeCall[]): readonly string[] {
  const content = calls.map(({ id, name, input }) => ({ type: "toolCall", id, name, arguments: input }));
  const results = calls.flatMap(({ id, name, result, failed = false }) =>
    result === undefined
      ? []
      : [piMessage({ role: "toolResult", toolCallId: id, toolName: name, content: halves(result), isError: failed })],
  );
  return [piMessage({ role: "assistant", content }), ...results];
}

export function piMessage(message: object): string {
  return JSON.stringify({ type: "message", timestamp: "2025-12-08T22:41:05.306Z", message });
}

function halves(text: string): readonly object[] {
  return text.split("\n").map((line) => ({ type: "text", text: line }));
}
