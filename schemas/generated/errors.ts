/** Errors by name. Written by `npm run codegen`; changes belong into the schema files. */

export type ErrorName =
  | 'VALIDATION_FAILED'
  | 'REQUEST_MALFORMED'
  | 'PROVIDER_OAUTH_MANAGED'
  | 'CATALOG_IMPORT_INVALID'
  | 'REGISTRY_IMPORT_INVALID'
  | 'UNAUTHORIZED'
  | 'AUTH_PROVISIONING_REQUIRED'
  | 'AUTH_TOKEN_MISSING'
  | 'AUTH_TOKEN_UNAUTHORIZED'
  | 'AUTH_MODEL_NOT_RESOLVED'
  | 'HOST_NOT_ALLOWED'
  | 'ROUTE_NOT_FOUND'
  | 'SESSION_NOT_FOUND'
  | 'PROMPT_NOT_FOUND'
  | 'MESSAGE_NOT_FOUND'
  | 'APPROVAL_NOT_FOUND'
  | 'QUESTION_NOT_FOUND'
  | 'TASK_NOT_FOUND'
  | 'FILE_NOT_FOUND'
  | 'MCP_SERVER_NOT_FOUND'
  | 'FS_PATH_NOT_FOUND'
  | 'WORKSPACE_NOT_FOUND'
  | 'FS_PERMISSION_DENIED'
  | 'PROVIDER_NOT_FOUND'
  | 'MODEL_NOT_FOUND'
  | 'TERMINAL_NOT_FOUND'
  | 'SKILL_NOT_FOUND'
  | 'TOOL_CALL_NOT_FOUND'
  | 'CATALOG_ENTRY_NOT_FOUND'
  | 'RUNTIME_NOT_FOUND'
  | 'RESOURCE_NOT_FOUND'
  | 'SESSION_BUSY'
  | 'APPROVAL_ALREADY_RESOLVED'
  | 'PROMPT_ALREADY_COMPLETED'
  | 'TASK_ALREADY_FINISHED'
  | 'FS_IS_DIRECTORY'
  | 'FS_IS_BINARY'
  | 'FS_GIT_UNAVAILABLE'
  | 'QUESTION_DISMISSED'
  | 'COMPACTION_UNABLE'
  | 'SESSION_UNDO_UNAVAILABLE'
  | 'SKILL_NOT_ACTIVATABLE'
  | 'GOAL_ALREADY_EXISTS'
  | 'GOAL_NOT_FOUND'
  | 'GOAL_STATUS_INVALID'
  | 'GOAL_NOT_RESUMABLE'
  | 'GOAL_OBJECTIVE_EMPTY'
  | 'GOAL_OBJECTIVE_TOO_LONG'
  | 'FS_ALREADY_EXISTS'
  | 'GOAL_UNSUPPORTED_AGENT'
  | 'PROVIDER_ALREADY_EXISTS'
  | 'PAGE_TOKEN_MISMATCH'
  | 'SESSION_TITLE_UNAVAILABLE'
  | 'RUNTIME_UNAVAILABLE'
  | 'PROMPT_ID_CONFLICT'
  | 'MCP_OAUTH_FAILED'
  | 'SESSION_REDO_UNAVAILABLE'
  | 'SESSION_FILES_CHANGED'
  | 'APPROVAL_EXPIRED'
  | 'QUESTION_EXPIRED'
  | 'FILE_EXPIRED'
  | 'FILE_TOO_LARGE'
  | 'FS_TOO_LARGE'
  | 'FS_TOO_MANY_RESULTS'
  | 'FS_PATH_ESCAPES_SESSION'
  | 'FS_GREP_TIMEOUT'
  | 'AUTH_RATE_LIMITED'
  | 'FS_WATCH_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'PERSISTENCE_FAILURE'
  | 'CATALOG_UNAVAILABLE'
  | 'ACCOUNT_SERVICE_UNAVAILABLE'
  | 'TOOL_EXECUTION_FAILED'
  | 'TOOL_NOT_AVAILABLE'
  | 'LOOP_MAX_STEPS'
  | 'LOOP_REPEATED_CALL'
  | 'LOOP_MAX_TOKENS'
  | 'BUDGET_EXCEEDED'
  | 'LOOP_LIMIT_REACHED'
  | 'LOOP_NO_RESULT'
  | 'PROVIDER_ERROR'
  | 'PROVIDER_RATE_LIMITED'
  | 'PROVIDER_QUOTA'
  | 'PROVIDER_OVERLOADED'
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_CONNECTION'
  | 'PROVIDER_EMPTY'
  | 'PROVIDER_FILTERED'
  | 'PROVIDER_CONTEXT_OVERFLOW'
  | 'PROVIDER_BAD_REQUEST'
  | 'MCP_STARTUP_FAILED'
  | 'MCP_CONNECTION_LOST'
  | 'MCP_TIMEOUT'
  | 'MCP_TOOL_ERROR'
  | 'MCP_AUTH_REQUIRED'
  | 'MCP_PROTOCOL_ERROR';

