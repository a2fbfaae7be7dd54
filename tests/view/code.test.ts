/** Code as pieces with their kinds, line by line (web.md 5.5.2, tui.md 3.3). */
import { describe, expect, test } from '@jest/globals';
import { languageOf } from '../../client/view/code/paths.js';
import { isLanguage, languageNames, linesPerStep, readLines, type CodePart } from '../../client/view/code/reader.js';
import { createCodeText, readRows } from '../../client/view/code/texts.js';
import { diffTexts } from '../../client/view/diff.js';

function read(code: string, language: string): CodePart[][] {
  return readLines(code.split('\n'), [], language);
}

/** Returns `kind text` of each piece that has a kind. */
function kinds(code: string, language: string): string[] {
  return read(code, language).flatMap((parts) =>
    parts.flatMap(({ text, kind }) => (kind === undefined ? [] : [`${kind} ${text.trim()}`])),
  );
}

test('there are 37 languages', () => expect(languageNames).toHaveLength(37));

test.each([
  [
    'arduino',
    'void setup() { digitalWrite(13, HIGH); }',
    ['name void setup', 'name digitalWrite', 'number 13', 'number HIGH'],
  ],
  [
    'bash',
    'cat <<EOF > a\n$x "\nEOF\necho "$x" # c',
    [
      'name cat',
      'string EOF > a',
      'string $x "',
      'string EOF',
      'name echo',
      'string "',
      'number $x',
      'string "',
      'comment # c',
    ],
  ],
  [
    'c',
    '#include <stdio.h>\nint a = 0x1f; /* b\nc */ return;',
    [
      'meta #',
      'keyword include',
      'string <stdio.h>',
      'name int',
      'number 0x1f',
      'comment /* b',
      'comment c */',
      'keyword return',
    ],
  ],
  [
    'cpp',
    'template <class T> auto f() -> T;',
    ['keyword template', 'keyword class', 'name T', 'keyword auto', 'name f'],
  ],
  ['csharp', 'var a = $"b {c}"; // d', ['keyword var', 'string $"b', 'string "', 'comment // d']],
  [
    'css',
    '.a:hover { color: #fff !important; }',
    ['name .a', 'meta :hover', 'name color', 'number #fff', 'meta !important'],
  ],
  ['diff', '@@ -1 +1 @@\n-a\n+b\n c', ['meta @@ -1 +1 @@', 'removed -a', 'added +b']],
  [
    'go',
    'func main() { s := `a\nb`; return nil }',
    ['keyword func', 'name main', 'string `a', 'string b`', 'keyword return', 'number nil'],
  ],
  ['graphql', 'query A($b: ID!) { c } # d', ['keyword query', 'number $b', 'comment # d']],
  ['ini', '[a]\nb = "c"\n; d', ['strong [a]', 'name b', 'string "c"', 'comment ; d']],
  [
    'java',
    '@Override public int a = 1; b() { return 1L; }',
    ['meta @Override', 'keyword public', 'name int', 'number a', 'number 1', 'keyword return', 'number 1L'],
  ],
  [
    'javascript',
    'const a = `b ${c + "d"} e`; /x"y/.test(f)',
    ['keyword const', 'string `b', 'string "d"', 'string e`', 'string /x"y/', 'name test'],
  ],
  ['json', '{"a": ["b", 1e3, null]}', ['name "a"', 'string "b"', 'number 1e3', 'keyword null']],
  ['kotlin', 'fun a(b: Int) = """c\n"d" """', ['keyword fun', 'name a', 'name Int', 'string """c', 'string "d" """']],
  ['less', '@a: 1px; .b { color: @a } // c', ['number @a: 1px', 'name .b', 'name color', 'number @a', 'comment // c']],
  ['lua', 'local a = [==[b\n]] c]==] -- d', ['keyword local', 'string [==[b', 'string ]]', 'comment -- d']],
  ['makefile', 'all: a.o\n\t$(CC) -o $@', ['strong all: a.o', 'number $(CC)', 'number $@']],
  [
    'markdown',
    '# A\n```ts\nlet b = 1;\n```\n`c`',
    ['strong # A', 'string ```ts', 'string let b = 1;', 'string ```', 'string `c`'],
  ],
  [
    'objectivec',
    'NSString *a = @"b"; @property id c;',
    ['name NSString', 'string @"b"', 'keyword @property', 'name id'],
  ],
  [
    'perl',
    'my $a = "b"; # c\n=pod\nd\n=cut\nprint',
    [
      'keyword my',
      'number $a',
      'string "b"',
      'comment # c',
      'comment =pod',
      'comment d',
      'comment =cut',
      'keyword print',
    ],
  ],
  ['php', '<?php $a = "b"; // c', ['meta <?php', 'number $a', 'string "b"', 'comment // c']],
  ['php-template', '<p><?= $a ?></p>', ['name p', 'meta <?=', 'number $a', 'meta ?>', 'name p']],
  ['plaintext', 'const a = "b"', []],
  [
    'python',
    'def a(b):\n  """c\n  d"""\n  return None # e',
    ['keyword def', 'name a', 'string """c', 'string d"""', 'keyword return', 'number None', 'comment # e'],
  ],
  ['python-repl', '>>> print("a")\na "b"', ['meta >>>', 'name print', 'string "a"']],
  ['r', 'a <- c(1, TRUE) # b', ['name c', 'number 1', 'number TRUE', 'comment # b']],
  [
    'ruby',
    'def a; :b; end\n=begin\nc\n=end\nputs "d"',
    ['keyword def', 'name a', 'number :b', 'keyword end', 'comment =begin', 'comment c', 'comment =end', 'string "d"'],
  ],
  [
    'rust',
    'fn a<\'b>() { r#"c "d" "#; \'e\'; println!("f") }',
    ['keyword fn', 'name a', "number 'b", 'string r#"c "d" "#', "string 'e'", 'name println!', 'string "f"'],
  ],
  [
    'scss',
    '$a: 1px; .b { &:hover { color: $a } }',
    ['number $a', 'number 1px', 'name .b', 'meta :hover', 'name color', 'number $a'],
  ],
  ['shell', '$ echo "a" # b\nc "d"', ['meta $', 'name echo', 'string "a"', 'comment # b']],
  [
    'sql',
    "SELECT count(*) FROM a WHERE b = 'c''d' -- e",
    ['keyword SELECT', 'name count', 'keyword FROM', 'keyword WHERE', "string 'c''d'", 'comment -- e'],
  ],
  [
    'swift',
    '@main struct A { let b: Int? = nil }',
    ['keyword @main struct', 'name A', 'keyword let', 'name Int', 'number nil'],
  ],
  [
    'typescript',
    'interface A { type: string } // b',
    ['keyword interface', 'name type', 'name string', 'comment // b'],
  ],
  [
    'vbnet',
    "Dim a As Integer = Nothing ' b",
    ['keyword Dim', 'keyword As', 'name Integer', 'number Nothing', "comment ' b"],
  ],
  [
    'wasm',
    '(module (func $a i32.const 1)) ;; b',
    ['keyword module', 'keyword func', 'name $a', 'keyword i32.const', 'number 1', 'comment ;; b'],
  ],
  [
    'xml',
    '<a b="c">\n<style>d { color: red }</style>\n<script>let e</script><!-- f\n--></a>',
    [
      'name a b',
      'string "c"',
      'name style',
      'name color',
      'name style',
      'name script',
      'keyword let',
      'name script',
      'comment <!-- f',
      'comment -->',
      'name a',
    ],
  ],
  ['yaml', 'a: "b"\n- c: true # d', ['name a:', 'string "b"', 'number -', 'name c:', 'number true', 'comment # d']],
])('%s', (language, code, expected) => {
  expect(kinds(code, language)).toEqual(expected);
  expect(
    read(code, language)
      .map((parts) => parts.map(({ text }) => text).join(''))
      .join('\n'),
  ).toBe(code);
});

