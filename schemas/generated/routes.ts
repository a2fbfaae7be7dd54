/** Operations and errors as clients need them. Written by `npm run codegen`; changes belong into the schema files. */
import type { ErrorName } from './errors.js';
import type { OperationFacts, OperationName } from './operations.js';

/** How an operation is called, without what only a server needs to know of it. */
export interface Route {
  method: OperationFacts['method'];
  /** with `{names}` of path parameters and the action after a colon */
  path: string;
  /** absent: the bearer token */
  auth?: 'none';
  /** absent: in the envelope */
  answer?: Exclude<OperationFacts['answer'], 'envelope'>;
  /** code of the success envelope; absent: 0 */
  successCode?: number;
  /** absent: none */
  body?: 'form' | 'required' | 'optional';
}

/** The operations that are called alike: name and path of each. $ is one session, items/{} is items/{item_id}. */
const routes: readonly (readonly [Omit<Route, 'path'>, string])[] = [
  [{"method":"GET"}, `getAuth auth
listCatalogProviders catalog/providers
getCatalogProvider catalog/providers/{catalog_id}
getConfig config
listConnections connections
debugMemory debug/memory
debugSessions debug/sessions
debugContext debug/sessions/{}/context
debugEvents debug/sessions/{}/events
debugPermissions debug/sessions/{}/permissions
browseHost fs:browse
getHostHome fs:home
getGuiItem gui/store/getItem
countGuiItems gui/store/length
listInbox inbox
listMcpServers mcp/servers
getMeta meta
listModels models
getLogin oauth/login
getAccountRegion oauth/region
getAccountUsage oauth/usage
getAccountUser oauth/userinfo
listProviders providers
getProvider providers/{}
listRuntimes runtimes
listServers servers
listSessions sessions
getSession $
listAgents $/agents
listApprovals $/approvals
getApproval $/approvals/{}
listChanges $/changes
listChildSessions $/children
listCronJobs $/cron
getDirectories $/dirs
getGoal $/goal
getGoalQueue $/goal/queue
listMessages $/messages
getMessage $/messages/{}
listPermissionRules $/permission_rules
getSessionProfile $/profile
listPrompts $/prompts
listQuestions $/questions
getRuntime $/runtime
listSkills $/skills
getSessionSnapshot $/snapshot
getSessionStatus $/status
listTasks $/tasks
getTask $/tasks/{}
listTerminals $/terminals
getTerminal $/terminals/{}
listTodos $/todos
getTranscript $/transcript
getTranscriptOps $/transcript/ops
listPlans $/transcript/plan
listUserMessages $/transcript/user-messages
getSessionUsage $/usage
listWarnings $/warnings
listTools tools
getUsage usage
listWorkspaces workspaces
listWorkspaceAgents workspaces/{}/agents
listInputHistory workspaces/{}/history
listWorkspaceSkills workspaces/{}/skills
getWorkspaceTrust workspaces/{}/trust
listMcpAuthStatuses /api/v2/mcp/auth-statuses
listManagedMcpServers /api/v2/mcp/servers
getManagedMcpServer /api/v2/mcp/servers/{name}
querySessions /api/v2/sessions
`],
  [{"method":"POST","body":"optional"}, `updateConfig config
startLogin oauth/login
logout oauth/logout
importCatalog providers:import_catalog
importRegistry providers:import_registry
searchSessions search
createSession sessions
createChildSession $/children
getGitStatus $/fs:git_status
listFiles $/fs:list
createGoal $/goal
updateSessionProfile $/profile
activateSkill $/skills/{skill_name}:activate
createTerminal $/terminals
generateSessionTitle $/title/generate
compactSession $:compact
forkSession $:fork
loadSession $:load
redoSession $:redo
undoSession $:undo
trustWorkspace workspaces/{}/trust
inspectMcpServers /api/v2/mcp/servers:inspect
testMcpServer /api/v2/mcp/servers:test
`],
  [{"method":"POST","body":"form"}, `uploadFile files
`],
  [{"method":"DELETE"}, `deleteFile files/{}
cancelLogin oauth/login
deleteProvider providers/{}
deleteSession $
deleteCronJob $/cron/{job_id}
deletePermissionRule $/permission_rules/{rule_id}
removePrompt $/prompts/{}
closeRuntimePort $/runtime/ports/{port}
unregisterWorkspace workspaces/{}
deleteManagedMcpServer /api/v2/mcp/servers/{name}
`],
  [{"method":"GET","answer":"bytes"}, `getFile files/{}
getHostFile fs:content
downloadFile $/fs/{path}:download
getSessionMedia $/media/{file_id}
`],
  [{"method":"POST","body":"required"}, `makeHostDirectory fs:mkdir
removeGuiItem gui/store/removeItem
setGuiItem gui/store/setItem
explainPermission permissions:explain
createProvider providers
resolveApproval $/approvals/{}
revertChange $/changes:revert
unrevertChange $/changes:unrevert
addDirectory $/dirs
diffFile $/fs:diff
grepFiles $/fs:grep
listManyFiles $/fs:list_many
makeDirectory $/fs:mkdir
openFile $/fs:open
openFileIn $/fs:open-in
readFile $/fs:read
revealFile $/fs:reveal
searchFiles $/fs:search
statFile $/fs:stat
statManyFiles $/fs:stat_many
submitPrompt $/prompts
steerPrompts $/prompts:steer
answerQuestion $/questions/{}
setRuntime $/runtime
openRuntimePort $/runtime/ports
runShell $/shell
searchWorkspaceFiles workspace/fs:search
suggestWorkspaceFiles workspace/fs:suggest
registerWorkspace workspaces
addInputHistory workspaces/{}/history
beginMcpAuth /api/v2/mcp/auth:begin
cancelMcpAuth /api/v2/mcp/auth:cancel
completeMcpAuth /api/v2/mcp/auth:complete
resetMcpAuth /api/v2/mcp/auth:reset
createManagedMcpServer /api/v2/mcp/servers
archiveSessions /api/v2/sessions:archive
restoreSessions /api/v2/sessions:restore
`],
  [{"method":"POST"}, `clearGuiItems gui/store/clear
restartMcpServer mcp/servers/{mcp_server_id}:restart
setDefaultModel models/{}:set_default
refreshProvider providers/{}:refresh
refreshProviders providers:refresh
refreshLoginProviders providers:refresh_oauth
abortAgent $/agents/{}:abort
closeAgent $/agents/{}:close
cancelGoal $/goal:cancel
pauseGoal $/goal:pause
resumeGoal $/goal:resume
clearPlan $/plan:clear
abortPrompt $/prompts/{}:abort
steerPrompt $/prompts/{}:steer
restoreQuarantined $/runtime/quarantine/{n}:restore
cancelShell $/shell/{command_id}:cancel
cancelTask $/tasks/{}:cancel
closeTerminal $/terminals/{}:close
detachToolCall $/tool_calls/{}:detach
abortSession $:abort
archiveSession $:archive
startSideAgent $:btw
initSession $:init
reloadSession $:reload
restoreSession $:restore
retrySession $:retry
shutdown shutdown
untrustWorkspace workspaces/{}/untrust
`],
  [{"method":"GET","auth":"none"}, `getHealth healthz
`],
  [{"method":"PUT","body":"required"}, `replaceProvider providers/{}
replaceDirectories $/dirs
replaceManagedMcpServer /api/v2/mcp/servers/{name}
`],
  [{"method":"GET","answer":"events"}, `streamSessionEvents $/events
`],
  [{"method":"POST","answer":"bytes","body":"optional"}, `exportSession $/export
`],
  [{"method":"PUT","body":"optional"}, `setGoalQueue $/goal/queue
`],
  [{"method":"PATCH","body":"optional"}, `editPrompt $/prompts/{}
`],
  [{"method":"POST","successCode":40909}, `dismissQuestion $/questions/{}:dismiss
`],
  [{"method":"PATCH","body":"required"}, `renameWorkspace workspaces/{}
`],
  [{"method":"GET","answer":"document"}, `getAsyncApi /asyncapi.json
getOpenApi /openapi.json
`],
];

