/** The tool ExitPlanMode: submits the plan to the user and acts on the choice (engine.md 4.12, 8). */
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { inwardPlan } from './inward.js';
import { readPlan, storeRevision } from './plans.js';
import type { BuiltinTool, ToolContext, ToolResult, ToolReview, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

const RESERVED = ['approve', 'reject', 'reject and exit', 'revise'];
const MAX_LABEL_CHARS = 80;

type Options = NonNullable<ToolInputs['ExitPlanMode']['options']>;

export const exitPlanMode: BuiltinTool<'ExitPlanMode'> = {
  name: 'ExitPlanMode',
  permission: 'review',
  async plan(input, context) {
    requireLabels(input.options ?? []);
    const { plan, path } = await currentPlan(context);
    const options = input.options?.map(({ label, description }) => ({ label, description: description ?? '' }));
    return inwardPlan({ kind: 'plan_review', plan, path, ...(options ? { options } : {}) });
  },
  async beforeReview(_input, review) {
    await putForward(await currentPlan(review), review);
  },
  async run(_input, run) {
    const current = await currentPlan(run);
    // `beforeReview` has stored the copy already
    if (!run.review) await putForward(current, run);
    return decide(current, run);
  },
};

interface CurrentPlan {
  plan: string;
  path: string;
}

async function currentPlan(context: ToolContext): Promise<CurrentPlan> {
  const { active, path } = context.memory.plan;
  if (!active) throw new ToolFailure('Plan mode is not active; there is no plan to hand in.');
  if (path === undefined) throw new ToolFailure('There is no plan file yet. Call EnterPlanMode to get one.');
  const plan = await readPlan(path);
  if (plan === undefined) throw new ToolFailure(`The plan file ${path} is missing or blank. Write the plan first.`);
  return { plan, path };
}

async function putForward({ plan, path }: CurrentPlan, by: ToolReview): Promise<void> {
  by.emit({ type: 'plan.revision', agentId: by.agentId, ...(await storeRevision(path, plan)) });
}

function decide(current: CurrentPlan, run: ToolRun): ToolResult {
  if (!run.review)
    return approved('The plan was approved automatically; the user is not asked in this mode.', current, run);
  const { label, feedback } = run.review;
  const feedbackText = feedback?.trim() ? `\nFeedback of the user: ${feedback.trim()}` : '';
  switch (label) {
    case 'Approve':
      return approved(`The user approved the plan.${feedbackText}`, current, run);
    case 'Revise':
      return {
        output: `The user asks for changes.${feedbackText}\nChange the plan file ${current.path} and call ExitPlanMode again. Plan mode stays on.`,
      };
    case 'Reject':
      return {
        output: `The user rejected the plan.${feedbackText}\nPlan mode stays on.`,
        isError: true,
        stopsTurn: true,
      };
    case 'Reject and Exit':
      leave(run);
      return {
        output: `The user rejected the plan and left plan mode.${feedbackText}`,
        isError: true,
        stopsTurn: true,
      };
    default:
      return approved(`The user approved the plan with this option: ${label}${feedbackText}`, current, run);
  }
}

function approved(how: string, { plan, path }: CurrentPlan, run: ToolRun): ToolResult {
  leave(run);
  return { output: `${how}\nPlan mode is off: carry out the plan.\nPlan file: ${path}\n\n${plan}` };
}

function leave(run: ToolRun): void {
  const { path } = run.memory.plan;
  run.memory.plan = { active: false, path };
  run.emit({ type: 'plan.changed', agentId: run.agentId, active: false, ...(path === undefined ? {} : { path }) });
}

function requireLabels(options: Options): void {
  const labels = options.map(({ label }) => label.trim().toLowerCase());
  if (labels.some((label) => label === '')) throw new ToolFailure('A label is blank.');
  if (options.some(({ label }) => label.length > MAX_LABEL_CHARS))
    throw new ToolFailure(`Labels have at most ${MAX_LABEL_CHARS} chars.`);
  const reserved = labels.findIndex((label) => RESERVED.includes(label));
  if (reserved >= 0) throw new ToolFailure(`The label ${options[reserved]?.label} is reserved.`);
  const twice = labels.findIndex((label, index) => labels.indexOf(label) < index);
  if (twice >= 0) throw new ToolFailure(`Labels must be unique; this one is there twice: ${options[twice]?.label}`);
}
