/** Dependencies of the handlers: the layers below, already built. */
import type { InstanceFile } from '../../schemas/generated/files.js';
import type { Connection, DebugMemoryData, Meta } from '../../schemas/generated/types.js';
import type { Account } from '../accounts/account.js';
import type { Directory } from '../catalog/directory.js';
import type { Imports } from '../catalog/importing.js';
import type { ConfigChanges } from '../config/changes.js';
import type { LiveConfig } from '../config/config.js';
import type { Providers } from '../config/providers.js';
import type { Uploads } from '../files/uploads.js';
import type { InputHistory } from '../home/inputhistory.js';
import type { Handler } from '../http/contract.js';
import type { Attempt, Attempts, Wanted } from '../mcp/manage/attempts.js';
import type { Unusable } from '../mcp/files/entries.js';
import type { Inspections } from '../mcp/manage/inspection.js';
import type { ManagedServers } from '../mcp/manage/managed.js';
import type { ServerLogins } from '../mcp/login/servers.js';
import type { GuiStore } from '../sessions/guistore.js';
import type { Inbox } from '../sessions/interactions/inbox.js';
import type { Exports } from '../sessions/export/requests.js';
import type { SessionLists } from '../sessions/lists/lists.js';
import type { Search } from '../sessions/search/search.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SpendingReader } from '../sessions/usage/spending.js';
import type { Store } from '../sessions/store.js';
import type { Trust } from '../sessions/workspaces/trust.js';
import type { Workspaces } from '../sessions/workspaces/workspaces.js';
import type { Tool } from '../tools/tool.js';
import type { Files } from '../workspace/files/thread.js';
import type { Opener } from '../workspace/opening/opener.js';
import type { PullRequests } from '../workspace/pullrequests.js';
import type { FileSearch } from '../workspace/search/search.js';

/** The configured MCP servers, for the operations that manage them. */
export interface Management {
  servers: ManagedServers;
  attempts: Attempts;
  inspections: Inspections;
  /** throws VALIDATION_FAILED, MCP_SERVER_NOT_FOUND */
  choose(wanted: Wanted): Promise<Attempt | Unusable>;
}

export interface ApiDeps {
  sessions: Sessions;
  lists: SessionLists;
  inbox: Inbox;
  exports: Exports;
  store: Store;
  workspaces: Workspaces;
  trust: Trust;
  inputHistory: InputHistory;
  gui: GuiStore;
  uploads: Uploads;
  search: Search;
  account: Account;
  spending: SpendingReader;
  config: LiveConfig;
  changes: ConfigChanges;
  directory: Directory;
  imports: Imports;
  providers: Providers;
  serverLogins: ServerLogins;
  mcp: Management;
  tools: readonly Tool[];
  files: Files;
  fileSearch: FileSearch;
  pullRequests: PullRequests;
  opener: Opener;
  /** time limit of one search in file contents, in milliseconds */
  grepLimitMs: number;
  /** absolute */
  userHome: string;
  /** working directory of the server, absolute */
  startedIn: string;
  /** environment for a program that works in a directory, without the daemon's secrets */
  environment(directory: string): Record<string, string>;
  /** epoch milliseconds */
  now(): number;
  meta: Omit<Meta, 'experimental_flags' | 'features'>;
  /** current state of the service's parts */
  features(): Meta['features'];
  /** the running servers of the home, and the addresses of this one's page for other machines */
  servers(): Promise<{ running: InstanceFile[]; urls: string[] }>;
  /** stops the daemon after the answer was sent */
  shutdown(): void;
  connections(): Connection[];
  /** memory figures of this process */
  memory(): Omit<DebugMemoryData, 'sessions_loaded' | 'connections'>;
  streamEvents: Handler<'streamSessionEvents'>;
  documents: { openApi(): Promise<object>; asyncApi(): Promise<object> };
}
