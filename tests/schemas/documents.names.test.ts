/** Every type in the served documents has a name, so that client generators do not invent any. */
import { describe, expect, test } from '@jest/globals';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import { buildOpenApi } from '../../daemon/http/openapi.js';

type Schema = Record<string, unknown>;
const openapi = buildOpenApi({ version: '1.2.3' });
const asyncapi = buildAsyncApi({ version: '1.2.3' });
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a generator would invent a name: for objects, maps, unions (also with null) and string enumerations. */
function isNameless(schema: Schema): boolean {
  const { type, properties, enum: values } = schema;
  return (
    isSchema(properties) ||
    type === 'object' ||
    Array.isArray(type) ||
    ['oneOf', 'anyOf', 'allOf'].some((list) => Array.isArray(schema[list]) && schema[list].length > 1) ||
    (Array.isArray(values) && typeof values[0] === 'string')
  );
}

/** Returns the places below a named schema that have no name. */
function nameless(schema: Schema, at: string, isNamed: boolean): string[] {
  const own = !isNamed && isNameless(schema) ? [at] : [];
  const inner = ['oneOf', 'anyOf', 'allOf'].flatMap((key) =>
    (Array.isArray(schema[key]) ? (schema[key] as Schema[]) : []).flatMap((part, index) =>
      nameless(part, `${at}.${key}.${index}`, false),
    ),
  );
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const single = ['items', 'additionalProperties'].flatMap((key) =>
    isSchema(schema[key]) ? [[key, schema[key]]] : [],
  );
  const below = [...properties, ...(single as [string, unknown][])];
  return [
    ...own,
    ...inner,
    ...below.flatMap(([key, part]) => (isSchema(part) ? nameless(part, `${at}.${key}`, false) : [])),
  ];
}

const within = (schemas: object): string[] =>
  Object.entries(schemas).flatMap(([name, schema]) => nameless(schema as Schema, name, true));

/** Returns every reference in a part of a document. */
function refs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : refs(part),
  );
}

interface Call {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

function calls({ paths = {} }: OpenAPIObject): Call[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item as object).filter((each): each is Call => isSchema(each) && 'operationId' in each),
  );
}

describe('the OpenAPI document', () => {
  const schemas = openapi.components?.schemas ?? {};
  const component = (ref: unknown) => (typeof ref === 'string' ? ref.replace('#/components/schemas/', '') : undefined);

  test.each(calls(openapi).map((call) => [call.operationId, call] as const))(
    '%s names its body, its answer and its errors',
    (operationId, { requestBody, responses }) => {
      const stem = operationId.charAt(0).toUpperCase() + operationId.slice(1);
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        const name = component(schema['$ref']) ?? '';
        expect(Object.keys(schemas)).toContain(name);
        if (`${stem}Body` in schemas) expect(name).toBe(`${stem}Body`);
      }
      for (const { content = {} } of Object.values(responses)) {
        const { schema } = content['application/json'] ?? {};
        const members = (schema?.['oneOf'] ?? schema?.['anyOf'] ?? (schema ? [schema] : [])) as Schema[];
        expect(
          members.map((member) => component(member['$ref'])).filter((name) => !name || !(name in schemas)),
        ).toEqual([]);
        for (const member of members) {
          const held = schemas[component(member['$ref']) ?? ''] as { properties?: { data?: Schema } } | undefined;
          const data = held?.properties?.data;
          if (data && !component(member['$ref'])?.startsWith('Error'))
            expect(data['type'] === 'null' || component(data['$ref']) !== undefined).toBe(true);
        }
      }
    },
  );

  test('has no schema inside a component that a generator would have to name', () => {
    expect(within(schemas)).toEqual([]);
  });

  test('calls the same thing or null by the same name, and keeps what each place says of it', () => {
    const { properties } = schemas['BrowseHostData'] as { properties: Schema };
    expect(properties['parent']).toEqual({
      $ref: '#/components/schemas/NullableString',
      description: 'null at the root',
    });
    expect(schemas).toMatchObject({
      NullableString: { type: ['string', 'null'] },
      NullablePrompt: { oneOf: [{ $ref: '#/components/schemas/Prompt' }, { type: 'null' }] },
      ConfigPatch: { properties: { background: { $ref: '#/components/schemas/NullableConfigPatchBackground' } } },
      ConfigPatchBackground: { type: 'object', additionalProperties: true },
      AnswerQuestionBodyAnswers: {
        type: 'object',
        additionalProperties: { $ref: '#/components/schemas/QuestionAnswer' },
      },
    });
    const repeated = Object.entries(schemas).filter(
      ([name, schema]) =>
        name.startsWith('Nullable') &&
        Object.entries(schemas).some(
          ([other, same]) => other !== name && JSON.stringify(same) === JSON.stringify(schema),
        ),
    );
    expect(repeated).toEqual([]);
  });

  test('calls pages of the same things by the same name, and has one schema per set of errors', () => {
    expect(
      Object.keys(schemas)
        .filter((name) => /^Page[A-Z][a-z]+$/.test(name))
        .sort(),
    ).toEqual(['PageMessage', 'PageSession']);
    const errors = Object.entries(schemas).filter(([name]) => /^Error\d/.test(name));
    const sets = errors.map(([, schema]) =>
      JSON.stringify((schema as { properties: { code: object } }).properties.code),
    );
    expect(new Set(sets).size).toBe(errors.length);
  });

  test('describes what linters ask for', () => {
    expect(openapi.info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: 'MIT' } });
    for (const call of calls(openapi)) {
      expect(call).toMatchObject({ description: expect.stringMatching(/./) });
      const { parameters = [] } = call as { parameters?: { name: string; description?: string }[] };
      expect(parameters.filter(({ description }) => !description).map(({ name }) => [call.operationId, name])).toEqual(
        [],
      );
    }
  });
});

describe('the AsyncAPI document', () => {
  const { messages, schemas } = asyncapi.components;

  test('has a component for every frame and every payload in it', () => {
    for (const [key, { payload }] of Object.entries(messages)) {
      expect([key, payload]).toEqual([key, { $ref: expect.stringMatching(/^#\/components\/schemas\/\w+Frame$/) }]);
      const name = String(payload['$ref']).split('/').at(-1) ?? '';
      const frame = schemas[name] as { properties?: { payload?: Schema } } | undefined;
      const held = frame?.properties?.payload;
      if (held) expect([key, held]).toEqual([key, { $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) }]);
    }
  });

  test('has no schema inside a component that a generator would have to name', () => {
    expect(within(schemas)).toEqual([]);
  });

  test('names who made it, and the licence', () => {
    expect(asyncapi.info).toMatchObject({ contact: { name: expect.any(String) }, license: { name: 'MIT' } });
  });
});

test.each([
  ['OpenAPI', openapi],
  ['AsyncAPI', asyncapi],
])('no reference of the %s document leads nowhere', (_, document) => {
  const known = new Set(Object.keys(document.components?.schemas ?? {}));
  const missing = refs(document).filter(
    (ref) => ref.startsWith('#/components/schemas/') && !known.has(ref.slice('#/components/schemas/'.length)),
  );
  expect(missing).toEqual([]);
});
