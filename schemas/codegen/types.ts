/** Generates `types.ts`: each schema of the contract as a TypeScript type, compiled in one root without duplicates. */
import { compile } from 'json-schema-to-typescript';
import { namedSchemas, type Model } from './model.js';
import { mapSchema, refName, type Schema } from './schema.js';

export async function typesModule(model: Model, header: string): Promise<string> {
  const defs: Record<string, Schema> = {};
  for (const [name, schema] of model.types) defs[name] = forTypes(name, schema);
  for (const { type, schema } of namedSchemas(model)) defs[type] = forTypes(type, schema);
  const root: Schema = { title: 'Contract', type: 'object', additionalProperties: false, $defs: defs };
  const text = await compile(root, 'Contract', {
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return `${header}\n${text
    .replace(/export interface Contract \{\}\n/, '')
    .replace(plumbing, '')
    .replace(emptyLine, '\n$1 */')
    .trimStart()}`;
}

/** Notes of the compiler about where it found a definition, which readers do not need. */
const plumbing =
  /^ \* This (?:interface|type|enum) was referenced by `Contract`'s JSON-Schema\n \* via the `definition` ".*"\.\n/gm;

/** An empty last line that removing such a note leaves. */
const emptyLine = /\n( *) \*\n *\*\//g;

/** Replaces references by bare type names, so that a description beside one does not duplicate the type. */
function forTypes(name: string, schema: Schema): Schema {
  const copy = mapSchema(schema, (part) => {
    const { title: _title, $schema: _schema, $ref, default: fallback, ...rest } = part;
    const target = refName($ref);
    const note: (string | undefined)[] = [
      typeof rest.description === 'string' ? rest.description : undefined,
      fallback === undefined ? undefined : `Default: \`${JSON.stringify(fallback)}\`.`,
    ];
    const description = note.filter((line) => line !== undefined).join('\n\n');
    return {
      ...rest,
      ...(description === '' ? {} : { description }),
      ...(target === undefined ? {} : { tsType: target }),
    };
  });
  return { ...copy, title: name };
}
