/** Kinds of stops of the walk: a screen, an address, a session, a dialog, a menu, a panel. */
import type { Walk } from './walking.js';
import type { Seeds } from './walkseeds.js';

export const dates = 'Dates are a month late';

export interface Stop {
  name: string;
  /** it does not matter where the walk is */
  fromAnywhere?: true;
  go(walk: Walk, seeds: Seeds): Promise<void>;
}

export const screen = (name: string, heading = name, more?: (walk: Walk, seeds: Seeds) => Promise<void>): Stop => ({
  name,
  fromAnywhere: true,
  async go(walk, seeds) {
    await walk.choose(name);
    await walk.find('heading', heading).waitFor();
    await more?.(walk, seeds);
    await walk.look(name);
  },
});

/** An address that is typed. */
export const address = (
  name: string,
  path: (seeds: Seeds) => string,
  arrived: (walk: Walk) => Promise<void>,
): Stop => ({
  name,
  fromAnywhere: true,
  async go(walk, seeds) {
    await walk.page.goto(`${seeds.site.daemon.baseUrl}${path(seeds)}`);
    await arrived(walk);
    await walk.look(name);
  },
});

export const session = (title: string, more: (walk: Walk) => Promise<void>): Stop => ({
  name: title,
  fromAnywhere: true,
  async go(walk) {
    await walk.choose(title);
    await walk.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await more(walk);
    await walk.look(title);
  },
});

/** A dialog that a press opens, and Escape closes. */
export const dialog = (
  title: string,
  open: (walk: Walk) => Promise<void>,
  role: 'dialog' | 'alertdialog' = 'dialog',
  ready?: (walk: Walk) => Promise<void>,
): Stop => ({
  name: title,
  async go(walk) {
    await open(walk);
    const shown = walk.find(role, title);
    await shown.waitFor();
    await ready?.(walk);
    await walk.look(title);
    await walk.closed(shown);
  },
});

/** A menu: arrows move through it, Escape gives the focus back to its button. */
export const menu = (button: string, item: string, more?: (walk: Walk) => Promise<void>): Stop => ({
  name: `menu of ${button.replace(/[^\w ]/g, '')}`,
  async go(walk) {
    await more?.(walk);
    await walk.press('button', button);
    const found = walk.find('menuitem', item).or(walk.find('menuitemradio', item));
    await found.waitFor();
    await walk.page.keyboard.press('ArrowDown');
    await walk.look(`menu of ${button.replace(/[^\w ]/g, '')}`);
    await walk.page.keyboard.press('Escape');
    await found.waitFor({ state: 'hidden' });
  },
});

export const panel = (name: string, ready: (walk: Walk) => Promise<void>, button = name, of = dates): Stop => ({
  name: `panel ${name}`,
  async go(walk) {
    await toSession(walk, of);
    await walk.choose(button);
    const shown = walk.find('complementary', name);
    await shown.waitFor();
    await ready(walk);
    await walk.look(`panel ${name}`);
    await walk.press('button', walk.isNarrow ? 'Back' : 'Close panel', shown);
    await shown.waitFor({ state: 'detached' });
  },
});

export const wait = (find: (walk: Walk) => { waitFor(): Promise<void> }) => (walk: Walk) => find(walk).waitFor();
const toSession = async (walk: Walk, title: string): Promise<void> => {
  const isThere = new URL(walk.page.url()).pathname.split('/').length === 3;
  if (isThere && (await walk.page.getByRole('heading', { level: 1, name: title }).count()) > 0) return;
  await walk.choose(title);
  await walk.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await walk.page.getByTestId('transcript').waitFor();
};
export const toDates = (walk: Walk): Promise<void> => toSession(walk, dates);
