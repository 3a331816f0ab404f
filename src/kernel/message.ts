/** Message: what a model is sent, in one shape for every provider. Codecs turn a provider's own list into it and back to the byte. */

/** Who speaks. A provider that sends results as a person's words (Anthropic) still has them under `tool` here. */
export type Role = "system" | "user" | "assistant" | "tool";

/** One piece of a message. `raw` is the provider's own block and is sent as it is wherever the kernel leaves the piece alone. */
export type Part =
  | { readonly kind: "text"; readonly text: string; readonly raw: unknown }
  /** A call of a tool; `input` is its arguments as JSON. One with a provider's signature on it is never altered. */
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly signed?: true;
      readonly raw: unknown;
    }
  /** What a tool answered; `media` is the bytes of the pictures in it. */
  | {
      readonly kind: "result";
      readonly id: string;
      readonly text: string;
      readonly failed: boolean;
      readonly media?: number;
      readonly raw: unknown;
    }
  /** Thought of the model. A signed piece is never altered: a provider refuses it when one byte differs. */
  | { readonly kind: "thinking"; readonly text: string; readonly signed: boolean; readonly raw: unknown }
  /** A picture or a file; `bytes` is its size as sent. */
  | { readonly kind: "media"; readonly bytes: number; readonly raw: unknown }
  /** What the codec does not know. It stays where it is. */
  | { readonly kind: "other"; readonly raw: unknown };

/** One message. `at` is when it was said, in milliseconds since 1970, where the host tells; 0 where a program said it. `raw` is all that the parts do not hold. */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly at: number | null;
  readonly raw: unknown;
}
