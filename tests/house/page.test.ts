/** The page never makes HTML of text, and asks no other than its own server: neither its sources nor what is built of them say so. */
import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSources } from './tree.js';

const sinks =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|DOMParser|createContextualFragment|srcdoc|importScripts)\b|document\.write|\beval\(|new Function\b|['"`]javascript:|setAttribute\(\s*['"]on/;
/** `postMessage` listeners: of own workers only, and the channel of the hand-over. */
const listeners = /addEventListener\(\s*['"]message['"]/;

const sources = readSources(
  ['web', join('client', 'api'), join('client', 'session'), join('client', 'view'), join('client', 'commands')],
  ['.ts', '.tsx', '.js', '.html', '.svg'],
);

test('no source turns text into markup or code', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ path, text }) => (sinks.test(text) ? [`${path}: ${sinks.exec(text)?.[0]}`] : []))).toEqual(
    [],
  );
});

test('nothing listens to messages of other windows', () => {
  const found = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line) =>
        listeners.test(line) && /window|^\s*addEventListener/.test(line) ? [`${path}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test('a selector has its styles in one place: what two sheets say of it, the later layer undoes unseen', () => {
  const places = new Map<string, string[]>();
  for (const name of readdirSync(join('web', 'styles')).filter((each) => !['base.css', 'tokens.css'].includes(each))) {
    const source = readFileSync(join('web', 'styles', name), 'utf8').replace(/\/\*[^]*?\*\//g, '');
    // rules outside of conditions, which are there to say something else
    for (const [, selectors = ''] of source.matchAll(/^(?![\s@}])([^{};]+)\{/gm))
      for (const selector of selectors.split(/,\s*(?![^(]*\))/))
        places.set(selector.trim(), [...(places.get(selector.trim()) ?? []), name]);
  }
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, names]) => new Set(names).size > 1)).toEqual([]);
});

test('the built page has no inline script, style or handler, no source map, and no address of another server to load from', () => {
  const directory = join('dist', 'web');
  expect(existsSync(directory)).toBe(true);
  for (const name of ['index.html', 'vis.html']) {
    const html = readFileSync(join(directory, name), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\son\w+=|\sstyle=/i);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  }
  const files = readdirSync(join(directory, 'assets'));
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  for (const name of files.filter((each) => each.endsWith('.css')))
    expect(readFileSync(join(directory, 'assets', name), 'utf8')).not.toMatch(/@import|url\(["']?(?:https?:)?\/\//);
});
