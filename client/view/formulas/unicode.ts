/** Formulas as one line of Unicode text: scripts and fractions where characters for them exist (tui.md 7). */
import { readFormula, type Formula } from './latex.js';

const raised = pairs('0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺−⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻTᵀ′′');
const lowered = pairs('0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓ');

function pairs(text: string): ReadonlyMap<string, string> {
  const all = [...text];
  return new Map(all.flatMap((char, at) => (at % 2 === 0 ? [[char, all[at + 1] ?? ''] as const] : [])));
}

/** Returns the formula as a line of text, or the source when it does not fit in one. */
export function formulaText(source: string): string {
  const formula = readFormula(source);
  return formula ? textOf(formula).replace(/\s+/g, ' ').trim() : source;
}

function textOf(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return joined(formula.parts);
    case 'letter':
    case 'number':
    case 'word':
      return formula.text;
    case 'sign':
      return formula.text;
    case 'scripts': {
      const { base, below, above } = formula;
      return textOf(base) + (below ? script(below, lowered, '_') : '') + (above ? script(above, raised, '^') : '');
    }
    case 'fraction':
      return `${grouped(formula.above)}/${grouped(formula.below)}`;
    case 'root': {
      const degree = formula.degree ? script(formula.degree, raised, '^') : '';
      return `${degree}√${grouped(formula.of)}`;
    }
    case 'mark':
      return `${textOf(formula.of)}${formula.mark}`;
    case 'table': {
      const rows = formula.rows.map((row) => row.map(textOf).join(' '));
      return `${formula.open}${rows.join('; ')}${formula.close}`;
    }
  }
}

const spaced = /^[=<>≤≥≠≈∼≃≅≡∝⊂⊃⊆⊇∈∉→←↔⇒⇐⇔⟹⟺↦±×÷∧∨∩∪]$/u;

function joined(parts: readonly Formula[]): string {
  return parts
    .map((part, at) => {
      const text = textOf(part);
      if (part.kind === 'sign' && (spaced.test(text) || (/^[+−]$/.test(text) && at > 0))) return ` ${text} `;
      if (part.kind === 'sign' && text === ',') return ', ';
      const before = parts[at - 1];
      const next = parts[at + 1];
      // a function name, a sum or the like, and its operand
      const isApart = isName(part) && next && next.kind !== 'sign';
      const isBehind = isName(part) && (before?.kind === 'letter' || before?.kind === 'number');
      return `${isBehind ? ' ' : ''}${text}${isApart ? ' ' : ''}`;
    })
    .join('');
}

function isName(part: Formula): boolean {
  if (part.kind !== 'scripts') return part.kind === 'word';
  return part.base.kind === 'word' || (part.base.kind === 'sign' && /[∑∏∐∫∬∭∮⋃⋂]/.test(part.base.text));
}

function script(formula: Formula, characters: ReadonlyMap<string, string>, mark: string): string {
  const text = textOf(formula).replace(/\s/g, '');
  const all = [...text].map((char) => characters.get(char));
  if (all.every((char) => char !== undefined)) return all.join('');
  return [...text].length === 1 ? `${mark}${text}` : `${mark}(${textOf(formula)})`;
}

function grouped(formula: Formula): string {
  const text = textOf(formula);
  return [...text].length === 1 || /^[\p{L}\p{N}.]+$/u.test(text) ? text : `(${text})`;
}
