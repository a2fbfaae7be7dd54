/** Background tasks with their output, and scheduled prompts. */
import { useMemo, useState } from 'preact/hooks';
import type { CronJob, TaskInfo, VisEvent } from '../../../schemas/generated/types.js';
import { formatMoment, text } from '../../live/text.js';
import { BodyPart } from '../../parts/blocks.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Failure } from '../../parts/failure.js';
import { Table } from '../../parts/table.js';
import type { Recording } from '../record.js';
import { clockTime, words } from '../words.js';

export function TasksView({ record }: { record: Recording }) {
  const read = record.version.value;
  const { tasks, jobs } = useMemo(() => factsOf(record.events), [record, read]);
  return (
    <>
      <h2>{text('vis.tasks.background')}</h2>
      {tasks.length === 0 ? (
        <p class="empty">{text('vis.tasks.none')}</p>
      ) : (
        <ul class="plain-list vis-tasks" aria-label={text('vis.tasks.background')}>
          {tasks.map((task) => (
            <Task key={task.taskId} record={record} task={task} />
          ))}
        </ul>
      )}
      <h2>{text('vis.tasks.cron')}</h2>
      {jobs.length === 0 ? (
        <p class="empty">{text('vis.tasks.noCron')}</p>
      ) : (
        <Table
          label={text('vis.tasks.cron')}
          columns={[text('vis.tasks.schedule'), text('vis.tasks.prompt'), text('vis.tasks.next')]}
        >
          {jobs.map(({ id, humanSchedule, prompt, nextFireAt }) => (
            <tr key={id}>
              <th scope="row">
                <Clean text={humanSchedule} />
              </th>
              <td>
                <Clean text={prompt} />
              </td>
              <td>{nextFireAt === null ? text('vis.unknown') : formatMoment(Date.parse(nextFireAt))}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function factsOf(events: readonly VisEvent[]): { tasks: TaskInfo[]; jobs: CronJob[] } {
  const tasks = new Map<string, TaskInfo>();
  const jobs = new Map<string, CronJob>();
  for (const { type, payload } of events) {
    if (!payload) continue;
    if (type === 'task.started' || type === 'task.terminated') {
      const info = payload['info'] as TaskInfo;
      tasks.set(info.taskId, info);
    } else if (type === 'cron.changed') {
      const job = payload['job'] as CronJob;
      if (payload['change'] === 'created') jobs.set(job.id, job);
      else jobs.delete(job.id);
    }
  }
  return { tasks: [...tasks.values()], jobs: [...jobs.values()] };
}

function Task({ record, task }: { record: Recording; task: TaskInfo }) {
  const { taskId, kind, description, status, startedAt, endedAt } = task;
  const [output, setOutput] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const length = endedAt === null ? undefined : endedAt - startedAt;
  return (
    <li class="card">
      <p>
        <strong>
          <Clean text={description} />
        </strong>{' '}
        <span class="dim small">
          {taskId} · {kind} · {status} · {clockTime(startedAt)} · {words.duration(length)}
        </span>
      </p>
      {failure !== undefined && <Failure error={failure} />}
      {output !== undefined && <BodyPart block={{ kind: 'output', text: output }} />}
      {output === '' && <p class="empty">{text('vis.tasks.noOutput')}</p>}
      {kind === 'process' && output === undefined && failure === undefined && (
        <Button onClick={() => void record.source.taskOutput(taskId).then(setOutput, setFailure)}>
          {text('vis.tasks.output')}
        </Button>
      )}
    </li>
  );
}
