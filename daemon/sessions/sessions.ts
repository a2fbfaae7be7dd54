/** The public interface of the sessions room, for request handlers and WebSocket connections. */
import type { AgentConfigInput, Session, SessionWarning } from '../../schemas/generated/types.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import { ApiError, invalid } from '../errors.js';
import { ownedElsewhere } from './peers/leases.js';
import { writeFileAtomic } from '../base/fs/atomic.js';
import { readPlan } from '../tools/plans.js';
import { createAgents, type Agents } from './agents/requests.js';
import { createAgentViews } from './agents/agentviews.js';
import { createArchiving, type Archiving } from './lifecycle/archiving.js';
import { createChanges, type ChangesFront } from './changes/requests.js';
import { createBudgetWarnings } from './usage/budgetview.js';
import { createCreation, type Creation } from './lifecycle/create.js';
import { createDamage } from './log/damage.js';
import { createDebug, type Debug } from './debug.js';
import type { SessionDeps } from './deps.js';
import { createDirectories, type Directories } from './workspaces/directories.js';
import { createFork, type Fork } from './lifecycle/fork.js';
import { recoveryOf } from './facts/inflight.js';
import { createInteractions, type Interactions } from './interactions/requests.js';
import { createPrompts, type Prompts } from './prompts/prompts.js';
import { createHostPolicy } from './runtimes/hosts.js';
import { createRuntimeFront, type RuntimeFront } from './runtimes/requests.js';
import { createRewind, type Rewind, type RewindAnswer } from './undo/rewind.js';
import { sessionRules } from './settings/sessionrules.js';
import { configSettings, settingEvents } from './settings/settings.js';
import type { Titles } from './settings/titles.js';
import type { LiveAgent, LiveSession } from './live/state.js';
import { openMedia, type OpenMedia } from './prompts/mediaview.js';
import { createMessages, type Messages } from './messages/messages.js';
import { createOffers, type Offers } from './settings/offers.js';
import { createPursuits, type Pursuits } from './goals/requests.js';
import { profileEvents, type ProfileRequest } from './settings/metadata.js';
import { createRegistry } from './live/registry.js';
import { createReload, createResume, type Resume } from './lifecycle/resume.js';
import { createServersFront, type ServersFront } from './mcp/requests.js';
import { createSkillsFront, type SkillsFront } from './skills/requests.js';
import { createViews, type Views } from './snapshot.js';
import type { SessionRow } from './store.js';
import { createSubmission, type Submission } from './prompts/submission.js';
import { createTerminalFront, type TerminalFront } from './terminals/requests.js';
import { createJournals } from './transcript/journal.js';
import { createReading } from './transcript/reading.js';
import { textsOf } from './texts/texts.js';
import { createTranscripts, type Transcripts } from './transcript/transcripts.js';
import { createExplain, type Explain } from './turns/explain.js';
import { createTaskFront, type TaskFront } from './tasks/requests.js';

