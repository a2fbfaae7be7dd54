/** `npm run codegen`: generates the modules in `generated/` from the schema files of a root; `--check` compares. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkModel, checkReferences } from './codegen/check.js';
import { buildModel, type Model } from './codegen/model.js';
import { databaseModule } from './codegen/database.js';
import { documentsModule } from './codegen/documents.js';
import {
  enumsModule,
  errorsModule,
  eventsModule,
  filesModule,
  framesModule,
  operationsModule,
  toolsModule,
} from './codegen/modules.js';
import { routesModule } from './codegen/routes.js';
import { fieldsModule, settingsModule } from './codegen/settings.js';
import { readSource, type Problem } from './codegen/source.js';
import { typesModule } from './codegen/types.js';
import { validatorModules } from './codegen/validators.js';

const command = 'npm run codegen';
const header = (what: string): string =>
  `/** ${what}. Written by \`${command}\`; changes belong into the schema files. */`;

/** Returns the generated files by name, and every problem found in the sources. */
export async function generate(root: string): Promise<{ files: Map<string, string>; problems: Problem[] }> {
  const { source, problems } = readSource(root);
  const model = buildModel(source);
  problems.push(...checkReferences(model));
  if (!problems.some(({ reason }) => reason.startsWith('$ref'))) problems.push(...checkModel(model));
  if (problems.length > 0) return { files: new Map(), problems };
  const { served, visualized } = partsOf(model);
  const validators = validatorModules(model, header('Validators of everything that comes in'));
  const files = new Map([
    ['types.ts', await typesModule(model, header('Types of the contract'))],
    ['enums.ts', enumsModule(model, header('Types that are one of a few values'))],
    ['events.ts', eventsModule(model, header('Events by type'))],
    ['operations.ts', operationsModule(served, header('Operations by name'))],
    ['routes.ts', routesModule(served, header('Operations and errors as clients need them'))],
    ['frames.ts', framesModule(model, header('Socket messages that are no events'))],
    ['tools.ts', toolsModule(model, header('Tools by name'))],
    ['errors.ts', errorsModule(model, header('Errors by name'))],
    ['files.ts', filesModule(model, header('Files on disk'))],
    ['documents.ts', documentsModule(model, header('The schemas as data'))],
    ['validators.js', validators.js],
    ['validators.d.ts', validators.dts],
  ]);
  // a source without such operations, as in tests, has no such file
  if (visualized.operations.length > 0)
    files.set('visoperations.ts', operationsModule(visualized, header('Operations of the visualizer by name')));
  const database = databaseModule(root, model, header('The tables of agent.db'));
  if (database !== undefined) files.set('database.ts', database);
  const settings = settingsModule(model, header('The files of settings as data'));
  if (settings !== undefined) files.set('settings.ts', settings);
  const fields = fieldsModule(model, header('The fields of the files of settings'));
  if (fields !== undefined) files.set('fields.ts', fields);
  return { files, problems };
}

/** Separates the operations of servers from those of the visualizer, which have their own table. */
function partsOf(model: Model): { served: Model; visualized: Model } {
  const part = (isVis: boolean): Model => ({
    ...model,
    operations: model.operations.filter(({ source }) => (source.registered === 'vis') === isVis),
  });
  return { served: part(false), visualized: part(true) };
}

/** Names of generated files that differ from those on disk, including leftover ones. */
export function drift(directory: string, files: ReadonlyMap<string, string>): string[] {
  const present = existsSync(directory) ? readdirSync(directory) : [];
  const changed = [...files].filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(directory, name), 'utf8') !== text,
  );
  return [...changed.map(([name]) => name), ...present.filter((name) => !files.has(name))].sort();
}

async function main(args: string[]): Promise<number> {
  const root = resolve(args.find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('.', import.meta.url)));
  const directory = join(root, 'generated');
  const { files, problems } = await generate(root);
  if (problems.length > 0) {
    for (const { file, reason } of problems) console.error(`${file}: ${reason}`);
    console.error(`${problems.length} problems in ${root}; nothing was written.`);
    return 1;
  }
  const changed = drift(directory, files);
  if (args.includes('--check')) {
    if (changed.length === 0) return 0;
    console.error(`${directory} does not fit the schema files: ${changed.join(', ')}. Run: ${command}`);
    return 1;
  }
  mkdirSync(directory, { recursive: true });
  for (const name of changed) {
    const text = files.get(name);
    if (text === undefined) rmSync(join(directory, name));
    else writeFileSync(join(directory, name), text);
  }
  console.log(changed.length === 0 ? 'Nothing changed.' : `Written: ${changed.join(', ')}`);
  return 0;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
