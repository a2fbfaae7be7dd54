/** Builds the stops of the walk by kind: a screen, an address, a session, a dialog, a menu, a panel. */
import type { Walk } from './walking.js';
import type { Seeds } from './walkseeds.js';

export const dates = 'Dates are a month late';

export interface Stop {
  name: string;
  /** can be visited from any screen */
  fromAnywhere?: true;
  visit(walk: Walk, seeds: Seeds): Promise<void>;
}

export const screen = (name: string, heading = name, ready?: (walk: Walk, seeds: Seeds) => Promise<void>): Stop => ({
  name,
  fromAnywhere: true,
  async visit(walk, seeds) {
    await walk.choose(name);
    await walk.find('heading', heading).waitFor();
    await ready?.(walk, seeds);
    await walk.inspect(name);
  },
});

/** An address that the walk opens directly. */
export const address = (name: string, path: (seeds: Seeds) => string, ready: (walk: Walk) => Promise<void>): Stop => ({
  name,
  fromAnywhere: true,
  async visit(walk, seeds) {
    await walk.page.goto(`${seeds.site.daemon.baseUrl}${path(seeds)}`);
    await ready(walk);
    await walk.inspect(name);
  },
});

export const session = (title: string, ready: (walk: Walk) => Promise<void>): Stop => ({
  name: title,
  fromAnywhere: true,
  async visit(walk) {
    await walk.choose(title);
    await walk.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await ready(walk);
    await walk.inspect(title);
  },
});

/** A dialog, which Escape closes. */
export const dialog = (
  title: string,
  open: (walk: Walk) => Promise<void>,
  role: 'dialog' | 'alertdialog' = 'dialog',
  ready?: (walk: Walk) => Promise<void>,
): Stop => ({
  name: title,
  async visit(walk) {
    await open(walk);
    const shown = walk.find(role, title);
    await shown.waitFor();
    await ready?.(walk);
    await walk.inspect(title);
    await walk.close(shown);
  },
});

/** A menu, which Escape closes. */
export const menu = (button: string, item: string, prepare?: (walk: Walk) => Promise<void>): Stop => ({
  name: `menu of ${button.replace(/[^\w ]/g, '')}`,
  async visit(walk) {
    await prepare?.(walk);
    await walk.press('button', button);
    const found = walk.find('menuitem', item).or(walk.find('menuitemradio', item));
    await found.waitFor();
    await walk.page.keyboard.press('ArrowDown');
    await walk.inspect(`menu of ${button.replace(/[^\w ]/g, '')}`);
    await walk.page.keyboard.press('Escape');
    await found.waitFor({ state: 'hidden' });
  },
});

export const panel = (name: string, ready: (walk: Walk) => Promise<void>, button = name, of = dates): Stop => ({
  name: `panel ${name}`,
  async visit(walk) {
    await openSession(walk, of);
    await walk.choose(button);
    const shown = walk.find('complementary', name);
    await shown.waitFor();
    await ready(walk);
    await walk.inspect(`panel ${name}`);
    await walk.press('button', walk.isNarrow ? 'Back' : 'Close panel', shown);
    await shown.waitFor({ state: 'detached' });
  },
});

export const untilVisible = (find: (walk: Walk) => { waitFor(): Promise<void> }) => (walk: Walk) =>
  find(walk).waitFor();
const openSession = async (walk: Walk, title: string): Promise<void> => {
  const isThere = new URL(walk.page.url()).pathname.split('/').length === 3;
  if (isThere && (await walk.page.getByRole('heading', { level: 1, name: title }).count()) > 0) return;
  await walk.choose(title);
  await walk.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await walk.page.getByTestId('transcript').waitFor();
};
export const openDates = (walk: Walk): Promise<void> => openSession(walk, dates);
