/** Checks that need several files or the meaning of a schema: references, names, paths, examples. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../formats.js';
import { namedSchemas, type Model, type Named, type OperationModel } from './model.js';
import { refName, retarget, visitSchema, type Schema } from './schema.js';
import { attributeProblems } from './settings.js';
import type { Problem } from './source.js';

/** Finds dangling references; with any of them the other checks are meaningless. */
export function checkReferences(model: Model): Problem[] {
  const problems: Problem[] = [];
  const all: Named[] = [
    ...model.source.types.map((entry) => ({ type: entry.name, schema: entry.value, file: entry.file })),
    ...allSchemas(model),
  ];
  for (const { schema, file } of all) {
    visitSchema(schema, (part) => {
      if (part.$ref === undefined) return;
      const name = refName(part.$ref);
      if (name !== undefined && model.types.has(name)) return;
      const why = name === undefined ? 'only files of types/ can be referred to' : 'there is no such file';
      problems.push({
        file,
        reason: `$ref to nowhere: ${typeof part.$ref === 'string' ? part.$ref : JSON.stringify(part.$ref)} (${why})`,
      });
    });
  }
  return unique(problems);
}

/** Checks everything else in files that match their meta-schemas. */
export function checkModel(model: Model): Problem[] {
  return unique([
    ...checkNames(model),
    ...checkErrors(model),
    ...model.operations.flatMap(checkPath),
    ...checkExamples(model),
    ...model.files.flatMap(({ type, file }) =>
      attributeProblems(model.annotated.get(type) ?? {}).map((reason) => ({ file, reason })),
    ),
  ]);
}

function checkNames(model: Model): Problem[] {
  const problems: Problem[] = [];
  const claim = (taken: Map<string, string>, what: string, name: string, file: string): void => {
    const first = taken.get(name);
    if (first === undefined) taken.set(name, file);
    else problems.push({ file, reason: `duplicate ${what} ${name}, also in ${first}` });
  };
  const typeNames = new Map<string, string>();
  for (const entry of [...model.source.types, ...model.source.files]) {
    if (entry.value.title !== entry.name)
      problems.push({ file: entry.file, reason: `title must be the file's name, ${entry.name}` });
    if (model.types.has(entry.name) && entry.file.startsWith('types/'))
      claim(typeNames, 'type', entry.name, entry.file);
  }
  const operationNames = new Map<string, string>();
  const routes = new Map<string, string>();
  for (const { name, file, source } of model.operations) {
    claim(operationNames, 'operation', name, file);
    claim(routes, 'route', `${source.method} ${source.path.replace(/\{[^}]*\}/g, '{}')}`, file);
  }
  for (const { type, file } of namedSchemas(model)) claim(typeNames, 'type', type, file);
  const codes = new Map<string, string>();
  for (const [name, { code }] of model.source.errors) {
    const first = codes.get(String(code));
    if (first !== undefined)
      problems.push({ file: 'errors.json', reason: `duplicate code ${code}: ${first} and ${name}` });
    codes.set(String(code), name);
  }
  return problems;
}

function checkErrors(model: Model): Problem[] {
  return model.operations.flatMap(({ file, source, errors }) => [
    ...[...errors, ...(source.successCode === undefined ? [] : [source.successCode])]
      .filter((name) => !model.source.errors.has(name))
      .map((name) => ({
        file,
        reason: `error ${name} is not in errors.json${source.errors.includes(name) || name === source.successCode ? '' : ' (implied)'}`,
      })),
    ...Object.keys(source.errorStatus ?? {})
      .filter((name) => !errors.includes(name))
      .map((name) => ({ file, reason: `errorStatus.${name} is none of the operation's errors` })),
  ]);
}

