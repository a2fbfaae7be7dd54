/** Sections of the settings about limits: the budget with what was spent today, and the tools with what runs beside them (web.md 5.15). */
import { useEffect, useState } from 'preact/hooks';
import { formatMoney } from '../../../client/view/format.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Link } from '../../parts/link.js';
import { TableForm, type TableName } from './tableform.js';

export function Budget() {
  const [today, setToday] = useState<Operations['getUsage']['data']['budget'] | undefined>(undefined);
  const current = server.value;
  useEffect(() => {
    let isOver = false;
    current?.client.getUsage({ query: { limit: 1 } }).then(
      ({ budget }) => isOver || setToday(budget),
      // the form works without it
      () => undefined,
    );
    return () => void (isOver = true);
  }, [current]);
  return (
    <>
      <p class="dim">{text('budget.lead')}</p>
      <p>
        {today && text('budget.today', { spent: formatMoney(today.day_spent_usd) })}{' '}
        {today?.day_left_usd !== undefined && text('budget.left', { left: formatMoney(today.day_left_usd) })}{' '}
        <Link to="/usage">{text('nav.usage')}</Link>
      </p>
      <TableForm
        table="budget"
        labels={{
          session_usd: text('budget.session'),
          day_usd: text('budget.day'),
          warn_ratio: text('budget.warn'),
        }}
      />
    </>
  );
}

const groups = [
  'tools',
  'loop_control',
  'background',
  'subagent',
  'checkpoints',
  'mcp',
  'image',
] as const satisfies readonly TableName[];

export function Tools() {
  return (
    <>
      <p class="dim">{text('tools.lead')}</p>
      {groups.map((table) => (
        <section key={table}>
          <h3>{text(`tools.${table}`)}</h3>
          <TableForm table={table} />
        </section>
      ))}
    </>
  );
}
