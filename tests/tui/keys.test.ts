/** Keys in every encoding, pastes, bursts, and reports that are never input (tui.md 3.4 to 3.6, 4.2). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readKeyName } from '../../client/tui/terminal/keynames.js';
import { createKeys } from '../../client/tui/terminal/keys.js';
import { programTimers } from '../helpers/programglobal.js';

beforeEach(() => {
  programTimers.useFakeTimers();
});
afterEach(() => {
  programTimers.useRealTimers();
});

function listen(detectsBursts = true) {
  const keys: string[] = [];
  const texts: string[] = [];
  const pastes: string[] = [];
  const reports: unknown[] = [];
  const reader = createKeys({
    onKey: ({ name, text }) => {
      keys.push(name);
      texts.push(text);
    },
    onPaste: (text) => pastes.push(text),
    onReport: (report) => reports.push(report),
    detectsBursts: () => detectsBursts,
  });
  const pass = (ms: number) => programTimers.advanceTimersByTime(ms);
  return { ...reader, keys, texts, pastes, reports, pass };
}

/** Returns the keys of some input, after all timeouts. */
function keysOf(...chunks: (string | Uint8Array)[]): string[] {
  const { write, keys, pass, close } = listen();
  for (const chunk of chunks) {
    write(chunk);
    pass(100);
  }
  pass(10_000);
  close();
  return keys;
}

/** name; legacy, modifyOtherKeys and kitty sequences; a dash where an encoding has none */
const table: [string, ...string[]][] = [
  ['esc', '\x1b', '-', '\x1b[27u'],
  ['enter', '\r', '-', '\x1b[13u', '\x1bOM', '\x1b[57414u'],
  ['shift+enter', '-', '\x1b[27;2;13~', '\x1b[13;2u'],
  ['alt+enter', '\x1b\r', '\x1b[27;3;13~', '\x1b[13;3u', '\x1b\n'],
  ['ctrl+enter', '-', '\x1b[27;5;13~', '\x1b[13;5u'],
  ['tab', '\t', '-', '\x1b[9u'],
  ['shift+tab', '\x1b[Z', '\x1b[27;2;9~', '\x1b[9;2u'],
  ['space', ' ', '-', '\x1b[32u'],
  ['ctrl+space', '\0', '\x1b[27;5;32~', '\x1b[32;5u'],
  ['backspace', '\x7f', '-', '\x1b[127u', '\b'],
  ['alt+backspace', '\x1b\x7f', '\x1b[27;3;127~', '\x1b[127;3u'],
  ...[...'abcdfgklnopqrstuvwxyz'].map((letter): [string, ...string[]] => {
    const code = letter.charCodeAt(0);
    return [`ctrl+${letter}`, String.fromCharCode(code - 96), `\x1b[27;5;${code}~`, `\x1b[${code};5u`];
  }),
  ['ctrl+e', '\x05', '\x1b[27;5;101~', '\x1b[101;5u', '\x1b[101;69u', '\x1b[101;5:1u'],
  ['ctrl+j', '\n', '\x1b[27;5;106~', '\x1b[106;5u'],
  ['ctrl+-', '\x1f', '\x1b[27;5;45~', '\x1b[45;5u'],
  ['ctrl+]', '\x1d', '\x1b[27;5;93~', '\x1b[93;5u'],
  ['ctrl+shift+a', '-', '\x1b[27;6;65~', '\x1b[97;6u', '\x1b[97:65;6u'],
  ...[...'bdfpvy'].map((letter): [string, ...string[]] => {
    const code = letter.charCodeAt(0);
    return [`alt+${letter}`, `\x1b${letter}`, `\x1b[27;3;${code}~`, `\x1b[${code};3u`];
  }),
  ['alt+shift+a', '\x1bA', '\x1b[27;4;65~', '\x1b[97;4u', '\x1b[97:65;4u'],
  ['alt+?', '\x1b?', '\x1b[27;4;63~', '\x1b[47:63;4u'],
  ['alt+space', '\x1b ', '\x1b[27;3;32~', '\x1b[32;3u'],
  ['super+s', '-', '-', '\x1b[115;9u'],
  ...['up', 'down', 'right', 'left', '-', 'end', '-', 'home'].flatMap((name, at): [string, ...string[]][] => {
    const letter = String.fromCharCode(65 + at);
    if (name === '-') return [];
    return [
      [name, `\x1b[${letter}`, `\x1bO${letter}`, `\x1b[1;1${letter}`],
      [`alt+${name}`, `\x1b\x1b[${letter}`, `\x1b[1;3${letter}`, `\x1b[1;3:1${letter}`],
      [`ctrl+${name}`, `\x1b[1;5${letter}`],
      [`shift+${name}`, `\x1b[1;2${letter}`],
    ];
  }),
  ['ctrl+left', '\x1bOd'],
  ['home', '\x1b[1~', '\x1b[7~', '\x1b[57423u'],
  ['end', '\x1b[4~', '\x1b[8~', '\x1b[57424u'],
  ['insert', '\x1b[2~'],
  ['delete', '\x1b[3~', '\x1b[3;1~'],
  ['ctrl+delete', '\x1b[3;5~', '\x1b[3^'],
  ['pageup', '\x1b[5~'],
  ['pagedown', '\x1b[6~'],
  ...[...'PQRS'].map((each, at): [string, ...string[]] => [`f${at + 1}`, `\x1bO${each}`, `\x1b[${each}`]),
  ...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((each, at): [string, ...string[]] => [
    `f${at + 1}`,
    `\x1b[${each}~`,
  ]),
  ['f5', '\x1b[[E'],
  ['shift+f3', '\x1b[1;2R', '\x1b[13;2~'],
  ...[...'123456789'].map((each, at): [string, ...string[]] => [
    each,
    each,
    '-',
    `\x1b[${49 + at}u`,
    `\x1b[${57_400 + at}u`,
  ]),
  ['a', 'a', '-', '\x1b[97u', '\x1b[97;1:2u'],
  ['A', 'A', '\x1b[27;2;65~', '\x1b[97;2u', '\x1b[97:65;2u'],
  ['?', '?', '\x1b[27;2;63~', '\x1b[47:63;2u'],
  ['日', '日', '-', '\x1b[26085u'],
  // in a layout that is not Latin, the key of the base layout determines the shortcut
  ['ctrl+c', '\x03', '\x1b[1089::99;5u'],
  ['с', 'с', '\x1b[1089u', '\x1b[1089::99u'],
];

