/** Every handle of web.md exists: names in the texts of the page, test ids in the sources (web.md 13). */
import { expect, test } from '@jest/globals';
import { texts as english, type CommandTexts } from '../../client/commands/texts.js';
import { en } from '../../web/messages/en.js';
import { commands } from '../../web/messages/zh-CN/commands.js';
import { readSources } from '../house/tree.js';
import { matchesText, readHandles, type Handle } from './handles.js';

const sources = readSources(['web'], ['.ts', '.tsx', '.html'])
  .map(({ text }) => text)
  .join('\n');
const handles = readHandles();
const texts = Object.values(en);

function exists(handle: Handle): boolean {
  const { id } = handle;
  if (id !== undefined) return sources.includes(`"${id}"`) || sources.includes(`'${id}'`);
  return texts.some((text) => matchesText(handle, text));
}

test('the contract names them', () => {
  expect(handles.filter(({ kind }) => kind === 'id').length).toBeGreaterThan(35);
  expect(handles.filter(({ kind }) => kind === 'role').length).toBeGreaterThan(240);
});

test('each is in the page', () => {
  expect(handles.filter((handle) => !exists(handle)).map(({ text }) => text)).toEqual([]);
});

test('each text has a name of its own: the parts of a language are joined', () => {
  const names = readSources(['web/messages/en'], ['.ts']).flatMap(({ text }) =>
    [...text.matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(1_000);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('texts of commands have the same places in both languages', () => {
  const placesOf = (words: CommandTexts) =>
    Object.entries(words).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()] as const);
  expect(new Map(placesOf(commands))).toEqual(new Map(placesOf(english)));
});
