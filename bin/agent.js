#!/usr/bin/env node
// Launcher: answers the two cheapest questions by itself, else loads the built program.

// process.stdout would cost a noticeable part of the whole time, and so would a module: its loader takes 4 ms to start
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
  if (word === '--help' || word === '-h') print(load('help').mainHelp);
  else load('main');
}

function print(text) {
  try {
    // a disk that is almost full takes a part of it, and refuses the next one
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    process.exitCode = 1;
    // the reader has closed the stream
    if (error.code === 'EPIPE') return;
    writeSync(2, `error: stdout cannot be written: ${error.message.replace(/^[A-Z]+: (.*), write$/, '$1')}\n`);
  }
}