describe('a key has one name in every encoding:', () => {
  test.each(table)('%s', (name, ...encodings) => {
    for (const each of encodings.filter((encoding) => encoding !== '-'))
      expect([each, keysOf(each)]).toEqual([each, [name]]);
  });

  test.each(table)('%s, divided between two reads at any byte', (name, ...encodings) => {
    for (const each of encodings.filter((encoding) => encoding.length > 2)) {
      for (let at = 1; at < each.length; at += 1) {
        const { write, keys, pass } = listen();
        write(each.slice(0, at));
        // a lone ESC becomes a key after a shorter time
        pass(at === 1 || /^\x1b\x1b?$/.test(each.slice(0, at)) ? 40 : 400);
        write(each.slice(at));
        pass(10_000);
        expect([each, at, keys]).toEqual([each, at, [name]]);
      }
    }
  });

  test('released keys and keys that only modify are none', () => {
    expect(keysOf('\x1b[97;1:3u', '\x1b[57441;2u', '\x1b[57358u', '\x1b[1;5:3A')).toEqual([]);
  });

  test('names of settings have their modifiers in any order', () => {
    for (const [name] of table) if (!/^[A-Zа-я日]$/.test(name)) expect(readKeyName(name)).toBe(name);
    expect(readKeyName('shift+ctrl+A')).toBe('ctrl+shift+a');
    expect(readKeyName('Alt+ENTER')).toBe('alt+enter');
    expect(readKeyName('shift+a')).toBe('A');
    expect(readKeyName('alt+shift+?')).toBe('alt+?');
    expect(readKeyName('ctrl++')).toBe('ctrl++');
    for (const bad of ['', 'ctrl+', 'ctrl+ctrl+a', 'hyper+a', 'ab', 'f13', ' '])
      expect(readKeyName(bad)).toBeUndefined();
  });
});

