/** The built-in copy of the public catalog: a subset of its providers and models on one date. */
// The ids and names of models in it are data, as their providers publish them: requests send the ids.
import { later } from '../base/later.js';
import { readDocument, type CatalogDocument } from './document.js';

export interface Snapshot {
  /** `YYYY-MM-DD`: date of the oldest facts; facts that were looked up since are newer */
  date: string;
  document: CatalogDocument;
}

const readSnapshot = later(() => import('./snapshot.json', { with: { type: 'json' } }));

/** Loads the copy on first use. */
export async function loadSnapshot(): Promise<Snapshot> {
  const { default: data } = await readSnapshot();
  return { date: data.date, document: readDocument(data.providers) };
}