/** Without a code: the one after that of the name above it. */
const errors = `VALIDATION_FAILED 40001
REQUEST_MALFORMED
PROVIDER_OAUTH_MANAGED
CATALOG_IMPORT_INVALID
REGISTRY_IMPORT_INVALID
UNAUTHORIZED 40101
AUTH_PROVISIONING_REQUIRED 40110
AUTH_TOKEN_MISSING
AUTH_TOKEN_UNAUTHORIZED
AUTH_MODEL_NOT_RESOLVED
HOST_NOT_ALLOWED 40301
ROUTE_NOT_FOUND 40400
SESSION_NOT_FOUND
PROMPT_NOT_FOUND
MESSAGE_NOT_FOUND
APPROVAL_NOT_FOUND
QUESTION_NOT_FOUND
TASK_NOT_FOUND
FILE_NOT_FOUND
MCP_SERVER_NOT_FOUND
FS_PATH_NOT_FOUND
WORKSPACE_NOT_FOUND
FS_PERMISSION_DENIED
PROVIDER_NOT_FOUND
MODEL_NOT_FOUND
TERMINAL_NOT_FOUND
SKILL_NOT_FOUND
TOOL_CALL_NOT_FOUND
CATALOG_ENTRY_NOT_FOUND
RUNTIME_NOT_FOUND 40420
RESOURCE_NOT_FOUND 40430
SESSION_BUSY 40901
APPROVAL_ALREADY_RESOLVED
PROMPT_ALREADY_COMPLETED
TASK_ALREADY_FINISHED
FS_IS_DIRECTORY 40906
FS_IS_BINARY
FS_GIT_UNAVAILABLE
QUESTION_DISMISSED
COMPACTION_UNABLE
SESSION_UNDO_UNAVAILABLE
SKILL_NOT_ACTIVATABLE
GOAL_ALREADY_EXISTS
GOAL_NOT_FOUND
GOAL_STATUS_INVALID
GOAL_NOT_RESUMABLE
GOAL_OBJECTIVE_EMPTY
GOAL_OBJECTIVE_TOO_LONG
FS_ALREADY_EXISTS
GOAL_UNSUPPORTED_AGENT
PROVIDER_ALREADY_EXISTS
PAGE_TOKEN_MISMATCH
SESSION_TITLE_UNAVAILABLE
RUNTIME_UNAVAILABLE 40926
PROMPT_ID_CONFLICT
MCP_OAUTH_FAILED 40929
SESSION_REDO_UNAVAILABLE 40931
SESSION_FILES_CHANGED
APPROVAL_EXPIRED 41001
QUESTION_EXPIRED
FILE_EXPIRED
FILE_TOO_LARGE 41301
FS_TOO_LARGE
FS_TOO_MANY_RESULTS
FS_PATH_ESCAPES_SESSION
FS_GREP_TIMEOUT
AUTH_RATE_LIMITED 42901
FS_WATCH_LIMIT_EXCEEDED
INTERNAL_ERROR 50001
PERSISTENCE_FAILURE 50003
CATALOG_UNAVAILABLE
ACCOUNT_SERVICE_UNAVAILABLE
TOOL_EXECUTION_FAILED 60001
TOOL_NOT_AVAILABLE
LOOP_MAX_STEPS
LOOP_REPEATED_CALL
LOOP_MAX_TOKENS
BUDGET_EXCEEDED
LOOP_LIMIT_REACHED
LOOP_NO_RESULT
PROVIDER_ERROR 70001
PROVIDER_RATE_LIMITED
PROVIDER_QUOTA
PROVIDER_OVERLOADED
PROVIDER_TIMEOUT
PROVIDER_CONNECTION
PROVIDER_EMPTY
PROVIDER_FILTERED
PROVIDER_CONTEXT_OVERFLOW
PROVIDER_BAD_REQUEST
MCP_STARTUP_FAILED 80001
MCP_CONNECTION_LOST
MCP_TIMEOUT
MCP_TOOL_ERROR
MCP_AUTH_REQUIRED
MCP_PROTOCOL_ERROR
`;

const wordsOf = (rows: string): string[][] => rows.trim().split('\n').map((row) => row.split(' '));

function readRoutes(): Record<string, Route> {
  const all: Record<string, Route> = {};
  for (const [route, rows] of routes)
    for (const [name = '', path = ''] of wordsOf(rows))
      all[name] = {
        ...route,
        path: (path.startsWith('/') ? path : `/api/v1/${path.replace('$', 'sessions/{}')}`).replace(
          /(\w+)s\/\{\}/g,
          '$1s/{$1_id}',
        ),
      };
  return all;
}

function readCodes(): Record<string, number> {
  let last = 0;
  return Object.fromEntries(wordsOf(errors).map(([name = '', code = last + 1]) => [name, (last = Number(code))]));
}

export const routeTable = /* @__PURE__ */ readRoutes() as { readonly [Name in OperationName]: Route };

export const errorCodes = /* @__PURE__ */ readCodes() as { readonly [Name in ErrorName]: number };
