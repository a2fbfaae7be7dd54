#!/usr/bin/env node
// Launcher: answers the two cheapest questions by itself, else loads the built program.
import { existsSync, readFileSync } from 'node:fs';

const words = process.argv.slice(2);
const word = words.length === 1 ? words[0] : undefined;

if (word === '--version' || word === '-V') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (!existsSync(new URL('../dist/main.js', import.meta.url))) {
  process.stderr.write('error: the program is not built; run npm start or npm run build in its directory\n');
  process.exitCode = 1;
} else if (word === '--help' || word === '-h') {
  const { mainHelp } = await import('../dist/help.js');
  process.stdout.write(mainHelp);
} else {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache?.();
  await import('../dist/main.js');
}
