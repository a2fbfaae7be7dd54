/** The tab title: the current screen, then the visualizer. */
import { useEffect } from 'preact/hooks';
import { visibleText } from '../../client/view/clean.js';

const own = document.title;

export function useTitle(name: string): void {
  useEffect(() => {
    document.title = name === '' ? own : `${visibleText(name, 'page')} · ${own}`;
  }, [name]);
}
