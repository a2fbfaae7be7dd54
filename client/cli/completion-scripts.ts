/** Generates shell completion scripts from the command table (acp-cli.md 4). */
import { commandSpecs, mainCommand, type CommandSpec, type OptionSpec } from './options.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]();
}

const visible = commandSpecs.filter(({ hidden }) => !hidden);

function namesOf({ names, shown }: OptionSpec): string[] {
  return names.slice(0, shown ?? names.length);
}

const optionsOf = (command: CommandSpec): OptionSpec[] => command.options.filter(({ shown }) => shown !== 0);

function childrenOf({ path }: CommandSpec): string[] {
  const children = visible.filter(
    (each) => each.path.length > path.length && path.every((word, at) => each.path[at] === word),
  );
  return [...new Set(children.map((each) => each.path[path.length] ?? ''))];
}

/** Returns the paths of commands, and their prefixes. */
function pathsOf(): string[][] {
  const starts = visible.flatMap(({ path }) => path.map((_, at) => path.slice(0, at + 1).join(' ')));
  return [...new Set(['', ...starts])].map((path) => (path === '' ? [] : path.split(' ')));
}

function specAt(path: readonly string[]): CommandSpec {
  const found = visible.find((each) => each.path.join(' ') === path.join(' '));
  return found ?? { ...mainCommand, path, options: [] };
}

/** Returns the values of an option: words, or a kind that `agent __complete` or the shell itself completes. */
function valuesOf({ value }: OptionSpec): { words: string } | { kind: string } | undefined {
  if (!value) return undefined;
  if (value.values) return { words: value.values.join(' ') };
  const kind = value.kind ?? ({ path: 'file', directory: 'dir' } as Record<string, string>)[value.label];
  return kind === undefined ? { words: '' } : { kind };
}

function bashScript(): string {
  const valued = visible.flatMap((command) =>
    optionsOf(command).flatMap((option) => {
      const values = valuesOf(option);
      if (!values) return [];
      const pattern = namesOf(option)
        .map((name) => `'${command.path.join(' ')}:${name}'`)
        .join('|');
      const action = 'kind' in values ? `_agent_kind ${values.kind}` : `_agent_words '${values.words}'`;
      return [`    ${pattern}) ${action}; return ;;`];
    }),
  );
  const commands = pathsOf().map((path) => {
    const spec = specAt(path);
    const words = [...childrenOf(spec), ...optionsOf(spec).flatMap(namesOf)].join(' ');
    return `    '${path.join(' ')}') words='${words}'; kind='${spec.positional ?? ''}' ;;`;
  });
  const starts = pathsOf()
    .slice(1)
    .map((path) => `'${path.join(' ')}'`)
    .join('|');
  const takers = visible.flatMap((command) =>
    optionsOf(command)
      .filter(({ value }) => value && !value.optional)
      .flatMap(namesOf),
  );
  return `# Completion of agent for bash 3.2 and newer; works with and without bash-completion.
_agent_words() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
# Names come from files of a project: compgen -W would run the commands in them.
_agent_live() {
  local name
  while IFS= read -r name; do
    name=\${name%%$'\\t'*}
    case $name in
      '') ;;
      "$cur"*) printf -v name %q "$name"; COMPREPLY+=("$name") ;;
    esac
  done <<< "$(agent __complete "$1" "$cur" 2>/dev/null)"
}
_agent_kind() {
  local IFS=$'\\n'
  case $1 in
    file) COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null ;;
    dir) COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2>/dev/null ;;
    host) COMPREPLY=($(compgen -A hostname -- "$cur")) ;;
    *) _agent_live "$1" ;;
  esac
}
_agent() {
  local cur prev path='' next word words kind at
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      --) return ;;
      ${[...new Set(takers)].join('|')})
        if [ "\${COMP_WORDS[at+1]}" = = ]; then at=$((at + 2)); else at=$((at + 1)); fi ;;
      -*|=) ;;
      *)
        next="\${path:+$path }$word"
        case $next in ${starts}) path=$next ;; esac ;;
    esac
  done
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case "$path:$prev" in
${valued.join('\n')}
  esac
  case $path in
${commands.join('\n')}
  esac
  if [ -n "$kind" ] && [ "\${cur#-}" = "$cur" ]; then _agent_kind "$kind"; else _agent_words "$words"; fi
}
complete -F _agent agent
`;
}

