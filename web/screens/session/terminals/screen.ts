/** A terminal on the page: xterm, adapted to the page's CSP and to the colors of the theme (web.md 5.13). */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type ITheme } from '@xterm/xterm';
import { copyText } from '../../../live/clipboard.js';

export interface TerminalScreen {
  write(data: string): void;
  /** resets the terminal, when its older output is no longer available */
  clear(): void;
  /** Resizes the terminal to its container; returns the size if it changed. */
  fit(): { cols: number; rows: number } | undefined;
  paint(): void;
  setReadable(isReadable: boolean): void;
  focus(): void;
  close(): void;
}

export interface TerminalScreenOptions {
  place: HTMLElement;
  isReadable: boolean;
  onInput(data: string): void;
  /** the user leaves the terminal with the keyboard */
  onLeave(): void;
}

const scrollback = 10_000;

export function createTerminalScreen({ place, isReadable, onInput, onLeave }: TerminalScreenOptions): TerminalScreen {
  const terminal = new Terminal({
    scrollback,
    screenReaderMode: isReadable,
    cursorBlink: false,
    fontFamily: styleOf('--mono'),
    fontSize: fontSizeOf(place),
    theme: themeOf(),
    linkHandler: { activate: openLink, allowNonHttpProtocols: false },
  });
  const fitting = new FitAddon();
  terminal.loadAddon(fitting);
  const sheets = withStyleSheets(() => terminal.open(place));
  terminal.textarea?.setAttribute('aria-label', place.getAttribute('aria-label') ?? '');
  terminal.onData(onInput);
  terminal.onBinary(onInput);
  terminal.registerLinkProvider({
    provideLinks(row, done) {
      const words = terminal.buffer.active.getLine(row - 1)?.translateToString(true) ?? '';
      const found = [...words.matchAll(/https?:\/\/[^\s"'<>`]+[^\s"'<>`.,;:!?)\]}]/g)];
      done(
        found.map(({ index, 0: text }) => ({
          text,
          range: { start: { x: index + 1, y: row }, end: { x: index + text.length, y: row } },
          activate: openLink,
        })),
      );
    },
  });
  terminal.attachCustomKeyEventHandler((event) => {
    const { ctrlKey, metaKey, shiftKey, code, type } = event;
    if (!(ctrlKey || metaKey) || !shiftKey) return true;
    if (code === 'Escape') {
      if (type === 'keydown') onLeave();
      return false;
    }
    if (code === 'KeyC') {
      event.preventDefault();
      if (type === 'keydown' && terminal.hasSelection()) copyText(terminal.getSelection());
      return false;
    }
    // the browser handles pasting
    return code !== 'KeyV';
  });
  return {
    write: (data) => terminal.write(data),
    clear: () => terminal.reset(),
    fit() {
      const { cols, rows } = terminal;
      const wanted = fitting.proposeDimensions();
      if (!wanted || Number.isNaN(wanted.cols) || Number.isNaN(wanted.rows)) return undefined;
      if (wanted.cols === cols && wanted.rows === rows) return undefined;
      terminal.resize(wanted.cols, wanted.rows);
      return { cols: wanted.cols, rows: wanted.rows };
    },
    paint() {
      terminal.options.theme = themeOf();
      terminal.options.fontSize = fontSizeOf(place);
    },
    setReadable: (next) => void (terminal.options.screenReaderMode = next),
    focus: () => terminal.focus(),
    close() {
      terminal.dispose();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
    },
  };
}

function openLink(event: MouseEvent, address: string): void {
  if (!(event.ctrlKey || event.metaKey) || !/^https?:\/\//i.test(address)) return;
  window.open(address, '_blank', 'noopener,noreferrer');
}

/**
 * The page's CSP forbids `style` elements, and xterm creates some while it opens. Replaces them by hidden elements
 * whose text becomes an adopted style sheet of the document. Returns these style sheets.
 */
function withStyleSheets(open: () => void): CSSStyleSheet[] {
  const sheets: CSSStyleSheet[] = [];
  const create = document.createElement.bind(document);
  const make = (name: string, options?: ElementCreationOptions): HTMLElement => {
    if (name.toLowerCase() !== 'style') return create(name, options);
    const sheet = new CSSStyleSheet();
    sheets.push(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const element = create('span');
    element.hidden = true;
    let rules = '';
    Object.defineProperties(element, {
      textContent: {
        get: () => rules,
        set(next: string) {
          rules = next;
          sheet.replaceSync(next);
        },
      },
      sheet: { get: () => sheet },
    });
    return element;
  };
  document.createElement = make;
  try {
    open();
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
  return sheets;
}

function styleOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function fontSizeOf(place: HTMLElement): number {
  return Math.round(parseFloat(getComputedStyle(place).fontSize)) || 13;
}

/** The sixteen ANSI colors come from the theme, so that they are readable on it. */
function themeOf(): ITheme {
  const [red, green, yellow, blue, magenta] = ['--error', '--success', '--warning', '--accent', '--shellMode'].map(
    styleOf,
  );
  const [background, foreground, muted, chosen] = ['--sunken', '--text', '--textMuted', '--chosen'].map(styleOf);
  const strong = styleOf('--textStrong');
  const colors = { red, green, yellow, blue, magenta, cyan: blue, black: muted, white: foreground };
  const bright = {
    brightRed: red,
    brightGreen: green,
    brightYellow: yellow,
    brightBlue: blue,
    brightMagenta: magenta,
    brightCyan: blue,
    brightBlack: muted,
    brightWhite: strong,
  };
  return {
    background,
    foreground,
    cursor: foreground,
    cursorAccent: background,
    selectionBackground: chosen,
    ...colors,
    ...bright,
  };
}
