/** Command completion: scripts for three shells, printed from the catalog that the commands themselves are made from. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { catalog } from "../catalog/catalog.js";
import type { Call, CommandSpec, OptionSpec, Reply } from "../command.js";
import { globalOptions } from "../execute.js";

export async function runCompletion(call: Call): Promise<Outcome<Reply>> {
  const shell = shells.find((each) => each === call.args[0]);
  if (shell === undefined) {
    const says = `“${call.args[0] ?? ""}” is no shell this command knows; one of ${shells.join(", ")} was expected.`;
    return err(usage(says, "For example: source <(pagefile completion bash)"));
  }
  const script = { bash, zsh, fish }[shell]();
  return ok({ json: { shell, script }, out: () => script });
}

// Completion: the script of each shell.

const shells = ["bash", "zsh", "fish"] as const;

/** What may follow a word: nothing but options, page ids, files, or one of a few words. */
type Follow =
  | { readonly kind: "page" | "file" | "text" }
  | { readonly kind: "words"; readonly words: readonly string[] };

const listed: readonly CommandSpec[] = catalog.filter((spec) => spec.hidden !== true);

function longName(option: OptionSpec): string {
  return option.flags.split(/[ ,]+/).find((word) => word.startsWith("--")) ?? option.flags;
}

function takesValue(option: OptionSpec): boolean {
  return option.flags.includes("<");
}

function optionsOf(spec: CommandSpec): readonly OptionSpec[] {
  return [...(spec.options ?? []), ...globalOptions];
}

function followsOption(option: OptionSpec): Follow {
  if (option.choices !== undefined) return { kind: "words", words: option.choices };
  if (option.flags.includes("<page")) return { kind: "page" };
  return option.flags.includes("<file>") || option.flags.includes("<dir>") ? { kind: "file" } : { kind: "text" };
}

/** The first argument decides what is offered; texts and keys offer nothing. */
function followsCommand(spec: CommandSpec): Follow {
  const syntax = spec.args?.[0]?.[0] ?? "";
  if (syntax.includes("page")) return { kind: "page" };
  if (syntax.includes("shell")) return { kind: "words", words: shells };
  return syntax.includes("path") || syntax.includes("dir") ? { kind: "file" } : { kind: "text" };
}

function bash(): string {
  const cases = listed.map((spec) => {
    const names = [...optionsOf(spec).map(longName), "--help"].join(" ");
    return `    ${spec.name}) options="${names}"; ${bashFollow(followsCommand(spec))} ;;`;
  });
  const values = listed.flatMap((spec) =>
    optionsOf(spec)
      .filter(takesValue)
      .map((option) => `    ${spec.name}:${longName(option)}) ${bashFollow(followsOption(option))} ;;`),
  );
  return `# bash completion for pagefile: source <(pagefile completion bash)
_pagefile_pages() {
  command pagefile "\${_pagefile_repo[@]}" __complete 2>/dev/null
}
_pagefile() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" options="${[...globalOptions.map(longName), "--help", "--version"].join(" ")}" offers="" files="" place="" at
  local -a _pagefile_repo=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      --repo) _pagefile_repo+=(--repo "\${COMP_WORDS[at+1]}"); ((at++)) ;;
      --now) ((at++)) ;;
      -*) ;;
      *) if [[ -z "$command" ]]; then command="\${COMP_WORDS[at]}"; else place=later; fi ;;
    esac
  done
  case "$command" in
    "") offers="${listed.map((spec) => spec.name).join(" ")}" ;;
${cases.join("\n")}
  esac
  [[ -n "$place" ]] && offers="" && files=""
  case "$command:$previous" in
    :--repo) offers=""; files=1 ;;
${values.join("\n")}
  esac
  [[ "$current" == -* ]] && offers="$options" && files=""
  COMPREPLY=()
  local offer
  while IFS= read -r offer; do
    [[ -n "$offer" && "$offer" == "$current"* ]] && COMPREPLY+=("$offer")
  done <<< "\${offers// /$'\\n'}"
  if [[ -n "$files" ]]; then
    while IFS= read -r offer; do COMPREPLY+=("$offer"); done < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _pagefile pagefile
`;
}