export interface ErrorFacts {
  code: number;
  /** default text for the user */
  message: string;
  /** HTTP status */
  http: number;
}

export const errorTable: Record<ErrorName, ErrorFacts> = {
  "VALIDATION_FAILED": {
    "code": 40001,
    "message": "The request is not valid.",
    "http": 200
  },
  "REQUEST_MALFORMED": {
    "code": 40002,
    "message": "The request body cannot be read.",
    "http": 200
  },
  "PROVIDER_OAUTH_MANAGED": {
    "code": 40003,
    "message": "This provider belongs to a login; log out to remove it.",
    "http": 200
  },
  "CATALOG_IMPORT_INVALID": {
    "code": 40004,
    "message": "This directory entry cannot be imported.",
    "http": 200
  },
  "REGISTRY_IMPORT_INVALID": {
    "code": 40005,
    "message": "The registry document cannot be used.",
    "http": 200
  },
  "UNAUTHORIZED": {
    "code": 40101,
    "message": "The access token is missing or wrong.",
    "http": 401
  },
  "AUTH_PROVISIONING_REQUIRED": {
    "code": 40110,
    "message": "No model provider is configured.",
    "http": 200
  },
  "AUTH_TOKEN_MISSING": {
    "code": 40111,
    "message": "The model provider has no credential.",
    "http": 200
  },
  "AUTH_TOKEN_UNAUTHORIZED": {
    "code": 40112,
    "message": "The model provider refused the credential.",
    "http": 200
  },
  "AUTH_MODEL_NOT_RESOLVED": {
    "code": 40113,
    "message": "No model can be found for this request.",
    "http": 200
  },
  "HOST_NOT_ALLOWED": {
    "code": 40301,
    "message": "This host or origin is not allowed.",
    "http": 403
  },
  "ROUTE_NOT_FOUND": {
    "code": 40400,
    "message": "There is no such route.",
    "http": 404
  },
  "SESSION_NOT_FOUND": {
    "code": 40401,
    "message": "There is no such session.",
    "http": 200
  },
  "PROMPT_NOT_FOUND": {
    "code": 40402,
    "message": "There is no such prompt.",
    "http": 200
  },
  "MESSAGE_NOT_FOUND": {
    "code": 40403,
    "message": "There is no such message.",
    "http": 200
  },
  "APPROVAL_NOT_FOUND": {
    "code": 40404,
    "message": "There is no such approval.",
    "http": 200
  },
  "QUESTION_NOT_FOUND": {
    "code": 40405,
    "message": "There is no such question.",
    "http": 200
  },
  "TASK_NOT_FOUND": {
    "code": 40406,
    "message": "The task does not exist in this session.",
    "http": 200
  },
  "FILE_NOT_FOUND": {
    "code": 40407,
    "message": "There is no such file.",
    "http": 200
  },
  "MCP_SERVER_NOT_FOUND": {
    "code": 40408,
    "message": "There is no such MCP server.",
    "http": 200
  },
  "FS_PATH_NOT_FOUND": {
    "code": 40409,
    "message": "There is no such path.",
    "http": 200
  },
  "WORKSPACE_NOT_FOUND": {
    "code": 40410,
    "message": "There is no such workspace.",
    "http": 200
  },
  "FS_PERMISSION_DENIED": {
    "code": 40411,
    "message": "The path may not be used.",
    "http": 200
  },
  "PROVIDER_NOT_FOUND": {
    "code": 40412,
    "message": "There is no such provider.",
    "http": 200
  },
  "MODEL_NOT_FOUND": {
    "code": 40413,
    "message": "There is no such model.",
    "http": 200
  },
  "TERMINAL_NOT_FOUND": {
    "code": 40414,
    "message": "There is no such terminal.",
    "http": 200
  },
  "SKILL_NOT_FOUND": {
    "code": 40415,
    "message": "There is no such skill.",
    "http": 200
  },
  "TOOL_CALL_NOT_FOUND": {
    "code": 40416,
    "message": "The tool call does not exist in this session.",
    "http": 200
  },
  "CATALOG_ENTRY_NOT_FOUND": {
    "code": 40417,
    "message": "The directory has no such entry.",
    "http": 200
  },
  "RUNTIME_NOT_FOUND": {
    "code": 40420,
    "message": "There is no such runtime.",
    "http": 200
  },
  "RESOURCE_NOT_FOUND": {
    "code": 40430,
    "message": "There is no such thing in this session.",
    "http": 200
  },
  "SESSION_BUSY": {
    "code": 40901,
    "message": "The session is busy.",
    "http": 200
  },
  "APPROVAL_ALREADY_RESOLVED": {
    "code": 40902,
    "message": "This was answered already.",
    "http": 200
  },
  "PROMPT_ALREADY_COMPLETED": {
    "code": 40903,
    "message": "The prompt is finished already.",
    "http": 200
  },
  "TASK_ALREADY_FINISHED": {
    "code": 40904,
    "message": "The task has ended already.",
    "http": 200
  },
  "FS_IS_DIRECTORY": {
    "code": 40906,
    "message": "The path is a directory.",
    "http": 200
  },
  "FS_IS_BINARY": {
    "code": 40907,
    "message": "The file is not text.",
    "http": 200
  },
  "FS_GIT_UNAVAILABLE": {
    "code": 40908,
    "message": "There is no git repository here, or no git program.",
    "http": 200
  },
  "QUESTION_DISMISSED": {
    "code": 40909,
    "message": "The question was dismissed.",
    "http": 200
  },
  "COMPACTION_UNABLE": {
    "code": 40910,
    "message": "The context cannot be compacted now.",
    "http": 200
  },
  "SESSION_UNDO_UNAVAILABLE": {
    "code": 40911,
    "message": "There is nothing to take back.",
    "http": 200
  },
  "SKILL_NOT_ACTIVATABLE": {
    "code": 40912,
    "message": "This skill has a type that cannot be used.",
    "http": 200
  },
  "GOAL_ALREADY_EXISTS": {
    "code": 40913,
    "message": "The session has a goal already.",
    "http": 200
  },
  "GOAL_NOT_FOUND": {
    "code": 40914,
    "message": "The session has no goal.",
    "http": 200
  },
  "GOAL_STATUS_INVALID": {
    "code": 40915,
    "message": "The goal cannot be changed so in its present status.",
    "http": 200
  },
  "GOAL_NOT_RESUMABLE": {
    "code": 40916,
    "message": "The goal cannot be taken up again.",
    "http": 200
  },
  "GOAL_OBJECTIVE_EMPTY": {
    "code": 40917,
    "message": "The goal has no objective.",
    "http": 200
  },
  "GOAL_OBJECTIVE_TOO_LONG": {
    "code": 40918,
    "message": "The objective of the goal is too long.",
    "http": 200
  },
  "FS_ALREADY_EXISTS": {
    "code": 40919,
    "message": "The path exists already.",
    "http": 200
  },
  "GOAL_UNSUPPORTED_AGENT": {
    "code": 40920,
    "message": "Only the main agent has goals.",
    "http": 200
  },
  "PROVIDER_ALREADY_EXISTS": {
    "code": 40921,
    "message": "There is a provider of this id already.",
    "http": 200
  },
  "PAGE_TOKEN_MISMATCH": {
    "code": 40922,
    "message": "The page token does not belong to these conditions.",
    "http": 200
  },
  "SESSION_TITLE_UNAVAILABLE": {
    "code": 40923,
    "message": "No title can be generated.",
    "http": 200
  },
  "RUNTIME_UNAVAILABLE": {
    "code": 40926,
    "message": "This machine cannot contain commands.",
    "http": 200
  },
  "PROMPT_ID_CONFLICT": {
    "code": 40927,
    "message": "The prompt id is in use.",
    "http": 200
  },
  "MCP_OAUTH_FAILED": {
    "code": 40929,
    "message": "The login to the MCP server failed.",
    "http": 200
  },
  "SESSION_REDO_UNAVAILABLE": {
    "code": 40931,
    "message": "There is no undo to take back.",
    "http": 200
  },
  "SESSION_FILES_CHANGED": {
    "code": 40932,
    "message": "Something else has changed files since; nothing was restored.",
    "http": 200
  },
  "APPROVAL_EXPIRED": {
    "code": 41001,
    "message": "The approval has expired.",
    "http": 200
  },
  "QUESTION_EXPIRED": {
    "code": 41002,
    "message": "The question has expired.",
    "http": 200
  },
  "FILE_EXPIRED": {
    "code": 41003,
    "message": "The time of this upload is over.",
    "http": 200
  },
  "FILE_TOO_LARGE": {
    "code": 41301,
    "message": "The upload or request body is too large.",
    "http": 200
  },
  "FS_TOO_LARGE": {
    "code": 41302,
    "message": "The file is too large to be read.",
    "http": 200
  },
  "FS_TOO_MANY_RESULTS": {
    "code": 41303,
    "message": "There are too many entries to list.",
    "http": 200
  },
  "FS_PATH_ESCAPES_SESSION": {
    "code": 41304,
    "message": "The path leaves the directories of the session.",
    "http": 200
  },
  "FS_GREP_TIMEOUT": {
    "code": 41305,
    "message": "Nothing was found in time.",
    "http": 200
  },
  "AUTH_RATE_LIMITED": {
    "code": 42901,
    "message": "Too many failed attempts; try again later.",
    "http": 429
  },
  "FS_WATCH_LIMIT_EXCEEDED": {
    "code": 42902,
    "message": "Too many paths are watched.",
    "http": 200
  },
  "INTERNAL_ERROR": {
    "code": 50001,
    "message": "Something went wrong inside the server.",
    "http": 200
  },
  "PERSISTENCE_FAILURE": {
    "code": 50003,
    "message": "Data could not be read or stored.",
    "http": 200
  },
  "CATALOG_UNAVAILABLE": {
    "code": 50004,
    "message": "The directory of providers is not available.",
    "http": 200
  },
  "ACCOUNT_SERVICE_UNAVAILABLE": {
    "code": 50005,
    "message": "The account service could not be reached.",
    "http": 200
  },
  "TOOL_EXECUTION_FAILED": {
    "code": 60001,
    "message": "The tool failed.",
    "http": 200
  },
  "TOOL_NOT_AVAILABLE": {
    "code": 60002,
    "message": "The tool is not available.",
    "http": 200
  },
  "LOOP_MAX_STEPS": {
    "code": 60003,
    "message": "The turn reached its limit of steps.",
    "http": 200
  },
  "LOOP_REPEATED_CALL": {
    "code": 60004,
    "message": "The model repeated the same call without end.",
    "http": 200
  },
  "LOOP_MAX_TOKENS": {
    "code": 60005,
    "message": "The model's answers were cut off again and again.",
    "http": 200
  },
  "BUDGET_EXCEEDED": {
    "code": 60006,
    "message": "The next model request would break the budget.",
    "http": 200
  },
  "LOOP_LIMIT_REACHED": {
    "code": 60007,
    "message": "A limit of the prompt is reached.",
    "http": 200
  },
  "LOOP_NO_RESULT": {
    "code": 60008,
    "message": "The turn ended without a result that fits the schema of its prompt.",
    "http": 200
  },
  "PROVIDER_ERROR": {
    "code": 70001,
    "message": "The model provider failed.",
    "http": 200
  },
  "PROVIDER_RATE_LIMITED": {
    "code": 70002,
    "message": "The model provider limits the rate of requests.",
    "http": 200
  },
  "PROVIDER_QUOTA": {
    "code": 70003,
    "message": "The quota at the model provider is used up.",
    "http": 200
  },
  "PROVIDER_OVERLOADED": {
    "code": 70004,
    "message": "The model provider is overloaded.",
    "http": 200
  },
  "PROVIDER_TIMEOUT": {
    "code": 70005,
    "message": "The model provider did not answer in time.",
    "http": 200
  },
  "PROVIDER_CONNECTION": {
    "code": 70006,
    "message": "The model provider could not be reached.",
    "http": 200
  },
  "PROVIDER_EMPTY": {
    "code": 70007,
    "message": "The model answered nothing.",
    "http": 200
  },
  "PROVIDER_FILTERED": {
    "code": 70008,
    "message": "The model provider withheld the answer.",
    "http": 200
  },
  "PROVIDER_CONTEXT_OVERFLOW": {
    "code": 70009,
    "message": "The conversation does not fit into the model.",
    "http": 200
  },
  "PROVIDER_BAD_REQUEST": {
    "code": 70010,
    "message": "The model provider refused the request.",
    "http": 200
  },
  "MCP_STARTUP_FAILED": {
    "code": 80001,
    "message": "The MCP server could not be started.",
    "http": 200
  },
  "MCP_CONNECTION_LOST": {
    "code": 80002,
    "message": "The connection to the MCP server was lost.",
    "http": 200
  },
  "MCP_TIMEOUT": {
    "code": 80003,
    "message": "The MCP server did not answer in time.",
    "http": 200
  },
  "MCP_TOOL_ERROR": {
    "code": 80004,
    "message": "A tool of an MCP server failed.",
    "http": 200
  },
  "MCP_AUTH_REQUIRED": {
    "code": 80005,
    "message": "The MCP server needs a login.",
    "http": 200
  },
  "MCP_PROTOCOL_ERROR": {
    "code": 80006,
    "message": "The MCP server broke the protocol.",
    "http": 200
  }
};
