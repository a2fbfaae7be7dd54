/** The skills of a session during a turn: listed, loaded by the model, or called by a prompt (engine.md 13, 4.16). */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { ContentPart, Message, Origin, SkillActivation } from '../../../schemas/generated/types.js';
import { findSkill, type SkillSet } from '../../agent/skills/catalog.js';
import type { SkillPlaces } from '../../agent/skills/discover.js';
import { levelOf, maxNesting, skillMessage, textOf, type Loaded, type LoadedSkill } from '../../agent/skills/expand.js';
import { isForModel, type Skill } from '../../agent/skills/skill.js';
import { interruption, type LoadableSkills, ToolFailure } from '../../tools/tool.js';
import { plainName } from '../../base/text/visible.js';
import type { SessionDeps } from '../deps.js';
import type { ActiveTurn, Delivery, LiveAgent, LiveSession, QueuedPrompt } from '../live/state.js';

type Deps = Pick<SessionDeps, 'home' | 'userHome' | 'settings' | 'skills' | 'newId'>;
type Activated = Extract<EventPayload, { type: 'skill.activated' }>;

/** Maximum number of names in the error for an unknown skill. */
const namesShown = 50;

/** The skills of a turn; they are read while it begins, and callers wait for `found`. */
export interface TurnSkills {
  found: Promise<SkillSet>;
  /** whether the agent has the Skill tool, so that its prompt lists the skills */
  listed: boolean;
  loadable: LoadableSkills;
}

/** Where the skills of a session are searched. */
export function skillPlaces(
  deps: Pick<SessionDeps, 'home' | 'userHome' | 'settings'>,
  session: Pick<LiveSession, 'cwd' | 'skillsDirs'>,
): SkillPlaces {
  return {
    cwd: session.cwd,
    home: deps.home,
    userHome: deps.userHome,
    ...deps.settings().skills,
    launch: session.skillsDirs,
  };
}

/** Begins to read the skills that a turn needs, as they are when it begins. */
export function turnSkills(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  listed: boolean,
): TurnSkills {
  const needed = listed || active.prompt?.skills.length || active.activated?.length;
  const found: Promise<SkillSet> = needed
    ? deps.skills.of(skillPlaces(deps, session))
    : Promise.resolve({ skills: [], notices: [] });
  // callers that wait for `found` get the failure
  found.catch(() => undefined);
  // texts keep the order of the requests, and each sees the ones before it
  let last: Promise<unknown> = Promise.resolve();
  const load: LoadableSkills['load'] = (name, args, run) => {
    const loading = last.then(async () =>
      loadSkill(deps, session, agent, active, forModel(await found, name), args, run),
    );
    last = loading.catch(() => undefined);
    return loading;
  };
  return {
    found,
    listed,
    loadable: {
      find: async (name) => forModel(await found, name).name,
      load,
    },
  };
}

function forModel(set: SkillSet, name: string): Skill {
  const skill = findSkill(set.skills, name);
  if (!skill) {
    const names = set.skills.filter(isForModel).map((each) => each.name);
    const shown = names.slice(0, namesShown).join(', ') + (names.length > namesShown ? ', …' : '');
    throw new ToolFailure(`There is no skill named "${plainName(name)}". Skills: ${shown || 'none'}.`);
  }
  if (skill.type === 'flow') throw new ToolFailure(`The skill ${skill.name} is a flow: only the user can start it.`);
  if (!isForModel(skill)) throw new ToolFailure(`The skill ${skill.name} is not for you: only the user can start it.`);
  return skill;
}

async function loadSkill(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  skill: Skill,
  args: string | undefined,
  run: Parameters<LoadableSkills['load']>[2],
): Promise<'loaded' | 'known'> {
  const turn = loadedInTurn(agent, active.turnId);
  const level = levelOf(skill.name, turn);
  if (level > maxNesting)
    throw new ToolFailure(`Skills call for skills ${maxNesting} levels deep already; do without ${skill.name}.`);
  const trigger = level > 1 ? 'nested-skill' : 'model-tool';
  const text = await textFor(deps, session, skill, args, trigger);
  if ('problem' in text) throw new ToolFailure(`The skill ${skill.name} could not be loaded: ${text.problem}.`);
  if (isKnown(agent, skill.name, args, text.text)) return 'known';
  // a text that is too late for the turn must not start another one
  if (run.signal.aborted) throw new ToolFailure(interruption(run.signal));
  const activation = activationOf(deps.newId('activation'), skill, args);
  run.emit(activated(agent.id, activation, trigger));
  agent.inbox.push(delivery(activation, trigger, text.text));
  return 'loaded';
}

/** Delivers the texts of skills that were loaded right before the program ended and had not reached the context. */
export async function loadAgain(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  { found }: TurnSkills,
): Promise<void> {
  for (const { trigger, activationId, skillName, skillArgs } of active.activated ?? []) {
    const skill = findSkill((await found).skills, skillName);
    const text = skill
      ? await textFor(deps, session, skill, skillArgs, trigger)
      : { problem: 'it is not there any more' };
    const body = 'problem' in text ? lostText(skillName, text.problem) : text.text;
    const activation = skill ? activationOf(activationId, skill, skillArgs) : { activationId, skillName };
    agent.inbox.push(delivery(activation, trigger, body));
  }
}

