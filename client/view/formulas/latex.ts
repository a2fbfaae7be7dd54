/** Parses LaTeX formulas into a tree: what is usual in answers, without macros (tui.md 7). */

export type Formula =
  | { kind: 'row'; parts: Formula[] }
  /** `word`: a text or a function name; `sign`: an operator or a bracket */
  | { kind: 'letter' | 'number' | 'sign' | 'word'; text: string }
  | { kind: 'scripts'; base: Formula; below?: Formula; above?: Formula }
  | { kind: 'fraction'; above: Formula; below: Formula }
  | { kind: 'root'; of: Formula; degree?: Formula }
  | { kind: 'mark'; mark: string; of: Formula }
  | { kind: 'table'; open: string; close: string; rows: Formula[][] };

/** Signs and letters by their LaTeX names. */
const signs = `
alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν
xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀
pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ wedge ∧ land ∧ vee ∨ lor ∨
cap ∩ cup ∪ setminus ∖ neg ¬ lnot ¬ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ ll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡
propto ∝ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ in ∈ notin ∉ ni ∋ mid ∣ nmid ∤ parallel ∥ perp ⊥ vdash ⊢ models ⊨ prec ≺ succ ≻
to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ iff ⟺ mapsto ↦ gets ←
longrightarrow ⟶ uparrow ↑ downarrow ↓ hookrightarrow ↪ rightharpoonup ⇀
forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ infty ∞ partial ∂ nabla ∇ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ angle ∠ triangle △
therefore ∴ because ∵ dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱ prime ′ degree ° square □ blacksquare ■ qed ∎
langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | lVert ‖ rVert ‖ vert | Vert ‖ lbrace { rbrace } lbrack [ rbrack ] backslash \\
`
  .trim()
  .split(/\s+/);
const symbols: ReadonlyMap<string, string> = new Map(
  signs.flatMap((name, at) => (at % 2 === 0 ? [[name, signs[at + 1] ?? ''] as const] : [])),
);

/** Maximum length of a formula, and its maximum depth; others are shown as source. */
const longest = 2_000;
const deepest = 30;

const tokens = /\\(?:[A-Za-z]+\*?|[^])|[A-Za-z]|\d+(?:\.\d+)?|\s+|[^]/gy;
const functions = new Set(
  'arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min mod sec sin sinh sup tan tanh Pr'.split(
    ' ',
  ),
);
const texts = new Set(
  'text textbf textit textrm mathrm mathbf mathit mathsf mathtt operatorname mathcal boldsymbol mathfrak'.split(' '),
);
const marks: Readonly<Record<string, string>> = {
  ...{ hat: '\u0302', widehat: '\u0302', bar: '\u0304', overline: '\u0304', tilde: '\u0303', widetilde: '\u0303' },
  ...{ vec: '\u20d7', dot: '\u0307', ddot: '\u0308', underline: '\u0332' },
};
const doubles: Readonly<Record<string, string>> = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' };
const brackets: Readonly<Record<string, readonly [string, string]>> = {
  ...{ matrix: ['', ''], pmatrix: ['(', ')'], bmatrix: ['[', ']'], vmatrix: ['|', '|'], Bmatrix: ['{', '}'] },
  ...{
    cases: ['{', ''],
    aligned: ['', ''],
    align: ['', ''],
    array: ['', ''],
    gathered: ['', ''],
    smallmatrix: ['', ''],
  },
};
const blanks =
  /^\\(?:[,:;!> ]|quad|qquad|limits|nolimits|displaystyle|textstyle|big|Big|bigg|Bigg|bigl|bigr|Bigl|Bigr|middle)$/;

