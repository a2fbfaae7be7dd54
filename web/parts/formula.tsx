/** A formula as MathML; shows its source until it is rendered, and when it cannot be parsed (web.md 5.5.2). */
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type temml from 'temml';
import type { FormulaPlace } from '../../client/view/formulas/blocks.js';
import { Clean } from './clean.js';

type Library = Pick<typeof temml, 'render'>;

const library = signal<Library | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Maximum number of macro expansions, so that no formula takes long. */
const mostExpansions = 200;

export function Formula({ formula: { source, isDisplay } }: { formula: FormulaPlace }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const { value: drawing } = library;
  useEffect(() => {
    loading ??= import('temml')
      .then((module) => void (library.value = module.default))
      // the module cannot be loaded now: the source stays readable
      .catch(() => void (loading = undefined));
  }, []);
  useLayoutEffect(() => {
    const { current } = place;
    if (!drawing || !current) return;
    try {
      drawing.render(source, current, { displayMode: isDisplay, throwOnError: true, maxExpand: mostExpansions });
      setDrawn(true);
    } catch {
      current.replaceChildren();
      setDrawn(false);
    }
  }, [drawing, source, isDisplay]);
  return (
    <>
      <span ref={place} class={`formula${isDisplay ? ' display' : ''}`} />
      {!isDrawn && (
        <code>
          <Clean text={source} />
        </code>
      )}
    </>
  );
}
