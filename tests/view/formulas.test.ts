/** Formulas of answers: where they are in a text, and how Unicode represents them (tui.md 7). */
import { describe, expect, test } from '@jest/globals';
import { plainLine } from '../../client/tui/text/line.js';
import { markdownLines } from '../../client/tui/text/markdown.js';
import { formulaText } from '../../client/view/formulas/unicode.js';
import { markdownBlocks } from '../../client/view/markdown.js';

test.each([
  ['x^2 + y_1 = \\frac{a+b}{2}', 'x² + y₁ = (a + b)/2'],
  ['\\sum_{i=0}^{n} i', '∑ᵢ₌₀ⁿ i'],
  ['\\sqrt[3]{x}', '³√x'],
  ['\\alpha \\in \\mathbb{R}', 'α ∈ ℝ'],
  ['\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}', '(a b; c d)'],
  ['\\lim_{x \\to \\infty} f(x)', 'lim_(x → ∞) f(x)'],
  ['\\left( \\frac{1}{2} \\right)^n', '(1/2)ⁿ'],
  ["f'(x) = \\sin x", 'f′(x) = sin x'],
  ['O(n \\log n)', 'O(n log n)'],
  ['e^{i\\pi} + 1 = 0', 'e^(iπ) + 1 = 0'],
  ['\\text{if } x > 0', 'if x > 0'],
])('%s is %s', (source, expected) => expect(formulaText(source)).toBe(expected));

test.each([
  '\\unknown{x}',
  '{',
  '}',
  'x^',
  '\\frac',
  '\\constructor',
  '{'.repeat(40) + '}'.repeat(40),
  'x'.repeat(2_001),
])('what cannot be read stays as it was written: %#', (source) => expect(formulaText(source)).toBe(source));

describe('in an answer', () => {
  const shown = (text: string, hasFormulas = true): string =>
    markdownBlocks(text)
      .flatMap((block) => markdownLines(block, { width: 80, isWrapped: true, hyperlinks: false, hasFormulas }))
      .map(plainLine)
      .join('\n');

  test.each([
    ['So \\(x_1 * y_1\\) and **\\(\\pi\\)**.', 'So x₁*y₁ and π.'],
    ['$$\nE = mc^2\n$$', 'E = mc²'],
    ['- one \\(a^2\\)\n- two', '- one a²\n- two'],
    ['`\\(x^2\\)` and `$$y$$` are code, \\(z^2\\) is not', '\\(x^2\\) and $$y$$ are code, z² is not'],
    ['costs $5 and $6', 'costs $5 and $6'],
    ['a \\(not closed', 'a (not closed'],
    ['\\(\\unknown{x}\\)', '\\unknown{x}'],
  ])('%s', (text, expected) => expect(shown(text)).toBe(expected));

  test('not when it is switched off', () => expect(shown('\\(x^2\\)', false)).toBe('(x^2)'));

  test('code blocks keep what they have', () => expect(shown('```\n$$x^2$$\n```')).toBe('$$x^2$$'));
});
