/** A table that scrolls on its own when it is wider than its container. */
import type { ComponentChildren } from 'preact';
import { text } from '../live/text.js';

export interface TableProps {
  label: string;
  /** names of the columns; an empty one holds buttons */
  columns: readonly string[];
  /** the rows */
  children: ComponentChildren;
}

export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="table-frame" role="group" tabIndex={0} aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {name === '' ? <span class="unseen">{text('table.actions')}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