/** The parts of a prompt's message, preceded by the texts of its skills, and the events that record them. */
export async function promptContent(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  prompt: QueuedPrompt,
  { found }: TurnSkills,
  promptParts: ContentPart[],
): Promise<{ content: ContentPart[]; events: NewEvent[] }> {
  const { content, events } = await calledTexts(deps, session, agent, prompt.skills, found);
  // a slash command has no text besides its skill
  const rest = prompt.slash ? promptParts.filter((part) => part.type !== 'text') : promptParts;
  return { content: [...content, ...rest], events };
}

/** The texts of skills that the user calls, and the events that record them; `found` are the current skills. */
export async function calledTexts(
  deps: Deps,
  session: LiveSession,
  agent: LiveAgent,
  called: readonly SkillActivation[],
  found = called.length === 0 ? undefined : deps.skills.of(skillPlaces(deps, session)),
): Promise<{ content: ContentPart[]; events: NewEvent[] }> {
  const content: ContentPart[] = [];
  const events: NewEvent[] = [];
  for (const activation of called) {
    const { skillName, skillArgs } = activation;
    const skill = findSkill((await found)?.skills ?? [], skillName);
    const text = skill
      ? await textFor(deps, session, skill, skillArgs, 'user-slash')
      : { problem: 'it is not there any more' };
    if ('problem' in text) {
      const message = `The skill ${skillName} could not be loaded: ${text.problem}.`;
      events.push({ type: 'warning', agentId: agent.id, message, code: 'skill-skipped' });
      content.push({ type: 'text', text: lostText(skillName, text.problem, skillArgs) });
    } else {
      events.push(activated(agent.id, activation, 'user-slash'));
      content.push({ type: 'text', text: text.text });
    }
  }
  return { content, events };
}

/** The origin of a turn that a prompt begins. */
export function promptOrigin({ skills, slash }: Pick<QueuedPrompt, 'skills' | 'slash'>): Origin {
  const [first] = skills;
  if (slash && first) return { ...first, kind: 'skill_activation', trigger: 'user-slash' };
  return { kind: 'user', ...(skills.length === 0 ? {} : { skillActivations: skills }) };
}

export function activationOf(activationId: string, skill: Skill, args: string | undefined): SkillActivation {
  return {
    activationId,
    skillName: skill.name,
    ...(args === undefined || args === '' ? {} : { skillArgs: args }),
    skillType: skill.type,
    skillPath: skill.path,
    skillSource: skill.source,
  };
}

function activated(agentId: string, activation: SkillActivation, trigger: Activated['trigger']): NewEvent {
  const { skillType: _type, ...fields } = activation;
  return { type: 'skill.activated', agentId, ...fields, trigger };
}

function delivery(activation: SkillActivation, trigger: Activated['trigger'], text: string): Delivery {
  return {
    origin: { ...activation, kind: 'skill_activation', trigger },
    content: [{ type: 'text', text }],
    records: [],
    whenRunning: [],
  };
}

async function textFor(
  deps: Deps,
  session: LiveSession,
  skill: Skill,
  args: string | undefined,
  trigger: Loaded['trigger'],
): Promise<{ text: string } | { problem: string }> {
  const read = await deps.skills.read(skill, deps);
  if ('problem' in read) return read;
  const now = { ...skill, type: read.type, argumentNames: read.argumentNames };
  const given = args === undefined ? {} : { args };
  return { text: skillMessage({ skill: now, body: read.body, trigger, sessionId: session.ref.id, ...given }) };
}

function lostText(name: string, problem: string, args?: string): string {
  const called = args === undefined ? name : `${name} with "${plainName(args)}"`;
  return `<system>The skill ${called} was called but could not be loaded: ${problem}. Mention this before you continue.</system>`;
}

/** The skills that a turn has loaded so far, in order; reads only the messages of the turn. */
function loadedInTurn(agent: LiveAgent, turnId: number): LoadedSkill[] {
  const from = agent.entries.findLastIndex(({ message }) => (message.metadata?.turn_id ?? turnId) !== turnId);
  const body = agent.entries
    .slice(from + 1)
    .flatMap(({ message }) => skillsIn(message.metadata?.origin, message.content));
  const waiting = agent.inbox.flatMap(({ origin, content }) => skillsIn(origin, content));
  return [...body, ...waiting];
}

function isKnown(agent: LiveAgent, name: string, args: string | undefined, text: string): boolean {
  const same = (found: LoadedSkill & { args?: string }) =>
    found.name === name && (found.args ?? '') === (args ?? '') && textOf(found.text) === textOf(text);
  return (
    agent.inbox.some(({ origin, content }) => skillsIn(origin, content).some(same)) ||
    agent.entries.some(({ message }) => skillsIn(message.metadata?.origin, message.content).some(same))
  );
}

/** Skills whose texts a message contains, in the order of its text parts. */
function skillsIn(origin: Origin | undefined, content: Message['content']): (LoadedSkill & { args?: string })[] {
  const activations =
    origin?.kind === 'skill_activation' ? [origin] : origin?.kind === 'user' ? (origin.skillActivations ?? []) : [];
  return activations.map(({ skillName, skillArgs }, index) => {
    const part = content[index];
    return {
      name: skillName,
      text: part?.type === 'text' ? part.text : '',
      ...(skillArgs === undefined ? {} : { args: skillArgs }),
    };
  });
}