test('other names and the ends of file names are known, unknown ones are not', () => {
  for (const path of ['a/b.tsx', 'Makefile', '.bashrc', 'c.d.YML', 'e.html']) {
    const language = languageOf(path).toLowerCase();
    expect([path, isLanguage(language)]).toEqual([path, true]);
  }
  for (const name of ['', 'mermaid', 'constructor', '__proto__']) expect(createCodeText([''], name)).toBeUndefined();
});

test('a line does not depend on those below it: a text that grows keeps what it had', () => {
  const code = 'const a = `b\n${c /* d\n*/ + "e"}\nf`; // g\nreturn';
  const whole = read(code, 'ts');
  const lines = code.split('\n');
  for (let count = 1; count < lines.length; count += 1)
    expect(read(lines.slice(0, count).join('\n'), 'ts')).toEqual(whole.slice(0, count));
});

test('a step is read with the one above it, and no others', () => {
  const lines = Array.from({ length: 4 * linesPerStep }, (_, at) => (at === linesPerStep ? '/*' : `line ${at}`));
  const code = createCodeText(lines, 'TS');
  const comment = (at: number): unknown => code?.partsOf(at)[0]?.kind;
  expect([0, linesPerStep - 1].map(comment)).toEqual([undefined, undefined]);
  expect([linesPerStep, 2 * linesPerStep, 3 * linesPerStep - 1].map(comment)).toEqual([
    'comment',
    'comment',
    'comment',
  ]);
  expect(comment(3 * linesPerStep)).toBeUndefined();
});

