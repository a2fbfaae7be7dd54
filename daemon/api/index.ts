/** All handlers; a missing handler is a compile error. */
import type { Handlers } from '../http/contract.js';
import { agentHandlers } from './agents.js';
import { catalogHandlers } from './catalog.js';
import { changeHandlers } from './changes.js';
import { childHandlers } from './children.js';
import { cronHandlers } from './cron.js';
import { debugHandlers } from './debug.js';
import type { ApiDeps } from './deps.js';
import { exportHandlers } from './exports.js';
import { fileHandlers } from './files.js';
import { findingHandlers } from './finding.js';
import { fsHandlers } from './fs.js';
import { gitHandlers } from './git.js';
import { goalHandlers } from './goals.js';
import { guiHandlers } from './gui.js';
import { interactionHandlers } from './interactions.js';
import { mcpHandlers } from './mcp.js';
import { mcpAuthHandlers } from './mcpauth.js';
import { mcpServerHandlers } from './mcpservers.js';
import { oauthHandlers } from './oauth.js';
import { openingHandlers } from './opening.js';
import { promptHandlers } from './prompts.js';
import { providerHandlers } from './providers.js';
import { searchHandlers } from './search.js';
import { serverHandlers } from './server.js';
import { sessionListHandlers } from './sessionlists.js';
import { sessionHandlers } from './sessions.js';
import { settingsHandlers } from './settings.js';
import { skillHandlers } from './skills.js';
import { taskHandlers } from './tasks.js';
import { terminalHandlers } from './terminals.js';
import { transcriptHandlers } from './transcript.js';
import { usageHandlers } from './usage.js';
import { workspaceHandlers } from './workspaces.js';

export function createHandlers(deps: ApiDeps): Handlers {
  return {
    ...agentHandlers(deps),
    ...catalogHandlers(deps),
    ...changeHandlers(deps),
    ...childHandlers(deps),
    ...cronHandlers(deps),
    ...debugHandlers(deps),
    ...exportHandlers(deps),
    ...fileHandlers(deps),
    ...findingHandlers(deps),
    ...fsHandlers(deps),
    ...gitHandlers(deps),
    ...goalHandlers(deps),
    ...guiHandlers(deps),
    ...interactionHandlers(deps),
    ...mcpHandlers(deps),
    ...mcpAuthHandlers(deps),
    ...mcpServerHandlers(deps),
    ...oauthHandlers(deps),
    ...openingHandlers(deps),
    ...promptHandlers(deps),
    ...providerHandlers(deps),
    ...searchHandlers(deps),
    ...serverHandlers(deps),
    ...sessionHandlers(deps),
    ...sessionListHandlers(deps),
    ...settingsHandlers(deps),
    ...skillHandlers(deps),
    ...taskHandlers(deps),
    ...terminalHandlers(deps),
    ...transcriptHandlers(deps),
    ...usageHandlers(deps),
    ...workspaceHandlers(deps),
    listConnections: () => ({ connections: deps.connections() }),
    streamSessionEvents: deps.streamEvents,
  };
}
