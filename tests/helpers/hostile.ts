/** Command lines that are expensive to judge: known shapes, and random repetitions up to the size limit. */

const size = 63_000;
const fill = (unit: string, length = size): string => unit.repeat(Math.floor(length / unit.length));
const each = (count: number, make: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_value, index) => make(index)).join(between);

/** Lines that blocked the event loop for seconds, or could. */
export const hostileShapes: Record<string, string> = {
  'a relative cd and a loop': 'cd m && for i in a; do true; done',
  'a relative cd and functions': `${each(190, (at) => `cd d${at % 7}`, ';')}; ${fill('f() { cd x; }; ', 6_000)}`,
  'a loop over directories that lead back': `for i in a; do ${each(63, (at) => `cd /d${at}`, ';')};${each(130, (at) => `cd ${'./'.repeat(at)}a/../`, ';')}; done`,
  'stars in a word': `ls ${fill('*a', 20_000)}`,
  'brackets in a word': `ls *${fill('[a]')}`,
  'stars in a row': `ls ab${fill('*')}`,
  'open brackets': `ls *${fill('[')}`,
  'a long set': `ls *[${fill('a')}]`,
  'quoted braces that multiply a long word': `ls *${fill('a')}'${fill('{a,b}', 40)}'`,
  'quoted braces with many choices': `ls *'{${fill('a,', 500)}a}${fill('c')}'`,
  'quoted braces in braces': `ls *'${'{'.repeat(31)}${fill('a,')}${'}'.repeat(31)}'`,
  'braces in braces': `ls *${'{'.repeat(30_000)}${'}'.repeat(30_000)}`,
  'braces in a row': `ls ${fill('{a}')}`,
  'braces that multiply a long word': `ls {1..900}${fill('a')}`,
  '4,000 times cd': `${fill('cd d && ', 32_000)}true`,
  '200 times cd': `${'cd d && '.repeat(199)}true`,
  'long paths': `ls ${each(20, (at) => `${at}/${'a/'.repeat(1_500)}`)}`,
  'long paths that lead back': `ls ${each(20, (at) => `${'a/../'.repeat(640)}${at}`)}`,
  '10,000 times xargs': fill('xargs ', 60_000),
  '10,000 times sudo': fill('sudo ', 50_000),
  'thousands of files': `ls ${each(9_000, (at) => `f${at}`)}`,
  'thousands of files from many directories': `${each(60, (at) => `cd ${at}`, ';')}; ls ${each(9_000, (at) => `f${at}`)}`,
  'redirections from many directories': `${each(60, (at) => `cd ${at}`, ';')}; true ${each(990, (at) => `>f${at}`)}`,
  'thousands of commands': fill('git a;'),
  'arithmetic in arithmetic': `echo ${'$(('.repeat(12_000)}1${'))'.repeat(12_000)}`,
  'backslashes in a here-document': `cat <<E\n${fill('\\', 60_000)}x\nE`,
  'commands of find': `find . ${fill('-exec a \\; ', 60_000)}`,
  'eval of eval': `${'eval '.repeat(140)}'${fill('"', 60_000)}'`,
  'variables and their uses': `${each(60, (at) => `X=${at}`, ';')};${fill('echo $X$X$X$X;', 60_000)}`,
  'variables in a loop': `for X in ${fill('a b ', 20_000)}; do ${fill('echo $X$X;', 40_000)} done`,
  'options before a subcommand': `git ${fill('-C d ')} push`,
};

const constructs = [
  ...['a ', '$X', '"$X" ', "'a' ", '*a', '[a]', '{a,', '}', '{a}', '`a` ', '$(a) ', '$((1+', '))', '(', ')', '\\\n'],
  ...['; ', '&& ', '| ', '& ', '\n', '> f ', '< f ', '<<E\nx\nE\n', 'X=a ', 'X=$X', 'cd d; ', 'cd .. && ', 'd/../'],
  ...['xargs ', 'sudo ', 'env A=b ', 'git -C d ', 'find . -exec a \\; ', "sh -c 'a' ", 'eval ', 'f() { a; }; ', '~/.e'],
  ...['for i in a; do a; done; ', 'if a; then b; fi; ', 'case a in a) b;; esac; ', '[[ a ]]; ', '{ a; }; ', '\\\\'],
];

/** Yields random lines for a seed without end. */
export function* hostileLines(seed: number): Generator<string> {
  let state = seed;
  // Marsaglia's xorshift: a seed always yields the same lines.
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  for (;;) {
    const length = [200, 4_000, 20_000, size][below(4)] ?? size;
    let line = below(2) === 0 ? 'cd d; ' : '';
    while (line.length < length) {
      const unit = each(1 + below(3), () => constructs[below(constructs.length)] ?? '', '');
      line += unit.repeat(1 + below(Math.max(1, Math.ceil((length - line.length) / unit.length))));
    }
    yield line.slice(0, length);
  }
}
