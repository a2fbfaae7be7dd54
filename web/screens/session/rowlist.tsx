/** The rows of a transcript as a windowed list, for a live session or a record. */
import { defaultRangeExtractor, type Range, type Virtualizer } from '@tanstack/virtual-core';
import { isPrinting } from '../../live/printing.js';
import { useVirtual, type VirtualOptions } from '../../parts/virtual.js';
import { RowView } from './row.js';
import type { RowPlace } from './rowplace.js';
import type { Row } from './rows.js';

export type RowWindow = Virtualizer<HTMLElement, HTMLElement>;
type Options = Pick<VirtualOptions, 'getScrollElement' | 'anchorTo'>;

const everything = ({ count }: Range): number[] => [...Array(count).keys()];

export function useRowWindow(rows: readonly Row[], options: Options): RowWindow {
  return useVirtual({
    count: rows.length,
    estimateSize: () => 72,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
    rangeExtractor: isPrinting.value ? everything : defaultRangeExtractor,
    ...options,
  });
}

interface RowListProps {
  rows: readonly Row[];
  window: RowWindow;
  place: RowPlace;
  /** index of the row that the address names */
  marked?: number;
}

export function RowList({ rows, window, place, marked = -1 }: RowListProps) {
  return (
    <div class="transcript-rows" style={{ height: `${window.getTotalSize()}px` }}>
      {window.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={(element) => {
                if (element) window.measureElement(element);
              }}
              data-index={index}
              class={`transcript-row row-${row.kind}${index === marked ? ' marked' : ''}`}
              style={{ transform: `translateY(${start}px)` }}
              {...(row.turnId !== undefined && row.kind !== 'turn' && { 'data-turn-id': row.turnId })}
            >
              <RowView row={row} place={place} />
            </div>
          )
        );
      })}
    </div>
  );
}
