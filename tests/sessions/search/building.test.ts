/** The search index of existing texts is built while new texts arrive. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '../../helpers/daemon.js';
import { openLibrary, type Library } from './library.js';

let library: Library;
beforeEach(() => {
  library = openLibrary();
});
afterEach(() => library.close());

test('it is built in one pass, even when texts never cease to come', async () => {
  for (let n = 0; n < 400; n += 1) library.add(`an old text, number ${n}`);
  library.db.exec('UPDATE search_index SET built = 0; DELETE FROM search_queue');
  const state = library.db.prepare<[], { built: number; documents: number }>(
    'SELECT built, documents FROM search_index',
  );
  let added = 0;
  const coming = setInterval(() => {
    for (let n = 0; n < 5; n += 1) library.add(`a new text, number ${(added += 1)}`);
  }, 1);
  const indexed = library.index();
  await until('the index to be built', () => (state.get()?.built === 1 ? true : undefined));
  clearInterval(coming);
  await indexed;
  // indexes texts that came after the pass had read its last ones
  await library.index();
  expect(added).toBeGreaterThan(5);
  // otherwise the pass would have waited for a moment without new texts
  expect(added).toBeLessThan(1_500);
  expect(state.get()).toEqual({ built: 1, documents: 400 + added });
});
