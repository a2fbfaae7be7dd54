/** Built-in commands of the shell that run text, change the directory or set variables. */
import { assigned, assignsUnknown } from './assignments.js';
import { certain, constant, fail, limits, type Findings, type Start, type Word } from './syntax.js';

const setters = new Set([
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
  'read',
  'mapfile',
  'readarray',
  'getopts',
  'unset',
  'let',
]);

/** Looks into a built-in command; throws when what it runs cannot be told. */
export function builtin(findings: Findings, name: string, words: Word[], start: Start): void {
  const operands = words.slice(1);
  if (name === 'eval') evaluate(findings, operands, start);
  else if (name === 'trap') trap(findings, operands, start);
  else if (name === 'alias') {
    if (operands.some((word) => !word.literal || word.text.includes('='))) fail('defines an alias');
  } else if (name === 'cd' || name === 'pushd' || name === 'popd') move(findings, name, operands);
  else if (setters.has(name)) sets(findings, name, operands);
  else if (name === 'printf' || name === 'test' || name === '[') named(findings, name, operands);
}

function evaluate(findings: Findings, operands: readonly Word[], start: Start): void {
  const rest = operands[0]?.text === '--' ? operands.slice(1) : operands;
  if (start.appends || !rest.every(certain)) fail('eval of an expansion');
  const text = rest.map((word) => word.text).join(' ');
  if (text.trim() !== '') findings.program(constant(text, start));
}

function trap(findings: Findings, operands: readonly Word[], start: Start): void {
  const rest = operands[0]?.text === '--' ? operands.slice(1) : operands;
  const [action] = rest;
  if (!action || (certain(action) && /^-[lp]?$/u.test(action.text))) return;
  if (!certain(action)) fail('a trap with an expansion');
  if (rest.length > 1 && action.text.trim() !== '') findings.program(constant(action.text, start));
}

function move(findings: Findings, name: string, operands: readonly Word[]): void {
  const home: Word = { text: '~', source: '~', literal: true, glob: false, tilde: true };
  const rest = operands.filter((word) => !/^-[LPe@n]+$|^--$/u.test(word.text));
  const [target] = rest;
  const known =
    rest.length === 1 && target && certain(target) && !/^(?:-|[-+][0-9]+|)$/u.test(target.text) && name !== 'popd';
  if (findings.line.moves.length >= limits.moves) fail('too many changes of directory');
  findings.line.moves.push(known ? target : name === 'cd' && rest.length === 0 ? home : undefined);
}

function sets(findings: Findings, name: string, operands: readonly Word[]): void {
  for (const word of operands) {
    const variable = /^[A-Za-z_][A-Za-z0-9_]*/u.exec(word.text)?.[0];
    if (variable !== undefined && name !== 'unset') assigned(findings, variable);
    if (variable === undefined && !word.literal && name !== 'unset')
      assignsUnknown(findings, 'sets a variable whose name is an expansion');
    const options = /^[-+][A-Za-z]*/u.exec(word.text)?.[0] ?? '';
    if (name === 'let' || /^[^=]*\[/u.test(word.text) || /^[-+].*[inC]/u.test(options)) findings.evaluates = true;
  }
}

function named(findings: Findings, name: string, operands: readonly Word[]): void {
  const option = operands.findIndex((word) => /^-[vR]/u.test(word.text));
  if (option < 0) {
    if (name === 'printf' && operands[0] && !operands[0].literal)
      assignsUnknown(findings, 'printf with options from an expansion');
    return;
  }
  const attached = operands[option]?.text.slice(2) ?? '';
  const variable = attached === '' ? operands[option + 1] : operands[option];
  const text = attached === '' ? (variable?.text ?? '') : attached;
  if (!variable?.literal) assignsUnknown(findings, 'names a variable with an expansion');
  if (text.includes('[')) findings.evaluates = true;
  if (name === 'printf') assigned(findings, text.replace(/\[.*/su, ''));
}
