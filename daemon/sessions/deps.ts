/** Dependencies of the sessions room: storage, models, tools, settings and the clock. */
import type { HookTable } from '../agent/hooks/table.js';
import type { Models } from '../agent/models.js';
import type { Rule } from '../agent/permission/rules.js';
import type { EffectiveConfig } from '../config/effective.js';
import type { Uploads } from '../files/uploads.js';
import type { Limits } from '../checkpoints/keeper.js';
import type { Skills } from '../agent/skills/catalog.js';
import type { SkillPlaces } from '../agent/skills/discover.js';
import type { Logger } from '../home/logs.js';
import type { Layers } from '../mcp/files/layers.js';
import type { Runtimes } from '../runtimes/runtimes.js';
import type { Tool } from '../tools/tool.js';
import type { TerminalHost } from '../terminals/terminals.js';
import type { Web } from '../web/web.js';
import type { HostFileOffers } from './hostfiles.js';
import type { Db } from './log/database.js';
import type { Hub } from './log/hub.js';
import type { Leases } from './peers/leases.js';
import type { Log } from './log/log.js';
import type { Store } from './store.js';
import type { ServerRoom } from './mcp/room.js';
import type { Trust } from './workspaces/trust.js';
import type { Workspaces } from './workspaces/workspaces.js';

/** Settings that a session reads each time it needs them. */
export interface Settings {
  defaultMode: 'manual' | 'yolo' | 'auto';
  defaultPlanMode: boolean;
  defaultRuntime: EffectiveConfig['default_runtime'];
  /** the same object until the configuration changes */
  sandbox: EffectiveConfig['sandbox'];
  maxStepsPerTurn: number;
  maxAttemptsPerStep: number;
  /** when a context is compacted: at a share of the window, or when less than the reserve (tokens) is left */
  compaction: { ratio: number; reserve: number };
  tokenCounting: 'measured+estimated' | 'measured' | 'estimated';
  killGracePeriodMs: number;
  background: EffectiveConfig['background'];
  /** whether scheduled prompts are enabled */
  cron: boolean;
  /** time limit of a subagent; 0: none; absent: two hours, or none for unattended work */
  subagentTimeoutMs?: number;
  productName: string;
  /** limits of images: pixels of the longer side, bytes of an image that the model reads (engine.md 4.8) */
  image: { maxEdgePx: number; readByteBudget: number };
  /** rules of the configuration file */
  rules: readonly Rule[];
  tools: { enabled: string[]; disabled: string[] };
  hooks: HookTable;
  checkpoints: Limits;
  /** spending limits, USD */
  budget: EffectiveConfig['budget'];
  skills: Pick<SkillPlaces, 'extra' | 'mergeAll' | 'builtin'>;
  extraAgentDirs: readonly string[];
  /** names of variables that hold credentials */
  secretVariables: ReadonlySet<string>;
}

export interface SessionDeps {
  db: Db;
  log: Log;
  hub: Hub;
  leases: Leases;
  store: Store;
  workspaces: Workspaces;
  trust: Trust;
  /** the configuration of MCP servers */
  layers: Layers;
  models: Models;
  settings(): Settings;
  tools: readonly Tool[];
  /** MCP servers that the user configured */
  mcp: ServerRoom;
  web: Web;
  /** files that clients uploaded earlier */
  uploads: Pick<Uploads, 'find' | 'open'>;
  terminals: TerminalHost;
  /** how commands are contained */
  runtimes: Pick<
    Runtimes,
    'feature' | 'capability' | 'confine' | 'decideBy' | 'ports' | 'adopt' | 'missesRepositories' | 'release'
  >;
  /** writes an allow rule into the configuration; throws ApiError */
  allowAlways(pattern: string): Promise<void>;
  /** clients that read and write files for a session, such as editors */
  hostFiles: HostFileOffers;
  skills: Skills;
  home: string;
  userHome: string;
  sessionDirectory(sessionId: string): string;
  /** environment of the daemon */
  env: Record<string, string>;
  shell: string;
  platform: string;
  /** milliseconds that a shell command of the user may run in the foreground */
  shellLimitMs: number;
  /** IANA name of the local time zone */
  timeZone(): string;
  /** returns a problem with the environment's time zone once, as a text for the user */
  takeZoneProblem(): string | undefined;
  serverId: string;
  logger: Logger;
  now(): number;
  /** `<prefix>_` + lower-case ULID */
  newId(prefix: string): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}