function checkPath({ file, source }: OperationModel): Problem[] {
  const inPath = [...source.path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const declared = Object.keys(source.params ?? {});
  return [
    ...inPath
      .filter((name) => !declared.includes(name))
      .map((name) => ({ file, reason: `path parameter {${name}} has no schema in params` })),
    ...declared
      .filter((name) => !inPath.includes(name))
      .map((name) => ({ file, reason: `params.${name} is not in the path ${source.path}` })),
    ...inPath
      .filter((name, index) => inPath.indexOf(name) !== index)
      .map((name) => ({ file, reason: `path parameter {${name}} occurs twice` })),
  ];
}

function checkExamples(model: Model): Problem[] {
  const problems: Problem[] = [];
  const ajv = createAjv(model, problems);
  const check = (file: string, what: string, schema: Schema, value: unknown): void => {
    const validate = compile(ajv, schema, file, problems);
    if (!validate || validate(structuredClone(value))) return;
    for (const error of validate.errors ?? []) {
      const extra = error.params.additionalProperty as string | undefined;
      const reason = `${what}${error.instancePath.replaceAll('/', '.')} ${error.message ?? error.keyword}${extra === undefined ? '' : ` (${extra})`}`;
      problems.push({ file, reason });
    }
  };
  for (const { type, schema, file } of [
    ...model.source.types.map((entry) => ({ type: entry.name, schema: entry.value, file: entry.file })),
    ...model.files,
  ]) {
    const examples: unknown[] = Array.isArray(schema.examples) ? schema.examples : [];
    if (examples.length === 0) compile(ajv, { $ref: `${type}.json` }, file, problems);
    for (const value of examples) check(file, 'examples', schema, value);
  }
  for (const { file, source, params, query, body, data } of model.operations) {
    const { example } = source;
    for (const [part, named] of Object.entries({ params, query, body })) {
      const value = example[part as 'params' | 'query' | 'body'];
      if (!named && value !== undefined) problems.push({ file, reason: `example.${part} without a schema` });
      if (named) check(file, `example.${part}`, named.schema, value ?? {});
    }
    check(file, 'example.data', data.schema, example.data ?? null);
  }
  for (const { source, payload } of model.events) check(payload.file, 'example', source.payload, source.example);
  for (const { source, payload, ack } of [...model.clientFrames, ...model.serverFrames]) {
    check(payload.file, 'example', source.payload, source.example);
    if (ack) compile(ajv, ack.schema, ack.file, problems);
    if (ack && source.ackExample) check(payload.file, 'ackExample', ack.schema, source.ackExample);
    for (const name of Object.keys(source.failures ?? {}).filter((each) => !model.source.errors.has(each)))
      problems.push({ file: payload.file, reason: `error ${name} is not in errors.json` });
  }
  for (const { source, input } of model.tools) compile(ajv, source.input, input.file, problems);
  return problems;
}

function compile(ajv: Ajv2020, schema: Schema, file: string, problems: Problem[]): ValidateFunction | undefined {
  try {
    return ajv.compile(retarget(schema, (name) => `${name}.json`));
  } catch (error) {
    problems.push({ file, reason: unusable(error) });
    return undefined;
  }
}

function unusable(error: unknown): string {
  return `not a usable schema: ${error instanceof Error ? error.message : String(error)}`;
}

function createAjv(model: Model, problems: Problem[]): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    unicode: false,
    logger: false,
    formats,
  });
  const ofFiles = model.source.files.filter((entry) => !model.types.has(entry.name));
  for (const { name, file, value } of [...model.source.types, ...ofFiles]) {
    try {
      ajv.addSchema(
        retarget(value, (other) => `${other}.json`),
        `${name}.json`,
      );
    } catch (error) {
      problems.push({ file, reason: unusable(error) });
    }
  }
  return ajv;
}

function allSchemas(model: Model): Named[] {
  return [
    ...model.operations.flatMap((item) => [item.params, item.query, item.body, item.data]),
    ...model.events.map((item) => item.payload),
    ...[...model.clientFrames, ...model.serverFrames].flatMap((item) => [item.payload, item.ack]),
    ...model.tools.map((item) => ({ ...item.input, schema: item.source.input })),
    ...model.files,
  ].filter((item) => item !== undefined);
}

function unique(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ file, reason }) => !seen.has(`${file} ${reason}`) && seen.add(`${file} ${reason}`));
}