export interface Sessions extends Omit<Creation, 'applyLaunch' | 'launchDirectories'>, Views, Submission {
  skills: SkillsFront;
  /** directories in which skills and agents of a session are searched */
  places(id: string): Pick<LiveSession, 'cwd' | 'skillsDirs'> & Partial<Pick<LiveSession, 'givenServers'>>;
  servers: ServersFront;
  /** renders system prompts again at the next turn, and rereads MCP servers; throws SESSION_BUSY while a turn runs */
  reload(id: string): Promise<void>;
  get(id: string): Session;
  archiving: Omit<Archiving, 'settle'>;
  fork: Fork;
  interactions: Interactions;
  agents: Agents;
  directories: Directories;
  runtimes: RuntimeFront;
  changes: ChangesFront;
  pursuits: Pursuits;
  messages: Messages;
  /** returns the result of `compute`; when it needs long texts from files, reads them and calls `compute` again */
  read<T>(compute: () => T): Promise<T>;
  /** throws SESSION_NOT_FOUND, FILE_NOT_FOUND, PERSISTENCE_FAILURE */
  openMedia(id: string, fileId: string): Promise<OpenMedia>;
  /** the row of a stored session; throws SESSION_NOT_FOUND */
  row(id: string): SessionRow;
  /** the row of a session that may be changed, without loading it; throws SESSION_NOT_FOUND, SESSION_BUSY */
  changeableRow(id: string): SessionRow;
  update(id: string, request: ProfileRequest): Session;
  load: Resume;
  undo(id: string, request: Parameters<Rewind['undo']>[1]): Promise<RewindAnswer>;
  redo(id: string, request: Parameters<Rewind['redo']>[1]): Promise<RewindAnswer>;
  retry(id: string): { turn_id: number };
  /** throws SESSION_TITLE_UNAVAILABLE */
  generateTitle(id: string, request: Parameters<Titles['generate']>[1]): Promise<string>;
  /** compacts the context of the main agent; resolves when the compaction has begun */
  compact(id: string, instruction: string | undefined): Promise<void>;
  abort(id: string): void;
  /** empties the plan of the main agent; throws SESSION_BUSY while it works */
  clearPlan(id: string): Promise<void>;
  steer(id: string, promptIds: string[]): void;
  abortPrompt(id: string, promptId: string): ReturnType<Prompts['abort']>;
  /** like `abortPrompt`, for a WebSocket frame; throws PROMPT_ALREADY_COMPLETED when the prompt is over */
  abortFrame(id: string, promptId: string): { atSeq: number };
  removePrompt(id: string, promptId: string): void;
  removeRule(id: string, ruleId: string): void;
  /** appends the repair events of a session whose owner died; otherwise does nothing */
  repair(id: string): void;
  /** another server wrote to a session: if that server took it over, its work here ends */
  written(id: string): void;
  /** one event with the complete status of each agent */
  statuses(id: string): NewEvent[];
  inflight(id: string): ReturnType<typeof recoveryOf>;
  offers: Offers;
  /** created at first use */
  transcripts(): Transcripts;
  debug: Debug;
  explain: Explain;
  /** warnings about unreadable parts of the log */
  damage(id: string): Promise<SessionWarning[]>;
  /** mismatches between the configuration and a model server on this machine */
  modelWarnings(id: string): Promise<SessionWarning[]>;
  budgetWarnings(id: string): SessionWarning[];
  tasks: TaskFront;
  terminals: TerminalFront;
  /** processes deadlines that passed while no server had the session loaded */
  start(): void;
  stop(): Promise<void>;
}

