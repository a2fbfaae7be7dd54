import { describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../daemon/agent/commandline/parse.js';
import { limits } from '../../daemon/agent/commandline/syntax.js';

const still = (): number => 0;
const commands = (text: string): string[] =>
  parseCommandLine(text, still).commands.map((command) => command.forms[0] ?? '');

describe('lines split into simple commands', () => {
  test.each<[string, string[]]>([
    ['a; b & c\nd && e || f | g |& h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['! a', ['a']],
    ['time a', ['a']],
    ['time -p a', ['a']],
    ['{ a; b; }', ['a', 'b']],
    ['( a; b )', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done', ['a', 'b']],
    ['until a; do b; done', ['a', 'b']],
    ['for x in 1 2; do a $x; done', ['a $x']],
    ['for x; do a; done', ['a']],
    ['for ((i=0; i<3; i++)); do a; done', ['a']],
    ['select x in 1 2; do a; done', ['a']],
    ['case x in a) b;; (c|d) e;; *) f; esac', ['b', 'e', 'f']],
    ['[[ -f x && ( a == b* ) ]] && c', ['c']],
    ['(( 1 + 2 )); a', ['a']],
    ['f() { a; }; f', ['a', 'f']],
    ['function f { a; }', ['a']],
    ['function f() ( a )', ['a']],
    ['coproc a b', ['a b']],
    ['coproc { a; }', ['a']],
    ['coproc NAME { a; }', ['a']],
    ['a # b ; c', ['a']],
    ['a #\nb', ['a', 'b']],
    ['a#b', ['a#b']],
    ['a \\\n b', ['a b']],
    ['>x a', ['a']],
    ['a >x b', ['a b']],
    ['X=1', []],
    ['X=1 Y=2 a', ['a']],
    ['a X=1', ['a X=1']],
    ['{ a; } > x; b', ['a', 'b']],
    ['if a; then :; fi | b', ['a', ':', 'b']],
    ['!a', ['!a']],
    ['a }', ['a }']],
    ['echo if then', ['echo if then']],
    ['[ -f x ]', ['[ -f x ]']],
    ['a -- \\{x', ['a -- {x']],
  ])('%j', (line, expected) => {
    expect(parseCommandLine(line, still).unparsable).toBeUndefined();
    expect(commands(line)).toEqual(expected);
  });
});

describe('commands inside words are found', () => {
  test.each([
    'a $(mark)',
    'a `mark`',
    'a "$(mark)"',
    'a "`mark`"',
    'a <(mark)',
    'a >(mark)',
    'a "${x:-$(mark)}"',
    'a ${x:-"$(mark)"}',
    'a ${x/$(mark)/y}',
    'a ${x:$(mark)}',
    'a ${x[$(mark)]}',
    'a "$(b "$(c "$(mark)")")"',
    'a `b \\`mark\\``',
    'a "`b \\"\\`mark\\`\\"`"',
    'X=$(mark)',
    'X=$(mark) a',
    'X=(a $(mark))',
    'declare -a X=(b `mark`)',
    'export X=$(mark)',
    'a $((1 + $(mark)))',
    'a $(( $(mark) ))',
    '(( $(mark) ))',
    'for ((i=$(mark); ; )); do :; done',
    'for x in $(mark); do :; done',
    '[[ $(mark) ]]',
    '[[ a =~ $(mark) ]]',
    '[ "$(mark)" ]',
    'case $(mark) in a) ;; esac',
    'case x in $(mark)) ;; esac',
    'a <<E\n$(mark)\nE',
    'a <<E\n`mark`\nE',
    'a <<-E\n\t$(mark)\n\tE',
    'a <<E\n${x:-$(mark)}\nE',
    'a <<E; mark\nE',
    'a <<E | mark\nx\nE',
    'a <<A <<B\nA\n$(mark)\nB',
    'a <<E\nx\nE\nmark',
    'a <<"E F"\nx\nE F\nmark',
    "a <<'E'\n'\nE\nmark",
    'a <<E\nx\n E\nE\nmark',
    'a <<E\nx\\\nE\nE\nmark',
    'a <<<$(mark)',
    'a <<<"x `mark`"',
    'a > $(mark)',
    'a 2>&1 >"$(mark)"',
    'a $"$(mark)"',
    "a $'\\'' ; mark",
    'a "\\"" ; mark',
    "a 'b'\\''c' ; mark",
    'a ~$(mark)',
    'a {b,$(mark)}',
    'a $(b <<E\n)\nE\nmark)',
    'a "$(b # c )"\nmark)"',
    'a "$(case x in x) mark;; esac)"',
    'eval mark',
    "eval 'a; mark'",
    "sh -c 'mark'",
    'bash -lc "a && mark"',
    "bash -o pipefail -ec 'mark'",
    'sh -c mark x y',
    "zsh -c 'a `mark`'",
    "trap 'mark' EXIT",
    'bash <<E\nmark\nE',
    'bash <<<mark',
    'bash -c "sh -c \'mark\'"',
    'f() { g() { mark; }; }',
    '&>x mark',
    '{ mark;}>x',
    'mark>x',
    'a&mark',
    'a\n\n\nmark',
    'a;mark',
    'a|mark',
    '>$(mark)',
    '$(mark)',
    'a $(<b; mark)',
  ])('%j', (line) => {
    const parsed = parseCommandLine(line, still);
    const found = parsed.commands.some((command) => command.words[0]?.text === 'mark');
    expect(found || parsed.unparsable === 'the command word is an expansion').toBe(true);
  });

  test('but not in what a shell takes literally', () => {
    for (const line of [
      "a '$(mark)'",
      'a \\$\\(mark\\)',
      "a <<'E'\n$(mark)\nE",
      'a <<\\E\n$(mark)\nE',
      'a # $(mark)',
      'a "\\$(mark)"',
      'a <<E\n\\$(mark)\nE',
    ]) {
      expect([line, commands(line)]).toEqual([line, [expect.not.stringMatching(/^mark/u)]]);
    }
  });
});

describe('wrappers run the command of their arguments', () => {
  test.each([
    'env mark',
    'env A=1 B=2 mark',
    'env -i mark',
    'env - mark',
    'env -u NAME mark',
    'env -uNAME mark',
    'env --unset=NAME mark',
    'env --unset NAME mark',
    "env -S 'mark a'",
    "env -S'A=1 mark'",
    "env --split-string='mark a'",
    'env -C dir mark',
    'command mark',
    'command -p mark',
    'builtin mark',
    'exec mark',
    'exec -a name mark',
    'exec -cl mark',
    'nice mark',
    'nice -n 5 mark',
    'nice -n5 mark',
    'nice -5 mark',
    'nice --adjustment=5 mark',
    'nohup mark',
    'stdbuf -oL mark',
    'stdbuf -o L -e0 mark',
    'stdbuf --output=L mark',
    'timeout 5 mark',
    'timeout -s KILL 5 mark',
    'timeout -k 1 5s mark',
    'timeout --signal=KILL --foreground 5 mark',
    'setsid mark',
    'setsid -f mark',
    'xargs mark',
    'xargs -0 mark',
    'xargs -n 1 -P4 mark',
    'xargs -I{} mark {}',
    'xargs -I {} mark {}',
    'xargs --max-args=1 mark',
    'xargs -i mark {}',
    'xargs -d "\\n" mark',
    'sudo mark',
    'sudo -u x mark',
    'sudo -ux -E A=1 mark',
    'sudo --user=x -- mark',
    'sudo -n mark',
    'doas mark',
    'doas -u x mark',
    'watch mark',
    'watch -n1 mark',
    "watch -n 1 'a; mark'",
    'watch -x mark',
    'watch --interval=2 -d mark',
    'find . -exec mark {} \\;',
    "find . -name x -exec mark {} ';'",
    'find . -exec mark {} +',
    'find . -execdir mark \\;',
    'find . -ok mark {} \\;',
    'find . -exec a {} \\; -exec mark {} \\;',
    'sudo env A=1 nice -n 5 timeout 3 mark',
    'xargs sh -c \'mark "$@"\' _',
    'find . -exec sh -c \'mark "$1"\' _ {} \\;',
    'command time -f %e mark',
    'busybox mark',
    '/usr/bin/env mark',
    'nohup bash -c mark',
    'time env mark',
  ])('%j', (line) => {
    const parsed = parseCommandLine(line, still);
    expect(parsed.unparsable).toBeUndefined();
    expect(parsed.commands.some((command) => command.words[0]?.text === 'mark')).toBe(true);
  });

  test.each([
    'command -v mark',
    'command -V mark',
    'sudo -l',
    'env',
    'xargs',
    'find . -name mark',
    'exec >x',
    'nice',
    'trap - EXIT',
    'bash script.sh',
    'alias',
  ])('%j runs nothing else', (line) => {
    expect(parseCommandLine(line, still).unparsable).toBeUndefined();
    expect(commands(line)).toHaveLength(1);
  });
});

describe('what is not understood is unparsable', () => {
  test.each([
    "git 'status",
    'a "b',
    'a `b',
    'a $(b',
    'a ${b',
    '( a',
    'a )',
    '{ a',
    'if a',
    'if a; then b',
    'for x in a',
    'a &&',
    'a |',
    '&& a',
    ';',
    '',
    '# nothing',
    '$CMD status',
    '"$CMD"',
    '${x}y',
    '$(a) b',
    '`a`',
    'a*',
    './r?',
    '{a,b}',
    '~/{a,b}',
    'eval $x',
    'eval "$x"',
    'eval *',
    'sh -c "$x"',
    'sh -c $x',
    'sh -c',
    'sh -c "a $(b)"',
    'bash -c `a`',
    'bash $x',
    'bash --unknown x',
    'alias a=b',
    'alias $x',
    'env $x a',
    'env "$x" a',
    'timeout $x a',
    'sudo -u $x a',
    'env -Z a',
    'nice --what a',
    'env -S "a $b"',
    "env -S 'a;b'",
    'env A=$x a',
    'xargs -I{} {}',
    "xargs -I{} sh -c 'a {}'",
    'xargs sh',
    'xargs bash -c',
    'xargs env',
    'xargs sudo',
    'xargs find .',
    'xargs eval',
    "find . -exec sh -c 'a {}' \\;",
    'find . -exec {} \\;',
    'find . -exec a',
    'find . -exec $x \\;',
    'watch $x',
    'trap "$x" EXIT',
    'a <<E',
    'a <<E\nb',
    'a <<$x\n$x',
    'a $(b <<E)\nE',
    'a <<E "b\nc"\nE',
    'a\rb',
    'a\r\nb',
    'a\u0000b',
    'a\u001bb',
    'a\u00a0b',
    'a\u3000b',
    '\u202ea',
    'a \u200bb',
    'a $[1]',
    '$((a) )',
    'a $((a);(b))',
    'a $((a); b)',
    '${ a; }',
    'a ${|b; }',
    "a ${x:-'b",
    'a "${x:-\'$(b)\'}"',
    'x[$(a)]=1',
    'x[`a`]=1 b',
    'ma\\\nrk',
    'A\\\nB=c d',
    '[[ a',
    '[[ a; b ]]',
    "[[ a # '\n]]; b; '",
    'a @(b|c)',
    'f() a',
    'function $f { a; }',
    'case x in',
    'case x in a) b',
    "a $'\\0'",
    "a $'\\cx'",
    "a $'b",
    'bash <<E\n$x\nE',
    'bash < <(a)',
    '! ',
    'time',
    'a ( b )',
    'a b()',
    'done',
    'fi; a',
    'a; }',
    'a;;',
    'a {1..9}{1..9}{1..9}{1..9}',
    'a {b,{c,d}',
    'for $x in a; do b; done',
    'a \\',
    'a >',
    'a > | b',
    'a <<<',
    'time -o x a',
  ])('%j', (line) => expect(parseCommandLine(line, still).unparsable).toEqual(expect.any(String)));
});

describe('words', () => {
  test.each([
    ["a 'b c'", 'a b c'],
    ['a "b c"', 'a b c'],
    ['a b\\ c', 'a b c'],
    ["g'i't s", 'git s'],
    ['"git" s', 'git s'],
    ['g\\it s', 'git s'],
    ["$'\\x67it' s", 'git s'],
    ["a $'\\n\\t\\u00e9'", 'a \n\t\u00e9'],
    ['a "\\x\\$"', 'a \\x$'],
    ['a $x "${y}" $1', 'a $x ${y} $1'],
    ['a "b$(c)d"', 'a b$(c)d'],
    ["a ''", 'a '],
    ['a {b,c}d', 'a bd cd'],
    ['a {1..3}', 'a 1 2 3'],
    ['a {01..03}', 'a 01 02 03'],
    ['a {a..c}', 'a a b c'],
    ['a {x}', 'a {x}'],
    ['a {}', 'a {}'],
    ['a "{b,c}"', 'a {b,c}'],
    ['a \\{b,c}', 'a {b,c}'],
    ['a {b,{c,d}e}', 'a b ce de'],
    ['a x@{1}', 'a x@{1}'],
    ['a *.ts', 'a *.ts'],
    ['a ~/x', 'a ~/x'],
    ['a\tb', 'a b'],
    ['a -m "x\ny"', 'a -m x\ny'],
    ['git {push,origin}', 'git push origin'],
  ])('%j', (line, text) => expect(commands(line).at(-1)).toBe(text));

  test('a command word with a directory has a second form', () => {
    expect(parseCommandLine('/usr/bin/git push', still).commands[0]?.forms).toEqual(['/usr/bin/git push', 'git push']);
  });
});

describe('redirections', () => {
  test.each([
    ['a > x', 'output x'],
    ['a >> x', 'output x'],
    ['a >| x', 'output x'],
    ['a &> x', 'output x'],
    ['a &>> x', 'output x'],
    ['a >& x', 'output x'],
    ['a 2> x', 'output x'],
    ['a {fd}> x', 'output x'],
    ['a < x', 'input x'],
    ['a <> x', 'both x'],
    ['a > "x y"', 'output x y'],
    ['a 2>&1', ''],
    ['a >&2', ''],
    ['a 2>&-', ''],
    ['a <<<x', ''],
    ['a >x >y', 'output x,output y'],
    ['{ a; } >x', 'output x'],
    ['while :; do a; done >x', 'output x'],
    ['f() { a; } >x', 'output x'],
    ['a $(b > x)', 'output x'],
    ["sh -c 'a > x'", 'output x'],
    ['a > $x', 'output $x'],
    ['x=$(<y)', 'input y'],
    ['a > >(b)', ''],
    ['a >&$x', 'output $x'],
  ])('%j', (line, expected) => {
    expect(
      parseCommandLine(line, still)
        .redirections.map(({ direction, target }) => `${direction} ${target.text}`)
        .join(','),
    ).toBe(expected);
  });
});

describe('assignments that bar an allow', () => {
  test.each([
    'PATH=x a',
    'export PATH=x',
    'declare -x PATH=x',
    'env PATH=x a',
    'sudo LD_PRELOAD=x a',
    'IFS=x',
    'ENV=x',
    'BASH_ENV=x a',
    'LD_PRELOAD=x a',
    'DYLD_X=y a',
    'NODE_OPTIONS=x a',
    'PYTHONPATH=x a',
    'PERL5OPT=x a',
    'GIT_SSH=x a',
    'PATH+=x',
    'PATH=(x)',
    'read PATH',
    'for PATH in x; do a; done',
    'a ${PATH:=x}',
    'printf -v PATH x',
    'PATH[0]=x',
    '((PATH=1))',
    'PS4=x',
    'PROMPT_COMMAND=x',
    "x='a[$(b)]'; echo $((x))",
    "x='`b`'; [[ $x -eq 1 ]]",
    "let 'x=y[$(a)]'",
    "test -v 'a[$(b)]'",
    "printf -v 'a[$(b)]' x",
    'export "$x=y"',
    "declare 'a[$(b)]=1'",
    "unset 'a[$(b)]'",
    "x='$(a)'; echo ${x@P}",
    "read 'a[$(b)]'",
  ])('%j', (line) => expect(parseCommandLine(line, still).bars).not.toEqual([]));

  test.each(['X=1 a', 'PATHS=1 a', 'echo PATH=x', 'echo $((1+2))', 'x=1; echo $((x+1))', 'export X=1'])(
    '%j does not',
    (line) => expect(parseCommandLine(line, still).bars).toEqual([]),
  );
});

describe('limits', () => {
  test.each([
    ['bytes', `a ${'b'.repeat(limits.bytes)}`],
    ['bytes of other letters', `a ${'é'.repeat(limits.bytes / 2)}`],
    ['nodes', 'a;'.repeat(26_000)],
    ['nesting of groups', `${'{ '.repeat(200)}a${'; }'.repeat(200)}`],
    ['nesting of substitutions', `a ${'$('.repeat(200)}b${')'.repeat(200)}`],
    ['nesting of expansions', `a ${'${x:-'.repeat(200)}b${'}'.repeat(200)}`],
    ['open backticks', '`'.repeat(60_001)],
    ['redirections', `a ${'>x '.repeat(2_000)}`],
    ['changes of directory', 'cd x;'.repeat(500)],
  ])('%s', (_name, line) => expect(parseCommandLine(line, still).unparsable).toEqual(expect.any(String)));

  test('time', () => {
    let clock = 0;
    expect(parseCommandLine('a;'.repeat(2_000), () => (clock += 20)).unparsable).toBe('takes too long to read');
  });

  test('deep but allowed', () =>
    expect(parseCommandLine(`a ${'$(b '.repeat(20)}c${')'.repeat(20)}`, still).commands).toHaveLength(21));

  test('10,000 commands: all are seen, or the line is unparsable, and soon', () => {
    const line = `${'true;'.repeat(10_000)} mark`;
    const all = parseCommandLine(line, still);
    expect(all.unparsable).toBeUndefined();
    expect(all.commands.at(-1)?.forms).toEqual(['mark']);
    const started = performance.now();
    const limited = parseCommandLine(line);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(limited.unparsable !== undefined || limited.commands.length === 10_001).toBe(true);
  });
});