/** Escapes a text for single quotes, and removes characters that zsh and fish interpret in a description. */
function plain(text: string): string {
  return text.replace(/['\\[\]:`$]/g, ' ').replace(/\s+/g, ' ');
}

function zshScript(): string {
  const actionOf = (option: OptionSpec): string => {
    const values = valuesOf(option);
    if (!values || !option.value) return '';
    const action = 'words' in values ? (values.words === '' ? ' ' : `(${values.words})`) : zshAction(values.kind);
    return `${option.value.optional ? '::' : ':'}${plain(option.value.label)}:${action}`;
  };
  const functions = pathsOf().map((path) => {
    const spec = specAt(path);
    const lines = optionsOf(spec).flatMap((option) =>
      namesOf(option).map(
        (name) =>
          `'${option.repeatable ? '*' : ''}${name}${option.value && name.startsWith('--') ? '=' : ''}[${plain(option.summary)}]${actionOf(option)}'`,
      ),
    );
    const children = childrenOf(spec);
    const rest =
      children.length > 0
        ? [`'1: :(${children.join(' ')})'`, `'*:: :->rest'`]
        : spec.positional
          ? [`'*: :${zshAction(spec.positional)}'`]
          : [];
    const branches = children.map(
      (child) => `      ${child}) _agent_${[...path, child].join('_').replaceAll('-', '_')} ;;`,
    );
    const dispatch =
      children.length === 0
        ? ''
        : `  case $state in\n    rest) case $words[1] in\n${branches.join('\n')}\n    esac ;;\n  esac\n`;
    return `_agent${path.map((word) => `_${word.replaceAll('-', '_')}`).join('')}() {\n  local curcontext="$curcontext" state line\n  typeset -A opt_args\n  _arguments -C ${[...lines, ...rest].map((line) => `\\\n    ${line}`).join(' ')}\n${dispatch}}\n`;
  });
  return `#compdef agent
# Completion of agent for zsh: a file named _agent in a directory of fpath.
_agent_live() {
  local -a found
  found=(\${(f)"$(agent __complete $1 "$PREFIX" 2>/dev/null)"})
  compadd -- \${found%%$'\\t'*}
}
${functions.join('')}
if [ "$funcstack[1]" = _agent ]; then _agent "$@"; else compdef _agent agent; fi
`;
}

function zshAction(kind: string): string {
  return { file: '_files', dir: '_files -/', host: '_hosts' }[kind] ?? `{_agent_live ${kind}}`;
}

function fishScript(): string {
  const lines = pathsOf().flatMap((path) => {
    const spec = specAt(path);
    const condition = `-n '__agent_at ${path.join(' ')}'`.replace(" '", " '").replace(/ '$/, "'");
    const children = childrenOf(spec).map((child) => {
      const summary = visible.find((each) => each.path.join(' ') === [...path, child].join(' '))?.summary ?? '';
      return `complete -c agent ${condition} -f -a '${child}' -d '${plain(summary)}'`;
    });
    const options = optionsOf(spec).map((option) => {
      const names = namesOf(option).map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const values = valuesOf(option);
      const value = !values
        ? ''
        : 'words' in values
          ? ` -x${values.words === '' ? '' : ` -a '${values.words}'`}`
          : ` ${fishValues(values.kind)}`;
      return `complete -c agent ${condition} ${names.join(' ')}${value} -d '${plain(option.summary)}'`;
    });
    const words = spec.positional ? [`complete -c agent ${condition} ${fishValues(spec.positional)}`] : [];
    return [...children, ...options, ...words];
  });
  const subcommands = [...new Set(visible.flatMap(({ path }) => path))].join(' ');
  return `# Completion of agent for fish.
function __agent_at
    set -l found
    for word in (commandline -opc)[2..-1]
        if contains -- $word ${subcommands}
            set -a found $word
        end
    end
    test "$found" = "$argv"
end
complete -c agent -e
complete -c agent -f
${lines.join('\n')}
`;
}

function fishValues(kind: string): string {
  if (kind === 'file') return '-r -F';
  if (kind === 'dir') return `-x -a '(__fish_complete_directories)'`;
  if (kind === 'host') return `-x -a '(__fish_print_hostnames)'`;
  return `-x -a '(agent __complete ${kind} (commandline -ct))'`;
}
