/** The field of the search bar; it is there at once and takes letters while the rest of the bar loads. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../live/text.js';
import { Later } from '../../parts/later.js';
import type { FindBarProps } from './findbar.js';

const loadFindBar = async () => (await import('./findbar.js')).FindBar;

export function FindPlace(props: Omit<FindBarProps, 'words' | 'stepBy'>) {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const stepBy = useRef<(step: 1 | -1) => void>(undefined);
  // before the next key press, which a shortcut would take otherwise
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <search class="find-bar row" aria-label={text('find.name')}>
      <input
        ref={field}
        type="search"
        aria-label={text('find.field')}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'Enter') stepBy.current?.(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') props.onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Later load={loadFindBar} given={{ ...props, words, stepBy }} />
    </search>
  );
}

/** Shown while the turn of an address loads, which can take many pages. */
export function TurnOnTheWay({ turn }: { turn: string }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <p class="turn-on-the-way" role="status">
      {text('transcript.turnLoads', { n: turn })}
    </p>
  );
}