describe('ESC', () => {
  test('counts after 50 ms, and at once where the terminal encodes it', () => {
    const { write, keys, pass } = listen();
    write('\x1b');
    pass(49);
    expect(keys).toEqual([]);
    pass(1);
    expect(keys).toEqual(['esc']);
    write('\x1b[27u');
    expect(keys).toEqual(['esc', 'esc']);
  });

  test('twice, and before another key', () => {
    expect(keysOf('\x1b\x1b')).toEqual(['esc', 'esc']);
    expect(keysOf('\x1b', '\x1b')).toEqual(['esc', 'esc']);
    expect(keysOf('\x1b', 'a')).toEqual(['esc', 'a']);
    expect(keysOf('\x1b[')).toEqual(['alt+[']);
    expect(keysOf('\x1bO')).toEqual(['alt+shift+o']);
  });
});

describe('text', () => {
  test('arrives by grapheme, and characters divided between reads whole', () => {
    expect(keysOf('héllo 日本')).toEqual(['h', 'é', 'l', 'l', 'o', 'space', '日', '本']);
    expect(keysOf('👨‍👩‍👧e\u0301')).toEqual(['👨‍👩‍👧', 'e\u0301']);
    const bytes = Buffer.from('日👍');
    expect(keysOf(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['日', '👍']);
    expect(keysOf('a\x80\x9bb')).toEqual(['a', 'b']);
  });

  test('has its text, and a shortcut none', () => {
    const { write, texts } = listen();
    write('a \x1b[1;5A\x13');
    expect(texts).toEqual(['a', ' ', '', '']);
  });
});

describe('a paste', () => {
  test('has its line ends normalised and no control characters, however it is divided', () => {
    const whole = 'x\x1b[200~one\r\ntwo\rthree\tfour\x1b[31m\x07\x7f\u009b end\x1b[201~y';
    for (let at = 1; at < whole.length; at += 1) {
      const { write, keys, pastes, pass } = listen();
      write(whole.slice(0, at));
      pass(20);
      write(whole.slice(at));
      pass(10_000);
      expect([pastes, keys]).toEqual([['one\ntwo\nthree\tfour[31m end'], ['x', 'y']]);
    }
  });

  test('without an end is what came within five seconds', () => {
    const { write, keys, pastes, pass } = listen();
    write('\x1b[200~no end');
    pass(5000);
    write('\x03');
    expect([pastes, keys]).toEqual([['no end'], ['ctrl+c']]);
  });

  test('of 5,000 lines is quick', () => {
    programTimers.useRealTimers();
    const text = Array.from({ length: 5000 }, (_, at) => `line ${at} with some words in it`).join('\n');
    const { write, pastes } = listen();
    const start = process.cpuUsage();
    const sent = `\x1b[200~${text}\x1b[201~`;
    for (let at = 0; at < sent.length; at += 4095) write(sent.slice(at, at + 4095));
    expect(process.cpuUsage(start).user).toBeLessThan(200_000);
    expect(pastes).toEqual([text]);
  });
});

describe('a burst', () => {
  test('in one write is sent by its last Enter', () => {
    const { write, keys, pass } = listen();
    write('hello\r');
    expect(keys.join('')).toBe('hello');
    pass(30);
    expect(keys.at(-1)).toBe('enter');
    expect(keys).toHaveLength(6);
  });

  test('has line breaks where more keys follow an Enter within 30 ms', () => {
    const { write, keys, pastes, pass } = listen();
    write('one\rtwo\r\nthree\r');
    pass(29);
    write('four');
    pass(7);
    expect([keys, pastes]).toEqual([[], []]);
    pass(1);
    expect([keys, pastes]).toEqual([[], ['one\ntwo\nthree\nfour']]);
  });

  test('comes key by key', () => {
    const { write, keys, pastes, pass } = listen();
    for (const each of 'ab\rcd\r') {
      write(each);
      pass(4);
    }
    pass(30);
    expect([keys, pastes]).toEqual([['a', 'b', 'enter'], ['\ncd']]);
  });

  test('is pasted over 1,000 characters, and a tab in it is text', () => {
    const { write, pastes, keys, pass } = listen();
    write('x'.repeat(1001));
    write('\r\tend');
    pass(8);
    expect([pastes, keys]).toEqual([[`${'x'.repeat(1001)}\n\tend`], []]);
  });

  test('ends before a shortcut; an Enter typed by itself is sent at once', () => {
    const { write, pastes, keys, pass } = listen();
    write('a\rb\x03');
    expect([pastes, keys]).toEqual([['a\nb'], ['ctrl+c']]);
    pass(20);
    write('\r');
    expect(keys).toEqual(['ctrl+c', 'enter']);
    write('\n');
    expect(keys).toEqual(['ctrl+c', 'enter', 'ctrl+j']);
  });

  test('is none where it is switched off: every Enter sends', () => {
    const { write, pastes, keys } = listen(false);
    write('a\rb\r');
    expect([pastes, keys]).toEqual([[], ['a', 'enter', 'b', 'enter']]);
  });
});

describe('reports', () => {
  const known: [string, unknown][] = [
    ['\x1b[I', { kind: 'focus', isFocused: true }],
    ['\x1b[O', { kind: 'focus', isFocused: false }],
    ['\x1b[?997;1n', { kind: 'scheme', scheme: 'dark' }],
    ['\x1b[?997;2n', { kind: 'scheme', scheme: 'light' }],
    ['\x1b[?5u', { kind: 'keyboard', flags: 5 }],
    ['\x1b[?62;4;22c', { kind: 'attributes' }],
    ['\x1bP>|tmux 3.3a\x1b\\', { kind: 'name', name: 'tmux 3.3a' }],
    ['\x1b]11;rgb:1e1e/2f2f/ffff\x1b\\', { kind: 'background', color: '#1e2fff' }],
    ['\x1b]11;rgb:00/80/ff\x07', { kind: 'background', color: '#0080ff' }],
    ['\x1b[24;80R', { kind: 'cursor', row: 24, column: 80 }],
  ];
  const others = [
    ...['\x1b[>0;276;0c', '\x1b[?2026;2$y', '\x1b[12;2$y', '\x1b[0n', '\x1b[8;24;80t', '\x1b]10;rgb:ff/ff/ff\x1b\\'],
    ...[
      '\x1b]52;c;YQ==\x07',
      '\x1bP1+r436f=323536\x1b\\',
      '\x1b_Gi=31;OK\x1b\\',
      '\x1b[<0;10;5M',
      '\x1b[M !!',
      '\x1b[?4m',
    ],
  ];

  test.each([...known, ...others.map((each): [string, unknown] => [each, undefined])])(
    '%j is no input, whole or divided',
    (sequence, report) => {
      for (let at = 1; at <= sequence.length; at += 1) {
        const { write, keys, pastes, reports, pass } = listen();
        write(sequence.slice(0, at));
        pass(sequence.slice(0, at) === '\x1b' ? 40 : 450);
        write(sequence.slice(at));
        write('k');
        pass(10_000);
        expect([at, keys, pastes]).toEqual([at, ['k'], []]);
        expect(reports).toEqual(report === undefined ? [] : [report]);
      }
    },
  );

  test.each(known.filter(([sequence]) => sequence.length > 4))(
    '%j whose first byte came long before',
    (sequence, report) => {
      const { write, keys, reports, pass } = listen();
      write('\x1b');
      pass(300);
      write(sequence.slice(1));
      expect([keys, reports]).toEqual([['esc'], [report]]);
    },
  );

  test('one without an end is dropped, and what follows is read', () => {
    expect(keysOf('\x1b]11;rgb:12', '\x1b[A')).toEqual(['up']);
    const { write, keys, pass } = listen();
    write('\x1b]11;rgb:12');
    pass(5000);
    write('a');
    expect(keys).toEqual(['a']);
    expect(keysOf('\x1b[12\x03')).toEqual(['ctrl+c']);
  });
});
