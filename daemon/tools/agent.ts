/** The tool Agent: gives another agent a task and returns its report (engine.md 4.14). */
import { head } from '../base/text/cut.js';
import { plainName } from '../base/text/visible.js';
import type { AgentOutcome, AgentRequest } from './agents.js';
import { systemNote } from './text.js';
import type { BuiltinTool, ToolResult } from './tool.js';
import { ToolFailure } from './tool.js';

const defaultType = 'coder';
const maxDescriptionChars = 200;
/** Maximum length of the report in the display, in chars; the result contains all of it. */
const displayChars = 2_000;

type Input = Parameters<BuiltinTool<'Agent'>['run']>[0];

export const agent: BuiltinTool<'Agent'> = {
  name: 'Agent',
  permission: 'allow',
  // after an abort, the calls of the other agent need their own grace period first
  abortGraceMs: 8_000,
  async plan(input, { agents }) {
    const { prompt, description, type, resume, background } = requestOf(input);
    // a rule on an agent type also applies when such an agent is resumed
    const name = (resume === undefined ? type : agents.typeOf(resume)) ?? defaultType;
    return {
      subject: { kind: 'name', name },
      access: { kind: 'none' },
      display: { kind: 'agent_call', agent_name: name, prompt, description, background },
    };
  },
  async run(input, run) {
    return resultOf(await run.agents.call(requestOf(input), run));
  },
};

function requestOf(input: Input): AgentRequest {
  if (input.prompt.trim() === '') throw new ToolFailure('The prompt is blank.');
  if (input.resume !== undefined && input.subagent_type !== undefined)
    throw new ToolFailure('resume and subagent_type exclude each other: an agent that is resumed keeps its type.');
  return {
    prompt: input.prompt,
    description: plainName(input.description.replace(/\s+/gu, ' ').trim(), maxDescriptionChars),
    background: input.run_in_background ?? false,
    ...(input.resume === undefined ? { type: input.subagent_type ?? defaultType } : { resume: input.resume }),
  };
}

function resultOf(outcome: AgentOutcome): ToolResult {
  const { agentId, type } = outcome;
  switch (outcome.status) {
    case 'completed':
      return {
        output: [
          `agent_id: ${agentId}`,
          `actual_subagent_type: ${type}`,
          'status: completed',
          '',
          '[summary]',
          outcome.text,
        ].join('\n'),
        display: {
          kind: 'agent_summary',
          agent_name: type,
          result: head(outcome.text, displayChars),
          steps: outcome.steps,
        },
      };
    case 'running':
      return {
        output: [
          `task_id: ${outcome.taskId}`,
          `agent_id: ${agentId}`,
          'status: running',
          systemNote('The agent works in the background. A notification brings its report; do not wait for it idly.'),
        ].join('\n'),
        display: {
          kind: 'task',
          task_id: outcome.taskId,
          status: 'running',
          description: outcome.description,
          task_kind: 'agent',
        },
      };
    default:
      return {
        output: [
          `status: ${outcome.status}`,
          `reason: ${outcome.reason}`,
          `agent_id: ${agentId}`,
          `resume_hint: call Agent with resume "${agentId}" to continue with its present context`,
        ].join('\n'),
        isError: true,
        display: { kind: 'error', message: `${type}: ${outcome.reason}` },
      };
  }
}
