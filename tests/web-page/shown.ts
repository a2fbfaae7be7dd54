/** What a page shows of a session and of the list, as data: two pages that saw the same must be equal in it. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

export interface Shown {
  title: string;
  /** names of the list of sessions, sorted: a change of the mode, say, moves a session without an event for all */
  sessions: string[];
  /** rows of the transcript: their words, and the states of what is in them */
  rows: string[];
  /** approvals and questions */
  decisions: string[];
  queue: string[];
  mode: string;
}

/** The window must be high enough for the whole transcript, which draws what is near the view. */
export function readShown(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
    const wordsOf = (element: Element): string => {
      const copy = element.cloneNode(true) as Element;
      for (const each of copy.querySelectorAll('time, [role=menu], .call-state')) each.remove();
      // only the page that saw it run knows how long it took
      for (const each of copy.querySelectorAll('[data-testid=thinking] .call-head'))
        each.textContent = (each.textContent ?? '').replace(/, .*/, '');
      const states = [element, ...element.querySelectorAll('*')].flatMap(
        (each) => each.getAttribute('data-state') ?? [],
      );
      return `${states.join()} ${copy.textContent ?? ''}`.replace(/\s+/g, ' ').trim();
    };
    const content = document.querySelector('main');
    return {
      title: content?.querySelector('h1')?.textContent ?? '',
      sessions: all('[data-testid=session-item] a')
        .map((each) => each.getAttribute('aria-label') ?? '')
        .sort(),
      rows: all('[data-testid=transcript] [data-index]').map(wordsOf),
      decisions: all('main [data-testid=approval], main [data-testid=question]').map(
        (each) => each.getAttribute('data-approval-id') ?? each.getAttribute('data-question-id') ?? '',
      ),
      queue: all('.queue .queued-words').map((each) => each.textContent ?? ''),
      mode: content?.querySelector('[data-control=mode] button')?.getAttribute('aria-label') ?? '',
    };
  });
}

/** Waits until two pages show the same; fails with the difference. */
export async function expectSame(one: Page, other: Page, ms = 30_000): Promise<void> {
  for (const end = Date.now() + ms; ;) {
    const [first, second] = await Promise.all([readShown(one), readShown(other)]);
    if (JSON.stringify(first) === JSON.stringify(second)) return;
    if (Date.now() > end) expect(first).toEqual(second);
    await one.waitForTimeout(50);
  }
}
