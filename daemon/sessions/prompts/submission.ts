/** Accepts prompts: checks them completely, stores their media, and adds them to the queue (rest.md 12, 16). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type {
  ContentPart,
  Prompt,
  PromptContentPart,
  PromptLimits,
  SkillActivation,
} from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import { later } from '../../base/later.js';
import type { SessionDeps } from '../deps.js';
import type { GoalFields } from '../goals/goals.js';
import { modelOf } from '../turns/gate.js';
import type { Prompts } from './prompts.js';
import { promptSettings, settingEvents, type RequestedSettings } from '../settings/settings.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import { checkContent, checkKinds, checkReferences, storeContent } from './media.js';
import { checkMetadata } from '../settings/metadata.js';
import { bindingEvents, chooseAgent } from '../agents/profiles.js';
import type { Pursuits } from '../goals/requests.js';
import { checkModel, modelEvents } from '../settings/readiness.js';
import type { SkillsFront } from '../skills/requests.js';
import { textsOf } from '../texts/texts.js';

export interface PromptRequest extends RequestedSettings, GoalFields {
  content: PromptContentPart[];
  agent_id?: string;
  prompt_id?: string;
  skills?: { name: string; args?: string }[];
  metadata?: Record<string, unknown>;
  unattended?: boolean;
  limits?: PromptLimits;
  output_schema?: Record<string, unknown>;
  fallback_model?: string;
}

export interface Activation {
  args?: string;
  /** images, videos and files */
  attachments?: PromptContentPart[];
}

export interface Submission {
  submit(id: string, request: PromptRequest): Promise<Prompt>;
  /** calls a skill by its slash command; returns the skill's own spelling of the name */
  activate(id: string, name: string, request: Activation): Promise<string>;
  editPrompt(
    id: string,
    promptId: string,
    change: { content?: PromptContentPart[]; position?: number },
  ): Promise<Prompt>;
}

interface Front {
  /** loads a session for changes; throws when it is archived */
  open(id: string): LiveSession;
  /** like `open`, but loads long texts asynchronously first */
  openWithTexts(id: string): Promise<LiveSession>;
  agentOf(session: LiveSession, agentId: string): LiveAgent;
  /** decides pending approvals again by the settings that were just recorded */
  decideAgain(session: LiveSession, events: NewEvent[]): void;
  prompts: Prompts;
  pursuits: Pursuits;
  skills: SkillsFront;
}

/** The properties of a prompt besides its content. */
interface Extras {
  skills: SkillActivation[];
  slash: boolean;
  profile: Profile;
}

/** The events that bind the requested profile, or the error, which is thrown later in the order of the checks. */
interface Profile {
  events: NewEvent[];
  problem?: ApiError;
}

