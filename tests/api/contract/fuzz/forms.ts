/** Multipart forms with a file, as a faulty or hostile client sends them. */
import fc, { type Arbitrary } from 'fast-check';
import type { SchemaObject } from 'openapi3-ts/oas31';
import { text } from './values.js';

/** A form body and its declared content type. */
export interface Form {
  type: string;
  body: string;
}

const boundary = 'fuzz-boundary';
const types = ['text/plain', 'image/png', 'application/octet-stream', 'x', '', 'text/html; charset=x', '\u0000'];

/** How a part names its file: not at all, correctly, or in a way that no client should. */
const fileName: Arbitrary<string> = fc.oneof(
  fc.constant(''),
  text.map((name) => `; filename="${name.slice(0, 500)}"`),
  fc.constantFrom(
    '; filename="a.txt"',
    '; filename="../../none"',
    '; filename="a\\"b"',
    "; filename*=UTF-8''%00%ff",
    "; filename*=x''y; filename=z",
    '; filename=',
    '; filename="x"; filename="y"',
    `; filename="${'long'.repeat(2_000)}"`,
  ),
);

const part = (names: readonly string[]): Arbitrary<string> =>
  fc
    .record({
      name: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text }),
      file: fileName,
      type: fc.constantFrom(...types),
      content: fc.oneof(text, fc.constantFrom('5', '-1', '1e5', '3153600001', `${'line\r\n'.repeat(1_000)}`)),
    })
    .map(
      ({ name, file, type, content }) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name.slice(0, 200)}"${file}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`,
    );

export function formsOf({ properties = {} }: SchemaObject): Arbitrary<Form> {
  const good = Object.keys(properties).map(
    (name) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="a.txt"' : ''}\r\n\r\n1\r\n`,
  );
  const parts = fc.oneof(
    fc.constant(good),
    fc.shuffledSubarray(good),
    fc.array(part(Object.keys(properties)), { maxLength: 4 }),
    fc.tuple(fc.constant(good), part(Object.keys(properties))).map(([some, more]) => [...some, more]),
  );
  const whole = fc
    .tuple(parts, fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, `--${boundary}`, '', '\r\n\r\n'))
    .map(([some, end]) => some.join('') + end);
  const type = fc.oneof(
    { weight: 10, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
        'multipart/mixed; boundary=fuzz-boundary',
        'application/json',
      ),
    },
  );
  const cut = fc.oneof(
    { weight: 5, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  );
  return fc
    .record({ type, whole, cut })
    .map(({ type, whole, cut }) => ({ type, body: whole.slice(0, Math.ceil(whole.length * cut)) }));
}
