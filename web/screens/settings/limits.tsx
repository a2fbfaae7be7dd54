/** The settings sections Budget, with today's spending, and Tools, with background work (web.md 5.15). */
import { useEffect, useState } from 'preact/hooks';
import { formatMoney } from '../../../client/view/format.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Link } from '../../parts/link.js';
import { TableForm, type TableName } from './tableform.js';

type Report = Operations['getUsage']['data'];

/** Returns today's spending in USD. A report without a limit has no budget, and its newest day may not be today. */
function spentToday({ budget, days: [newest], time_zone: timeZone }: Report): number {
  if (budget) return budget.day_spent_usd;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now());
  return newest?.day === today ? newest.spending.cost_usd : 0;
}

export function Budget() {
  const [report, setReport] = useState<Report | undefined>(undefined);
  const current = server.value;
  useEffect(() => {
    let isOver = false;
    current?.client.getUsage({ query: { limit: 1 } }).then(
      (found) => isOver || setReport(found),
      // the form works without the report
      () => undefined,
    );
    return () => void (isOver = true);
  }, [current]);
  const left = report?.budget?.day_left_usd;
  return (
    <>
      <p class="dim">{text('budget.lead')}</p>
      <p>
        {report && text('budget.today', { spent: formatMoney(spentToday(report)) })}{' '}
        {left !== undefined && text('budget.left', { left: formatMoney(left) })}{' '}
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
