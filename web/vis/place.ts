/** The selection and the filter as part of the address, so that a link shows the same view (web.md 8.3). */
import { computed } from '@preact/signals';
import { currentPath } from '../live/base.js';
import { route, setQuery } from '../live/routes.js';

export const views = [
  'summary',
  'timeline',
  'context',
  'tools',
  'agents',
  'conversation',
  'tasks',
  'logs',
  'events',
] as const;
export type View = (typeof views)[number];

export interface Filter {
  from: number | undefined;
  to: number | undefined;
  /** empty: all agents */
  agents: readonly string[];
  types: readonly string[];
  text: string;
}

const number = (text: string | null): number | undefined =>
  text === null || text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
const list = (text: string | null): string[] => (text ?? '').split(',').filter((part) => part !== '');

export const view = computed<View>(() => {
  const wanted = route.value.query.get('view');
  return views.find((each) => each === wanted) ?? 'summary';
});
export const chosenSeq = computed(() => number(route.value.query.get('seq')));
export const filter = computed<Filter>(() => {
  const { query } = route.value;
  return {
    from: number(query.get('from')),
    to: number(query.get('to')),
    agents: list(query.get('agents')),
    types: list(query.get('types')),
    text: query.get('q') ?? '',
  };
});

export function showView(next: View): void {
  setQuery({ view: next === 'summary' ? undefined : next });
}

/** Selects an event; replaces the history entry, because users do not go back to a selection. */
export function choose(seq: number | undefined): void {
  setQuery({ seq: seq === undefined ? undefined : String(seq) }, { replace: true });
}

export function setSpan(from: number | undefined, to: number | undefined): void {
  const text = (at: number | undefined) => (at === undefined ? undefined : String(Math.round(at)));
  setQuery({ from: text(from), to: text(to) }, { replace: true });
}

export function setFilter(change: Partial<Record<'agents' | 'types' | 'q', string>>): void {
  setQuery(Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value || undefined])), {
    replace: true,
  });
}

/** Returns the address of an event in a view of the same session. */
export function linkTo(next: View, seq?: number): string {
  const query = new URLSearchParams({ view: next, ...(seq === undefined ? {} : { seq: String(seq) }) });
  return `${currentPath()}?${query.toString()}`;
}