/** Returns undefined for unsupported syntax, which is then shown as source. */
export function readFormula(source: string): Formula | undefined {
  if (source.length > longest) return undefined;
  const words = source.match(tokens) ?? [];
  let at = 0;
  let depth = 0;
  let isUnknown = false;

  const skip = (): void => {
    while (/^\s/.test(words[at] ?? '')) at += 1;
  };

  /** Returns the text of a group in braces, unparsed. */
  function plain(): string {
    skip();
    if (words[at] !== '{') return words[at++] ?? '';
    let text = '';
    for (at += 1; at < words.length && words[at] !== '}'; at += 1) text += words[at];
    at += 1;
    return text;
  }

  function argument(): Formula {
    skip();
    if (at >= words.length) isUnknown = true;
    return part() ?? row([]);
  }

  function row(parts: Formula[]): Formula {
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'row', parts };
  }

  /** Parses up to one of the words, without consuming it. */
  function until(ends: readonly string[]): Formula {
    const parts: Formula[] = [];
    depth += 1;
    if (depth > deepest) isUnknown = true;
    while (at < words.length && !isUnknown && !ends.includes(words[at] ?? '')) {
      const next = scripted();
      if (next) parts.push(next);
    }
    depth -= 1;
    return row(parts);
  }

  function scripted(): Formula | undefined {
    let base = part();
    skip();
    let below: Formula | undefined;
    let above: Formula | undefined;
    for (;;) {
      const [mark] = words[at] ?? '';
      if (mark === '_') at += 1;
      else if (mark === '^') at += 1;
      else if (mark === "'") at += 1;
      else break;
      if (mark === '_') below = argument();
      else if (mark === '^') above = argument();
      else above = { kind: 'sign', text: `${above?.kind === 'sign' ? above.text : ''}′` };
      skip();
    }
    if (!below && !above) return base;
    base ??= row([]);
    return { kind: 'scripts', base, ...(below && { below }), ...(above && { above }) };
  }

  function delimiter(): string {
    skip();
    const word = words[at++] ?? '';
    if (word === '.') return '';
    return word.startsWith('\\') ? (symbols.get(word.slice(1)) ?? word.slice(1)) : word;
  }

  function table(name: string): Formula {
    const [open, close] = brackets[name] ?? ['', ''];
    if (name === 'array') plain();
    const rows: Formula[][] = [[]];
    while (at < words.length && words[at] !== '\\end' && !isUnknown) {
      rows.at(-1)?.push(until(['&', '\\\\', '\\end']));
      if (words[at] === '\\\\') rows.push([]);
      if (words[at] !== '\\end') at += 1;
      skip();
    }
    at += 1;
    plain();
    if (rows.at(-1)?.length === 0) rows.pop();
    return { kind: 'table', open, close, rows };
  }

  function command(name: string): Formula | undefined {
    if (functions.has(name)) return { kind: 'word', text: name };
    if (texts.has(name)) return { kind: 'word', text: plain() };
    if (name === 'mathbb') {
      const text = plain();
      return { kind: 'letter', text: Object.hasOwn(doubles, text) ? (doubles[text] ?? text) : text };
    }
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac')
      return { kind: 'fraction', above: argument(), below: argument() };
    if (name === 'sqrt') {
      skip();
      if (words[at] !== '[') return { kind: 'root', of: argument() };
      at += 1;
      const degree = until([']']);
      at += 1;
      return { kind: 'root', degree, of: argument() };
    }
    if (Object.hasOwn(marks, name)) return { kind: 'mark', mark: marks[name] ?? '', of: argument() };
    if (name === 'left') {
      const open = delimiter();
      const inner = until(['\\right']);
      at += 1;
      return row([{ kind: 'sign', text: open }, inner, { kind: 'sign', text: delimiter() }]);
    }
    if (name === 'begin') {
      const kind = plain().replace('*', '');
      if (Object.hasOwn(brackets, kind)) return table(kind);
    }
    const text = symbols.get(name) ?? (/^[^A-Za-z]$/.test(name) ? name : undefined);
    if (text === undefined) isUnknown = true;
    return { kind: /\p{L}/u.test(text ?? '') ? 'letter' : 'sign', text: text ?? '' };
  }

  function part(): Formula | undefined {
    const word = words[at] ?? '';
    if (/^[_^']/.test(word)) return undefined;
    at += 1;
    if (/^\s|^~$/.test(word) || blanks.test(word)) return undefined;
    if (word === '{') {
      const inner = until(['}']);
      if (words[at++] !== '}') isUnknown = true;
      return inner;
    }
    if (word.startsWith('\\') && word !== '\\\\') return command(word.slice(1));
    if (/^[}&\\]/.test(word)) isUnknown = true;
    if (/^\d/.test(word)) return { kind: 'number', text: word };
    return { kind: /\p{L}/u.test(word) ? 'letter' : 'sign', text: word === '-' ? '−' : word };
  }

  const whole = until([]);
  return isUnknown ? undefined : whole;
}