export function createSubmission(
  deps: SessionDeps,
  { open, openWithTexts: opened, agentOf, decideAgain, prompts, pursuits, skills }: Front,
): Submission {
  const { uploads } = deps;
  const texts = textsOf(deps.db);
  const placeOf = (id: string) => ({ directory: deps.sessionDirectory(id), uploads });

  /** Throws when a file that a prompt names does not exist; called before the session is checked (rest.md 12). */
  async function checkNamed(id: string, given: PromptContentPart[]): Promise<void> {
    checkReferences(given, deps.store.ref(id) ? placeOf(id) : { uploads });
    await checkKinds(given, { uploads });
  }

  /** Runs `use` with stored content; a refusal leaves no files behind. */
  async function withContent<T>(
    id: string,
    given: PromptContentPart[],
    use: (content: ContentPart[]) => T,
  ): Promise<T> {
    const stored = await storeContent(given, placeOf(id), deps.settings().image.maxEdgePx);
    let isAccepted = false;
    try {
      await texts.keepPrompt(id, stored.parts);
      const made = use(stored.parts);
      isAccepted = true;
      return made;
    } finally {
      await stored.release(isAccepted);
    }
  }

  /** Throws when the model of the prompt is not ready; a missing model is refused with the other settings. */
  function checkReady(session: LiveSession, { model }: PromptRequest, { events }: Profile): NewEvent[] {
    if (model !== undefined && model !== '') {
      if (deps.models.exists(model))
        checkModel(deps, session, [{ type: 'model.changed', agentId: 'main', model, named: true }]);
      return [];
    }
    const bound = events.filter((event) => event.type === 'model.changed');
    const taken = bound.length > 0 ? [] : modelEvents(deps, session);
    checkModel(deps, session, [...bound, ...taken]);
    return taken;
  }

  /** Events for the settings of the request; throws the first error in the order of rest.md 12. */
  function check(session: LiveSession, agent: LiveAgent, request: PromptRequest, profile: Profile): NewEvent[] {
    prompts.checkId(session, request.prompt_id);
    const model = checkReady(session, request, profile);
    if (profile.problem !== undefined) throw profile.problem;
    if (profile.events.length > 0) checkUnused(agent);
    const settings = settingEvents(deps, session, promptSettings(request));
    checkFallback(deps, request);
    checkPriced(deps, session, agent, request, [...profile.events, ...model, ...settings]);
    const goal = pursuits.requested(session, request);
    prompts.checkRoom(agent);
    return [...profile.events, ...model, ...settings, ...goal];
  }

  async function take(id: string, request: PromptRequest, extras: Extras): Promise<Prompt> {
    const agentId = request.agent_id ?? 'main';
    checkContent(request.content, placeOf(id));
    // before media are written, so that a refusal leaves nothing behind
    const before = open(id);
    check(before, agentOf(before, agentId), request, extras.profile);
    return withContent(id, request.content, (content) => {
      // the session may have been archived, unloaded or changed in the meantime
      const session = open(id);
      const agent = agentOf(session, agentId);
      const settings = check(session, agent, request, extras.profile);
      const prompt = prompts.submit(
        session,
        agent,
        {
          content,
          unattended: request.unattended ?? false,
          skills: extras.skills,
          slash: extras.slash,
          ...(request.prompt_id === undefined ? {} : { promptId: request.prompt_id }),
          ...(request.metadata === undefined ? {} : { metadata: request.metadata }),
          ...(request.limits === undefined ? {} : { limits: request.limits }),
          ...(request.output_schema === undefined ? {} : { outputSchema: request.output_schema }),
          ...(request.fallback_model === undefined ? {} : { fallbackModel: request.fallback_model }),
        },
        settings,
      );
      decideAgain(session, settings);
      session.lastUsedAt = deps.now();
      deps.workspaces.bringBack(session.workspaceId);
      return prompt;
    });
  }

  /** The profile that a prompt requests; without events when it is already bound. */
  async function profileOf(session: LiveSession, profile: string | undefined): Promise<Profile> {
    const main = agentOf(session, 'main');
    if (profile === undefined || profile === main.binding.name) return { events: [] };
    try {
      checkUnused(main);
      const { appended } = main.binding;
      const chosen = await chooseAgent(deps, session.cwd, { profile }, 'profile');
      const binding = appended === undefined ? chosen.binding : { ...chosen.binding, appended };
      // the profile's model becomes that of the session; a model that the prompt names is applied later
      return { events: bindingEvents(deps, { ...chosen, binding }) };
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      return { events: [], problem };
    }
  }

  return {
    async submit(id, request) {
      const agentId = request.agent_id ?? 'main';
      checkMetadata(request.metadata);
      checkGoalOwner(agentId, request);
      await checkSchema(request.output_schema);
      await checkNamed(id, request.content);
      const session = await opened(id);
      agentOf(session, agentId);
      if (request.skills !== undefined && request.prompt_id !== undefined)
        throw invalid('prompt_id', 'not together with skills');
      if (request.skills !== undefined && agentId !== 'main') throw invalid('skills', 'only the main agent takes them');
      const named = await skills.resolve(session, request.skills ?? []);
      const profile = await profileOf(session, request.profile);
      return take(id, request, { skills: named, slash: isCall(request.content, named), profile });
    },
    async activate(id, name, { args, attachments = [] }) {
      attachments.forEach(({ type }, index) => {
        if (type !== 'image' && type !== 'video' && type !== 'file')
          throw invalid(`attachments.${index}.type`, 'must be image, video or file');
      });
      await checkNamed(id, attachments);
      const given = args?.trim() ?? '';
      const [skill] = await skills.resolve(await opened(id), [{ name, ...(given === '' ? {} : { args: given }) }]);
      if (!skill) throw new ApiError('SKILL_NOT_FOUND');
      const content: PromptContentPart[] = [{ type: 'text', text: callText(skill) }, ...attachments];
      await take(id, { content }, { skills: [skill], slash: true, profile: { events: [] } });
      return skill.skillName;
    },
    async editPrompt(id, promptId, change) {
      prompts.checkQueued(await opened(id), promptId);
      const position = change.position === undefined ? {} : { position: change.position };
      if (change.content === undefined) return prompts.edit(open(id), promptId, position);
      return withContent(id, change.content, (content) => prompts.edit(open(id), promptId, { content, ...position }));
    },
  };
}

