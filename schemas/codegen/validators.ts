/** Generates `validators.js`: Ajv's compiled code for all external input. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { formats } from '../formats.js';
import type { Model } from './model.js';
import { isObject, mapSchema, refName, retarget, type Schema } from './schema.js';

/** Maximum findings per loop, so that an invalid list does not use unbounded memory. */
const errorsPerLoop = 50;

interface Group {
  map: string;
  keys: string;
  partial: boolean;
  /** schemas by name; `wrap`: code that converts text values first */
  members: Map<string, { schema: Schema; wrap?: (code: string) => string }>;
}

export function validatorModules(model: Model, header: string): { js: string; dts: string } {
  const groups = groupsOf(model);
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    unicode: false,
    logger: false,
    discriminator: true,
    useDefaults: true,
    inlineRefs: false,
    formats,
    code: { source: true, esm: true, lines: true },
  });
  const add = (id: string, schema: Schema): void => {
    const { $schema: _schema, ...rest } = withDiscriminators(schema, model.types);
    ajv.addSchema({ ...retarget(rest, (name) => `${name}.json`), $id: id });
  };
  for (const [name, schema] of model.types) add(`${name}.json`, withoutNotes(schema));
  const exported: Record<string, string> = {};
  const maps = groups.map(({ map, members }, group) => {
    const rows = [...members].map(([name, { schema, wrap }], index) => {
      const id = `v${group}_${index}`;
      add(id, withoutNotes(schema));
      exported[id] = id;
      return `  ${JSON.stringify(name)}: ${wrap ? wrap(id) : id},`;
    });
    return `export const ${map} = {\n${rows.join('\n')}\n};\n`;
  });
  const code = standaloneCode(ajv, exported);
  const imports = `import { coercing } from '../validation.js';\n${code.imports.join('')}`;
  return {
    js: `${header}\n${imports}\n${code.body}\n${maps.join('\n')}`,
    dts: declarations(groups, header),
  };
}

function groupsOf(model: Model): Group[] {
  const coerced = (part: 'params' | 'query' | 'body'): Group['members'] =>
    new Map(
      model.operations.flatMap((item) => {
        const named = item[part];
        if (!named) return [];
        // only forms have text values
        if (part === 'body' && item.source.request !== 'form') return [[item.name, { schema: named.schema }] as const];
        const fields = Object.keys(named.schema.properties ?? {});
        const kinds: Record<string, string | undefined> = Object.fromEntries(
          fields.map((key) => [key, item.coercion[key]] as const).filter(([, kind]) => kind !== 'string'),
        );
        const lists = item.repeatable.filter((key) => fields.includes(key));
        for (const key of lists) kinds[key] ??= 'string';
        const plain = Object.keys(kinds).length === 0;
        const wrap = (id: string): string => `coercing(${id}, ${JSON.stringify(kinds)}, ${JSON.stringify(lists)})`;
        return [[item.name, { schema: named.schema, wrap: plain ? undefined : wrap }] as const];
      }),
    );
  const members = (list: (readonly [string, Schema])[]): Group['members'] =>
    new Map(list.map(([name, schema]) => [name, { schema }]));
  return [
    { map: 'paramsValidators', keys: 'OperationName', partial: true, members: coerced('params') },
    { map: 'queryValidators', keys: 'OperationName', partial: true, members: coerced('query') },
    { map: 'bodyValidators', keys: 'OperationName', partial: true, members: coerced('body') },
    {
      map: 'frameValidators',
      keys: 'ClientFrameType',
      partial: false,
      members: members(model.clientFrames.map((item) => [item.name, item.payload.schema] as const)),
    },
    {
      map: 'toolValidators',
      keys: 'ToolName',
      partial: false,
      members: members(model.tools.map((item) => [item.name, item.source.input] as const)),
    },
    {
      map: 'fileValidators',
      keys: 'FileName',
      partial: false,
      members: members(model.files.map((item) => [item.type, item.schema] as const)),
    },
  ];
}

/** Adds a discriminator to unions whose members have a constant tag: a mismatch then gives one exact finding. */
function withDiscriminators(schema: Schema, types: ReadonlyMap<string, Schema>): Schema {
  return mapSchema(schema, (part) => {
    if (!Array.isArray(part.oneOf) || part.discriminator) return part;
    const members = part.oneOf as Schema[];
    for (const tag of ['kind', 'type', 'transport', 'source']) {
      const values = members.map((member) => tagValues(member, tag, types));
      if (!values.every((each) => each !== undefined)) continue;
      // the finding of the discriminator does not name the values
      const named = { properties: { [tag]: { enum: values.flat() } } };
      return { ...part, ...named, type: 'object', discriminator: { propertyName: tag } };
    }
    return part;
  });
}

/** The values of the tag that select this member; undefined when it has no such tag. */
function tagValues(member: Schema, tag: string, types: ReadonlyMap<string, Schema>): unknown[] | undefined {
  const name = refName(member.$ref);
  const target = name === undefined ? member : (types.get(name) ?? {});
  const field = isObject(target.properties) ? target.properties[tag] : undefined;
  if (!isObject(field) || !Array.isArray(target.required) || !target.required.includes(tag)) return undefined;
  if (typeof field.const === 'string') return [field.const];
  return Array.isArray(field.enum) ? field.enum : undefined;
}

/** Removes texts for readers, which would only make the code larger. */
function withoutNotes(schema: Schema): Schema {
  return mapSchema(schema, ({ description: _description, title: _title, examples: _examples, ...rest }) => rest);
}

/** Ajv writes `require` for its helpers even in modules; converts them to imports. */
function standaloneCode(ajv: Ajv2020, exported: Record<string, string>): { imports: string[]; body: string } {
  const make = standalone as unknown as (ajv: Ajv2020, refs: Record<string, string>) => string;
  const imports: string[] = [];
  const body = make(ajv, exported)
    .replace(/^"use strict";/, '')
    .replace(/export const (v\d+_\d+) = /g, 'const $1 = ')
    .replace(/const (\w+) = require\("([^"]+)"\)\.default;?/g, (_all, name: string, path: string) => {
      imports.push(`import ${name}Module from '${path}.js';\nconst ${name} = ${name}Module.default;\n`);
      return '';
    })
    .replace(/for\(let (i\d+)=0; \1<(len\d+); \1\+\+\)\{/g, (_all, i: string, length: string) => {
      return `for(let ${i}=0, before=errors; ${i}<${length} && errors-before<${errorsPerLoop}; ${i}++){`;
    })
    .replace(/for\(const (key\d+) in (data\d*)\)\{/g, (_all, key: string, data: string) => {
      return `const before_${key}=errors;\nfor(const ${key} in ${data}){\nif(errors-before_${key}>=${errorsPerLoop}) break;`;
    });
  if (/\brequire\(/.test(body)) throw new Error('generated validators still require something at run time');
  return { imports, body };
}

function declarations(groups: Group[], header: string): string {
  const rows = groups.map(({ map, keys, partial }) => {
    const type = `Record<${keys}, Validator>`;
    return `export const ${map}: ${partial ? `Partial<${type}>` : type};`;
  });
  return [
    header,
    `import type { Validator } from '../validation.js';`,
    `import type { FileName } from './files.js';`,
    `import type { ClientFrameType } from './frames.js';`,
    `import type { OperationName } from './operations.js';`,
    `import type { ToolName } from './tools.js';`,
    '',
    ...rows,
    '',
  ].join('\n');
}
