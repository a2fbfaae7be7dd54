/** The title of the tab: what is shown, then the visualizer. */
import { useEffect } from 'preact/hooks';

const own = document.title;

export function useTitle(name: string): void {
  useEffect(() => {
    document.title = name === '' ? own : `${name} · ${own}`;
  }, [name]);
}