/** The call of a skill as the user types it. */
function callText({ skillName, skillArgs }: SkillActivation): string {
  return skillArgs === undefined ? `/${skillName}` : `/${skillName} ${skillArgs}`;
}

/** Whether the text contains nothing besides the call of its one skill. */
function isCall(content: readonly PromptContentPart[], [skill, ...others]: readonly SkillActivation[]): boolean {
  const texts = content.filter(({ type }) => type === 'text' || type === 'mention');
  const [text] = texts;
  return (
    skill !== undefined &&
    others.length === 0 &&
    texts.length === 1 &&
    text?.type === 'text' &&
    text.text.trim() === callText(skill)
  );
}

const checks = later(() => import('../../../schemas/outputschema.js'));

async function checkSchema(schema: Record<string, unknown> | undefined): Promise<void> {
  if (schema === undefined) return;
  const { BadOutputSchema, compileOutputSchema } = await checks();
  try {
    compileOutputSchema(schema);
  } catch (error) {
    if (!(error instanceof BadOutputSchema)) throw error;
    throw invalid('output_schema', error.message);
  }
}

/** Throws 40001 for a limit in USD when a model has no price. */
function checkPriced(
  { models }: Pick<SessionDeps, 'models'>,
  session: LiveSession,
  agent: LiveAgent,
  { limits, fallback_model: fallback }: PromptRequest,
  settings: readonly NewEvent[],
): void {
  if (limits?.usd === undefined) return;
  const changed = settings.findLast((event) => event.type === 'model.changed');
  const used = changed?.type === 'model.changed' ? changed.model : modelOf(session, agent);
  for (const alias of fallback === undefined ? [used] : [used, fallback]) {
    const ready = models.ready(alias);
    if ('error' in ready || ready.price !== undefined || ready.isLocal) continue;
    throw invalid('limits.usd', `the model ${ready.alias} has no price: what it costs is not known`);
  }
}

/** Throws when the fallback model is not ready. */
function checkFallback({ models }: Pick<SessionDeps, 'models'>, { fallback_model: alias }: PromptRequest): void {
  if (alias === undefined) return;
  const ready = models.ready(alias);
  if ('error' in ready)
    throw new ApiError(ready.error, {
      message: `fallback_model: ${ready.message ?? alias}`,
      ...(ready.details === undefined ? {} : { details: ready.details }),
    });
}

/** Throws when a prompt to another agent than main sets a goal. */
function checkGoalOwner(agentId: string, fields: GoalFields): void {
  if (agentId !== 'main' && (fields.goal_objective !== undefined || fields.goal_control !== undefined))
    throw new ApiError('GOAL_UNSUPPORTED_AGENT');
}

/** Throws 40001 when the agent has been used: it is bound before its first turn or never (engine.md 14). */
function checkUnused(agent: LiveAgent): void {
  if (agent.lastTurn > 0 || agent.turn || agent.queue.length > 0)
    throw invalid('profile', `differs from the bound agent, ${agent.binding.name}`);
}
