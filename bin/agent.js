#!/usr/bin/env node
// Launcher: handles the two cheapest commands itself, and loads the built program for the others.

// avoids process.stdout and ES modules, which would take a noticeable part of the run: the module loader needs 4 ms
const { existsSync, readFileSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const words = process.argv.slice(2);
const word = words.length === 1 ? words[0] : undefined;
const file = (path) => join(__dirname, path);

if (word === '--version' || word === '-V') {
  print(`${JSON.parse(readFileSync(file('../package.json'), 'utf8')).version}\n`);
} else if (!existsSync(file('../dist/main.cjs'))) {
  writeSync(2, 'error: the program is not built; run npm start or npm run build in its directory\n');
  process.exitCode = 1;
} else {
  const { load } = require('./load.js');
  if (word === '--help' || word === '-h')
    print(load('help').mainHelp(require('node:tty').isatty(1) ? process.stdout.columns : undefined));
  else load('main');
}

function print(text) {
  try {
    // an almost full disk accepts a part of the text, and refuses the next write
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    process.exitCode = 1;
    // the reader has closed the stream
    if (error.code === 'EPIPE') return;
    writeSync(2, `error: stdout cannot be written: ${error.message.replace(/^[A-Z]+: (.*), write$/, '$1')}\n`);
  }
}
