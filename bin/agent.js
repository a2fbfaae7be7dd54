#!/usr/bin/env node
// Launcher: answers the two cheapest questions by itself, else loads the built program.

// an import statement and process.stdout would each cost a noticeable part of the whole time
const { existsSync, readFileSync, writeSync } = process.getBuiltinModule('node:fs');
const words = process.argv.slice(2);
const word = words.length === 1 ? words[0] : undefined;
const file = (path) => new URL(path, import.meta.url);

if (word === '--version' || word === '-V') {
  print(`${JSON.parse(readFileSync(file('../package.json'), 'utf8')).version}\n`);
} else if (!existsSync(file('../dist/main.cjs'))) {
  writeSync(2, 'error: the program is not built; run npm start or npm run build in its directory\n');
  process.exitCode = 1;
} else {
  const { load } = await import('./load.js');
  if (word === '--help' || word === '-h') print(load('help').mainHelp);
  else load('main');
}

function print(text) {
  try {
    writeSync(1, text);
  } catch (error) {
    // the reader has closed the stream
    if (error.code !== 'EPIPE') throw error;
    process.exitCode = 1;
  }
}
