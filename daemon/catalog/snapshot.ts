/** The built-in copy of the public catalog: a reduced set of providers and models, as they were on its date. */
import { later } from '../base/later.js';
import { readDocument, type CatalogDocument } from './document.js';

export interface Snapshot {
  /** `YYYY-MM-DD`: no fact is older, what was looked up since is newer */
  date: string;
  document: CatalogDocument;
}

const readSnapshot = later(() => import('./snapshot.json', { with: { type: 'json' } }));

/** Loaded when it is first asked for. */
export async function loadSnapshot(): Promise<Snapshot> {
  const { default: data } = await readSnapshot();
  return { date: data.date, document: readDocument(data.providers) };
}
