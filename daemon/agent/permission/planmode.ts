/** Step 2 of the order: what plan mode decides about a call (engine.md 6.2, 8). */
import { inside } from '../../base/fs/paths.js';
import type { CommandFacts } from './facts.js';
import { isPlanFile, ownPlaces } from './places.js';
import type { PermissionPolicy } from './policy.js';
import { isHeld, type Case, type Decision } from './sandbox.js';

export function inPlanMode(plan: Case): Decision | undefined {
  const { call, policy, command } = plan;
  if (!policy.plan.active) return undefined;
  const { name, permission } = call.tool;
  const { subject } = call;
  if (name === 'ExitPlanMode' && permission === 'review') {
    return policy.mode === 'auto'
      ? { decision: 'allow', step: 'plan', reason: 'plans are approved by themselves in auto mode' }
      : { decision: 'ask', step: 'plan', reason: 'the plan waits for its review' };
  }
  if (subject.kind === 'path' && subject.operation === 'write') {
    return isPlanFile(subject, policy)
      ? { decision: 'allow', step: 'plan', reason: 'the plan file' }
      : {
          decision: 'deny',
          step: 'plan',
          reason: `plan mode: only the plan file ${policy.plan.path ?? ''} may be written`.replace(/ +/gu, ' '),
        };
  }
  if (['Write', 'Edit', 'TaskStop', 'CronCreate', 'CronDelete', 'CreateGoal'].includes(name)) {
    return { decision: 'deny', step: 'plan', reason: `plan mode: ${name} is not allowed before the plan is approved` };
  }
  const why = command && !isHeld(plan) ? notForPlans(command, policy) : undefined;
  return why === undefined
    ? undefined
    : { decision: policy.mode === 'auto' ? 'deny' : 'ask', step: 'plan', reason: `plan mode: ${why}` };
}

function notForPlans(command: CommandFacts, policy: PermissionPolicy): string | undefined {
  const { unparsable } = command.line;
  if (unparsable !== undefined) return `the command line is not understood: ${unparsable}`;
  const { session } = ownPlaces(policy);
  const written = command.redirections.find(
    ({ direction, unknown, places }) =>
      direction !== 'input' &&
      (unknown || places.some((place) => !inside([session], place.resolved) && !isPlanFile(place, policy))),
  );
  return written && `the command writes to ${written.text}`;
}
