/** The contract of the terminal UI beside its tests: each command, text, name and field of it is named in one (tui.md 9). */
import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const contract = readFileSync('docs/contract/tui.md', 'utf8');
const rooms = ['tui', 'e2e', 'e2e/__snapshots__', 'commands', 'view', 'client-session', 'client', 'chaos', 'bench'];

/** Patterns escape what texts have as it is. */
const tests = rooms
  .flatMap((room) => readdirSync(join('tests', room)).map((name) => join('tests', room, name)))
  .filter((path) => /\.(?:ts|js|snap)$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
  .replaceAll('\\', '');

function between(start: string, end: string): string {
  const from = contract.indexOf(`\n${start}`);
  return contract.slice(from, contract.indexOf(`\n${end}`, from));
}

/** Sections 2 to 4 and 6, but for the table of keys, which `tests/tui/keymap` reads itself. */
const text = [between('## 2. ', '### 3.4 '), between('### 3.5 ', '## 5. '), between('## 6. ', '## 7. ')].join('\n');
const prose = text.replace(/^```\n[^]*?^```\n/gm, '');
const anchors = [...new Set([...prose.matchAll(/`([^`\n]+)`/g)].map(([, anchor = '']) => anchor))];

/** Other documents, calls of the API, sequences of the terminal, measures. */
const unseen = /\.md$|^(?:GET|POST|CSI) |^\/catalog\/|\{id\}|^[?:]|^transcript\/|^rows − \d$/;

/** What tests name in other words. */
const otherwise: Readonly<Record<string, string>> = {
  '-S id': "['-S', id]",
  '> 1. Label': '> 1. alpha',
  '  2. Label': '2. Cancel',
  'tui/trust-declined/<workspace_id>': 'who does not trust is not asked about the same servers again',
  'tui/offline-chosen': 'offline/echo answers',
  verification_uri_complete: '/device?user_code=',
  '"input.steer" = "ctrl+enter"': "'input.steer': 'Ctrl+Enter'",
  'enter tab esc space backspace delete insert home end pageup pagedown up down left right f1': 'pagedown',
  f12: "'f12'",
  '[editor].vim = true': "['editor', 'vim']",
  'h j k l w b e 0 ^ $ gg G f t ; x X D C dd cc yy p P i I a A o O u': "'gg'",
  git_status: '/diff',
  'agent --version': '/version',
  'Tool: Bash: npm test': 'Tool: Bash: echo',
  '3 files +10 −2': '1 file +0 −1',
  dry_run: '1 file +0 −1',
  compaction_boundary: 'The context was compacted since',
  '#rrggbb': '#1e1e1e',
  'YYYY-MM-DD HH:MM': '2026-03-01 09:05',
};

/** What is fixed in an anchor: `3` of `Retrying 2/10 in 3 s` is an example, `<path>` and `[n]` stand for others. */
function fixedParts(anchor: string): string[] {
  return anchor
    .replace(/ ?= ?[^=]*$/, '')
    .split(/<[^>]*>|\[[a-z|\\_ ]+\]|\b[Nnm]\b|…|\b\d+k?\b|[\\|?]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);
}

test('every text, command, name and field of the contract is named in a test', () => {
  const missing = anchors.filter((anchor) => {
    if (unseen.test(anchor)) return false;
    const named = otherwise[anchor];
    const parts = named === undefined ? fixedParts(anchor) : [named];
    return parts.some((part) => !tests.includes(part));
  });
  expect(missing).toEqual([]);
  expect(anchors.length).toBeGreaterThan(400);
});

test('what tests name in other words is in the contract still', () => {
  expect(Object.keys(otherwise).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
