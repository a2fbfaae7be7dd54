/** Reads what a page shows of a session and of the session list; two pages with the same state must be equal. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

export interface Shown {
  title: string;
  /** names in the session list, sorted, because some changes reorder the list without an event for every client */
  sessions: string[];
  /** rows of the transcript: the states of their elements, and their text */
  rows: string[];
  /** ids of shown approvals and questions */
  decisions: string[];
  queue: string[];
  mode: string;
}

/** The window must be high enough for the whole transcript, because only rows near the viewport exist. */
export function readShown(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
    const wordsOf = (element: Element): string => {
      const copy = element.cloneNode(true) as Element;
      for (const each of copy.querySelectorAll('time, [role=menu], .call-state')) each.remove();
      // only a page that was open while the model was thinking shows the duration
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
