/** Server entries and documents: every field of engine.md 16.1, and the errors of invalid ones. */
import { describe, expect, test } from '@jest/globals';
import { isServerName, maxDocumentBytes, readDocument, readEntry } from '../../daemon/mcp/files/entries.js';

const local = { transport: 'stdio', command: 'tool', args: [], env: {}, shared: true, enabled: true };
const remote = { transport: 'http', url: 'https://x.example/mcp', headers: {}, enabled: true };

describe('an entry', () => {
  test.each<[string, object, object]>([
    ['transport, inferred from command', { command: 'tool' }, local],
    ['transport, inferred from url', { url: remote.url }, remote],
    ['transport stdio', { transport: 'stdio', command: 'tool' }, local],
    ['transport http', { transport: 'http', url: remote.url }, remote],
    ['transport sse', { transport: 'sse', url: remote.url }, { ...remote, transport: 'sse' }],
    [
      'command, args, env, cwd',
      { command: '/bin/t', args: ['a', '', 'line\nline'], env: { A: '${B}', C: '' }, cwd: '/somewhere/./x' },
      { ...local, command: '/bin/t', args: ['a', '', 'line\nline'], env: { A: '${B}', C: '' }, cwd: '/somewhere/x' },
    ],
    [
      'url, headers',
      { url: remote.url, headers: { 'X-Key': 'a ${TOKEN}' } },
      { ...remote, headers: { 'X-Key': 'a ${TOKEN}' } },
    ],
    ['auth', { url: remote.url, auth: 'oauth' }, { ...remote, auth: 'oauth' }],
    ['bearerTokenEnvVar', { url: remote.url, bearerTokenEnvVar: 'A_1' }, { ...remote, bearerTokenEnvVar: 'A_1' }],
    ['enabled', { command: 'tool', enabled: false }, { ...local, enabled: false }],
    ['shared', { command: 'tool', shared: false }, { ...local, shared: false }],
    [
      'startupTimeoutMs, toolTimeoutMs',
      { command: 'tool', startupTimeoutMs: 1, toolTimeoutMs: 2_147_483_647 },
      { ...local, startupTimeoutMs: 1, toolTimeoutMs: 2_147_483_647 },
    ],
    [
      'enabledTools, disabledTools',
      { command: 'tool', enabledTools: [], disabledTools: ['get_*'] },
      { ...local, enabledTools: [], disabledTools: ['get_*'] },
    ],
    ['unknown fields', { command: 'tool', type: 'x', note: { deep: [1] } }, local],
    ['fields of another transport', { command: 'tool', headers: { 'a b': '' }, auth: 'oauth' }, local],
  ])('%s', (_name, value, entry) => {
    expect(readEntry(value)).toEqual(entry);
  });

  test('a relative cwd starts from the directory that is given', () => {
    expect(readEntry({ command: 'tool', cwd: '../x' }, '/srv/project')).toEqual({ ...local, cwd: '/srv/x' });
    expect(readEntry({ command: 'tool', cwd: '/y' }, '/srv/project')).toEqual({ ...local, cwd: '/y' });
  });

  test('names of an object that mean something to the language are names', () => {
    const value: unknown = JSON.parse('{"command": "tool", "env": {"__proto__": "1", "constructor": "2"}}');
    const entry = readEntry(value);
    expect('env' in entry && Object.entries(entry.env)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  test('what is read is a copy', () => {
    const value = { command: 'tool', args: ['a'] };
    const entry = readEntry(value);
    value.args.push('b');
    expect(entry).toEqual({ ...local, args: ['a'] });
  });

  test.each<[string, unknown, string]>([
    ['text', 'tool', 'it is not an object'],
    ['a list', [], 'it is not an object'],
    ['null', null, 'it is not an object'],
    ['nothing', {}, 'it has neither a command nor a url'],
    ['both', { command: 'a', url: 'http://x' }, 'it has both a command and a url'],
    ['both with a transport', { transport: 'sse', command: 'a', url: 'http://x' }, 'it has both a command and a url'],
    ['stdio without a command', { transport: 'stdio' }, 'command: is required'],
    ['stdio with a url', { transport: 'stdio', url: 'http://x' }, 'command: is required'],
    ['http without a url', { transport: 'http' }, 'url: is required'],
    ['sse with a command', { transport: 'sse', command: 'a' }, 'url: is required'],
    ['another transport', { transport: 'ws', url: 'ws://x' }, 'transport: must be one of stdio, http, sse'],
    ['command of another type', { command: 1 }, 'command: must be text'],
    ['an empty command', { command: '' }, 'command: must not be empty'],
    ['a blank command', { command: ' ' }, 'command: is empty'],
    ['NUL in command', { command: 'a\0b' }, 'command: must not hold control characters'],
    ['newline in command', { command: 'a\nb' }, 'command: must not hold control characters'],
    ['args of another type', { command: 'a', args: 'b' }, 'args: must be a list'],
    ['an argument of another type', { command: 'a', args: ['b', 2] }, 'args.1: must be text'],
    ['NUL in args', { command: 'a', args: ['\0'] }, 'args: must not hold NUL'],
    ['env of another type', { command: 'a', env: [] }, 'env: must be an object'],
    ['a variable of another type', { command: 'a', env: { PORT: 1 } }, 'env.PORT: must be text'],
    ['the same with an odd name', { command: 'a', env: { 'x \u202e': 1 } }, 'env: must be text'],
    ['a name no variable has', { command: 'a', env: { 'A=B': '' } }, 'env: holds a name that no variable can have'],
    ['an empty name', { command: 'a', env: { '': '' } }, 'env: holds a name that no variable can have'],
    ['NUL in env', { command: 'a', env: { A: '\0' } }, 'env: must not hold NUL'],
    ['a relative cwd', { command: 'a', cwd: 'x' }, 'cwd: must be absolute'],
    ['NUL in cwd', { command: 'a', cwd: '/\0' }, 'cwd: must not hold control characters'],
    ['a url that is none', { url: 'localhost' }, 'url: is not an address'],
    ['another scheme', { url: 'file:///etc/passwd' }, 'url: must begin with http:// or https://'],
    [
      'a url with a newline',
      { url: 'http://x\n.example' },
      'url: must not hold blanks at its ends or control characters',
    ],
    ['a url with a password', { url: 'http://u:p@x' }, 'url: must not hold a user name or a password; use headers'],
    ['headers of another type', { url: 'http://x', headers: { a: true } }, 'headers.a: must be text'],
    ['a header name', { url: 'http://x', headers: { 'a b': '' } }, 'headers: holds a name that no header can have'],
    [
      'a newline in headers',
      { url: 'http://x', headers: { a: 'b\r\nc: d' } },
      'headers: hold characters that no header can have',
    ],
    ['another auth', { url: 'http://x', auth: 'basic' }, 'auth: must be one of oauth'],
    [
      'a bad variable',
      { url: 'http://x', bearerTokenEnvVar: 'Bearer x' },
      'bearerTokenEnvVar: is not the name of a variable',
    ],
    ['enabled of another type', { command: 'a', enabled: 'no' }, 'enabled: must be true or false'],
    ['timeout 0', { command: 'a', startupTimeoutMs: 0 }, 'startupTimeoutMs: must be 1 or more'],
    ['a long timeout', { command: 'a', toolTimeoutMs: 2_147_483_648 }, 'toolTimeoutMs: must be 2147483647 or less'],
    ['half a millisecond', { command: 'a', toolTimeoutMs: 1.5 }, 'toolTimeoutMs: must be a whole number'],
    ['tools of another type', { command: 'a', enabledTools: ['x', null] }, 'enabledTools.1: must be text'],
    ['tools that are not a list', { command: 'a', disabledTools: '*' }, 'disabledTools: must be a list'],
  ])('is refused: %s', (_name, value, error) => {
    expect(readEntry(value)).toEqual({ error });
  });
});

describe('a document', () => {
  test('keeps its order, and one bad entry leaves the others alone', () => {
    const text = JSON.stringify({
      other: 1,
      mcpServers: { b: { command: 'b' }, a: { url: 'nowhere' }, c: { url: 'http://c' } },
    });
    const read = readDocument(text);
    expect('entries' in read && [...read.entries]).toEqual([
      ['b', { ...local, command: 'b' }],
      ['a', { error: 'url: is not an address' }],
      ['c', { ...remote, url: 'http://c' }],
    ]);
  });

  test.each([['{}'], ['{"mcpServers": {}}'], ['\ufeff{}'], ['{"servers": 3}']])('%p configures nothing', (text) => {
    expect(readDocument(text)).toEqual({ entries: new Map(), written: new Map(), tokenVariables: [] });
  });

  test.each([
    ['', 'it is not JSON'],
    ['{"mcpServers": ', 'it is not JSON'],
    ['nothing', 'it is not JSON'],
    ['[]', 'it holds no object'],
    ['null', 'it holds no object'],
    ['{"mcpServers": null}', 'its mcpServers is not an object'],
    ['{"mcpServers": []}', 'its mcpServers is not an object'],
  ])('%p is refused', (text, error) => {
    const read = readDocument(text);
    expect('error' in read && read.error.replace(/ \(line \d+\)$/, '')).toBe(error);
  });

  test('what is said of broken JSON quotes nothing of it', () => {
    const read = readDocument('{"mcpServers": {"a": {"headers": {"k": "sk-canary-1" "sk-canary-2"}}}}');
    expect(JSON.stringify(read)).not.toContain('canary');
  });

  test('a document over 1 MiB is refused', () => {
    const rest = '{"a": ""}'.length;
    expect(readDocument(`{"a": "${'x'.repeat(maxDocumentBytes - rest)}"}`)).toHaveProperty('entries');
    expect(readDocument(`{"a": "${'x'.repeat(maxDocumentBytes - rest + 1)}"}`)).toEqual({
      error: 'it is larger than 1 MiB',
    });
  });

  test('a document with more than 500 servers is refused', () => {
    const text = (count: number) =>
      JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, 1])) });
    expect(readDocument(text(500))).toHaveProperty('entries');
    expect(readDocument(text(501))).toEqual({ error: 'it configures more than 500 servers' });
  });

  test('names', () => {
    const entries = (name: string) => {
      const read = readDocument(`{"mcpServers": {${JSON.stringify(name)}: {"command": "tool"}}}`);
      return 'entries' in read ? [...read.entries] : [];
    };
    for (const name of ['a', 'A-b_9', 'x'.repeat(64), '__proto__', 'constructor', 'toString']) {
      expect(entries(name)).toEqual([[name, local]]);
      expect(isServerName(name)).toBe(true);
    }
    for (const name of ['', 'a b', 'é', 'x'.repeat(65), 'a/b', 'a.b', 'a\n', '\u202ea']) {
      expect(entries(name)).toEqual([[name, { error: 'its name may hold only letters, digits, - and _, at most 64' }]]);
      expect(isServerName(name)).toBe(false);
    }
  });

  test('names of token variables come from entries that cannot be used too', () => {
    const text =
      '{"mcpServers": {"a": {"bearerTokenEnvVar": "A"}, "b": {"url": "http://b", "bearerTokenEnvVar": "B"}, "c": 1}}';
    expect(readDocument(text)).toHaveProperty('tokenVariables', ['A', 'B']);
  });
});
