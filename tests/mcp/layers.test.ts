/** Which files configure MCP servers, and how they are read (engine.md 16.1). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLayers, type Layers, type WorkDirectory } from '../../daemon/mcp/files/layers.js';

let folder: string;
let home: string;
let place: WorkDirectory;
let layers: Layers;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'layers-')));
  home = join(folder, 'home');
  place = { root: join(folder, 'project'), cwd: join(folder, 'project', 'part') };
  for (const directory of [home, place.cwd]) mkdirSync(directory, { recursive: true });
  layers = createLayers(home);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const userFile = () => join(home, 'mcp.json');
const projectFile = () => join(place.root, '.mcp.json');
const directoryFile = () => join(place.cwd, '.agent-code', 'mcp.json');

function put(file: string, servers: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
}
const shown = () =>
  layers.read(place).map(({ layer, file, entries, error }) => [layer, file, error ?? [...entries.keys()]]);

test('without files there is no layer', () => {
  expect(layers.read(place)).toEqual([]);
});

test('the files of user, project and directory, in the order in which a later one wins', () => {
  put(directoryFile(), { c: { command: 'c', cwd: 'bin' } });
  put(projectFile(), { b: { command: 'b', cwd: 'bin' } });
  put(userFile(), { a: { command: 'a' } });
  put(join(place.root, '.agent-code', 'mcp.json'), { elsewhere: { command: 'x' } });
  put(join(place.cwd, '.mcp.json'), { elsewhere: { command: 'x' } });
  expect(shown()).toEqual([
    ['user', userFile(), ['a']],
    ['project', projectFile(), ['b']],
    ['directory', directoryFile(), ['c']],
  ]);
  const [, project, directory] = layers.read(place);
  expect(project?.entries.get('b')).toMatchObject({ cwd: join(place.root, 'bin') });
  expect(directory?.entries.get('c')).toMatchObject({ cwd: join(place.cwd, 'bin') });
  expect(layers.paths(place).map(({ file }) => file)).toEqual([userFile(), projectFile(), directoryFile()]);
});

test('a file that is not JSON is one layer without entries', () => {
  put(userFile(), { a: { command: 'a' } });
  writeFileSync(projectFile(), '{');
  expect(shown()).toEqual([
    ['user', userFile(), ['a']],
    ['project', projectFile(), expect.stringMatching(/^it is not JSON/)],
  ]);
});

test('a changed file is read again, one that stayed is not', () => {
  put(userFile(), { a: { command: 'a' } });
  const [first] = layers.read(place);
  expect(layers.read(place)[0]?.entries).toBe(first?.entries);
  const other = join(home, 'other');
  put(other, { b: { command: 'b' } });
  utimesSync(other, 1, 1);
  renameSync(other, userFile());
  expect(shown()).toEqual([['user', userFile(), ['b']]]);
  rmSync(userFile());
  expect(shown()).toEqual([]);
});

test('a file that cannot be used for a moment still reports what it said, until it is gone', () => {
  put(userFile(), { a: { url: 'http://x', bearerTokenEnvVar: 'TOKEN' } });
  const [good] = layers.read(place);
  for (const text of ['{', '']) {
    writeFileSync(userFile(), text);
    const [layer] = layers.read(place);
    expect([layer?.entries.size, layer?.last]).toEqual([0, good?.entries]);
    expect([...layers.tokenVariables(place)]).toEqual(['TOKEN']);
  }
  rmSync(userFile());
  expect([...layers.tokenVariables(place)]).toEqual([]);
});

test('what is not a file, too large or no text is not read', () => {
  mkdirSync(projectFile());
  mkdirSync(dirname(directoryFile()));
  spawnSync('mkfifo', [directoryFile()]);
  writeFileSync(userFile(), ' '.repeat(1024 * 1024 + 1));
  expect(shown()).toEqual([
    ['user', userFile(), 'it is larger than 1 MiB'],
    ['project', projectFile(), 'it is not a regular file'],
    ['directory', directoryFile(), 'it is not a regular file'],
  ]);
  writeFileSync(userFile(), Buffer.from([0x22, 0xff, 0x22]));
  expect(shown()[0]?.[2]).toBe('it is not UTF-8 text');
  rmSync(userFile());
  symlinkSync(userFile(), userFile());
  expect(shown()[0]?.[2]).toBe('it cannot be read (ELOOP)');
});

test('a file in the place of a directory is no layer', () => {
  writeFileSync(dirname(directoryFile()), '');
  expect(layers.read(place)).toEqual([]);
});

test('a link is followed', () => {
  put(join(folder, 'common.json'), { a: { command: 'a' } });
  symlinkSync('../common.json', projectFile());
  expect(shown()).toEqual([['project', projectFile(), ['a']]]);
});

test('in the home of the user, the file of the user is not also the one of a directory', () => {
  layers = createLayers(join(place.cwd, '.agent-code'));
  put(directoryFile(), { a: { command: 'a' } });
  expect(shown()).toEqual([['user', directoryFile(), ['a']]]);
});

test('names of variables with tokens, but for those that every command needs', () => {
  put(userFile(), { a: { url: 'http://x', bearerTokenEnvVar: 'USER_TOKEN' } });
  put(projectFile(), { a: { bearerTokenEnvVar: 'PROJECT_TOKEN' }, b: { bearerTokenEnvVar: 'PATH' } });
  writeFileSync(join(place.cwd, '.agent-code'), '');
  expect([...layers.tokenVariables(place)]).toEqual(['USER_TOKEN', 'PROJECT_TOKEN']);
});