test('of a long line the rest is plain, and so is a step that is too long', () => {
  const [line = []] = read(`// ${'a'.repeat(3_000)}`, 'js');
  expect(line.map(({ text, kind }) => [text.length, kind])).toEqual([
    [2_000, 'comment'],
    [1_003, undefined],
  ]);
  const long = Array.from({ length: 20 }, () => `"${'a'.repeat(1_500)}"`);
  expect(
    readLines(long, [], 'js')
      .flat()
      .every(({ kind }) => kind === undefined),
  ).toBe(true);
  const short = ['"a"'];
  expect(readLines(short, long, 'js')).toEqual([[{ text: '"a"', kind: 'string' }]]);
});

test('removed and added lines of a diff are each a text of their own', () => {
  const { hunks } = diffTexts('a\n/* b\nc */\nd\n', 'a\nlet b\nd\n');
  const rows = hunks.flatMap((hunk) => hunk.rows);
  const reading = readRows(rows, 'ts');
  let step = reading.next();
  while (!step.done) step = reading.next();
  const parts = step.value;
  expect(rows.map((row) => [row.kind, parts.get(row)?.[0]?.kind])).toEqual([
    ['context', undefined],
    ['del', 'comment'],
    ['del', 'comment'],
    ['add', 'keyword'],
    ['context', undefined],
  ]);
});

describe('hostile code keeps its text, and costs no more than its length', () => {
  test.each(['{', '(', '`${', '<a>', '"', '/*', '$(', '<a ', "'''", '[', '**', '#{', '\\', '\u202e', '😀', ' '])(
    '%j',
    (part) => {
      const line = part.repeat(Math.ceil(3_000 / part.length));
      for (const language of languageNames) {
        const start = process.cpuUsage();
        const [parts = [], next = []] = read(`${line}\n${line}`, language);
        // a pattern that takes polynomial time needs many seconds
        expect([language, process.cpuUsage(start).user < 2_000_000]).toEqual([language, true]);
        for (const each of [parts, next]) expect(each.map(({ text }) => text).join('')).toBe(line);
      }
    },
  );
});
