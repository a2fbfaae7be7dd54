/** Windowing of a long list whose rows have any height: only those near what is in sight are drawn. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

type Given = 'count' | 'getScrollElement' | 'estimateSize' | 'getItemKey' | 'overscan' | 'rangeExtractor' | 'anchorTo';
export type VirtualOptions = Pick<VirtualizerOptions<HTMLElement, HTMLElement>, Given>;

export function useVirtual(given: VirtualOptions): Virtualizer<HTMLElement, HTMLElement> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const options = {
    ...given,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
