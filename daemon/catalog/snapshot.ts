/** The built-in copy of the public catalog: a reduced set of providers and models, as they were on its date. */
import { readDocument, type CatalogDocument } from './document.js';

export interface Snapshot {
  /** `YYYY-MM-DD`: no fact is older, what was looked up since is newer */
  date: string;
  document: CatalogDocument;
}

/** Loaded when it is first asked for. */
export async function loadSnapshot(): Promise<Snapshot> {
  const { default: data } = await import('./snapshot.json', { with: { type: 'json' } });
  return { date: data.date, document: readDocument(data.providers) };
}