function bashFollow(follow: Follow): string {
  if (follow.kind === "words") return `offers="${follow.words.join(" ")}"; files=""`;
  if (follow.kind === "page") return 'offers="$(_pagefile_pages)"; files=""';
  return follow.kind === "file" ? 'offers=""; files=1' : 'offers=""; files=""';
}

function zsh(): string {
  const commands = listed.map((spec) => `    ${single(`${spec.name}:${spec.says}`)}`);
  const cases = listed.map((spec) => {
    const specs = [
      ...optionsOf(spec).map(zshOption),
      ...(spec.args ?? []).map(([syntax], at) => zshArgument(spec, syntax, at)),
    ];
    return `    ${spec.name}) _arguments -s ${specs.map((each) => single(each)).join(" ")} ;;`;
  });
  return `#compdef pagefile
# zsh completion for pagefile: put it in a folder of $fpath as _pagefile
_pagefile_pages() {
  local -a ids
  ids=(\${(f)"$(command pagefile __complete 2>/dev/null)"})
  compadd -a ids
}
_pagefile() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${commands.join("\n")}
  )
  _arguments -C ${globalOptions.map((option) => single(zshOption(option))).join(" ")} '1: :->command' '*:: :->rest'
  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  case $words[1] in
${cases.join("\n")}
  esac
}
if [[ \${funcstack[1]} == _pagefile ]]; then _pagefile "$@"; else compdef _pagefile pagefile; fi
`;
}

function zshOption(option: OptionSpec): string {
  const says = option.says.replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", "\\:");
  const value = takesValue(option) ? `:value:${zshFollow(followsOption(option))}` : "";
  return `${option.repeats ? "*" : ""}${longName(option)}[${says}]${value}`;
}

function zshArgument(spec: CommandSpec, syntax: string, at: number): string {
  const name = syntax.replaceAll(/[<>[\].]/g, "");
  const follow: Follow = at === 0 ? followsCommand(spec) : { kind: "text" };
  return `${syntax.includes("...") ? "*" : String(at + 1)}:${name}:${zshFollow(follow)}`;
}

function zshFollow(follow: Follow): string {
  if (follow.kind === "words") return `(${follow.words.join(" ")})`;
  if (follow.kind === "page") return "_pagefile_pages";
  return follow.kind === "file" ? "_files" : " ";
}

function fish(): string {
  const names = listed.map((spec) => spec.name).join(" ");
  const lines = listed.flatMap((spec) => [
    `complete -c pagefile -n "not __fish_seen_subcommand_from ${names}" -a ${spec.name} -d ${single(spec.says)}`,
    ...fishArguments(spec),
    ...(spec.options ?? []).map(
      (option) => `complete -c pagefile -n "__fish_seen_subcommand_from ${spec.name}"${fishOption(option)}`,
    ),
  ]);
  const globals = globalOptions.map((option) => `complete -c pagefile${fishOption(option)}`);
  return `# fish completion for pagefile: save it as ~/.config/fish/completions/pagefile.fish
complete -c pagefile -f
${[...globals, ...lines].join("\n")}
`;
}

function fishArguments(spec: CommandSpec): readonly string[] {
  const offered = fishFollow(followsCommand(spec));
  return offered === "" ? [] : [`complete -c pagefile -n "__fish_seen_subcommand_from ${spec.name}"${offered}`];
}

function fishOption(option: OptionSpec): string {
  const follow = followsOption(option);
  const value = takesValue(option) ? ` -r${follow.kind === "file" ? "" : " -f"}${fishFollow(follow)}` : "";
  return ` -l ${longName(option).slice(2)} -d ${single(option.says)}${value}`;
}

function fishFollow(follow: Follow): string {
  if (follow.kind === "words") return ` -a "${follow.words.join(" ")}"`;
  if (follow.kind === "page") return ' -a "(command pagefile __complete 2>/dev/null)"';
  return follow.kind === "file" ? " -F" : "";
}

/** A word no shell looks into: bash, zsh and fish all end it only at a single quote, which is left out. */
function single(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
