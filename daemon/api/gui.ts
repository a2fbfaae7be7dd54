/** The store of graphical clients. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function guiHandlers({ gui }: ApiDeps) {
  return {
    countGuiItems: () => ({ length: gui.count() }),
    getGuiItem: ({ query }) => ({ value: gui.get(query.key) }),
    setGuiItem({ body }) {
      gui.set(body.key, body.value);
      return null;
    },
    removeGuiItem({ body }) {
      gui.remove(body.key);
      return null;
    },
    clearGuiItems() {
      gui.clear();
      return null;
    },
  } satisfies Partial<Handlers>;
}
