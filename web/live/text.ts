/** The texts of the page in the chosen language, loaded on demand, and the formats of numbers and times. */
import { computed, effect, signal } from '@preact/signals';
import type { CommandTexts, CommandWords } from '../../client/commands/texts.js';
import { wordsOf, type NumberForms } from '../../client/commands/words.js';
import type { Messages } from '../messages/en.js';
import { languageOf, type Language } from './appearance.js';
import { preferences } from './preferences.js';

export type MessageKey = keyof Messages;
const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('../messages/en.js')).en,
  'zh-CN': async () => (await import('../messages/zh-CN.js')).zhCN,
};

const messages = signal<Messages | undefined>(undefined);
export const language = signal<Language>('en');

// cached: creating one takes a browser about a millisecond, and each row of a list needs it
const plurals = computed(() => new Intl.PluralRules(language.value));
const numbers = computed(() => new Intl.NumberFormat(language.value));
const agos = computed(() => new Intl.RelativeTimeFormat(language.value, { numeric: 'auto', style: 'narrow' }));
/** The first formatter takes a browser 40 ms, so it is created after the page has rendered. */
const momentsAfterMs = 1_000;
const isPageDrawn = signal(false);
const moments = computed(() => {
  const { timeFormat } = preferences.value;
  const hours =
    timeFormat === 'language' ? {} : { hourCycle: timeFormat === '12' ? ('h12' as const) : ('h23' as const) };
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'full', timeStyle: 'medium', ...hours });
});

/** Loads the chosen language now and after each change; resolves when the first one is loaded. */
export function watchLanguage(): Promise<void> {
  let wanted: Language | undefined;
  return new Promise((resolve) => {
    const load = (): void => {
      const next = languageOf(preferences.value);
      if (next === wanted) return;
      wanted = next;
      void loaders[next]().then((loaded) => {
        if (wanted !== next) return;
        language.value = next;
        messages.value = loaded;
        resolve();
        setTimeout(() => (isPageDrawn.value = true), momentsAfterMs);
      });
    };
    effect(load);
    window.addEventListener('languagechange', load);
  });
}

/** Whether the page has a text for a key from a server. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(messages.value ?? {}, key);
}

const inLanguage: NumberForms = {
  formOf: (n) => (plurals.value.select(n) === 'one' ? 'one' : 'other'),
  format: formatNumber,
};

export const { text, counted } = wordsOf(() => messages.value, inLanguage);

const commandLoaders: Readonly<Record<Language, () => Promise<CommandTexts>>> = {
  en: async () => (await import('../../client/commands/texts.js')).texts,
  'zh-CN': async () => (await import('../messages/zh-CN/commands.js')).commands,
};

/** Returns the texts of slash commands; the first call loads them. */
export async function commandWords(): Promise<CommandWords> {
  const loaded = await commandLoaders[language.value]();
  return wordsOf(() => loaded, inLanguage);
}

export function formatNumber(value: number): string {
  return numbers.value.format(value);
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const;

/** Formats how long ago a time was, in the language of the page. */
export function formatAgo(at: number, from: number): string {
  let amount = Math.max(0, (from - at) / 1_000);
  if (amount < 45) return text('time.now');
  for (const [unit, size] of steps) {
    if (Math.round(amount) < size) return agos.value.format(-Math.round(amount), unit);
    amount /= size;
  }
  return '';
}

export const formatMoment = (at: number): string => moments.value.format(at);

/** The tooltip of a time; undefined until the page has rendered, because users need it only then. */
export const titleOfMoment = (at: number): string | undefined => (isPageDrawn.value ? formatMoment(at) : undefined);

/** Returns the name of a model's capability; one that only the server knows stays as it is. */
export function capabilityName(capability: string): string {
  const key = `capability.${capability}`;
  return isMessageKey(key) ? text(key) : capability.replaceAll('_', ' ');
}
