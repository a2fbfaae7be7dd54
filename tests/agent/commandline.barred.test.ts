/** What makes a command line unparsable, which assignments bar an allow, and the limits of parsing. */
import { describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../daemon/agent/commandline/parse.js';
import { limits } from '../../daemon/agent/commandline/syntax.js';

const still = (): number => 0;

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
    expect(parseCommandLine('a;'.repeat(2_000), () => (clock += 20)).unparsable).toBe('takes too long to judge');
  });

  test('deep but allowed', () =>
    expect(parseCommandLine(`a ${'$(b '.repeat(20)}c${')'.repeat(20)}`, still).commands).toHaveLength(21));

  test('10,000 commands: all are seen, or the line is unparsable, and soon', () => {
    const line = `${'true;'.repeat(10_000)} mark`;
    const all = parseCommandLine(line, still);
    expect(all.unparsable).toBeUndefined();
    expect(all.commands.at(-1)?.forms).toEqual(['mark']);
    const started = process.cpuUsage();
    const limited = parseCommandLine(line);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
    expect(limited.unparsable !== undefined || limited.commands.length === 10_001).toBe(true);
  });
});
