/**
 * How each operation is tried, one file per folder of `schemas/operations/`. To add an operation, give it an entry,
 * sorted by name, in the file of its resource (a new file goes into the two sorted lists below):
 * - `good`: a request that succeeds, and that changes something if the operation can; `situations.ts` has sessions
 *   in many states;
 * - `errors`: how to provoke each error it lists (`trials.ts` has the usual ways), unless `provocations.ts` already
 *   does it for any operation; the answer must be exactly that error;
 * - `never`: errors that no request can provoke, each with its reason.
 * A field that could reach a shell, the model, the network or the disk is pinned in `../fuzz/pins.ts`.
 * Without a good request it does not compile, and a listed error that is not provoked fails `errors.test.ts`.
 */
import type { OperationName } from '../../../../schemas/generated/operations.js';
import type { Trial } from '../trials.js';
import { agents } from './agents.js';
import { approvals } from './approvals.js';
import { auth } from './auth.js';
import { catalog } from './catalog.js';
import { changes } from './changes.js';
import { children } from './children.js';
import { config } from './config.js';
import { connections } from './connections.js';
import { cron } from './cron.js';
import { debug } from './debug.js';
import { events } from './events.js';
import { exports } from './exports.js';
import { files } from './files.js';
import { fs } from './fs.js';
import { goals } from './goals.js';
import { gui } from './gui.js';
import { inbox } from './inbox.js';
import { mcp } from './mcp.js';
import { mcpauth } from './mcpauth.js';
import { mcpservers } from './mcpservers.js';
import { messages } from './messages.js';
import { models } from './models.js';
import { oauth } from './oauth.js';
import { permissions } from './permissions.js';
import { prompts } from './prompts.js';
import { providers } from './providers.js';
import { questions } from './questions.js';
import { runtimes } from './runtimes.js';
import { search } from './search.js';
import { server } from './server.js';
import { sessionlists } from './sessionlists.js';
import { sessions } from './sessions.js';
import { shell } from './shell.js';
import { skills } from './skills.js';
import { tasks } from './tasks.js';
import { terminals } from './terminals.js';
import { tools } from './tools.js';
import { transcript } from './transcript.js';
import { usage } from './usage.js';
import { workspaces } from './workspaces.js';

export const resources = {
  agents,
  approvals,
  auth,
  catalog,
  changes,
  children,
  config,
  connections,
  cron,
  debug,
  events,
  exports,
  files,
  fs,
  goals,
  gui,
  inbox,
  mcp,
  mcpauth,
  mcpservers,
  messages,
  models,
  oauth,
  permissions,
  prompts,
  providers,
  questions,
  runtimes,
  search,
  server,
  sessionlists,
  sessions,
  shell,
  skills,
  tasks,
  terminals,
  tools,
  transcript,
  usage,
  workspaces,
};

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Every = Together<(typeof resources)[keyof typeof resources]>;

export const trials: Readonly<Record<OperationName, Trial>> = Object.assign({}, ...Object.values(resources)) as Every;
