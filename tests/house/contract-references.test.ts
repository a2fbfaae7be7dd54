/** References to the documents of the contract, such as `engine.md 4.9`, name a section and an item that exist. */
import { describe, expect, test } from '@jest/globals';
import { basename, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { readSources, type SourceFile } from './tree.js';

/** Per section number of a document: how many items the section has; undefined when its text has no list and no table. */
type Sections = Map<string, number | undefined>;

const documents = new Map(
  readSources([join('docs', 'contract')], ['.md']).map(({ path, text }) => [basename(path), readSections(text)]),
);
const files: SourceFile[] = [
  ...readSources(
    ['.config', 'bin', 'client', 'daemon', 'docs', 'schemas', 'tests'],
    ['.ts', '.js', '.mts', '.mjs', '.json', '.md'],
  ),
  ...['AGENTS.md', 'README.md'].map((path) => ({ path, text: readFileSync(path, 'utf8') })),
];

function readSections(text: string): Sections {
  const [, ...parts] = text.split(/^#+ (?=[A-Z]?\d|[A-Z] )/m);
  return new Map(parts.map((part) => [/^(?:[A-Z]?\d+(?:\.\d+)*|[A-Z])/.exec(part)?.[0] ?? '', countItems(part)]));
}

/** The highest number of a numbered list, else the rows of all tables. */
function countItems(section: string): number | undefined {
  const listed = section
    .split('\n')
    .slice(1)
    .filter((line) => /^\d+\. /.test(line))
    .flatMap((line) => [...line.matchAll(/(?:^| )(\d+)\. /g)].map(([, number]) => Number(number)));
  if (listed.length > 0) return Math.max(...listed);
  const rows = section.match(/^\|.*\n(?!\|-)/gm)?.filter((row) => !row.startsWith('|-'));
  return rows?.length;
}

const space = String.raw`(?: |\s*\n\s*(?:\*|//) ?)`;
const number = String.raw`[A-Z]?\d+(?:\.\d+)*(?:-\d+(?!\.?\d))?(?![.\d]*\w)`;
const separator = String.raw`(?:,?${space}(?:and|or|to)${space}|,${space}|[-–])`;
const reference = new RegExp(`\\b([a-z][a-z-]*\\.md)\`?${space}(${number}(?:${separator}${number})*)`, 'g');

interface Found {
  place: string;
  document: string;
  section: string;
  item?: number;
}

/** Every section that the files refer to: `ws.md 8.1 to 8.4, 10` are three. */
function findReferences(sources: readonly SourceFile[]): Found[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(reference)].flatMap(({ index, 1: document = '', 2: numbers = '' }) =>
      [...numbers.matchAll(new RegExp(number, 'g'))].map(([name]) => {
        const [section = '', item] = name.split('-');
        const place = `${path}:${text.slice(0, index).split('\n').length}`;
        return { place, document, section, ...(item !== undefined && { item: Number(item) }) };
      }),
    ),
  );
}

function findBroken(sources: readonly SourceFile[]): string[] {
  return findReferences(sources).flatMap(({ place, document, section, item }) => {
    const sections = documents.get(document);
    if (!sections) return [`${place}: no document ${document}`];
    if (!sections.has(section)) return [`${place}: ${document} has no section ${section}`];
    const items = sections.get(section);
    const isMissing = item !== undefined && items !== undefined && (item < 1 || item > items);
    return isMissing ? [`${place}: ${document} ${section} has no item ${item}`] : [];
  });
}

test('every reference to the contract resolves', () => {
  expect(findReferences(files).length).toBeGreaterThan(800);
  expect(findBroken(files)).toEqual([]);
});

describe('is found, with file and line:', () => {
  /** a reference to the document, put together so that this file passes */
  const to = (name: string, rest: string) => `${name}.md ${rest}`;
  const rows: [string, string, string[]][] = [
    ['a section that is not there', `/** Says why (${to('engine', '4.29')}). */`, ['engine.md has no section 4.29']],
    ['an item that is not there', `// (${to('engine', '2.2-9')})`, ['engine.md 2.2 has no item 9']],
    ['a row that is not there', `// ${to('rest', '9.7-40')}`, ['rest.md 9.7 has no item 40']],
    ['a document that is not there', `// (${to('plan', '3')}).`, ['no document plan.md']],
    [
      'a later one of several',
      ` * (${to('ws', '8.1 to 8.4, 7.9 and 99')})`,
      ['ws.md has no section 7.9', 'ws.md has no section 99'],
    ],
    ['one across a line break', `/** Text (${to('cli', '5.15,\n * 5.99')}). */`, ['cli.md has no section 5.99']],
    ['one in backticks', `\`${'tui'}.md\` 3.77, then`, ['tui.md has no section 3.77']],
  ];

  test.each(rows)('%s', (_, line, expected) => {
    const broken = findBroken([{ path: 'sample.ts', text: `first\n${line}\n` }]);
    expect(broken).toEqual(expected.map((text) => `sample.ts:2: ${text}`));
  });

  test.each([
    to('engine', '4.9'),
    to('engine', '2.2-4'),
    to('ws', '8.1-8.12'),
    to('ws', '5.2-7'),
    to('additions', 'A11'),
    to('web', '5.5.2'),
    to('engine', '7, Owner'),
  ])('and %s is not', (text) => {
    expect(findReferences([{ path: 'sample.ts', text }])).not.toEqual([]);
    expect(findBroken([{ path: 'sample.ts', text }])).toEqual([]);
  });
});
