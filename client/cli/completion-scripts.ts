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

/** Returns what completes the first further word of a command. */
function positionalOf({ path, positional }: CommandSpec): { words: string } | { kind: string } | undefined {
  if (path.join(' ') === 'help') return { words: childrenOf(mainCommand).join(' ') };
  if (positional === undefined) return undefined;
  return typeof positional === 'string' ? { kind: positional } : { words: positional.join(' ') };
}

/** Returns the names of options whose next word is a value, in any command. */
function takers(): string[] {
  const taking = visible.flatMap((command) => optionsOf(command).filter(({ value }) => value && !value.optional));
  return [...new Set(taking.flatMap(namesOf))];
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
      const action = `${bashAction(values)}; return`;
      // the next word may be an option too
      return [`    ${pattern}) ${option.value?.optional ? `case $cur in -*) ;; *) ${action} ;; esac` : action} ;;`];
    }),
  );
  const commands = pathsOf().map((path) => {
    const spec = specAt(path);
    const words = [...childrenOf(spec), ...optionsOf(spec).flatMap(namesOf)].join(' ');
    const positional = positionalOf(spec);
    const further = positional ? `if [ -z "$further$dash" ]; then ${bashAction(positional)}; return; fi; ` : '';
    return `    '${path.join(' ')}') ${further}_agent_words '${words}' ;;`;
  });
  const starts = pathsOf()
    .slice(1)
    .map((path) => `'${path.join(' ')}'`)
    .join('|');
  return `# Completion of agent for bash 3.2 and newer; works with and without bash-completion.
_agent_words() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}
# Names come from files of a project: compgen -W would run the commands in them.
_agent_live() {
  local name
  # the newest session is first
  [ "$1" = session ] && compopt -o nosort 2>/dev/null
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
# Readline splits words at colons, which models have in their names.
_agent_typed() {
  local line=$COMP_LINE word last='' blank at
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    blank=\${line%%[![:space:]]*}
    line=\${line#"$blank"}
    line=\${line#"$word"}
    if [ $at -gt 0 ] && [ -z "$blank" ] && { [ "\${last%:}" != "$last" ] || [ "\${word#:}" != "$word" ]; }; then
      typed[\${#typed[@]}-1]+=$word
    else
      typed+=("$word")
    fi
    last=$word
  done
}
_agent_find() {
  local prev path='' next further='' dash='' word at count=$((\${#typed[@]} - 1))
  prev=\${typed[count-1]}
  for ((at = 1; at < count; at++)); do
    word=\${typed[at]}
    case $word in
      --) return ;;
      ${takers().join('|')})
        if [ "\${typed[at+1]}" = = ]; then at=$((at + 2)); else at=$((at + 1)); fi ;;
      -*|=) ;;
      *)
        next="\${path:+$path }$word"
        case $next in ${starts}) path=$next ;; *) further=$word ;; esac ;;
    esac
  done
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev=\${typed[count-2]}; fi
  case "$path:$prev" in
${valued.join('\n')}
  esac
  case $cur in -*) dash=1 ;; esac
  case $path in
${commands.join('\n')}
  esac
}
_agent() {
  local cur head='' at
  local -a typed
  typed=()
  COMPREPLY=()
  _agent_typed
  cur=\${typed[\${#typed[@]}-1]}
  case $COMP_WORDBREAKS in *:*) head=\${cur%"\${cur##*:}"} ;; esac
  _agent_find
  for ((at = 0; at < \${#COMPREPLY[@]}; at++)); do COMPREPLY[at]=\${COMPREPLY[at]#"$head"}; done
}
complete -F _agent agent
`;
}

function bashAction(values: { words: string } | { kind: string }): string {
  return 'kind' in values ? `_agent_kind ${values.kind}` : `_agent_words '${values.words}'`;
}

/** Escapes a text for single quotes, and removes characters that zsh and fish interpret in a description. */
function plain(text: string): string {
  return text.replace(/['\\[\]`$]/g, ' ').replace(/\s+/g, ' ');
}

function zshScript(): string {
  const actionOf = (option: OptionSpec): string => {
    const values = valuesOf(option);
    if (!values || !option.value) return '';
    const action = zshAction(values);
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
    const positional = positionalOf(spec);
    const rest =
      children.length > 0
        ? [`'1: :(${children.join(' ')})'`, `'*:: :->rest'`]
        : positional
          ? [`'1: :${zshAction(positional)}'`]
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
  # the shell itself compares what is typed: it knows the quotes in it
  found=(\${(f)"$(agent __complete $1 2>/dev/null)"})
  if [[ $1 == session ]]; then
    # the newest is first, with its title
    compadd -V sessions -l -d "found" -- \${found%%$'\\t'*}
  else
    compadd -- \${found%%$'\\t'*}
  fi
}
${functions.join('')}
if [ "$funcstack[1]" = _agent ]; then _agent "$@"; else compdef _agent agent; fi
`;
}

function zshAction(values: { words: string } | { kind: string }): string {
  if ('words' in values) return values.words === '' ? ' ' : `(${values.words})`;
  const { kind } = values;
  return { file: '_files', dir: '_files -/', host: '_hosts' }[kind] ?? `{_agent_live ${kind}}`;
}

function fishScript(): string {
  const lines = pathsOf().flatMap((path) => {
    const spec = specAt(path);
    const condition = `-n '${['__agent_at', ...path].join(' ')}'`;
    const children = childrenOf(spec).map((child) => {
      const summary = visible.find((each) => each.path.join(' ') === [...path, child].join(' '))?.summary ?? '';
      return `complete -c agent ${condition} -f -a '${child}' -d '${plain(summary)}'`;
    });
    const options = optionsOf(spec).map((option) => {
      const names = namesOf(option).map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const values = valuesOf(option);
      const value = values ? ` ${fishValues(values)}` : '';
      return `complete -c agent ${condition} ${names.join(' ')}${value} -d '${plain(option.summary)}'`;
    });
    const positional = positionalOf(spec);
    const first = `-n '${['__agent_at', ...path].join(' ')}; and test -z "$__agent_further"'`;
    const words = positional ? [`complete -c agent ${first} ${fishValues(positional)}`] : [];
    return [...children, ...options, ...words];
  });
  const starts = pathsOf()
    .slice(1)
    .map((path) => `'${path.join(' ')}'`)
    .join(' ');
  return `# Completion of agent for fish.
function __agent_at
    set -l found
    set -l isvalue
    set -g __agent_further
    for word in (commandline -opc)[2..-1]
        if test -n "$isvalue"
            set isvalue
            continue
        end
        switch $word
            case --
                return 1
            case ${takers().join(' ')}
                set isvalue yes
            case '-*'
            case '*'
                if contains -- (string join ' ' $found $word) ${starts}
                    set -a found $word
                else
                    set -g __agent_further $word
                end
        end
    end
    test "$found" = "$argv"
end
complete -c agent -e
complete -c agent -f
${lines.join('\n')}
`;
}

function fishValues(values: { words: string } | { kind: string }): string {
  if ('words' in values) return values.words === '' ? '-x' : `-x -a '${values.words}'`;
  const { kind } = values;
  if (kind === 'file') return '-r -F';
  if (kind === 'dir') return `-x -a '(__fish_complete_directories)'`;
  if (kind === 'host') return `-x -a '(__fish_print_hostnames)'`;
  // the shell itself compares what is typed, and keeps the newest session first
  return `-x -k -a '(agent __complete ${kind} 2>/dev/null)'`;
}