export function createSessions(deps: SessionDeps): Sessions {
  const messages = createMessages(deps.db);
  const reading = createReading(deps.db);
  const journals = createJournals({
    ...deps,
    reading,
    loaded: (id) => registry.loaded(id),
    storedStatus: (id, agentId) => transcripts().status(id, agentId),
  });
  const registry = createRegistry(deps, messages, journals);
  const { record } = registry;
  deps.runtimes.decideBy(createHostPolicy(deps, registry));
  const archiving = createArchiving(deps, registry);
  const creation = createCreation(deps, registry, archiving);
  const prompts = createPrompts(deps, record, registry.turns);
  const agentViews = createAgentViews(deps, registry);
  const views = createViews(deps, registry, messages, agentViews);
  const pursuits = createPursuits(deps, registry, row, open);
  const rewind = createRewind(deps, registry);

  const transcripts = createTranscripts({
    ...deps,
    registry,
    journals,
    reading,
    row,
    statusOf: (id) => views.statusOf(id),
  });

  function row(id: string): SessionRow {
    const found = deps.store.row(id);
    if (!found) throw new ApiError('SESSION_NOT_FOUND');
    return found;
  }

  /** Like `open`, but loads long texts asynchronously first, so that other requests are not delayed. */
  async function openWithTexts(id: string): Promise<LiveSession> {
    const found = registry.loaded(id) ? undefined : deps.store.row(id);
    if (found) await messages.loadTexts(found);
    return open(id);
  }

  /** Loads a session for changes; throws when it is archived. */
  function open(id: string): LiveSession {
    const session = registry.load(id);
    if (session.archived) throw archivedSession();
    return session;
  }

  function changeableRow(id: string): SessionRow {
    const found = row(id);
    const owner = deps.leases.foreignOwner(found.owner);
    if (owner) throw ownedElsewhere(owner);
    if (found.archived_at !== null) throw archivedSession();
    return found;
  }

  /** Does not load a session when there is nothing to stop: loading takes ownership, which keeps other servers out. */
  function abortPrompt(id: string, promptId: string): ReturnType<Prompts['abort']> {
    if (!registry.loaded(id)) {
      const { key, last_seq } = changeableRow(id);
      if (prompts.isOver(key, promptId)) return { aborted: false, atSeq: last_seq };
    }
    return prompts.abort(open(id), promptId);
  }

  function agentOf(session: LiveSession, agentId: string): LiveAgent {
    const agent = registry.agentMemory.find(session, agentId);
    if (!agent) throw new ApiError('SESSION_NOT_FOUND', { message: `no agent ${agentId} in this session` });
    return agent;
  }

  function applySettings(session: LiveSession, events: NewEvent[]): void {
    if (events.some((event) => event.type === 'goal.updated')) registry.goals.apply(session, events);
    else record(session, events);
    decideAgain(session, events);
  }

  /** Decides pending approvals again by the settings that were just recorded (engine.md 6.1). */
  function decideAgain(session: LiveSession, events: NewEvent[]): void {
    if (!events.some(({ type }) => affectsDecisions.has(type))) return;
    registry.waits
      .reconsider(session)
      .catch((error: unknown) => deps.logger.error('pending approvals could not be judged again', { err: error }));
  }

  /** Throws for values that cannot be changed, such as the profile, which is fixed at creation. */
  function configEvents(session: LiveSession, config: AgentConfigInput | undefined): NewEvent[] {
    if (config === undefined) return [];
    if (config.profile !== undefined && config.profile !== row(session.ref.id).profile)
      throw invalid('agent_config.profile', 'can only be chosen at creation');
    return [...settingEvents(deps, session, configSettings(config)), ...pursuits.requested(session, config)];
  }

  const skills = createSkillsFront(deps);
  const damage = createDamage(deps.db);
  const budgetWarnings = createBudgetWarnings(deps);
  const offers = createOffers(deps, registry);
  const submission = createSubmission(deps, { open, openWithTexts, agentOf, decideAgain, prompts, pursuits, skills });

  return {
    ...views,
    ...submission,
    skills,
    servers: createServersFront(deps, registry),
    places(id) {
      const live = registry.loaded(id);
      return live ?? { cwd: row(id).cwd };
    },
    reload: createReload(registry, open),
    create: creation.create,
    archiving,
    remove: creation.remove,
    fork: createFork(deps, registry, messages),
    agents: createAgents({ ...deps, registry, views: agentViews, messages, row, open, agentOf }),
    directories: createDirectories(deps, record, open),
    runtimes: createRuntimeFront(deps, { row, loaded: registry.loaded, open, apply: applySettings }),
    changes: createChanges(deps, registry, row, openWithTexts),
    interactions: createInteractions(deps, registry, open),
    pursuits,
    tasks: createTaskFront({ ...deps, registry, reading, row, open }),
    terminals: createTerminalFront(registry, row, open),
    messages,
    read: textsOf(deps.db).ready,
    openMedia: async (id, fileId) => openMedia(deps, row(id).id, fileId),
    row,
    changeableRow,
    get: (id) => deps.store.session(row(id)),
    update(id, request) {
      const session = registry.load(id);
      if (session.archived && (request.agent_config !== undefined || request.permission_rules !== undefined)) open(id);
      const settings = configEvents(session, request.agent_config);
      const rules: NewEvent[] =
        request.permission_rules === undefined
          ? []
          : [
              {
                type: 'rules.changed',
                agentId: 'main',
                rules: sessionRules(request.permission_rules, deps.newId, deps.now(), 'permission_rules'),
              },
            ];
      const events = [...profileEvents(row(id), request), ...settings, ...rules];
      if (request.agent_config?.goal_objective === undefined) applySettings(session, events);
      else {
        registry.goals.set(session, events);
        decideAgain(session, events);
      }
      return deps.store.session(row(id));
    },
    load: createResume(deps, registry, { creation, row, open, configEvents, applySettings }),
    undo: async (id, request) => rewind.undo(await openWithTexts(id), request),
    redo: async (id, request) => rewind.redo(await openWithTexts(id), request),
    retry: (id) => ({ turn_id: rewind.retry(open(id)) }),
    generateTitle: async (id, request) => registry.titles.generate(await openWithTexts(id), request),
    async compact(id, instruction) {
      const session = await openWithTexts(id);
      await registry.compactions.start(session, agentOf(session, 'main'), instruction);
    },
    abort(id) {
      const found = row(id);
      if (found.archived_at !== null) open(id);
      const session =
        registry.loaded(id) ??
        (found.main_turn_active === 1 || found.pending_interaction !== 'none' || deps.leases.foreignOwner(found.owner)
          ? registry.load(id)
          : undefined);
      if (!session) return;
      const main = agentOf(session, 'main');
      registry.turns.abort(session, main, 'user');
      registry.compactions.abort(main, 'user');
      registry.children.abortUncalled(session);
    },
    async clearPlan(id) {
      const session = open(id);
      const main = agentOf(session, 'main');
      if (main.turn || main.compaction || session.restoring) throw new ApiError('SESSION_BUSY');
      const { path } = main.memory.plan;
      if (path !== undefined && (await readPlan(path)) !== undefined) await writeFileAtomic(path, '');
    },
    steer(id, promptIds) {
      const session = open(id);
      const agent =
        [...session.agents.values()].find((each) => each.queue.some((prompt) => prompt.promptId === promptIds[0])) ??
        agentOf(session, 'main');
      prompts.steer(session, agent, promptIds);
    },
    abortPrompt,
    abortFrame(id, promptId) {
      const { aborted, atSeq } = abortPrompt(id, promptId);
      if (!aborted) throw new ApiError('PROMPT_ALREADY_COMPLETED', { data: { aborted: false } });
      return { atSeq };
    },
    removePrompt: (id, promptId) => prompts.remove(open(id), promptId),
    removeRule(id, ruleId) {
      const session = open(id);
      const rules = session.rules.filter((rule) => rule.id !== ruleId);
      if (rules.length === session.rules.length)
        throw new ApiError('RESOURCE_NOT_FOUND', { message: `no rule ${ruleId}` });
      applySettings(session, [{ type: 'rules.changed', agentId: 'main', rules }]);
    },
    repair: (id) => registry.repair(id),
    written: (id) => registry.written(id),
    statuses(id) {
      const status = views.statusOf(id);
      return Object.entries(status).map(([agentId, fields]) => ({ type: 'agent.status.updated', agentId, ...fields }));
    },
    inflight(id) {
      const session = registry.loaded(id);
      return session ? [...session.agents.values()].flatMap(recoveryOf) : [];
    },
    offers,
    damage: (id) => damage(row(id).key),
    async modelWarnings(id) {
      const { model } = row(id);
      const chosen = model === '' ? deps.models.choose() : { alias: model };
      return 'alias' in chosen ? ((await deps.models.local.refreshLimits(chosen.alias, true)) ?? []) : [];
    },
    budgetWarnings: (id) => budgetWarnings(row(id).key),
    transcripts,
    debug: createDebug(deps, registry, messages, offers),
    explain: createExplain(deps, registry, messages),
    start: () => registry.sweep(),
    stop: () => registry.stop(),
  };
}

/** Events that can change the decision on a waiting call. */
const affectsDecisions: ReadonlySet<string> = new Set(['permission.mode.changed', 'rules.changed', 'runtime.changed']);

function archivedSession(): ApiError {
  return new ApiError('SESSION_BUSY', { message: 'the session is archived; restore it first' });
}
