/** Service: what a feature keeps beside the pages of a memory, opened by the feature when it is first asked for. */

/** Where what a memory keeps beside its pages lies, and what is given to whatever opens there. */
export interface Place {
  readonly root: string;
  /** The folder of this checkout's state, below the git dir. */
  readonly state: string;
  /** The folder of the state that all checkouts of a repository share. */
  readonly shared: string;
  readonly env: NodeJS.ProcessEnv;
  /** False: prompts and recalls leave no records. */
  readonly records: boolean;
  /** A memory that somebody named, and that is not in the data folder of its user: no other is read with it, and what is said there stays there. */
  readonly isAlone?: boolean;
}

/** What has a place, and the services that were opened there. */
export interface Holder {
  readonly place: Place;
  /** By the function that gives each; one that was put here before it was asked for is never opened. */
  readonly services: Map<unknown, unknown>;
  /** The memory beside which a session's own pages stand; absent for a memory itself. */
  readonly lasting?: Holder;
}

/**
 * What a feature keeps beside the pages of a memory: opened when it is first asked for, and one for each memory. A session's own pages use
 * those of the memory they stand beside, but for the services that are `own`.
 */
export function service<T, H extends Holder = Holder>(
  open: (holder: H) => T,
  whose: "lasting" | "own" = "lasting",
): (holder: H) => T {
  const get = (asked: H): T => {
    const holder = whose === "lasting" ? ((asked.lasting as H | undefined) ?? asked) : asked;
    if (!holder.services.has(get)) holder.services.set(get, open(holder));
    return holder.services.get(get) as T;
  };
  return get;
}

/** What was opened and holds something open lets go of it. What nobody asked for is not opened in order to be closed. */
export function closeServices({ services }: Holder): void {
  for (const opened of services.values()) if (isClosable(opened)) opened.close();
}

function isClosable(value: unknown): value is { close(): void } {
  return typeof (value as { readonly close?: unknown } | null | undefined)?.close === "function";
}

// Names: what a memory is known by on disk.

/** The file that makes a folder a memory. */
export const configPath = "pagefile.yaml";
/** Of a user's data folder: the memories of projects, and the one beside them that holds in every project. */
export const projects = "projects";
export const globalName = "global";
