/** Masking bytes that arrive in pieces: secrets are hidden, all else stays, wherever a piece ends. */
import { describe, expect, test } from '@jest/globals';
import { createMasks } from '../../daemon/home/mask.js';
import { installationOf } from '../../daemon/base/installation.js';
import { secretValuesIn } from '../../daemon/home/redact.js';

const secret = 'canary "quoted" \\ näme/ÿ€';
const masks = createMasks([secret, 'plain-canary-value', '128000', 'short', '']);

function through(text: string | Buffer, size: number, options?: { shapes: boolean }): Buffer {
  const mask = masks(options);
  const bytes = Buffer.from(text as string);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(mask.push(bytes.subarray(at, at + size)));
  return Buffer.concat([...out, mask.end()]);
}

const once = JSON.stringify(secret);
const rows: [string, string, string][] = [
  ['as it is', `a ${secret} b`, 'a *** b'],
  ['in JSON', `{"a":${once}}`, '{"a":"***"}'],
  ['in JSON within JSON', JSON.stringify({ a: `{"b":${once}}` }), '{"a":"{\\"b\\":\\"***\\"}"}'],
  ['in an address', `/x?y=${encodeURIComponent(secret)}&z`, '/x?y=***&z'],
  ['twice without anything between', `${secret}${secret}`, '******'],
  ['too short to be one', 'a short text', 'a short text'],
  ['a bearer', 'Authorization: Bearer abcdef.ghi', 'Authorization: Bearer ***'],
  ['a header in JSON', '{\\"authorization\\": \\"Basic dXNl\\"}', '{\\"authorization\\": \\"Basic ***\\"}'],
  ['a bearer by itself', 'with Bearer abcdefghijklmnopqrstuvwxyz.', 'with Bearer ***'],
  ['words about the basics', 'Basic authentication, basic understanding', 'Basic authentication, basic understanding'],
  ['a socket protocol', 'agent-code.bearer.abcdef x', 'agent-code.bearer.*** x'],
  ['a query', 'https://x.example/?token=abc&b=c', 'https://x.example/?token=***&b=c'],
  ['an address with a password', 'https://me:pa\u00a0ss@x.example', 'https://me:***@x.example'],
  ['a key', 'key sk-ant-0123456789 end', 'key *** end'],
  ['a key of a code host', 'ghp_0123456789abcdefghij github_pat_0123456789abcdef', '*** ***'],
  ['a key of a cloud', 'AKIAABCDEFGHIJKLMNOP AIzaSyA0123456789abcdefghijklmnopqrs', '*** ***'],
  ['a chat token', 'xoxb-0123456789-abc', '***'],
  ['a signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-_def', '***'],
  [
    'a private key',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----',
  ],
  [
    'keys at the start of lines, in JSON',
    JSON.stringify({ a: 'x\nsk-ant-0123456789\tghp_0123456789abcdefghij\nBearer abcdefghijklmnopqrst.' }),
    JSON.stringify({ a: 'x\n***\t***\nBearer ***' }),
  ],
  ['a coloured key', '\u001b[1;31msk-ant-0123456789\u001b[0m', '\u001b[1;31m***\u001b[0m'],
  [
    'the name of a private key in JSON, without its end',
    JSON.stringify({ a: 'what is "-----BEGIN PRIVATE KEY-----\nMII" here?', b: 'a-b' }),
    JSON.stringify({ a: 'what is "-----BEGIN PRIVATE KEY-----***" here?', b: 'a-b' }),
  ],
  [
    'digits, which numbers of JSON may have too',
    '{"a":128000,"b":[-128000,1128000,0.128000,12800],"c":"port 128000."}',
    '{"a":128000,"b":[-0,1128000,0.128000,12800],"c":"port ***."}',
  ],
  ['words like it', 'task-manager risk-free asking tokens: 5', 'task-manager risk-free asking tokens: 5'],
];

describe.each([1, 7, 1_000_000])('in pieces of %d bytes', (size) => {
  test.each(rows)('%s', (_, text, expected) => {
    expect(through(text, size).toString()).toBe(expected);
  });
});

test('wherever a long text is cut', () => {
  // longer than the part that is held back, with secrets at every position
  const parts: string[] = [];
  for (let n = 0; n < 4_000; n += 1)
    parts.push(
      '. '.repeat(n % 97),
      n % 3 === 0 ? secret : n % 3 === 1 ? 'Bearer abcdefghijklmnopqrst' : 'plain-canary-value',
      ' ',
    );
  const text = parts.join('');
  const expected = text
    .replaceAll(secret, '***')
    .replaceAll('plain-canary-value', '***')
    .replaceAll('Bearer abcdefghijklmnopqrst', 'Bearer ***');
  // compared as a boolean, because the texts are long
  for (const size of [777, 8_192, 40_000, 65_536, 1_000_000])
    expect([size, through(text, size).toString() === expected]).toEqual([size, true]);
});

test('a token that is longer than what is held back is masked as a whole', () => {
  for (const size of [16_384, 1_000]) {
    const masked = through(`a Bearer ${'t'.repeat(60_000)} b ${'t'.repeat(300_000)} c`, size).toString();
    expect([size, masked.startsWith('a Bearer *** b ttt'), masked.length]).toEqual([size, true, 300_017]);
  }
});

test('bytes that are not text stay as they are, but for values that are known', () => {
  const noise = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 256));
  expect(through(noise, 1_000).equals(noise)).toBe(true);
  const invalid = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0x80]),
    Buffer.from(`sk-0123456789 ${secret}`),
    Buffer.from([0xc3]),
  ]);
  const binary = through(invalid, 5, { shapes: false });
  expect(binary).toHaveLength(invalid.length);
  expect(binary.toString('latin1')).toContain(`sk-0123456789 ${'*'.repeat(Buffer.byteLength(secret))}`);
});

test('variables that hold secrets, going by their names', () => {
  const env = {
    GITHUB_TOKEN: 'value-one',
    AWS_SECRET_ACCESS_KEY: 'value-two',
    DB_PASSWORD: 'value-three',
    MY_API_KEY: 'value-four',
    TOKENIZERS_PARALLELISM: 'false',
    SSH_AUTH_SOCK: '/tmp/socket/x',
    PATH: '/usr/bin:/bin',
    EMPTY_SECRET: undefined,
  };
  expect(secretValuesIn(env).sort()).toEqual(['value-four', 'value-one', 'value-three', 'value-two']);
});

test.each([
  ['/usr/lib/node_modules/agent/dist/main.js', 'npm'],
  ['/home/ada/.local/share/pnpm/global/5/node_modules/agent/dist/main.js', 'pnpm'],
  ['/home/ada/.bun/install/global/node_modules/agent/dist/main.js', 'bun'],
  ['/home/ada/.config/yarn/global/node_modules/agent/dist/main.js', 'yarn'],
  ['/opt/homebrew/Cellar/agent/1.0.0/bin/agent', 'homebrew'],
  ['C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\agent\\dist\\main.js', 'npm'],
  ['/home/ada/.local/share/agent-code/versions/1.0.0/app/bin/agent.js', 'native'],
  ['/home/ada/.npm/_npx/1f/node_modules/agent/bin/agent.js', 'other'],
  ['/home/ada/project/node_modules/agent/bin/agent.js', 'other'],
  ['/home/ada/project/node_modules/.pnpm/agent@1.0.0/node_modules/agent/bin/agent.js', 'other'],
  ['/home/ada/agent/bin/main.mts', 'other'],
  ['', 'other'],
])('%s was installed by %s', (path, source) => {
  expect(installationOf(path).source).toBe(source);
});
