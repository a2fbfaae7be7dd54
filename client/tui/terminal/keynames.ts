/** Names of keys, and the sequences that terminals send: legacy, modifyOtherKeys and kitty (tui.md 3.4, 3.5). */

/** A key with its name and the text that it enters; shortcuts have no text. */
export interface Key {
  readonly name: string;
  readonly text: string;
}

const modifiers = ['ctrl', 'alt', 'shift', 'super'] as const;
type Modifier = (typeof modifiers)[number];
type Modifiers = Readonly<Partial<Record<Modifier, boolean>>>;

const functionKeys = Array.from({ length: 12 }, (_, at) => `f${at + 1}`);
const named = new Set([
  ...['enter', 'tab', 'esc', 'space', 'backspace', 'delete', 'insert', 'home', 'end', 'pageup', 'pagedown'],
  ...['up', 'down', 'left', 'right', ...functionKeys],
]);

/** ASCII characters typed with Shift: their names omit it. */
const shifted = /^[~!@#$%^&*()_+{}|:"<>?]$/;
const isLetter = (character: string): boolean => character.toLowerCase() !== character.toUpperCase();

/** Normalizes a key name with modifiers in any order; undefined for an invalid name. */
export function readKeyName(name: string): string | undefined {
  const parts = /^((?:(?:ctrl|alt|shift|super)\+)*)(.+)$/isu.exec(name);
  if (parts === null) return undefined;
  const [, before = '', base = ''] = parts;
  const given = before.toLowerCase().split('+').slice(0, -1);
  if (new Set(given).size < given.length) return undefined;
  const held: Modifiers = Object.fromEntries(given.map((each) => [each, true]));
  if (named.has(base.toLowerCase())) return joinName(base.toLowerCase(), held);
  if ([...base].length !== 1 || base === ' ') return undefined;
  return nameCharacter(base, held);
}

function joinName(base: string, held: Modifiers): string {
  return [...modifiers.filter((each) => held[each]), base].join('+');
}

function nameCharacter(character: string, held: Modifiers): string {
  const isShortcut = held.ctrl === true || held.alt === true || held.super === true;
  if (!isShortcut) return held.shift === true ? character.toUpperCase() : character;
  if (shifted.test(character)) return joinName(character, { ...held, shift: false });
  const isUpper = isLetter(character) && character !== character.toLowerCase();
  // with Ctrl a capital without Shift means Caps Lock; with Alt the legacy encoding sends Shift as a capital
  return joinName(character.toLowerCase(), { ...held, shift: held.shift === true || (isUpper && held.ctrl !== true) });
}

/** Returns the key of a text of one grapheme. */
export const keyOfText = (text: string): Key => ({ name: text === ' ' ? 'space' : text, text });

const namedKey = (base: string, held: Modifiers = {}): Key => ({
  name: joinName(base, held),
  text: base === 'space' && !held.ctrl && !held.alt && !held.super ? ' ' : '',
});

/** Keys by the last character of `CSI 1 ; modifiers X` and `ESC O X`. */
const letters: Readonly<Record<string, string>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end' },
  ...{ P: 'f1', Q: 'f2', R: 'f3', S: 'f4' },
};
/** The keypad in its application mode. */
const keypadLetters: Readonly<Record<string, string>> = {
  ...{ M: 'enter', X: '=', j: '*', k: '+', l: ',', m: '-', n: '.', o: '/' },
  ...Object.fromEntries([...'pqrstuvwxy'].map((each, at) => [each, String(at)])),
};
/** Keys by the number of `CSI number ; modifiers ~`. */
const numbers: Readonly<Record<string, string>> = {
  ...{ 1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end' },
  ...Object.fromEntries([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((each, at) => [each, `f${at + 1}`])),
};
/** Keys by the code point of `CSI code ; modifiers u`. */
const codes: Readonly<Record<string, string>> = {
  ...{ 8: 'backspace', 9: 'tab', 13: 'enter', 27: 'esc', 32: 'space', 127: 'backspace' },
  // the keypad under the kitty protocol
  ...Object.fromEntries([...'0123456789./*-+'].map((each, at) => [57_399 + at, each])),
  ...{ 57414: 'enter', 57415: '=', 57416: ',', 57417: 'left', 57418: 'right', 57419: 'up', 57420: 'down' },
  ...{ 57421: 'pageup', 57422: 'pagedown', 57423: 'home', 57424: 'end', 57425: 'insert', 57426: 'delete' },
};
/** Returns whether the code is a modifier, media or lock key. */
const isSilent = (code: number): boolean => code >= 57_344 && code <= 63_743;

/** Returns the key of a control character or a sequence; undefined when it is no key. */
export function keyOfSequence(sequence: string): Key | undefined {
  if (sequence.length === 1) return keyOfControl(sequence);
  if (/^\x1b\x1b[[O]/.test(sequence)) return withAlt(keyOfSequence(sequence.slice(1)));
  const [, number = '', letter = ''] = /^\x1bO(\d?)([A-Za-z])$/.exec(sequence) ?? [];
  if (letter !== '') return keyOfLetter(letter, number);
  if (/^\x1b\[\[[A-E]$/.test(sequence)) return namedKey(`f${sequence.charCodeAt(3) - 64}`);
  const [, parameters, final = ''] = /^\x1b\[([\d;:]*)([A-Za-z~^@])$/.exec(sequence) ?? [];
  if (parameters !== undefined) return keyOfControlSequence(parameters, final);
  if (/^\x1b[^[]$/su.test(sequence)) return keyOfAlt(sequence.slice(1));
  return sequence === '\x1b[' ? namedKey('[', { alt: true }) : undefined;
}

function keyOfControl(character: string): Key | undefined {
  const code = character.charCodeAt(0);
  if (code === 127 || code === 8) return namedKey('backspace');
  if (code === 9) return namedKey('tab');
  if (code === 13) return namedKey('enter');
  if (code === 27) return namedKey('esc');
  if (code === 0) return namedKey('space', { ctrl: true });
  if (code === 31) return namedKey('-', { ctrl: true });
  return code < 32 ? namedKey(String.fromCharCode(code + 64).toLowerCase(), { ctrl: true }) : keyOfText(character);
}

function keyOfAlt(character: string): Key | undefined {
  // Alt with Enter, for each way to send the line break
  if (character === '\n') return namedKey('enter', { alt: true });
  const key = keyOfControl(character);
  if (key === undefined || key.text === '') return withAlt(key);
  return character === ' '
    ? namedKey('space', { alt: true })
    : { name: nameCharacter(character, { alt: true }), text: '' };
}

const withAlt = (key: Key | undefined): Key | undefined =>
  key && { name: readKeyName(`alt+${key.name}`) ?? `alt+${key.name}`, text: '' };

function keyOfLetter(letter: string, number: string): Key | undefined {
  if (/[abcd]/.test(letter)) return namedKey(letters[letter.toUpperCase()] ?? '', { ctrl: true });
  const name = letters[letter];
  if (name !== undefined) return namedKey(name, readModifiers(number));
  const keypad = keypadLetters[letter];
  if (keypad === undefined) return undefined;
  return keypad === 'enter' ? namedKey(keypad) : keyOfText(keypad);
}

function keyOfControlSequence(parameters: string, final: string): Key | undefined {
  const [first = '', second = '', third = ''] = parameters.split(';');
  const [held, event] = second.split(':');
  // a key release
  if (event === '3') return undefined;
  if (final === 'u') return keyOfCode(first, readModifiers(held), third);
  if (final === '~' && first === '27' && third !== '') return keyOfCode(third, readModifiers(held), '');
  const name = final === '~' || final === '^' || final === '@' ? numbers[first] : letters[final];
  if (final === '^') return name === undefined ? undefined : namedKey(name, { ctrl: true });
  if (final === '@') return name === undefined ? undefined : namedKey(name, { ctrl: true, shift: true });
  if (final === 'Z') return namedKey('tab', { ...readModifiers(held), shift: true });
  if (/[abcd]/.test(final)) return namedKey(letters[final.toUpperCase()] ?? '', { shift: true });
  return name === undefined ? undefined : namedKey(name, readModifiers(held));
}

/** Parses `code:shifted:base` and the key's text, if the terminal reports them. */
function keyOfCode(parameter: string, held: Modifiers, associated: string): Key | undefined {
  const [code = 0, upper = 0, base = 0] = parameter.split(':').map(Number);
  const name = codes[String(code)];
  if (name !== undefined && named.has(name)) return namedKey(name, held);
  if (name === undefined && (code < 32 || code > 0x10ffff || isSilent(code))) return undefined;
  const character = name ?? String.fromCodePoint(code);
  if (!(held.ctrl === true || held.alt === true || held.super === true)) {
    const text = associated === '' ? undefined : String.fromCodePoint(...associated.split(':').map(Number));
    if (text !== undefined) return keyOfText(text);
    if (held.shift !== true) return keyOfText(character);
    return keyOfText(upper > 31 ? String.fromCodePoint(upper) : character.toUpperCase());
  }
  // shortcuts use the key of a Latin layout, regardless of the text that the key enters
  if (code > 127 && base > 31) return { name: nameCharacter(String.fromCodePoint(base), held), text: '' };
  const isSymbol = held.shift === true && upper > 31 && !isLetter(character);
  if (isSymbol) return { name: nameCharacter(String.fromCodePoint(upper), { ...held, shift: false }), text: '' };
  return { name: nameCharacter(character, held), text: '' };
}

/** Modifier bits are offset by 1; lock keys are ignored. */
function readModifiers(parameter = ''): Modifiers {
  const bits = parameter === '' ? 0 : Number(parameter) - 1;
  const has = (bit: number): boolean => Math.floor(bits / bit) % 2 === 1;
  return { shift: has(1), alt: has(2), ctrl: has(4), super: has(8) };
}
