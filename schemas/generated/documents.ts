/** The schemas as data. Written by `npm run codegen`; changes belong into the schema files. */
import type { DocumentSource } from '../documents.js';

export const documents: DocumentSource = {
  "types": {
    "AbortAck": {
      "schema": {
        "type": "object",
        "properties": {
          "aborted": {
            "type": "boolean",
            "const": true
          },
          "at_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "last durable event of the session at that moment"
          }
        },
        "required": [
          "aborted",
          "at_seq"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "AbortAgentData": {
      "schema": {
        "type": "object",
        "properties": {
          "aborted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "aborted"
        ]
      },
      "refs": []
    },
    "AbortPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "prompt_id": {
            "type": "string"
          }
        },
        "required": [
          "session_id",
          "prompt_id"
        ]
      },
      "refs": []
    },
    "AbortPromptData": {
      "schema": {
        "type": "object",
        "properties": {
          "aborted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "aborted"
        ]
      },
      "refs": []
    },
    "AbortSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "aborted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "aborted"
        ]
      },
      "refs": []
    },
    "AccountQuota": {
      "schema": {
        "description": "What of an account's allowance is used.",
        "type": "object",
        "properties": {
          "usages": {
            "$ref": "#/components/schemas/AccountQuotaUsages"
          },
          "extraUsage": {
            "$ref": "#/components/schemas/NullableAccountQuotaExtraUsage"
          }
        },
        "required": [
          "usages",
          "extraUsage"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AccountQuotaUsages",
        "NullableAccountQuotaExtraUsage"
      ]
    },
    "AccountQuotaExtraUsage": {
      "schema": {
        "type": "object",
        "properties": {
          "balanceCents": {
            "type": "integer"
          },
          "totalCents": {
            "type": "integer"
          },
          "monthlyChargeLimitEnabled": {
            "type": "boolean"
          },
          "monthlyChargeLimitCents": {
            "type": "integer"
          },
          "monthlyUsedCents": {
            "type": "integer"
          },
          "currency": {
            "type": "string",
            "description": "ISO 4217"
          }
        },
        "required": [
          "balanceCents",
          "totalCents",
          "monthlyChargeLimitEnabled",
          "monthlyChargeLimitCents",
          "monthlyUsedCents",
          "currency"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "AccountQuotaUsages": {
      "schema": {
        "type": "object",
        "properties": {
          "limit5h": {
            "$ref": "#/components/schemas/AccountQuotaUsagesLimit5h"
          },
          "limit7d": {
            "$ref": "#/components/schemas/AccountQuotaUsagesLimit7d"
          },
          "monthTotal": {
            "$ref": "#/components/schemas/AccountQuotaUsagesMonthTotal"
          },
          "monthCode": {
            "$ref": "#/components/schemas/AccountQuotaUsagesMonthCode"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "AccountQuotaUsagesLimit5h",
        "AccountQuotaUsagesLimit7d",
        "AccountQuotaUsagesMonthTotal",
        "AccountQuotaUsagesMonthCode"
      ]
    },
    "AccountQuotaUsagesLimit5h": {
      "schema": {
        "type": "object",
        "properties": {
          "usedRatio": {
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "resetAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "usedRatio"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "AccountQuotaUsagesLimit7d": {
      "schema": {
        "type": "object",
        "properties": {
          "usedRatio": {
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "resetAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "usedRatio"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "AccountQuotaUsagesMonthCode": {
      "schema": {
        "type": "object",
        "properties": {
          "usedRatio": {
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "resetAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "usedRatio"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "AccountQuotaUsagesMonthTotal": {
      "schema": {
        "type": "object",
        "properties": {
          "usedRatio": {
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "resetAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "usedRatio"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "AccountUser": {
      "schema": {
        "description": "Who is logged in.",
        "type": "object",
        "properties": {
          "userId": {
            "type": "string"
          },
          "nickname": {
            "type": "string"
          },
          "status": {
            "type": "string"
          },
          "region": {
            "type": "string"
          },
          "userLevel": {
            "type": "integer"
          },
          "userLevelName": {
            "type": "string"
          },
          "domain": {
            "type": "integer"
          },
          "domainName": {
            "type": "string"
          },
          "globalId": {
            "type": "string"
          },
          "bio": {
            "type": "string"
          },
          "avatar": {
            "type": "string"
          },
          "username": {
            "type": "string"
          },
          "email": {
            "type": "string"
          },
          "phone": {
            "$ref": "#/components/schemas/AccountUserPhone"
          },
          "createdTime": {
            "type": "string",
            "format": "date-time"
          },
          "lastLoginTime": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "userId",
          "nickname",
          "status",
          "region",
          "userLevel",
          "userLevelName",
          "domain",
          "domainName"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AccountUserPhone"
      ]
    },
    "AccountUserPhone": {
      "schema": {
        "type": "object",
        "properties": {
          "countryCode": {
            "type": "string"
          },
          "number": {
            "type": "string"
          }
        },
        "required": [
          "countryCode",
          "number"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ActivateSkillBody": {
      "schema": {
        "type": "object",
        "properties": {
          "args": {
            "type": "string",
            "maxLength": 100000
          },
          "attachments": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PromptContentPart"
            },
            "description": "images, videos and files"
          }
        }
      },
      "refs": [
        "PromptContentPart"
      ]
    },
    "ActivateSkillData": {
      "schema": {
        "type": "object",
        "properties": {
          "activated": {
            "type": "boolean",
            "const": true
          },
          "skill_name": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "activated",
          "skill_name"
        ]
      },
      "refs": []
    },
    "AddDirectoryBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "minLength": 1,
            "description": "absolute; must exist"
          },
          "remember": {
            "type": "boolean",
            "default": false
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "AddDirectoryData": {
      "schema": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute"
          },
          "additional_dirs": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "absolute"
          }
        },
        "additionalProperties": false,
        "required": [
          "cwd",
          "additional_dirs"
        ]
      },
      "refs": []
    },
    "AddInputHistoryBody": {
      "schema": {
        "type": "object",
        "properties": {
          "content": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100000
          }
        },
        "required": [
          "content"
        ]
      },
      "refs": []
    },
    "AddInputHistoryData": {
      "schema": {
        "type": "object",
        "properties": {
          "length": {
            "type": "integer",
            "minimum": 1,
            "description": "entries that there are now"
          }
        },
        "additionalProperties": false,
        "required": [
          "length"
        ]
      },
      "refs": []
    },
    "Agent": {
      "schema": {
        "description": "An agent of a session.",
        "type": "object",
        "properties": {
          "agentId": {
            "type": "string",
            "description": "`main`, or `agent_` + number"
          },
          "type": {
            "$ref": "#/components/schemas/AgentType"
          },
          "parentAgentId": {
            "type": "string"
          },
          "label": {
            "type": "string",
            "description": "what it was made for"
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "disposedAt": {
            "type": "string",
            "format": "date-time",
            "description": "when it left memory, or was closed"
          },
          "status": {
            "$ref": "#/components/schemas/AgentStatusField"
          },
          "profile": {
            "type": "string",
            "description": "name of what it was made from"
          },
          "model": {
            "type": "string",
            "description": "alias, empty when none resolves"
          },
          "usage": {
            "$ref": "#/components/schemas/UsageCounts"
          }
        },
        "required": [
          "agentId",
          "type",
          "status",
          "profile",
          "model",
          "usage"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AgentType",
        "AgentStatusField",
        "UsageCounts"
      ]
    },
    "AgentBinding": {
      "schema": {
        "description": "What an agent was made from, as the session keeps it: later changes of the file do not matter.",
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "description": "name of the agent file or built-in type"
          },
          "description": {
            "type": "string",
            "description": "for callers"
          },
          "whenToUse": {
            "type": "string"
          },
          "source": {
            "$ref": "#/components/schemas/AgentBindingSource"
          },
          "path": {
            "type": "string",
            "description": "absolute path of its file"
          },
          "hash": {
            "type": "string",
            "description": "SHA-256 of its text, hexadecimal"
          },
          "body": {
            "type": "string",
            "description": "replaces the built-in body of the prompt"
          },
          "appended": {
            "type": "string",
            "description": "text behind the rendered prompt"
          },
          "tools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "allowed names, `*` as wildcard; absent: all"
          },
          "disallowed": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "taken away last"
          },
          "subagents": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "agents it may start; absent: all"
          },
          "model": {
            "type": "string",
            "description": "alias"
          }
        },
        "required": [
          "name",
          "description",
          "source",
          "disallowed"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AgentBindingSource"
      ]
    },
    "AgentBindingSource": {
      "schema": {
        "type": "string",
        "enum": [
          "builtin",
          "user",
          "extra",
          "project",
          "file"
        ]
      },
      "refs": []
    },
    "AgentConfigInput": {
      "schema": {
        "description": "Settings a client gives for the main agent; checked as a whole, then applied in this order.",
        "type": "object",
        "properties": {
          "profile": {
            "type": "string",
            "minLength": 1,
            "description": "agent name; only at creation"
          },
          "model": {
            "type": "string",
            "description": "alias; empty is ignored; takes effect at the next step"
          },
          "thinking": {
            "type": "string",
            "minLength": 1,
            "description": "level"
          },
          "permission_mode": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "plan_mode": {
            "type": "boolean"
          },
          "swarm_mode": {
            "type": "boolean",
            "description": "accepted and ignored"
          },
          "system_prompt": {
            "type": "string",
            "description": "replaces the body of the agent; only while the session has no message"
          },
          "tools": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "allow list of tool names, `*` allowed; narrows the profile; empty: none"
          },
          "mcp_servers": {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^[A-Za-z0-9_-]{1,64}$"
            },
            "description": "names of the only configured MCP servers that the session connects to; empty: none. A name that is not configured means nothing until it is"
          },
          "goal_objective": {
            "type": "string",
            "description": "creates a goal"
          },
          "goal_control": {
            "$ref": "#/components/schemas/AgentConfigInputGoalControl"
          }
        }
      },
      "refs": [
        "PermissionMode",
        "AgentConfigInputGoalControl"
      ]
    },
    "AgentConfigInputGoalControl": {
      "schema": {
        "type": "string",
        "enum": [
          "pause",
          "resume",
          "cancel"
        ]
      },
      "refs": []
    },
    "AgentCreatedEventAgentKind": {
      "schema": {
        "type": "string",
        "enum": [
          "main",
          "sub",
          "independent"
        ]
      },
      "refs": []
    },
    "AgentProfile": {
      "schema": {
        "description": "An agent that a session can be made with, or that another agent may start.",
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "when_to_use": {
            "type": "string"
          },
          "source": {
            "$ref": "#/components/schemas/AgentProfileSource"
          },
          "path": {
            "type": "string",
            "description": "absolute path of its file"
          },
          "overrides_builtin": {
            "type": "boolean",
            "description": "a file took the place of a built-in agent"
          }
        },
        "required": [
          "name",
          "description",
          "source",
          "overrides_builtin"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AgentProfileSource"
      ]
    },
    "AgentProfileSource": {
      "schema": {
        "type": "string",
        "enum": [
          "builtin",
          "user",
          "extra",
          "project"
        ]
      },
      "refs": []
    },
    "AgentStatus": {
      "schema": {
        "description": "Live state of an agent; in an update an absent field is unchanged.",
        "type": "object",
        "properties": {
          "model": {
            "type": "string",
            "description": "alias"
          },
          "thinkingEffort": {
            "type": "string",
            "description": "effective level"
          },
          "contextTokens": {
            "type": "integer",
            "minimum": 0
          },
          "maxContextTokens": {
            "type": "integer",
            "minimum": 1,
            "description": "absent when unknown, never 0"
          },
          "contextUsage": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "share of the window in use, 0 to 1"
          },
          "planMode": {
            "type": "boolean"
          },
          "permission": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "usage": {
            "$ref": "#/components/schemas/UsageStatus"
          },
          "phase": {
            "$ref": "#/components/schemas/Phase"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "PermissionMode",
        "UsageStatus",
        "Phase"
      ]
    },
    "AgentStatusField": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "idle",
          "ended"
        ],
        "description": "a subagent that has ended starts again when it is prompted or resumed, a side agent does not"
      },
      "refs": []
    },
    "AgentType": {
      "schema": {
        "type": "string",
        "enum": [
          "main",
          "sub",
          "independent"
        ],
        "description": "`independent`: a side agent that knows a copy of the conversation"
      },
      "refs": []
    },
    "AnswerQuestionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "answers": {
            "$ref": "#/components/schemas/AnswerQuestionBodyAnswers"
          },
          "method": {
            "$ref": "#/components/schemas/AnswerQuestionBodyMethod"
          },
          "note": {
            "type": "string"
          }
        },
        "required": [
          "answers"
        ]
      },
      "refs": [
        "AnswerQuestionBodyAnswers",
        "AnswerQuestionBodyMethod"
      ]
    },
    "AnswerQuestionBodyAnswers": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/QuestionAnswer"
        },
        "description": "by question id (`q_0`, …)"
      },
      "refs": [
        "QuestionAnswer"
      ]
    },
    "AnswerQuestionBodyMethod": {
      "schema": {
        "type": "string",
        "enum": [
          "enter",
          "space",
          "number_key",
          "click"
        ],
        "description": "how the user chose"
      },
      "refs": []
    },
    "AnswerQuestionData": {
      "schema": {
        "type": "object",
        "properties": {
          "resolved": {
            "type": "boolean",
            "const": true
          },
          "resolved_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "additionalProperties": false,
        "required": [
          "resolved",
          "resolved_at"
        ]
      },
      "refs": []
    },
    "Approval": {
      "schema": {
        "description": "A tool call that waits for the user.",
        "type": "object",
        "properties": {
          "approval_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "agent_id": {
            "type": "string",
            "description": "asking agent"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "tool_name": {
            "type": "string"
          },
          "action": {
            "type": "string",
            "description": "one line for the user"
          },
          "tool_input_display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          },
          "reason": {
            "type": "string",
            "description": "why it is asked"
          },
          "danger": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "why the call is risky, one sentence each"
          },
          "session_scope": {
            "type": "boolean",
            "description": "the answer may be remembered for the session"
          },
          "scope_rule": {
            "type": "string",
            "description": "permission rule that would be stored"
          },
          "agent_type": {
            "type": "string",
            "description": "type of the asking subagent"
          },
          "editable": {
            "type": "boolean",
            "description": "it may be approved with changes"
          },
          "edit": {
            "$ref": "#/components/schemas/TextEdit"
          }
        },
        "required": [
          "approval_id",
          "session_id",
          "agent_id",
          "tool_call_id",
          "tool_name",
          "action",
          "tool_input_display",
          "created_at",
          "expires_at",
          "session_scope",
          "editable"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplay",
        "TextEdit"
      ]
    },
    "ApprovalAmendmentEventInput": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "arguments that run"
      },
      "refs": []
    },
    "ApprovalAmendmentEventText": {
      "schema": {
        "type": "object",
        "properties": {
          "content": {
            "type": "string",
            "description": "the whole new text of the file"
          },
          "base_sha256": {
            "$ref": "#/components/schemas/NullableString",
            "description": "of the file that was shown; null when there was none"
          }
        },
        "required": [
          "content",
          "base_sha256"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableString"
      ]
    },
    "ApprovalDetail": {
      "schema": {
        "description": "A tool call that waits or waited for the user, with its arguments and the texts of its edit.",
        "type": "object",
        "properties": {
          "approval_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "agent_id": {
            "type": "string",
            "description": "asking agent"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "tool_name": {
            "type": "string"
          },
          "action": {
            "type": "string",
            "description": "one line for the user"
          },
          "tool_input_display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          },
          "reason": {
            "type": "string",
            "description": "why it is asked"
          },
          "danger": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "why the call is risky, one sentence each"
          },
          "session_scope": {
            "type": "boolean",
            "description": "the answer may be remembered for the session"
          },
          "scope_rule": {
            "type": "string",
            "description": "permission rule that would be stored"
          },
          "agent_type": {
            "type": "string",
            "description": "type of the asking subagent"
          },
          "editable": {
            "type": "boolean",
            "description": "it may be approved with changes"
          },
          "input": {
            "$ref": "#/components/schemas/ApprovalDetailInput"
          },
          "edit": {
            "$ref": "#/components/schemas/ApprovalDetailEdit"
          }
        },
        "required": [
          "approval_id",
          "session_id",
          "agent_id",
          "tool_call_id",
          "tool_name",
          "action",
          "tool_input_display",
          "created_at",
          "expires_at",
          "session_scope",
          "editable",
          "input"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplay",
        "ApprovalDetailInput",
        "ApprovalDetailEdit"
      ]
    },
    "ApprovalDetailEdit": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "exists": {
            "type": "boolean",
            "description": "the file is there already"
          },
          "base_sha256": {
            "$ref": "#/components/schemas/NullableString",
            "description": "of the bytes of the file, in hexadecimal; null when there is none"
          },
          "hunks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TextHunk"
            }
          },
          "newline": {
            "$ref": "#/components/schemas/ApprovalDetailEditNewline"
          },
          "newline_changed": {
            "type": "boolean",
            "const": true,
            "description": "some lines differ only in their end"
          },
          "final_newline": {
            "$ref": "#/components/schemas/ApprovalDetailEditFinalNewline"
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "over 64 KiB or 200 hunks, which are left out then"
          },
          "before": {
            "type": "string",
            "description": "the whole text; empty when there is no file"
          },
          "after": {
            "type": "string",
            "description": "the whole text that the call leads to"
          }
        },
        "required": [
          "path",
          "exists",
          "base_sha256",
          "hunks",
          "newline",
          "final_newline",
          "before",
          "after"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableString",
        "TextHunk",
        "ApprovalDetailEditNewline",
        "ApprovalDetailEditFinalNewline"
      ]
    },
    "ApprovalDetailEditFinalNewline": {
      "schema": {
        "type": "object",
        "properties": {
          "before": {
            "type": "boolean"
          },
          "after": {
            "type": "boolean"
          }
        },
        "required": [
          "before",
          "after"
        ],
        "additionalProperties": false,
        "description": "whether the last line has an end"
      },
      "refs": []
    },
    "ApprovalDetailEditNewline": {
      "schema": {
        "type": "string",
        "enum": [
          "lf",
          "crlf"
        ],
        "description": "the more frequent line end"
      },
      "refs": []
    },
    "ApprovalDetailInput": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "arguments as the model gave them"
      },
      "refs": []
    },
    "ArchiveSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "archived": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "archived"
        ]
      },
      "refs": []
    },
    "ArchiveSessionsBody": {
      "schema": {
        "type": "object",
        "properties": {
          "ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "description": "1 to 5,000 different ones; what is named twice counts once"
          }
        },
        "required": [
          "ids"
        ]
      },
      "refs": []
    },
    "AuthSnapshot": {
      "schema": {
        "description": "Whether prompts can be answered by a model.",
        "type": "object",
        "properties": {
          "models_ready": {
            "type": "boolean",
            "description": "the default model resolves to a configured provider; credentials are not tried"
          },
          "providers_count": {
            "type": "integer",
            "minimum": 0,
            "description": "configured providers"
          },
          "managed_provider": {
            "$ref": "#/components/schemas/NullableAuthSnapshotManagedProvider"
          }
        },
        "required": [
          "models_ready",
          "providers_count",
          "managed_provider"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableAuthSnapshotManagedProvider"
      ]
    },
    "AuthSnapshotManagedProvider": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/AuthSnapshotManagedProviderStatus"
          }
        },
        "required": [
          "name",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AuthSnapshotManagedProviderStatus"
      ]
    },
    "AuthSnapshotManagedProviderStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "authenticated",
          "expired",
          "revoked",
          "unauthenticated"
        ]
      },
      "refs": []
    },
    "BeginMcpAuthData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/BeginMcpAuthDataAuthorizationRequired"
          },
          {
            "$ref": "#/components/schemas/BeginMcpAuthDataAlreadyAuthorized"
          }
        ]
      },
      "refs": [
        "BeginMcpAuthDataAuthorizationRequired",
        "BeginMcpAuthDataAlreadyAuthorized"
      ]
    },
    "BeginMcpAuthDataAlreadyAuthorized": {
      "schema": {
        "type": "object",
        "properties": {
          "status": {
            "type": "string",
            "const": "already-authorized"
          }
        },
        "required": [
          "status"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "BeginMcpAuthDataAuthorizationRequired": {
      "schema": {
        "type": "object",
        "properties": {
          "status": {
            "type": "string",
            "const": "authorization-required"
          },
          "flowId": {
            "type": "string",
            "description": "for `:complete` and `:cancel`; dropped after 15 minutes in which no client waits for it"
          },
          "authorizationUrl": {
            "type": "string",
            "description": "to be opened in a browser on this machine; https, or a server of this machine"
          }
        },
        "required": [
          "status",
          "flowId",
          "authorizationUrl"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "BrowseHostData": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute, links resolved"
          },
          "parent": {
            "$ref": "#/components/schemas/NullableString",
            "description": "null at the root"
          },
          "entries": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/BrowseHostDataEntriesItem"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "path",
          "parent",
          "entries"
        ]
      },
      "refs": [
        "NullableString",
        "BrowseHostDataEntriesItem"
      ]
    },
    "BrowseHostDataEntriesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "path": {
            "type": "string"
          },
          "is_dir": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "name",
          "path",
          "is_dir"
        ]
      },
      "refs": []
    },
    "BudgetHeldEventRaise": {
      "schema": {
        "type": "object",
        "description": "what the question offers; absent: the agent joined one that waits already",
        "properties": {
          "scope": {
            "$ref": "#/components/schemas/BudgetHeldEventRaiseScope"
          },
          "limit": {
            "type": "number",
            "exclusiveMinimum": 0,
            "description": "USD, when the limit is raised for the session"
          },
          "day": {
            "type": "string",
            "description": "`YYYY-MM-DD`"
          }
        },
        "required": [
          "scope",
          "limit",
          "day"
        ],
        "additionalProperties": false
      },
      "refs": [
        "BudgetHeldEventRaiseScope"
      ]
    },
    "BudgetHeldEventRaiseScope": {
      "schema": {
        "type": "string",
        "enum": [
          "session",
          "day"
        ]
      },
      "refs": []
    },
    "CancelGoalData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GoalSnapshot"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "GoalSnapshot"
      ]
    },
    "CancelLoginData": {
      "schema": {
        "type": "object",
        "properties": {
          "cancelled": {
            "type": "boolean"
          },
          "status": {
            "$ref": "#/components/schemas/CancelLoginDataStatus"
          }
        },
        "required": [
          "cancelled",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "CancelLoginDataStatus"
      ]
    },
    "CancelLoginDataStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "authenticated",
          "denied",
          "expired",
          "cancelled"
        ]
      },
      "refs": []
    },
    "CancelMcpAuthBody": {
      "schema": {
        "type": "object",
        "properties": {
          "flowId": {
            "type": "string",
            "description": "as `:begin` gave it"
          }
        },
        "required": [
          "flowId"
        ]
      },
      "refs": []
    },
    "CancelShellData": {
      "schema": {
        "type": "object",
        "properties": {
          "cancelled": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "cancelled"
        ]
      },
      "refs": []
    },
    "CancelTaskData": {
      "schema": {
        "type": "object",
        "properties": {
          "cancelled": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "cancelled"
        ]
      },
      "refs": []
    },
    "CatalogEntry": {
      "schema": {
        "description": "A provider of the public catalog.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "wire_type": {
            "$ref": "#/components/schemas/NullableProviderType",
            "description": "protocol; null: cannot be imported"
          },
          "guessed": {
            "type": "boolean",
            "description": "the catalog names no protocol; it is taken for the OpenAI kind"
          },
          "needs_base_url": {
            "type": "boolean",
            "description": "an import has to give the address"
          },
          "rejected": {
            "type": "boolean",
            "description": "cannot be imported"
          },
          "reject_reason": {
            "$ref": "#/components/schemas/NullableCatalogEntryRejectReason"
          },
          "env_key": {
            "$ref": "#/components/schemas/NullableString",
            "description": "usual environment variable of the key"
          },
          "models": {
            "type": "array",
            "description": "usable ones",
            "items": {
              "$ref": "#/components/schemas/CatalogEntryModelsItem"
            }
          }
        },
        "required": [
          "id",
          "name",
          "wire_type",
          "guessed",
          "needs_base_url",
          "rejected",
          "reject_reason",
          "env_key",
          "models"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableProviderType",
        "NullableCatalogEntryRejectReason",
        "NullableString",
        "CatalogEntryModelsItem"
      ]
    },
    "CatalogEntryModelsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "the provider's own name of the model"
          },
          "name": {
            "type": "string"
          },
          "max_context_size": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "capabilities": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "reasoning": {
            "type": "boolean",
            "description": "it can think before it answers"
          }
        },
        "required": [
          "id",
          "max_context_size",
          "reasoning"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "CatalogEntryRejectReason": {
      "schema": {
        "type": "string",
        "enum": [
          "unknown-explicit-type",
          "proprietary-sdk"
        ]
      },
      "refs": []
    },
    "ChangedFile": {
      "schema": {
        "description": "A file that differs from what it was before the changes of a session.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "status": {
            "$ref": "#/components/schemas/ChangedFileStatus"
          },
          "moved_from": {
            "type": "string",
            "description": "where an added file was before, which is listed as `deleted`; the comparison is with what was there"
          },
          "binary": {
            "type": "boolean",
            "const": true,
            "description": "no text, or a link: there are no hunks"
          },
          "base_sha256": {
            "$ref": "#/components/schemas/NullableString",
            "description": "of the content before the changes, in hexadecimal; null when there was no file"
          },
          "sha256": {
            "$ref": "#/components/schemas/NullableString",
            "description": "of the content after the changes; of a link, of the path in it; null when there is no file"
          },
          "added": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          },
          "hunks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TextHunk"
            },
            "description": "when they were asked for; of a file that only moved, empty"
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "over 256 KiB or 200 hunks, or beyond 8 MiB of one answer: the hunks are left out"
          },
          "turns": {
            "type": "array",
            "items": {
              "type": "integer",
              "minimum": 1
            },
            "description": "turns of the main agent in which agents changed it; none for a file that only the user took back. Turns that were undone together with the file are left out"
          },
          "agent_ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "agents that changed it"
          },
          "conflict": {
            "$ref": "#/components/schemas/ChangedFileConflict"
          }
        },
        "required": [
          "path",
          "status",
          "base_sha256",
          "sha256",
          "added",
          "removed",
          "turns",
          "agent_ids"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ChangedFileStatus",
        "NullableString",
        "TextHunk",
        "ChangedFileConflict"
      ]
    },
    "ChangedFileConflict": {
      "schema": {
        "type": "string",
        "enum": [
          "changed",
          "uncertain"
        ],
        "description": "`changed`: something else changed it too; `uncertain`: changed while a command ran in the background, or by a call whose end is not known (yet)"
      },
      "refs": []
    },
    "ChangedFileStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "added",
          "modified",
          "deleted"
        ]
      },
      "refs": []
    },
    "ClearPlanData": {
      "schema": {
        "type": "object",
        "properties": {
          "cleared": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "cleared"
        ]
      },
      "refs": []
    },
    "ClientHelloAck": {
      "schema": {
        "type": "object",
        "properties": {
          "accepted_subscriptions": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "subscribed now"
          },
          "resync_required": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "subscribed but not replayed, and unknown sessions"
          },
          "cursors": {
            "$ref": "#/components/schemas/ClientHelloAckCursors"
          },
          "not_found": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "unknown sessions"
          }
        },
        "required": [
          "accepted_subscriptions",
          "resync_required",
          "not_found"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ClientHelloAckCursors"
      ]
    },
    "ClientHelloAckCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "position from which live delivery continues, by session"
      },
      "refs": [
        "Cursor"
      ]
    },
    "ClientHelloPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "client_id": {
            "type": "string"
          },
          "subscriptions": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 200,
            "description": "session ids to subscribe"
          },
          "cursors": {
            "$ref": "#/components/schemas/ClientHelloPayloadCursors"
          },
          "agent_filter": {
            "$ref": "#/components/schemas/ClientHelloPayloadAgentFilter"
          },
          "resume_inflight": {
            "type": "boolean",
            "default": false,
            "description": "send the text of running steps so far"
          },
          "max_replay": {
            "type": "integer",
            "minimum": 0,
            "description": "most durable events to replay per session; more gives `resync_required`; absent: no limit"
          },
          "token": {
            "type": "string",
            "description": "must be valid when given; not looked at with `--dangerous-bypass-auth`, which disables all token checks"
          }
        },
        "required": [
          "client_id"
        ]
      },
      "refs": [
        "ClientHelloPayloadCursors",
        "ClientHelloPayloadAgentFilter"
      ]
    },
    "ClientHelloPayloadAgentFilter": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 1
        },
        "description": "agent ids to receive, by session; sessions not named are unfiltered"
      },
      "refs": []
    },
    "ClientHelloPayloadCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "last durable event applied, by session; a session without one is not replayed"
      },
      "refs": [
        "Cursor"
      ]
    },
    "CloseAgentData": {
      "schema": {
        "type": "object",
        "properties": {
          "closed": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "closed"
        ]
      },
      "refs": []
    },
    "CloseTerminalData": {
      "schema": {
        "type": "object",
        "properties": {
          "closed": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "closed"
        ]
      },
      "refs": []
    },
    "CompactSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "instruction": {
            "type": "string",
            "description": "what the summary is to heed besides; blank: nothing"
          }
        }
      },
      "refs": []
    },
    "CompactSessionData": {
      "schema": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      },
      "refs": []
    },
    "CompactionCancelledEventReason": {
      "schema": {
        "type": "string",
        "enum": [
          "aborted",
          "failed",
          "recovery"
        ]
      },
      "refs": []
    },
    "CompactionCompletedEventResult": {
      "schema": {
        "type": "object",
        "properties": {
          "summary": {
            "type": "string"
          },
          "compactedCount": {
            "type": "integer",
            "minimum": 0,
            "description": "messages that the summary replaces"
          },
          "tokensBefore": {
            "type": "integer",
            "minimum": 0,
            "description": "tokens of the context, system prompt and tools included"
          },
          "tokensAfter": {
            "type": "integer",
            "minimum": 0,
            "description": "the same afterwards, by estimate"
          },
          "keptUserMessageCount": {
            "type": "integer",
            "minimum": 0,
            "description": "messages of the user that stay word for word, some perhaps in part"
          },
          "keptHeadUserMessageCount": {
            "type": "integer",
            "minimum": 0,
            "description": "of these, the ones from the beginning when others between were left out"
          },
          "droppedCount": {
            "type": "integer",
            "minimum": 0,
            "description": "oldest messages that the summary knows nothing of, because they did not fit into its request"
          }
        },
        "required": [
          "summary",
          "compactedCount",
          "tokensBefore",
          "tokensAfter"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "CompactionStartedEventCause": {
      "schema": {
        "type": "string",
        "enum": [
          "threshold",
          "overflow"
        ]
      },
      "refs": []
    },
    "CompactionStartedEventTrigger": {
      "schema": {
        "type": "string",
        "enum": [
          "manual",
          "auto"
        ]
      },
      "refs": []
    },
    "CompleteMcpAuthBody": {
      "schema": {
        "type": "object",
        "properties": {
          "flowId": {
            "type": "string",
            "description": "as `:begin` gave it"
          },
          "timeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "default": 900000
          }
        },
        "required": [
          "flowId"
        ]
      },
      "refs": []
    },
    "Config": {
      "schema": {
        "description": "The effective configuration without secrets.",
        "type": "object",
        "properties": {
          "providers": {
            "$ref": "#/components/schemas/ConfigProviders"
          },
          "models": {
            "$ref": "#/components/schemas/ConfigModels"
          },
          "default_model": {
            "type": "string",
            "description": "alias"
          },
          "default_provider": {
            "type": "string",
            "description": "id; its default model serves when `default_model` is unset"
          },
          "default_permission_mode": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "yolo": {
            "type": "boolean",
            "description": "the default permission mode is yolo"
          },
          "plan_mode": {
            "type": "boolean",
            "description": "same as `default_plan_mode`"
          },
          "thinking": {
            "$ref": "#/components/schemas/ConfigThinking"
          },
          "permission": {
            "$ref": "#/components/schemas/ConfigPermission"
          },
          "hooks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ConfigHooksItem"
            }
          },
          "services": {
            "$ref": "#/components/schemas/ConfigServices"
          },
          "telemetry": {
            "type": "boolean",
            "const": false
          },
          "raw": {
            "$ref": "#/components/schemas/ConfigRaw"
          },
          "default_plan_mode": {
            "type": "boolean"
          },
          "extra_skill_dirs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            }
          },
          "extra_agent_dirs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            }
          },
          "merge_all_available_skills": {
            "type": "boolean"
          },
          "builtin_product_skills": {
            "type": "boolean"
          },
          "loop_control": {
            "$ref": "#/components/schemas/ConfigLoopControl"
          },
          "token_counting": {
            "$ref": "#/components/schemas/ConfigTokenCounting"
          },
          "background": {
            "$ref": "#/components/schemas/ConfigBackground"
          },
          "subagent": {
            "$ref": "#/components/schemas/ConfigSubagent"
          },
          "mcp": {
            "$ref": "#/components/schemas/ConfigMcp"
          },
          "tools": {
            "$ref": "#/components/schemas/ConfigTools"
          },
          "image": {
            "$ref": "#/components/schemas/ConfigImage"
          },
          "checkpoints": {
            "$ref": "#/components/schemas/ConfigCheckpoints"
          },
          "sandbox": {
            "$ref": "#/components/schemas/ConfigSandbox"
          },
          "budget": {
            "$ref": "#/components/schemas/ConfigBudget"
          },
          "identity": {
            "$ref": "#/components/schemas/ConfigIdentity"
          },
          "offline": {
            "$ref": "#/components/schemas/ConfigOffline"
          },
          "experimental": {
            "$ref": "#/components/schemas/ConfigExperimental"
          }
        },
        "required": [
          "providers"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ConfigProviders",
        "ConfigModels",
        "PermissionMode",
        "ConfigThinking",
        "ConfigPermission",
        "ConfigHooksItem",
        "ConfigServices",
        "ConfigRaw",
        "ConfigLoopControl",
        "ConfigTokenCounting",
        "ConfigBackground",
        "ConfigSubagent",
        "ConfigMcp",
        "ConfigTools",
        "ConfigImage",
        "ConfigCheckpoints",
        "ConfigSandbox",
        "ConfigBudget",
        "ConfigIdentity",
        "ConfigOffline",
        "ConfigExperimental"
      ]
    },
    "ConfigBackground": {
      "schema": {
        "type": "object",
        "properties": {
          "maxRunningTasks": {
            "type": "integer",
            "minimum": 1,
            "description": "no limit when absent"
          },
          "keepAliveOnExit": {
            "type": "boolean"
          },
          "killGracePeriodMs": {
            "type": "integer",
            "minimum": 0,
            "description": "between SIGTERM and SIGKILL"
          },
          "bashAutoBackgroundOnTimeout": {
            "type": "boolean"
          },
          "bashTaskTimeoutS": {
            "type": "integer",
            "minimum": 0,
            "description": "0 = none; default 600, with `-p` 0"
          },
          "printBackgroundMode": {
            "$ref": "#/components/schemas/ConfigBackgroundPrintBackgroundMode"
          },
          "printWaitCeilingS": {
            "type": "integer",
            "minimum": 0
          },
          "printMaxTurns": {
            "type": "integer",
            "minimum": 1
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "ConfigBackgroundPrintBackgroundMode"
      ]
    },
    "ConfigBackgroundPrintBackgroundMode": {
      "schema": {
        "type": "string",
        "enum": [
          "exit",
          "drain",
          "steer"
        ],
        "description": "default `steer`; `drain` when unset and `keep_alive_on_exit`"
      },
      "refs": []
    },
    "ConfigBudget": {
      "schema": {
        "type": "object",
        "description": "what may be spent; looked at before each model request, by the prices of the models",
        "properties": {
          "sessionUsd": {
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": 1000000,
            "description": "of one session; no limit when absent"
          },
          "dayUsd": {
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": 1000000,
            "description": "of all sessions together on one day; no limit when absent"
          },
          "warnRatio": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "part of a limit from which on a session warns"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigCheckpoints": {
      "schema": {
        "type": "object",
        "description": "former content of files that tools change, kept so that an undo can give it back",
        "properties": {
          "enabled": {
            "type": "boolean"
          },
          "maxFileMb": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "larger files are not kept"
          },
          "maxTotalMb": {
            "type": "integer",
            "minimum": 1,
            "description": "of one session; the oldest content makes room"
          },
          "maxFiles": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200000,
            "description": "with more files in the workspace the changes of shell commands are not seen"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigExperimental": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "boolean"
        },
        "description": "flags by id"
      },
      "refs": []
    },
    "ConfigHooksItem": {
      "schema": {
        "type": "object",
        "properties": {
          "event": {
            "type": "string"
          },
          "command": {
            "type": "string"
          },
          "matcher": {
            "type": "string"
          },
          "timeout": {
            "type": "number",
            "description": "seconds"
          }
        },
        "required": [
          "event",
          "command"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigIdentity": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1
          },
          "slug": {
            "type": "string",
            "minLength": 1,
            "description": "User-Agent; default: from the name"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigImage": {
      "schema": {
        "type": "object",
        "properties": {
          "maxEdgePx": {
            "type": "integer",
            "minimum": 1,
            "description": "longest edge of an image sent to a model"
          },
          "readByteBudget": {
            "type": "integer",
            "minimum": 1,
            "description": "bytes of an image sent to a model"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigLoopControl": {
      "schema": {
        "type": "object",
        "properties": {
          "maxStepsPerTurn": {
            "type": "integer",
            "minimum": 0,
            "description": "0 = no limit"
          },
          "maxAttemptsPerStep": {
            "type": "integer",
            "minimum": 1,
            "description": "all attempts of one model request"
          },
          "reservedContextSize": {
            "type": "integer",
            "minimum": 0,
            "description": "tokens kept free for the answer"
          },
          "compactionTriggerRatio": {
            "type": "number",
            "minimum": 0.5,
            "maximum": 0.99,
            "description": "part of the context window"
          }
        },
        "required": [
          "maxStepsPerTurn",
          "maxAttemptsPerStep",
          "reservedContextSize",
          "compactionTriggerRatio"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigMcp": {
      "schema": {
        "type": "object",
        "properties": {
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigModels": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/ModelRecord"
        },
        "description": "by alias"
      },
      "refs": [
        "ModelRecord"
      ]
    },
    "ConfigOffline": {
      "schema": {
        "type": "object",
        "properties": {
          "enabled": {
            "type": "boolean",
            "description": "the built-in offline provider"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigPatch": {
      "schema": {
        "description": "A partial configuration, laid over the file key by key: absent keys stay, `null` deletes, lists are replaced whole. Inside a domain fields are spelt as in answers or as in the file; ids, aliases, flags and names of variables and headers are taken as they are. What equals the answer of `GET` is not written. `telemetry` and `secondary_model` are ignored.",
        "type": "object",
        "properties": {
          "providers": {
            "$ref": "#/components/schemas/NullableConfigPatchProviders",
            "description": "by id: fields of the file's table, `api_key` among them; `has_api_key` is ignored. Models of a deleted provider stay and cannot be used until there is one of its name"
          },
          "models": {
            "$ref": "#/components/schemas/NullableConfigPatchModels",
            "description": "by alias: fields of the file's table; `hasApiKey` is ignored"
          },
          "default_model": {
            "$ref": "#/components/schemas/NullableString",
            "description": "alias of a model that is configured, or becomes so by this patch"
          },
          "default_provider": {
            "$ref": "#/components/schemas/NullableString",
            "description": "id"
          },
          "default_permission_mode": {
            "$ref": "#/components/schemas/NullableString",
            "description": "`manual`, `yolo` or `auto`"
          },
          "yolo": {
            "$ref": "#/components/schemas/NullableBoolean",
            "description": "`true` sets `default_permission_mode` to `yolo`; `false` is ignored"
          },
          "default_plan_mode": {
            "$ref": "#/components/schemas/NullableBoolean",
            "description": "boolean"
          },
          "plan_mode": {
            "$ref": "#/components/schemas/NullableBoolean",
            "description": "same as `default_plan_mode`"
          },
          "permission": {
            "$ref": "#/components/schemas/NullableConfigPatchPermission",
            "description": "`rules`, `allow`, `deny`, `ask`"
          },
          "hooks": {
            "$ref": "#/components/schemas/ConfigPatchHooks",
            "description": "list of `event`, `command`, `matcher`, `timeout` and nothing else"
          },
          "services": {
            "$ref": "#/components/schemas/NullableConfigPatchServices",
            "description": "`search`, `fetch`: `base_url`, `api_key`, `api_key_env`, `custom_headers`"
          },
          "merge_all_available_skills": {
            "$ref": "#/components/schemas/NullableBoolean",
            "description": "boolean"
          },
          "builtin_product_skills": {
            "$ref": "#/components/schemas/NullableBoolean",
            "description": "boolean"
          },
          "extra_skill_dirs": {
            "$ref": "#/components/schemas/ConfigPatchExtraSkillDirs",
            "description": "list of paths"
          },
          "extra_agent_dirs": {
            "$ref": "#/components/schemas/ConfigPatchExtraAgentDirs",
            "description": "list of paths"
          },
          "experimental": {
            "$ref": "#/components/schemas/NullableConfigPatchExperimental",
            "description": "boolean by flag id"
          },
          "raw": {
            "$ref": "#/components/schemas/NullableConfigPatchRaw",
            "description": "refused"
          },
          "thinking": {
            "$ref": "#/components/schemas/NullableConfigPatchThinking",
            "description": "`enabled`, `effort`, `keep`"
          },
          "loop_control": {
            "$ref": "#/components/schemas/NullableConfigPatchLoopControl",
            "description": "`maxStepsPerTurn`, `maxAttemptsPerStep`, `reservedContextSize`, `compactionTriggerRatio`"
          },
          "token_counting": {
            "$ref": "#/components/schemas/NullableConfigPatchTokenCounting",
            "description": "`strategy`"
          },
          "background": {
            "$ref": "#/components/schemas/NullableConfigPatchBackground",
            "description": "`maxRunningTasks`, `keepAliveOnExit`, `killGracePeriodMs`, `bashAutoBackgroundOnTimeout`, `bashTaskTimeoutS`, `printBackgroundMode`, `printWaitCeilingS`, `printMaxTurns`"
          },
          "subagent": {
            "$ref": "#/components/schemas/NullableConfigPatchSubagent",
            "description": "`timeoutMs`"
          },
          "mcp": {
            "$ref": "#/components/schemas/NullableConfigPatchMcp",
            "description": "`startupTimeoutMs`, `toolTimeoutMs`"
          },
          "tools": {
            "$ref": "#/components/schemas/NullableConfigPatchTools",
            "description": "`enabled`, `disabled`"
          },
          "image": {
            "$ref": "#/components/schemas/NullableConfigPatchImage",
            "description": "`maxEdgePx`, `readByteBudget`"
          },
          "checkpoints": {
            "$ref": "#/components/schemas/NullableConfigPatchCheckpoints",
            "description": "`enabled`, `maxFileMb`, `maxTotalMb`, `maxFiles`"
          },
          "sandbox": {
            "$ref": "#/components/schemas/NullableConfigPatchSandbox",
            "description": "`plan`"
          },
          "budget": {
            "$ref": "#/components/schemas/NullableConfigPatchBudget",
            "description": "`sessionUsd`, `dayUsd`, `warnRatio`"
          },
          "identity": {
            "$ref": "#/components/schemas/NullableConfigPatchIdentity",
            "description": "`name`, `slug`"
          },
          "offline": {
            "$ref": "#/components/schemas/NullableConfigPatchOffline",
            "description": "`enabled`"
          }
        },
        "additionalProperties": true
      },
      "refs": [
        "NullableConfigPatchProviders",
        "NullableConfigPatchModels",
        "NullableString",
        "NullableBoolean",
        "NullableConfigPatchPermission",
        "ConfigPatchHooks",
        "NullableConfigPatchServices",
        "ConfigPatchExtraSkillDirs",
        "ConfigPatchExtraAgentDirs",
        "NullableConfigPatchExperimental",
        "NullableConfigPatchRaw",
        "NullableConfigPatchThinking",
        "NullableConfigPatchLoopControl",
        "NullableConfigPatchTokenCounting",
        "NullableConfigPatchBackground",
        "NullableConfigPatchSubagent",
        "NullableConfigPatchMcp",
        "NullableConfigPatchTools",
        "NullableConfigPatchImage",
        "NullableConfigPatchCheckpoints",
        "NullableConfigPatchSandbox",
        "NullableConfigPatchBudget",
        "NullableConfigPatchIdentity",
        "NullableConfigPatchOffline"
      ]
    },
    "ConfigPatchBackground": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchBudget": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchCheckpoints": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchExperimental": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchExtraAgentDirs": {
      "schema": {
        "type": [
          "array",
          "null"
        ],
        "items": {}
      },
      "refs": []
    },
    "ConfigPatchExtraSkillDirs": {
      "schema": {
        "type": [
          "array",
          "null"
        ],
        "items": {}
      },
      "refs": []
    },
    "ConfigPatchHooks": {
      "schema": {
        "type": [
          "array",
          "null"
        ],
        "items": {}
      },
      "refs": []
    },
    "ConfigPatchIdentity": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchImage": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchLoopControl": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchMcp": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchModels": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchOffline": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchPermission": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchProviders": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchRaw": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchSandbox": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchServices": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchSubagent": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchThinking": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchTokenCounting": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPatchTools": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ConfigPermission": {
      "schema": {
        "type": "object",
        "properties": {
          "rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ConfigPermissionRulesItem"
            }
          },
          "allow": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "deny": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "ask": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "required": [
          "rules"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ConfigPermissionRulesItem"
      ]
    },
    "ConfigPermissionRulesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/ConfigPermissionRulesItemDecision"
          },
          "pattern": {
            "type": "string"
          },
          "reason": {
            "type": "string"
          }
        },
        "required": [
          "decision",
          "pattern"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ConfigPermissionRulesItemDecision"
      ]
    },
    "ConfigPermissionRulesItemDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "allow",
          "deny",
          "ask"
        ]
      },
      "refs": []
    },
    "ConfigProviders": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/ProviderSummary"
        },
        "description": "by id"
      },
      "refs": [
        "ProviderSummary"
      ]
    },
    "ConfigRaw": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "the parsed file as it is, secrets replaced by `***`"
      },
      "refs": []
    },
    "ConfigSandbox": {
      "schema": {
        "type": "object",
        "description": "containment of commands by the kernel (Linux, with bubblewrap)",
        "properties": {
          "plan": {
            "type": "boolean",
            "description": "commands of plan mode and of agents that only look cannot change this machine"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigServices": {
      "schema": {
        "type": "object",
        "properties": {
          "search": {
            "$ref": "#/components/schemas/ConfigServicesSearch"
          },
          "fetch": {
            "$ref": "#/components/schemas/ConfigServicesFetch"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "ConfigServicesSearch",
        "ConfigServicesFetch"
      ]
    },
    "ConfigServicesFetch": {
      "schema": {
        "type": "object",
        "properties": {
          "baseUrl": {
            "type": "string"
          },
          "hasApiKey": {
            "type": "boolean"
          },
          "customHeaderKeys": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "required": [
          "baseUrl",
          "hasApiKey"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigServicesSearch": {
      "schema": {
        "type": "object",
        "properties": {
          "baseUrl": {
            "type": "string"
          },
          "hasApiKey": {
            "type": "boolean"
          },
          "customHeaderKeys": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "required": [
          "baseUrl",
          "hasApiKey"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigSubagent": {
      "schema": {
        "type": "object",
        "properties": {
          "timeoutMs": {
            "type": "integer",
            "minimum": 0,
            "description": "0 = none; default 7200000, with `-p` 0"
          }
        },
        "required": [
          "timeoutMs"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ConfigThinking": {
      "schema": {
        "type": "object",
        "properties": {
          "enabled": {
            "type": "boolean"
          },
          "effort": {
            "type": "string",
            "description": "level"
          },
          "keep": {
            "$ref": "#/components/schemas/ConfigThinkingKeep"
          }
        },
        "required": [
          "enabled",
          "keep"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ConfigThinkingKeep"
      ]
    },
    "ConfigThinkingKeep": {
      "schema": {
        "type": "string",
        "enum": [
          "all",
          "none"
        ],
        "description": "whether earlier thinking is sent back"
      },
      "refs": []
    },
    "ConfigTokenCounting": {
      "schema": {
        "type": "object",
        "properties": {
          "strategy": {
            "$ref": "#/components/schemas/ConfigTokenCountingStrategy"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "ConfigTokenCountingStrategy"
      ]
    },
    "ConfigTokenCountingStrategy": {
      "schema": {
        "type": "string",
        "enum": [
          "measured+estimated",
          "measured",
          "estimated"
        ],
        "description": "changes what is shown, never the triggers"
      },
      "refs": []
    },
    "ConfigTools": {
      "schema": {
        "type": "object",
        "properties": {
          "enabled": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "names, `mcp__x__*`; empty = all"
          },
          "disabled": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "names, `mcp__x__*`"
          }
        },
        "additionalProperties": false
      },
      "refs": []
    },
    "Connection": {
      "schema": {
        "description": "An open socket.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`conn_` + ULID"
          },
          "connected_at": {
            "type": "string",
            "format": "date-time"
          },
          "remote_address": {
            "$ref": "#/components/schemas/NullableString"
          },
          "user_agent": {
            "$ref": "#/components/schemas/NullableString"
          },
          "has_client_hello": {
            "type": "boolean"
          },
          "subscriptions": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "session ids"
          }
        },
        "required": [
          "id",
          "connected_at",
          "remote_address",
          "user_agent",
          "has_client_hello",
          "subscriptions"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableString"
      ]
    },
    "ContentPart": {
      "schema": {
        "description": "One part of a message.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TextPart"
          },
          {
            "$ref": "#/components/schemas/ThinkingPart"
          },
          {
            "$ref": "#/components/schemas/ImagePart"
          },
          {
            "$ref": "#/components/schemas/VideoPart"
          },
          {
            "$ref": "#/components/schemas/FilePart"
          },
          {
            "$ref": "#/components/schemas/MentionPart"
          },
          {
            "$ref": "#/components/schemas/ToolUsePart"
          },
          {
            "$ref": "#/components/schemas/ToolResultPart"
          }
        ]
      },
      "refs": [
        "TextPart",
        "ThinkingPart",
        "ImagePart",
        "VideoPart",
        "FilePart",
        "MentionPart",
        "ToolUsePart",
        "ToolResultPart"
      ]
    },
    "ContextRedoneEventPromptsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "promptId": {
            "type": "string"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "promptId",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ContextUndoneEventPromptsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "promptId": {
            "type": "string"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "promptId",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "CountGuiItemsData": {
      "schema": {
        "type": "object",
        "properties": {
          "length": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "length"
        ]
      },
      "refs": []
    },
    "CreateChildSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "description": "default `Child: <title or id>`"
          },
          "metadata": {
            "$ref": "#/components/schemas/CreateChildSessionBodyMetadata"
          }
        }
      },
      "refs": [
        "CreateChildSessionBodyMetadata"
      ]
    },
    "CreateChildSessionBodyMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "added to the custom metadata of the source; `cwd`, `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored"
      },
      "refs": []
    },
    "CreateGoalBody": {
      "schema": {
        "type": "object",
        "properties": {
          "objective": {
            "type": "string",
            "description": "at most 4,000 characters"
          },
          "completion_criterion": {
            "type": "string"
          },
          "replace": {
            "type": "boolean",
            "default": false
          },
          "budget": {
            "$ref": "#/components/schemas/CreateGoalBodyBudget"
          }
        },
        "required": [
          "objective"
        ]
      },
      "refs": [
        "CreateGoalBodyBudget"
      ]
    },
    "CreateGoalBodyBudget": {
      "schema": {
        "type": "object",
        "properties": {
          "turns": {
            "type": "integer",
            "minimum": 1
          },
          "tokens": {
            "type": "integer",
            "minimum": 1,
            "description": "output tokens"
          },
          "wall_clock_ms": {
            "type": "integer",
            "minimum": 1000,
            "maximum": 86400000
          }
        }
      },
      "refs": []
    },
    "CreateManagedMcpServerData": {
      "schema": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/McpManagedServer"
        },
        "description": "by name"
      },
      "refs": [
        "McpManagedServer"
      ]
    },
    "CreateProviderBody": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "letters, digits, `-`, `_` and blanks, a letter or digit first; not `offline`, `env`"
          },
          "type": {
            "$ref": "#/components/schemas/ProviderType"
          },
          "models": {
            "type": "array",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/ProviderModelForm"
            }
          },
          "api_key": {
            "type": "string"
          },
          "base_url": {
            "type": "string",
            "description": "http or https address, trimmed; no `${`"
          },
          "default_model": {
            "type": "string",
            "description": "one of `models[].model`"
          }
        },
        "required": [
          "id",
          "type",
          "models"
        ]
      },
      "refs": [
        "ProviderType",
        "ProviderModelForm"
      ]
    },
    "CreateSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "workspace_id": {
            "type": "string",
            "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
            "description": "its root becomes the working directory"
          },
          "metadata": {
            "$ref": "#/components/schemas/CreateSessionBodyMetadata"
          },
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "description": "custom title"
          },
          "agent_config": {
            "$ref": "#/components/schemas/AgentConfigInput"
          },
          "permission_rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionPermissionRuleInput"
            },
            "description": "allow rules of launch scope"
          },
          "launch": {
            "$ref": "#/components/schemas/Launch"
          },
          "mcp_servers": {
            "$ref": "#/components/schemas/CreateSessionBodyMcpServers"
          }
        }
      },
      "refs": [
        "CreateSessionBodyMetadata",
        "AgentConfigInput",
        "SessionPermissionRuleInput",
        "Launch",
        "CreateSessionBodyMcpServers"
      ]
    },
    "CreateSessionBodyMcpServers": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/CreateSessionBodyMcpServersValue"
        },
        "description": "name → entry as in `mcp.json`, and `expand`, default true: with false the values of `env` and `headers` are literal, `${VAR}` in them too; the session layer, which wins over the files. Kept in memory only: after a restart of the server it is gone until `:load` gives it again"
      },
      "refs": [
        "CreateSessionBodyMcpServersValue"
      ]
    },
    "CreateSessionBodyMcpServersValue": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "CreateSessionBodyMetadata": {
      "schema": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "minLength": 1,
            "description": "absolute path of an existing directory"
          }
        },
        "additionalProperties": true,
        "description": "`cwd` and custom keys; `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored"
      },
      "refs": []
    },
    "CreateTerminalBody": {
      "schema": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "relative to the working directory of the session, which is the default"
          },
          "shell": {
            "type": "string",
            "minLength": 1,
            "description": "absolute path of a program, or its name in PATH; default: the shell of commands"
          },
          "cols": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 80
          },
          "rows": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 24
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "only `local`"
          }
        }
      },
      "refs": []
    },
    "CronChangedEventChange": {
      "schema": {
        "type": "string",
        "enum": [
          "created",
          "deleted",
          "expired"
        ]
      },
      "refs": []
    },
    "CronJob": {
      "schema": {
        "description": "A prompt that repeats at set times, as events carry it.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "8 hexadecimal digits"
          },
          "cron": {
            "type": "string",
            "description": "five fields, local time"
          },
          "humanSchedule": {
            "type": "string"
          },
          "prompt": {
            "type": "string"
          },
          "recurring": {
            "type": "boolean"
          },
          "nextFireAt": {
            "$ref": "#/components/schemas/CronJobNextFireAt"
          }
        },
        "required": [
          "id",
          "cron",
          "humanSchedule",
          "prompt",
          "recurring",
          "nextFireAt"
        ],
        "additionalProperties": false
      },
      "refs": [
        "CronJobNextFireAt"
      ]
    },
    "CronJobNextFireAt": {
      "schema": {
        "type": [
          "string",
          "null"
        ],
        "format": "date-time"
      },
      "refs": []
    },
    "CronScheduledEventDueAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "CronScheduledEventFireAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "Cursor": {
      "schema": {
        "description": "A position in the event log of a session.",
        "type": "object",
        "properties": {
          "seq": {
            "type": "integer",
            "minimum": 0,
            "description": "last durable event that was applied; 0: none"
          },
          "epoch": {
            "type": "string",
            "description": "incarnation of the log, `ep_` + ULID; absent: the present one"
          }
        },
        "required": [
          "seq"
        ]
      },
      "refs": []
    },
    "DebugContextData": {
      "schema": {
        "type": "object",
        "properties": {
          "tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "as the provider counted, and an estimate of what came since"
          },
          "estimate": {
            "type": "integer",
            "minimum": 0,
            "description": "of all messages"
          },
          "messages": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DebugContextDataMessagesItem"
            }
          },
          "system_prompt_chars": {
            "type": "integer",
            "minimum": 0,
            "description": "0 before the first turn"
          },
          "tools": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "tokens",
          "estimate",
          "messages",
          "system_prompt_chars",
          "tools"
        ]
      },
      "refs": [
        "DebugContextDataMessagesItem"
      ]
    },
    "DebugContextDataMessagesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "role": {
            "type": "string"
          },
          "origin": {
            "type": "string",
            "description": "kind; empty when there is none"
          },
          "tokens": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "id",
          "role",
          "origin",
          "tokens"
        ]
      },
      "refs": []
    },
    "DebugEventsData": {
      "schema": {
        "type": "object",
        "properties": {
          "stats": {
            "$ref": "#/components/schemas/DebugEventsDataStats"
          },
          "events": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DebugEventsDataEventsItem"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "stats",
          "events"
        ]
      },
      "refs": [
        "DebugEventsDataStats",
        "DebugEventsDataEventsItem"
      ]
    },
    "DebugEventsDataEventsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "seq": {
            "type": "integer",
            "minimum": 0
          },
          "time": {
            "type": "string"
          },
          "type": {
            "type": "string"
          },
          "agent_id": {
            "type": "string"
          },
          "payload": {
            "$ref": "#/components/schemas/DebugEventsDataEventsItemPayload"
          }
        },
        "additionalProperties": false,
        "required": [
          "seq",
          "time",
          "type",
          "agent_id",
          "payload"
        ]
      },
      "refs": [
        "DebugEventsDataEventsItemPayload"
      ]
    },
    "DebugEventsDataEventsItemPayload": {
      "schema": {
        "type": "object",
        "description": "without `type` and `sessionId`"
      },
      "refs": []
    },
    "DebugEventsDataStats": {
      "schema": {
        "type": "object",
        "properties": {
          "count": {
            "type": "integer",
            "minimum": 0
          },
          "first_seq": {
            "type": "integer",
            "minimum": 0
          },
          "last_seq": {
            "type": "integer",
            "minimum": 0
          },
          "bytes": {
            "type": "integer",
            "minimum": 0
          },
          "by_type": {
            "$ref": "#/components/schemas/DebugEventsDataStatsByType"
          },
          "damaged": {
            "type": "integer",
            "minimum": 0,
            "description": "rows whose payload cannot be read"
          }
        },
        "additionalProperties": false,
        "required": [
          "count",
          "first_seq",
          "last_seq",
          "bytes",
          "by_type",
          "damaged"
        ]
      },
      "refs": [
        "DebugEventsDataStatsByType"
      ]
    },
    "DebugEventsDataStatsByType": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "integer",
          "minimum": 0
        }
      },
      "refs": []
    },
    "DebugMemoryData": {
      "schema": {
        "type": "object",
        "properties": {
          "rss": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes, like the next three"
          },
          "heap_used": {
            "type": "integer",
            "minimum": 0
          },
          "heap_total": {
            "type": "integer",
            "minimum": 0
          },
          "external": {
            "type": "integer",
            "minimum": 0
          },
          "event_loop_lag_ms": {
            "type": "number",
            "minimum": 0,
            "description": "longest delay since the last call"
          },
          "db": {
            "$ref": "#/components/schemas/DebugMemoryDataDb"
          },
          "sessions_loaded": {
            "type": "integer",
            "minimum": 0
          },
          "connections": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "rss",
          "heap_used",
          "heap_total",
          "external",
          "event_loop_lag_ms",
          "db",
          "sessions_loaded",
          "connections"
        ]
      },
      "refs": [
        "DebugMemoryDataDb"
      ]
    },
    "DebugMemoryDataDb": {
      "schema": {
        "type": "object",
        "properties": {
          "page_count": {
            "type": "integer",
            "minimum": 0
          },
          "page_size": {
            "type": "integer",
            "minimum": 0
          },
          "wal_bytes": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "page_count",
          "page_size",
          "wal_bytes"
        ]
      },
      "refs": []
    },
    "DebugPermissionsData": {
      "schema": {
        "type": "object",
        "properties": {
          "mode": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "plan_mode": {
            "type": "boolean"
          },
          "rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DebugPermissionsDataRulesItem"
            }
          },
          "verdict": {
            "$ref": "#/components/schemas/DebugPermissionsDataVerdict"
          }
        },
        "additionalProperties": false,
        "required": [
          "mode",
          "plan_mode",
          "rules"
        ]
      },
      "refs": [
        "PermissionMode",
        "DebugPermissionsDataRulesItem",
        "DebugPermissionsDataVerdict"
      ]
    },
    "DebugPermissionsDataRulesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/DebugPermissionsDataRulesItemDecision"
          },
          "pattern": {
            "type": "string"
          },
          "source": {
            "$ref": "#/components/schemas/DebugPermissionsDataRulesItemSource"
          },
          "reason": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "decision",
          "pattern",
          "source"
        ]
      },
      "refs": [
        "DebugPermissionsDataRulesItemDecision",
        "DebugPermissionsDataRulesItemSource"
      ]
    },
    "DebugPermissionsDataRulesItemDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "deny",
          "ask",
          "allow"
        ]
      },
      "refs": []
    },
    "DebugPermissionsDataRulesItemSource": {
      "schema": {
        "type": "string",
        "enum": [
          "config",
          "session",
          "launch",
          "profile"
        ]
      },
      "refs": []
    },
    "DebugPermissionsDataVerdict": {
      "schema": {
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/DebugPermissionsDataVerdictDecision"
          },
          "step": {
            "type": "string"
          },
          "rule": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "decision",
          "step"
        ]
      },
      "refs": [
        "DebugPermissionsDataVerdictDecision"
      ]
    },
    "DebugPermissionsDataVerdictDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "allow",
          "ask",
          "deny"
        ]
      },
      "refs": []
    },
    "DebugSessionsData": {
      "schema": {
        "type": "object",
        "properties": {
          "sessions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DebugSessionsDataSessionsItem"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "sessions"
        ]
      },
      "refs": [
        "DebugSessionsDataSessionsItem"
      ]
    },
    "DebugSessionsDataSessionsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "loaded_at": {
            "type": "string"
          },
          "last_used_at": {
            "type": "string"
          },
          "agents": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DebugSessionsDataSessionsItemAgentsItem"
            }
          },
          "subscribers": {
            "type": "integer",
            "minimum": 0,
            "description": "sockets and event streams"
          },
          "tasks_running": {
            "type": "integer",
            "minimum": 0
          },
          "mcp": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DebugSessionsDataSessionsItemMcpItem"
            }
          },
          "unload_in_ms": {
            "$ref": "#/components/schemas/DebugSessionsDataSessionsItemUnloadInMs",
            "description": "null: something runs, or a client reads"
          }
        },
        "additionalProperties": false,
        "required": [
          "id",
          "loaded_at",
          "last_used_at",
          "agents",
          "subscribers",
          "tasks_running",
          "mcp",
          "unload_in_ms"
        ]
      },
      "refs": [
        "DebugSessionsDataSessionsItemAgentsItem",
        "DebugSessionsDataSessionsItemMcpItem",
        "DebugSessionsDataSessionsItemUnloadInMs"
      ]
    },
    "DebugSessionsDataSessionsItemAgentsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "phase": {
            "$ref": "#/components/schemas/Phase"
          },
          "queue": {
            "type": "integer",
            "minimum": 0,
            "description": "prompts that wait"
          }
        },
        "additionalProperties": false,
        "required": [
          "agent_id",
          "phase",
          "queue"
        ]
      },
      "refs": [
        "Phase"
      ]
    },
    "DebugSessionsDataSessionsItemMcpItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "status": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "name",
          "status"
        ]
      },
      "refs": []
    },
    "DebugSessionsDataSessionsItemUnloadInMs": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "DecidingRule": {
      "schema": {
        "description": "A permission rule that decided, and where it is from.",
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/DecidingRuleDecision"
          },
          "pattern": {
            "type": "string",
            "description": "as `Tool` or `Tool(pattern)`"
          },
          "source": {
            "$ref": "#/components/schemas/DecidingRuleSource"
          }
        },
        "required": [
          "decision",
          "pattern",
          "source"
        ],
        "additionalProperties": false
      },
      "refs": [
        "DecidingRuleDecision",
        "DecidingRuleSource"
      ]
    },
    "DecidingRuleDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "allow",
          "ask",
          "deny"
        ]
      },
      "refs": []
    },
    "DecidingRuleSource": {
      "schema": {
        "type": "string",
        "enum": [
          "config",
          "launch",
          "session",
          "request"
        ],
        "description": "config: `config.toml`; launch: the request that made or loaded the session; session: approved for the session; request: `rules` of this request"
      },
      "refs": []
    },
    "DeleteCronJobData": {
      "schema": {
        "type": "object",
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "deleted"
        ]
      },
      "refs": []
    },
    "DeleteFileData": {
      "schema": {
        "type": "object",
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        },
        "required": [
          "deleted"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "DeleteManagedMcpServerData": {
      "schema": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/McpManagedServer"
        },
        "description": "by name"
      },
      "refs": [
        "McpManagedServer"
      ]
    },
    "DeletePermissionRuleData": {
      "schema": {
        "type": "object",
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "deleted"
        ]
      },
      "refs": []
    },
    "DeleteSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "deleted"
        ]
      },
      "refs": []
    },
    "DetachToolCallData": {
      "schema": {
        "type": "object",
        "properties": {
          "detached": {
            "type": "boolean",
            "const": true
          },
          "task_id": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "detached",
          "task_id"
        ]
      },
      "refs": []
    },
    "DiffFileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "DiffFileData": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string"
          },
          "diff": {
            "type": "string",
            "description": "\"\" without a difference"
          },
          "truncated": {
            "type": "boolean",
            "description": "it was cut at the end of a line before 1 MiB"
          }
        },
        "additionalProperties": false,
        "required": [
          "path",
          "diff",
          "truncated"
        ]
      },
      "refs": []
    },
    "DismissQuestionData": {
      "schema": {
        "type": "object",
        "properties": {
          "dismissed": {
            "type": "boolean",
            "const": true
          },
          "dismissed_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "additionalProperties": false,
        "required": [
          "dismissed",
          "dismissed_at"
        ]
      },
      "refs": []
    },
    "DownloadFileData": {
      "schema": {
        "type": "string"
      },
      "refs": []
    },
    "EditPromptBody": {
      "schema": {
        "type": "object",
        "properties": {
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PromptContentPart"
            },
            "minItems": 1,
            "description": "same rules as for a new prompt"
          },
          "position": {
            "type": "integer",
            "minimum": 0,
            "description": "new place in the queue, 0 = next; beyond the end = last"
          }
        }
      },
      "refs": [
        "PromptContentPart"
      ]
    },
    "ErrorDetail": {
      "schema": {
        "description": "One wrong field of a request.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "dotted, array indexes as numbers; empty for the whole object"
          },
          "message": {
            "type": "string"
          }
        },
        "required": [
          "path",
          "message"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ErrorEventDetails": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "`code` repeats the engine's name, `server_code` is the REST number where one exists"
      },
      "refs": []
    },
    "ErrorPayload": {
      "schema": {
        "description": "A failure reported in an event.",
        "type": "object",
        "properties": {
          "code": {
            "type": "string",
            "description": "dotted name such as `provider.rate_limit` (ws.md 14.2)"
          },
          "message": {
            "type": "string",
            "description": "for the user"
          },
          "name": {
            "type": "string",
            "description": "class of the error"
          },
          "details": {
            "$ref": "#/components/schemas/ErrorPayloadDetails"
          },
          "retryable": {
            "type": "boolean",
            "description": "the same request may work later"
          },
          "cause": {
            "$ref": "#/components/schemas/ErrorPayload"
          }
        },
        "required": [
          "code",
          "message",
          "retryable"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ErrorPayloadDetails",
        "ErrorPayload"
      ]
    },
    "ErrorPayloadDetails": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "`code` repeats the engine's name, `server_code` is the REST number where one exists"
      },
      "refs": []
    },
    "EventApprovalResolvedEventAmended": {
      "schema": {
        "type": "string",
        "enum": [
          "hunks",
          "content",
          "input"
        ],
        "description": "what the user changed before the call runs"
      },
      "refs": []
    },
    "EventApprovalResolvedEventBy": {
      "schema": {
        "type": "string",
        "enum": [
          "client",
          "policy",
          "timeout",
          "abort",
          "recovery"
        ]
      },
      "refs": []
    },
    "EventApprovalResolvedEventDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "approved",
          "rejected",
          "cancelled"
        ]
      },
      "refs": []
    },
    "EventConfigWarningEventWarningsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "domain": {
            "type": "string",
            "description": "top-level key; absent when the file is no TOML"
          },
          "message": {
            "type": "string",
            "description": "`line:column field: problem; what it costs`"
          }
        },
        "required": [
          "message"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "EventInboxChangedEventChange": {
      "schema": {
        "type": "string",
        "enum": [
          "added",
          "removed"
        ]
      },
      "refs": []
    },
    "EventInboxChangedEventKind": {
      "schema": {
        "type": "string",
        "enum": [
          "approval",
          "question"
        ]
      },
      "refs": []
    },
    "EventModelCatalogChangedEventChangedItem": {
      "schema": {
        "type": "object",
        "properties": {
          "provider_id": {
            "type": "string"
          },
          "provider_name": {
            "type": "string"
          },
          "added": {
            "type": "integer",
            "minimum": 0,
            "description": "models"
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "models"
          }
        },
        "required": [
          "provider_id",
          "provider_name",
          "added",
          "removed"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "EventModelCatalogChangedEventFailedItem": {
      "schema": {
        "type": "object",
        "properties": {
          "provider": {
            "type": "string"
          },
          "reason": {
            "type": "string"
          }
        },
        "required": [
          "provider",
          "reason"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "EventQuestionAnsweredEventAnswers": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "question text to answer text; several joined with `, `"
      },
      "refs": []
    },
    "EventQuestionDismissedEventBy": {
      "schema": {
        "type": "string",
        "enum": [
          "client",
          "timeout",
          "abort",
          "recovery"
        ]
      },
      "refs": []
    },
    "EventSessionWorkChangedEventLastTurnReason": {
      "schema": {
        "type": "string",
        "enum": [
          "completed",
          "cancelled",
          "failed"
        ]
      },
      "refs": []
    },
    "EventSessionWorkChangedEventPendingInteraction": {
      "schema": {
        "type": "string",
        "enum": [
          "none",
          "approval",
          "question"
        ]
      },
      "refs": []
    },
    "ExplainPermissionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "tool": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "name of the tool"
          },
          "input": {
            "$ref": "#/components/schemas/ExplainPermissionBodyInput"
          },
          "session_id": {
            "type": "string",
            "minLength": 1,
            "description": "`session_` + ULID in lower case; not together with `cwd`"
          },
          "cwd": {
            "type": "string",
            "minLength": 1,
            "description": "absolute path of an existing directory that a new session would work in; default without `session_id`: the home directory of the user"
          },
          "permission_mode": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "plan_mode": {
            "type": "boolean",
            "description": "default, as of the mode: that of the session, for a new one that of the configuration"
          },
          "rules": {
            "type": "array",
            "maxItems": 1000,
            "description": "in place of all rules in force",
            "items": {
              "$ref": "#/components/schemas/ExplainPermissionBodyRulesItem"
            }
          }
        },
        "required": [
          "tool",
          "input"
        ]
      },
      "refs": [
        "ExplainPermissionBodyInput",
        "PermissionMode",
        "ExplainPermissionBodyRulesItem"
      ]
    },
    "ExplainPermissionBodyInput": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "its arguments, as a model gives them"
      },
      "refs": []
    },
    "ExplainPermissionBodyRulesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/ExplainPermissionBodyRulesItemDecision"
          },
          "pattern": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4096,
            "description": "the rule as `Tool` or `Tool(pattern)`"
          }
        },
        "required": [
          "decision",
          "pattern"
        ]
      },
      "refs": [
        "ExplainPermissionBodyRulesItemDecision"
      ]
    },
    "ExplainPermissionBodyRulesItemDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "allow",
          "ask",
          "deny"
        ]
      },
      "refs": []
    },
    "ExplainPermissionData": {
      "schema": {
        "type": "object",
        "properties": {
          "verdict": {
            "$ref": "#/components/schemas/ExplainPermissionDataVerdict"
          },
          "step": {
            "$ref": "#/components/schemas/ExplainPermissionDataStep"
          },
          "reason": {
            "type": "string",
            "description": "one line for the user"
          },
          "rule": {
            "$ref": "#/components/schemas/DecidingRule"
          },
          "danger": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "labels of a command line or file, as approvals show them"
          },
          "commands": {
            "type": "array",
            "description": "Bash: what is decided on each simple command of the line, wrapped and substituted ones included, in their order; absent when the line cannot be taken apart in time or has more than 1,000",
            "items": {
              "$ref": "#/components/schemas/ExplainPermissionDataCommandsItem"
            }
          }
        },
        "required": [
          "verdict",
          "step",
          "reason",
          "danger"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ExplainPermissionDataVerdict",
        "ExplainPermissionDataStep",
        "DecidingRule",
        "ExplainPermissionDataCommandsItem"
      ]
    },
    "ExplainPermissionDataCommandsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "text": {
            "type": "string",
            "description": "as rules are compared with it"
          },
          "verdict": {
            "$ref": "#/components/schemas/ExplainPermissionDataCommandsItemVerdict"
          },
          "rule": {
            "$ref": "#/components/schemas/DecidingRule"
          }
        },
        "required": [
          "text",
          "verdict"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ExplainPermissionDataCommandsItemVerdict",
        "DecidingRule"
      ]
    },
    "ExplainPermissionDataCommandsItemVerdict": {
      "schema": {
        "type": "string",
        "enum": [
          "allow",
          "ask",
          "deny"
        ]
      },
      "refs": []
    },
    "ExplainPermissionDataStep": {
      "schema": {
        "type": "string",
        "enum": [
          "static",
          "plan",
          "session-rule",
          "ask-rule",
          "allow-rule",
          "sensitive",
          "risky",
          "mode"
        ],
        "description": "what decided: static: a deny rule, or a tool that is switched off; plan: plan mode; session-rule: approved for the session; ask-rule, allow-rule: a rule; sensitive: a file that may hold secrets; risky: what yolo asks about; mode: the permission mode"
      },
      "refs": []
    },
    "ExplainPermissionDataVerdict": {
      "schema": {
        "type": "string",
        "enum": [
          "allow",
          "ask",
          "deny"
        ],
        "description": "allow: it runs; ask: the user is asked; deny: it does not run"
      },
      "refs": []
    },
    "ExportSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "format": {
            "$ref": "#/components/schemas/ExportSessionBodyFormat",
            "default": "zip"
          },
          "include": {
            "$ref": "#/components/schemas/ExportSessionBodyInclude"
          },
          "web_log": {
            "type": "string",
            "maxLength": 262144,
            "description": "becomes `logs/agent-web.jsonl` of a ZIP; at most 262,144 bytes in UTF-8"
          },
          "desktop": {
            "type": "boolean",
            "default": false,
            "description": "with the log of the desktop program in a ZIP, if there is one"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "ExportSessionBodyFormat",
        "ExportSessionBodyInclude"
      ]
    },
    "ExportSessionBodyFormat": {
      "schema": {
        "type": "string",
        "enum": [
          "zip",
          "html"
        ]
      },
      "refs": []
    },
    "ExportSessionBodyInclude": {
      "schema": {
        "type": "object",
        "properties": {
          "tool_output": {
            "type": "boolean",
            "default": true,
            "description": "what tools returned"
          },
          "thinking": {
            "type": "boolean",
            "default": true,
            "description": "the reasoning of models"
          },
          "file_contents": {
            "type": "boolean",
            "default": true,
            "description": "what was read from files and written into them, and media; commands may show it too"
          },
          "paths": {
            "type": "boolean",
            "default": false,
            "description": "without it the working directory is `.`, the home directory `~`, and the name of the user is masked"
          }
        },
        "additionalProperties": false,
        "description": "what the page shows; only with `html`. Without tool output, thinking or file contents it lists events without their content"
      },
      "refs": []
    },
    "FileChange": {
      "schema": {
        "description": "One path that a call changed.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "change": {
            "$ref": "#/components/schemas/FileChangeChange"
          },
          "before": {
            "$ref": "#/components/schemas/FileState"
          },
          "after": {
            "$ref": "#/components/schemas/FileState"
          },
          "movedFrom": {
            "type": "string",
            "description": "where a created file was before; that path is listed as deleted"
          }
        },
        "required": [
          "path",
          "change",
          "before",
          "after"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FileChangeChange",
        "FileState"
      ]
    },
    "FileChangeChange": {
      "schema": {
        "type": "string",
        "enum": [
          "created",
          "modified",
          "deleted"
        ]
      },
      "refs": []
    },
    "FileEntry": {
      "schema": {
        "description": "A file or directory. Links within the directories of the session are followed; `symlink` is one that leads elsewhere, or nowhere.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory of the session, `/` between names; `.` for itself"
          },
          "name": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/FileEntryKind"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes; files only"
          },
          "modified_at": {
            "type": "string",
            "format": "date-time"
          },
          "etag": {
            "type": "string",
            "description": "base 36: milliseconds of the modification, size and inode, joined by `-`"
          },
          "mime": {
            "type": "string",
            "description": "by the name, else by the content"
          },
          "language_id": {
            "type": "string",
            "description": "as editors name languages"
          },
          "is_binary": {
            "type": "boolean",
            "description": "by the first 4,096 bytes; left out where many files are listed"
          },
          "is_symlink_to": {
            "type": "string",
            "description": "where the followed link leads: relative to the working directory, absolute in an additional directory"
          },
          "git_status": {
            "$ref": "#/components/schemas/GitFileStatus"
          },
          "child_count": {
            "type": "integer",
            "minimum": 0,
            "description": "names in a directory; left out for very large ones"
          }
        },
        "additionalProperties": false,
        "required": [
          "path",
          "name",
          "kind",
          "modified_at"
        ]
      },
      "refs": [
        "FileEntryKind",
        "GitFileStatus"
      ]
    },
    "FileEntryKind": {
      "schema": {
        "type": "string",
        "enum": [
          "file",
          "directory",
          "symlink"
        ]
      },
      "refs": []
    },
    "FileEvent": {
      "schema": {
        "description": "What became of one watched path within a window. What was replaced by another kind of thing is reported twice: `deleted`, then `created`.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory of the session, `/` between names; `.` for itself"
          },
          "change": {
            "$ref": "#/components/schemas/FileEventChange"
          },
          "kind": {
            "$ref": "#/components/schemas/FileEventKind"
          },
          "size_delta": {
            "type": "integer",
            "description": "bytes; files only, when the size before is known"
          },
          "etag": {
            "type": "string",
            "description": "as in `FileEntry`; absent when it is gone"
          }
        },
        "required": [
          "path",
          "change",
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FileEventChange",
        "FileEventKind"
      ]
    },
    "FileEventChange": {
      "schema": {
        "type": "string",
        "enum": [
          "created",
          "modified",
          "deleted"
        ]
      },
      "refs": []
    },
    "FileEventKind": {
      "schema": {
        "type": "string",
        "enum": [
          "file",
          "directory",
          "symlink"
        ],
        "description": "links are reported as links and never followed"
      },
      "refs": []
    },
    "FileHit": {
      "schema": {
        "description": "A name that fits what was looked for.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the directory that was searched, `/` between names"
          },
          "name": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/FileHitKind"
          },
          "score": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "1 when the name begins with the query"
          },
          "match_positions": {
            "type": "array",
            "items": {
              "type": "integer",
              "minimum": 0
            },
            "description": "where the characters of the query are in `path`, in UTF-16 code units"
          }
        },
        "required": [
          "path",
          "name",
          "kind",
          "score",
          "match_positions"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FileHitKind"
      ]
    },
    "FileHitKind": {
      "schema": {
        "type": "string",
        "enum": [
          "file",
          "directory",
          "symlink"
        ],
        "description": "links are not followed"
      },
      "refs": []
    },
    "FilePart": {
      "schema": {
        "description": "An uploaded file.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "file"
          },
          "file_id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "media_type": {
            "type": "string"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes"
          }
        },
        "required": [
          "type",
          "file_id",
          "name",
          "media_type",
          "size"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "FileReversal": {
      "schema": {
        "description": "What became of a file whose changes were taken back, or brought back.",
        "type": "object",
        "properties": {
          "sha256": {
            "$ref": "#/components/schemas/NullableString",
            "description": "of the content now; null when there is no file"
          },
          "revert_id": {
            "type": "string",
            "description": "for `changes:unrevert`"
          },
          "file": {
            "$ref": "#/components/schemas/NullableChangedFile",
            "description": "as in the list of changes since the same turn, with hunks; null when nothing differs any more"
          }
        },
        "required": [
          "sha256",
          "revert_id",
          "file"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableString",
        "NullableChangedFile"
      ]
    },
    "FileState": {
      "schema": {
        "description": "What was at a path at one moment.",
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/FileStateKind"
          },
          "mode": {
            "type": "integer",
            "minimum": 0,
            "maximum": 4095,
            "description": "permission bits of a file"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes of a file"
          },
          "mtimeMs": {
            "type": "number",
            "description": "modification time, epoch milliseconds with fraction"
          },
          "hash": {
            "type": "string",
            "description": "SHA-256 of the content, in hex; absent when it was not read"
          },
          "unkept": {
            "$ref": "#/components/schemas/FileStateUnkept"
          },
          "target": {
            "type": "string",
            "description": "where a symbolic link leads, as written in it"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FileStateKind",
        "FileStateUnkept"
      ]
    },
    "FileStateKind": {
      "schema": {
        "type": "string",
        "enum": [
          "none",
          "file",
          "link",
          "directory",
          "other"
        ],
        "description": "`other`: a special file, or no way to the path"
      },
      "refs": []
    },
    "FileStateUnkept": {
      "schema": {
        "type": "string",
        "enum": [
          "too_large",
          "store_full",
          "not_read",
          "unreadable",
          "outside_workspace",
          "failed"
        ],
        "description": "why the content of a file could not be kept; absent when it was, or need not be"
      },
      "refs": []
    },
    "FilesChangedEventCause": {
      "schema": {
        "type": "string",
        "enum": [
          "tool",
          "background",
          "undo",
          "redo",
          "revert"
        ]
      },
      "refs": []
    },
    "FilesChangedEventDirectories": {
      "schema": {
        "type": "object",
        "properties": {
          "made": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "absolute, parents first"
          },
          "gone": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FilesChangedEventDirectoriesGoneItem"
            },
            "description": "parents first"
          }
        },
        "required": [
          "made",
          "gone"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FilesChangedEventDirectoriesGoneItem"
      ]
    },
    "FilesChangedEventDirectoriesGoneItem": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "mode": {
            "type": "integer",
            "minimum": 0,
            "maximum": 4095
          }
        },
        "required": [
          "path",
          "mode"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "FilesRestoration": {
      "schema": {
        "description": "What giving files back does, did, or cannot do (beyond the contract: file checkpoints).",
        "type": "object",
        "properties": {
          "applied": {
            "type": "boolean",
            "description": "false: this is what would happen"
          },
          "changes": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FilesRestorationChangesItem"
            }
          },
          "not_restorable": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FilesRestorationNotRestorableItem"
            },
            "description": "changed files that stay as they are"
          },
          "unwatched": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/UnwatchedPlace"
            },
            "description": "places where changes of shell commands are not seen; at most 100, known once a command has run since the session was loaded"
          }
        },
        "required": [
          "applied",
          "changes",
          "not_restorable",
          "unwatched"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FilesRestorationChangesItem",
        "FilesRestorationNotRestorableItem",
        "UnwatchedPlace"
      ]
    },
    "FilesRestorationChangesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "action": {
            "$ref": "#/components/schemas/FilesRestorationChangesItemAction"
          },
          "moved_from": {
            "type": "string",
            "description": "the file is moved back from here, which is listed with `remove`"
          },
          "conflict": {
            "$ref": "#/components/schemas/FilesRestorationChangesItemConflict"
          },
          "binary": {
            "type": "boolean",
            "description": "no diff: the content is no text"
          },
          "diff": {
            "type": "string",
            "description": "unified, from now to then; cut when it is long"
          },
          "added": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          }
        },
        "required": [
          "path",
          "action"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FilesRestorationChangesItemAction",
        "FilesRestorationChangesItemConflict"
      ]
    },
    "FilesRestorationChangesItemAction": {
      "schema": {
        "type": "string",
        "enum": [
          "restore",
          "recreate",
          "remove"
        ],
        "description": "`restore`: an existing file gets its former content; `recreate`: a missing one comes back; `remove`: one that was created goes"
      },
      "refs": []
    },
    "FilesRestorationChangesItemConflict": {
      "schema": {
        "type": "string",
        "enum": [
          "changed",
          "changed_between",
          "uncertain"
        ],
        "description": "`changed`: differs from what the agent left; `changed_between`: something else changed it between two changes of the agent; `uncertain`: changed by the agent and then while a command ran in the background, or by a call whose end is not known"
      },
      "refs": []
    },
    "FilesRestorationNotRestorableItem": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "reason": {
            "$ref": "#/components/schemas/FilesRestorationNotRestorableItemReason"
          }
        },
        "required": [
          "path",
          "reason"
        ],
        "additionalProperties": false
      },
      "refs": [
        "FilesRestorationNotRestorableItemReason"
      ]
    },
    "FilesRestorationNotRestorableItemReason": {
      "schema": {
        "type": "string",
        "enum": [
          "too_large",
          "store_full",
          "not_read",
          "unreadable",
          "outside_workspace",
          "failed",
          "pruned",
          "blocked",
          "uncertain"
        ],
        "description": "`too_large`: over `checkpoints.max_file_mb`; `store_full`: no room under `checkpoints.max_total_mb`; `not_read`: changed before it could be read; `pruned`: its kept content had to make room or is damaged; `blocked`: a directory, a special file or a link is in the way; `uncertain`: changed while a command ran in the background, maybe by another process; `force` restores it"
      },
      "refs": []
    },
    "FilesRestoredEventDirection": {
      "schema": {
        "type": "string",
        "enum": [
          "undo",
          "redo"
        ]
      },
      "refs": []
    },
    "FilesRestoredEventLeftItem": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "reason": {
            "type": "string",
            "description": "as in the answer of the operation"
          }
        },
        "required": [
          "path",
          "reason"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "FinishReason": {
      "schema": {
        "description": "Why a model reply ended, in the words all protocols share; `paused` continues with another step.",
        "type": "string",
        "enum": [
          "end_turn",
          "tool_use",
          "max_tokens",
          "filtered",
          "paused",
          "other"
        ]
      },
      "refs": []
    },
    "ForkSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "description": "default `Fork: <title or id>`"
          },
          "metadata": {
            "$ref": "#/components/schemas/ForkSessionBodyMetadata"
          },
          "message_id": {
            "type": "string",
            "description": "copy everything up to this message"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1,
            "description": "copy everything up to the end of this turn of `main`, which was not undone; not together with `message_id`. `SESSION_BUSY` while it runs"
          }
        }
      },
      "refs": [
        "ForkSessionBodyMetadata"
      ]
    },
    "ForkSessionBodyMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "added to the custom metadata of the source; `cwd`, `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored"
      },
      "refs": []
    },
    "GenerateSessionTitleBody": {
      "schema": {
        "type": "object",
        "properties": {
          "force": {
            "type": "boolean",
            "default": false,
            "description": "replaces a custom or generated title too"
          },
          "source": {
            "$ref": "#/components/schemas/GenerateSessionTitleBodySource",
            "default": "user_prompts"
          }
        }
      },
      "refs": [
        "GenerateSessionTitleBodySource"
      ]
    },
    "GenerateSessionTitleBodySource": {
      "schema": {
        "type": "string",
        "enum": [
          "user_prompts",
          "first_turn",
          "digest"
        ]
      },
      "refs": []
    },
    "GenerateSessionTitleData": {
      "schema": {
        "type": "object",
        "properties": {
          "title": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "title"
        ]
      },
      "refs": []
    },
    "GetAccountRegionData": {
      "schema": {
        "type": "object",
        "properties": {
          "region": {
            "$ref": "#/components/schemas/GetAccountRegionDataRegion"
          }
        },
        "required": [
          "region"
        ],
        "additionalProperties": false
      },
      "refs": [
        "GetAccountRegionDataRegion"
      ]
    },
    "GetAccountRegionDataRegion": {
      "schema": {
        "type": "string",
        "enum": [
          "mainland-cn",
          "global"
        ]
      },
      "refs": []
    },
    "GetAccountUsageData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GetAccountUsageDataOk"
          },
          {
            "$ref": "#/components/schemas/GetAccountUsageDataError"
          }
        ]
      },
      "refs": [
        "GetAccountUsageDataOk",
        "GetAccountUsageDataError"
      ]
    },
    "GetAccountUsageDataError": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "error"
          },
          "message": {
            "type": "string"
          },
          "status": {
            "type": "integer",
            "description": "HTTP status of the account service, when it answered"
          }
        },
        "required": [
          "kind",
          "message"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "GetAccountUsageDataOk": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "ok"
          },
          "quota": {
            "$ref": "#/components/schemas/AccountQuota"
          }
        },
        "required": [
          "kind",
          "quota"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AccountQuota"
      ]
    },
    "GetAccountUserData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GetAccountUserDataOk"
          },
          {
            "$ref": "#/components/schemas/GetAccountUserDataError"
          }
        ]
      },
      "refs": [
        "GetAccountUserDataOk",
        "GetAccountUserDataError"
      ]
    },
    "GetAccountUserDataError": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "error"
          },
          "message": {
            "type": "string"
          },
          "status": {
            "type": "integer",
            "description": "HTTP status of the account service, when it answered"
          }
        },
        "required": [
          "kind",
          "message"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "GetAccountUserDataOk": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "ok"
          },
          "userInfo": {
            "$ref": "#/components/schemas/AccountUser"
          }
        },
        "required": [
          "kind",
          "userInfo"
        ],
        "additionalProperties": false
      },
      "refs": [
        "AccountUser"
      ]
    },
    "GetAsyncApiData": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "the bare document, no envelope"
      },
      "refs": []
    },
    "GetDirectoriesData": {
      "schema": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute"
          },
          "additional_dirs": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "absolute"
          }
        },
        "additionalProperties": false,
        "required": [
          "cwd",
          "additional_dirs"
        ]
      },
      "refs": []
    },
    "GetGitStatusBody": {
      "schema": {
        "type": "object",
        "properties": {
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 1000,
            "description": "only these and what is below them, taken literally"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        }
      },
      "refs": []
    },
    "GetGitStatusData": {
      "schema": {
        "type": "object",
        "properties": {
          "branch": {
            "type": "string",
            "description": "\"\" when none is checked out"
          },
          "ahead": {
            "type": "integer",
            "minimum": 0,
            "description": "commits that the upstream branch does not have; 0 without one"
          },
          "behind": {
            "type": "integer",
            "minimum": 0
          },
          "entries": {
            "$ref": "#/components/schemas/GetGitStatusDataEntries"
          },
          "additions": {
            "type": "integer",
            "minimum": 0,
            "description": "lines since the last commit, in files that git knows"
          },
          "deletions": {
            "type": "integer",
            "minimum": 0
          },
          "pullRequest": {
            "$ref": "#/components/schemas/NullableGetGitStatusDataPullRequest",
            "description": "through the `gh` program, at most 60 s old; null when it does not know in 5 s"
          }
        },
        "additionalProperties": false,
        "required": [
          "branch",
          "ahead",
          "behind",
          "entries",
          "additions",
          "deletions",
          "pullRequest"
        ]
      },
      "refs": [
        "GetGitStatusDataEntries",
        "NullableGetGitStatusDataPullRequest"
      ]
    },
    "GetGitStatusDataEntries": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/GitFileStatus"
        },
        "description": "by path relative to the working directory, all that is not clean; ignored ones are left out. At most 20,000"
      },
      "refs": [
        "GitFileStatus"
      ]
    },
    "GetGitStatusDataPullRequest": {
      "schema": {
        "type": "object",
        "properties": {
          "number": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/GetGitStatusDataPullRequestState"
          },
          "url": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "number",
          "state",
          "url"
        ]
      },
      "refs": [
        "GetGitStatusDataPullRequestState"
      ]
    },
    "GetGitStatusDataPullRequestState": {
      "schema": {
        "type": "string",
        "enum": [
          "open",
          "merged",
          "closed",
          "draft"
        ]
      },
      "refs": []
    },
    "GetGoalData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GoalSnapshot"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "GoalSnapshot"
      ]
    },
    "GetGoalQueueData": {
      "schema": {
        "type": "object",
        "properties": {
          "objectives": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 20
          }
        },
        "additionalProperties": false,
        "required": [
          "objectives"
        ]
      },
      "refs": []
    },
    "GetGuiItemData": {
      "schema": {
        "type": "object",
        "properties": {
          "value": {
            "$ref": "#/components/schemas/NullableString",
            "description": "null: there is none"
          }
        },
        "additionalProperties": false,
        "required": [
          "value"
        ]
      },
      "refs": [
        "NullableString"
      ]
    },
    "GetHealthData": {
      "schema": {
        "type": "object",
        "properties": {
          "ok": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "ok"
        ]
      },
      "refs": []
    },
    "GetHostFileData": {
      "schema": {
        "type": "string"
      },
      "refs": []
    },
    "GetHostHomeData": {
      "schema": {
        "type": "object",
        "properties": {
          "home": {
            "type": "string",
            "description": "absolute"
          },
          "recent_roots": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 8,
            "description": "last opened first"
          }
        },
        "additionalProperties": false,
        "required": [
          "home",
          "recent_roots"
        ]
      },
      "refs": []
    },
    "GetLoginData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/LoginFlow"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "LoginFlow"
      ]
    },
    "GetOpenApiData": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "the bare document, no envelope"
      },
      "refs": []
    },
    "GetRuntimeData": {
      "schema": {
        "type": "object",
        "properties": {
          "workspace_id": {
            "type": "string"
          },
          "runtime_id": {
            "type": "string",
            "const": "local"
          }
        },
        "additionalProperties": false,
        "required": [
          "workspace_id",
          "runtime_id"
        ]
      },
      "refs": []
    },
    "GetSessionUsageData": {
      "schema": {
        "type": "object",
        "properties": {
          "total": {
            "$ref": "#/components/schemas/UsageCounts"
          },
          "by_model": {
            "$ref": "#/components/schemas/GetSessionUsageDataByModel"
          },
          "by_agent": {
            "$ref": "#/components/schemas/GetSessionUsageDataByAgent"
          }
        },
        "additionalProperties": false,
        "required": [
          "total",
          "by_model",
          "by_agent"
        ]
      },
      "refs": [
        "UsageCounts",
        "GetSessionUsageDataByModel",
        "GetSessionUsageDataByAgent"
      ]
    },
    "GetSessionUsageDataByAgent": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/UsageCounts"
        },
        "description": "by agent id"
      },
      "refs": [
        "UsageCounts"
      ]
    },
    "GetSessionUsageDataByModel": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/UsageCounts"
        },
        "description": "by alias"
      },
      "refs": [
        "UsageCounts"
      ]
    },
    "GetTranscriptData": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptItem"
            }
          },
          "has_more": {
            "type": "boolean",
            "description": "older turns remain; with `after_turn` newer ones"
          },
          "tasks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptTask"
            },
            "description": "all of them, as are the following"
          },
          "interactions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptInteraction"
            }
          },
          "attachments": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptAttachment"
            }
          },
          "todos": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptTodo"
            }
          },
          "prompts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptPrompt"
            }
          },
          "meta": {
            "$ref": "#/components/schemas/TranscriptMeta"
          },
          "agents": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptAgent"
            },
            "description": "of the session"
          },
          "pending_interactions": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "ids"
          },
          "seq": {
            "type": "integer",
            "minimum": 0,
            "description": "batches of operations up to here are contained; only while the session is loaded"
          }
        },
        "required": [
          "agent_id",
          "items",
          "has_more",
          "tasks",
          "interactions",
          "attachments",
          "todos",
          "prompts",
          "meta",
          "agents",
          "pending_interactions"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptItem",
        "TranscriptTask",
        "TranscriptInteraction",
        "TranscriptAttachment",
        "TranscriptTodo",
        "TranscriptPrompt",
        "TranscriptMeta",
        "TranscriptAgent"
      ]
    },
    "GetTranscriptOpsData": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "batches": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptBatch"
            },
            "description": "oldest first"
          },
          "latest_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "0: the session is not loaded"
          },
          "complete": {
            "type": "boolean"
          }
        },
        "required": [
          "agent_id",
          "batches",
          "latest_seq",
          "complete"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptBatch"
      ]
    },
    "GetUsageData": {
      "schema": {
        "type": "object",
        "properties": {
          "time_zone": {
            "type": "string",
            "description": "IANA name"
          },
          "total": {
            "$ref": "#/components/schemas/Spending"
          },
          "days": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/GetUsageDataDaysItem"
            },
            "description": "newest first"
          },
          "models": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/GetUsageDataModelsItem"
            },
            "description": "by cost, then by alias"
          },
          "sessions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/GetUsageDataSessionsItem"
            },
            "description": "by cost, then by id"
          },
          "budget": {
            "$ref": "#/components/schemas/GetUsageDataBudget"
          },
          "has_more": {
            "type": "boolean",
            "description": "a list was cut at `limit`"
          }
        },
        "required": [
          "time_zone",
          "total",
          "days",
          "models",
          "sessions",
          "has_more"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Spending",
        "GetUsageDataDaysItem",
        "GetUsageDataModelsItem",
        "GetUsageDataSessionsItem",
        "GetUsageDataBudget"
      ]
    },
    "GetUsageDataBudget": {
      "schema": {
        "type": "object",
        "description": "limits of `[budget]`; absent when none is set",
        "properties": {
          "session_usd": {
            "type": "number",
            "minimum": 0
          },
          "day_usd": {
            "type": "number",
            "minimum": 0
          },
          "warn_ratio": {
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "day": {
            "type": "string",
            "description": "today, `YYYY-MM-DD`"
          },
          "day_spent_usd": {
            "type": "number",
            "minimum": 0
          },
          "day_left_usd": {
            "type": "number",
            "minimum": 0,
            "description": "absent without `day_usd`"
          }
        },
        "required": [
          "warn_ratio",
          "day",
          "day_spent_usd"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "GetUsageDataDaysItem": {
      "schema": {
        "type": "object",
        "properties": {
          "day": {
            "type": "string"
          },
          "spending": {
            "$ref": "#/components/schemas/Spending"
          }
        },
        "required": [
          "day",
          "spending"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Spending"
      ]
    },
    "GetUsageDataModelsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "model": {
            "type": "string",
            "description": "alias"
          },
          "spending": {
            "$ref": "#/components/schemas/Spending"
          }
        },
        "required": [
          "model",
          "spending"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Spending"
      ]
    },
    "GetUsageDataSessionsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "title": {
            "type": "string",
            "description": "absent when the session was deleted"
          },
          "spending": {
            "$ref": "#/components/schemas/Spending"
          }
        },
        "required": [
          "session_id",
          "spending"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Spending"
      ]
    },
    "GetVisContextData": {
      "schema": {
        "type": "object",
        "properties": {
          "system_prompt": {
            "type": "string",
            "description": "as the agent has it now; empty when it is not known"
          },
          "tools": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/GetVisContextDataToolsItem"
            },
            "description": "empty when they are not known"
          },
          "messages": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/VisMessage"
            }
          },
          "tokens": {
            "$ref": "#/components/schemas/GetVisContextDataTokens"
          }
        },
        "additionalProperties": false,
        "required": [
          "system_prompt",
          "tools",
          "messages",
          "tokens"
        ]
      },
      "refs": [
        "GetVisContextDataToolsItem",
        "VisMessage",
        "GetVisContextDataTokens"
      ]
    },
    "GetVisContextDataTokens": {
      "schema": {
        "type": "object",
        "properties": {
          "estimate": {
            "type": "integer",
            "minimum": 0
          },
          "measured": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "estimate"
        ]
      },
      "refs": []
    },
    "GetVisContextDataToolsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "tokens": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "name",
          "tokens"
        ]
      },
      "refs": []
    },
    "GetVisSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "session": {
            "$ref": "#/components/schemas/Session"
          },
          "agents": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Agent"
            }
          },
          "masked": {
            "type": "boolean",
            "const": true
          },
          "source": {
            "$ref": "#/components/schemas/GetVisSessionDataSource"
          },
          "first_seq": {
            "type": "integer",
            "minimum": 0
          },
          "last_seq": {
            "type": "integer",
            "minimum": 0
          },
          "damaged": {
            "type": "integer",
            "minimum": 0,
            "description": "records that cannot be read"
          }
        },
        "additionalProperties": false,
        "required": [
          "session",
          "agents",
          "masked",
          "source",
          "first_seq",
          "last_seq",
          "damaged"
        ]
      },
      "refs": [
        "Session",
        "Agent",
        "GetVisSessionDataSource"
      ]
    },
    "GetVisSessionDataSource": {
      "schema": {
        "type": "string",
        "enum": [
          "home",
          "zip"
        ]
      },
      "refs": []
    },
    "GetWorkspaceTrustData": {
      "schema": {
        "type": "object",
        "properties": {
          "trusted": {
            "type": "boolean"
          },
          "root": {
            "type": "string",
            "description": "canonical directory that the decision is about; absent without servers"
          },
          "servers": {
            "type": "array",
            "description": "servers in files of the project for this workspace, sorted by name: what a decision is about; absent when there are none",
            "items": {
              "$ref": "#/components/schemas/GetWorkspaceTrustDataServersItem"
            }
          },
          "shown": {
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
            "description": "of these servers as they are; given to `POST …/trust`, it trusts them only when they still are; absent without servers"
          }
        },
        "additionalProperties": false,
        "required": [
          "trusted"
        ]
      },
      "refs": [
        "GetWorkspaceTrustDataServersItem"
      ]
    },
    "GetWorkspaceTrustDataServersItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{1,64}$"
          },
          "origin": {
            "type": "string",
            "description": "file that configures it"
          },
          "transport": {
            "$ref": "#/components/schemas/GetWorkspaceTrustDataServersItemTransport"
          },
          "command": {
            "type": "string",
            "description": "stdio: the program and its arguments on one line"
          },
          "cwd": {
            "type": "string",
            "description": "stdio: absent: the working directory of the session"
          },
          "env_keys": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "stdio: sorted"
          },
          "url": {
            "type": "string",
            "description": "http and sse"
          },
          "header_keys": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "http and sse: sorted"
          },
          "variables": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "of the environment of the server of this API: their values are handed or sent to it; sorted"
          },
          "enabled": {
            "type": "boolean"
          },
          "trusted": {
            "type": "boolean",
            "description": "false: it is not started before a decision"
          }
        },
        "required": [
          "name",
          "origin",
          "transport",
          "variables",
          "enabled",
          "trusted"
        ],
        "additionalProperties": false
      },
      "refs": [
        "GetWorkspaceTrustDataServersItemTransport"
      ]
    },
    "GetWorkspaceTrustDataServersItemTransport": {
      "schema": {
        "type": "string",
        "enum": [
          "stdio",
          "http",
          "sse"
        ]
      },
      "refs": []
    },
    "GitFileStatus": {
      "schema": {
        "description": "Git status of a file; a directory is `modified` when anything in it changed.",
        "type": "string",
        "enum": [
          "clean",
          "modified",
          "added",
          "deleted",
          "renamed",
          "untracked",
          "ignored",
          "conflicted"
        ]
      },
      "refs": []
    },
    "GoalChange": {
      "schema": {
        "description": "What happened to a goal.",
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/GoalChangeKind"
          },
          "status": {
            "$ref": "#/components/schemas/GoalChangeStatus"
          },
          "reason": {
            "type": "string"
          },
          "stats": {
            "$ref": "#/components/schemas/GoalChangeStats"
          },
          "actor": {
            "$ref": "#/components/schemas/GoalChangeActor"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "GoalChangeKind",
        "GoalChangeStatus",
        "GoalChangeStats",
        "GoalChangeActor"
      ]
    },
    "GoalChangeActor": {
      "schema": {
        "type": "string",
        "enum": [
          "user",
          "model",
          "runtime",
          "system"
        ]
      },
      "refs": []
    },
    "GoalChangeKind": {
      "schema": {
        "type": "string",
        "enum": [
          "lifecycle",
          "completion"
        ]
      },
      "refs": []
    },
    "GoalChangeStats": {
      "schema": {
        "type": "object",
        "properties": {
          "turnsUsed": {
            "type": "integer",
            "minimum": 0
          },
          "tokensUsed": {
            "type": "integer",
            "minimum": 0
          },
          "wallClockMs": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "turnsUsed",
          "tokensUsed",
          "wallClockMs"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "GoalChangeStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "active",
          "paused",
          "blocked",
          "complete"
        ]
      },
      "refs": []
    },
    "GoalSnapshot": {
      "schema": {
        "description": "The current goal of a session.",
        "type": "object",
        "properties": {
          "goalId": {
            "type": "string"
          },
          "objective": {
            "type": "string",
            "maxLength": 4000
          },
          "completionCriterion": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/GoalSnapshotStatus"
          },
          "turnsUsed": {
            "type": "integer",
            "minimum": 0,
            "description": "turns since it was set"
          },
          "tokensUsed": {
            "type": "integer",
            "minimum": 0,
            "description": "output tokens"
          },
          "wallClockMs": {
            "type": "integer",
            "minimum": 0,
            "description": "time of its active phases"
          },
          "terminalReason": {
            "type": "string",
            "description": "why it is blocked or paused"
          },
          "budget": {
            "$ref": "#/components/schemas/GoalSnapshotBudget"
          }
        },
        "required": [
          "goalId",
          "objective",
          "status",
          "turnsUsed",
          "tokensUsed",
          "wallClockMs",
          "budget"
        ],
        "additionalProperties": false
      },
      "refs": [
        "GoalSnapshotStatus",
        "GoalSnapshotBudget"
      ]
    },
    "GoalSnapshotBudget": {
      "schema": {
        "type": "object",
        "properties": {
          "tokenBudget": {
            "$ref": "#/components/schemas/NullableInteger",
            "description": "output tokens"
          },
          "turnBudget": {
            "$ref": "#/components/schemas/NullableInteger"
          },
          "wallClockBudgetMs": {
            "$ref": "#/components/schemas/NullableInteger"
          },
          "remainingTokens": {
            "$ref": "#/components/schemas/NullableInteger"
          },
          "remainingTurns": {
            "$ref": "#/components/schemas/NullableInteger"
          },
          "remainingWallClockMs": {
            "$ref": "#/components/schemas/NullableInteger"
          },
          "tokenBudgetReached": {
            "type": "boolean"
          },
          "turnBudgetReached": {
            "type": "boolean"
          },
          "wallClockBudgetReached": {
            "type": "boolean"
          },
          "overBudget": {
            "type": "boolean"
          }
        },
        "required": [
          "tokenBudget",
          "turnBudget",
          "wallClockBudgetMs",
          "remainingTokens",
          "remainingTurns",
          "remainingWallClockMs",
          "tokenBudgetReached",
          "turnBudgetReached",
          "wallClockBudgetReached",
          "overBudget"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableInteger"
      ]
    },
    "GoalSnapshotStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "active",
          "paused",
          "blocked",
          "complete"
        ]
      },
      "refs": []
    },
    "GrepFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "pattern": {
            "type": "string",
            "minLength": 1,
            "maxLength": 10000,
            "description": "on one line"
          },
          "regex": {
            "type": "boolean",
            "default": false,
            "description": "an expression as ripgrep understands it, instead of a text"
          },
          "case_sensitive": {
            "type": "boolean",
            "default": true
          },
          "include_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "exclude_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "follow_gitignore": {
            "type": "boolean",
            "default": true,
            "description": "leaves out what `.gitignore` files of every level leave out"
          },
          "max_files": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "default": 200
          },
          "max_matches_per_file": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "default": 50
          },
          "max_total_matches": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100000,
            "default": 5000
          },
          "context_lines": {
            "type": "integer",
            "minimum": 0,
            "maximum": 10,
            "default": 2
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "pattern"
        ]
      },
      "refs": []
    },
    "GrepFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "files": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/GrepFilesDataFilesItem"
            },
            "description": "by path"
          },
          "files_scanned": {
            "type": "integer",
            "minimum": 0,
            "description": "files that were read; of a search that was ended before, those with matches"
          },
          "truncated": {
            "type": "boolean",
            "description": "there are more results than returned"
          },
          "elapsed_ms": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "files",
          "files_scanned",
          "truncated",
          "elapsed_ms"
        ]
      },
      "refs": [
        "GrepFilesDataFilesItem"
      ]
    },
    "GrepFilesDataFilesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string"
          },
          "matches": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/GrepFilesDataFilesItemMatchesItem"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "path",
          "matches"
        ]
      },
      "refs": [
        "GrepFilesDataFilesItemMatchesItem"
      ]
    },
    "GrepFilesDataFilesItemMatchesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "line": {
            "type": "integer",
            "minimum": 1
          },
          "col": {
            "type": "integer",
            "minimum": 1,
            "description": "of the first match in the line, from 1, in UTF-16 code units"
          },
          "text": {
            "type": "string",
            "description": "without the end of the line; cut after 4,000 code units"
          },
          "before": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "after": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "line",
          "col",
          "text",
          "before",
          "after"
        ]
      },
      "refs": []
    },
    "HostFileReplyPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "request_id": {
            "type": "string"
          },
          "ok": {
            "type": "boolean"
          },
          "content": {
            "type": "string",
            "description": "the whole text, of a read that succeeded"
          },
          "error": {
            "$ref": "#/components/schemas/HostFileReplyPayloadError"
          }
        },
        "required": [
          "request_id",
          "ok"
        ]
      },
      "refs": [
        "HostFileReplyPayloadError"
      ]
    },
    "HostFileReplyPayloadError": {
      "schema": {
        "type": "object",
        "description": "why it did not",
        "properties": {
          "code": {
            "$ref": "#/components/schemas/HostFileReplyPayloadErrorCode"
          },
          "message": {
            "type": "string"
          }
        },
        "required": [
          "code",
          "message"
        ]
      },
      "refs": [
        "HostFileReplyPayloadErrorCode"
      ]
    },
    "HostFileReplyPayloadErrorCode": {
      "schema": {
        "type": "string",
        "enum": [
          "not_found",
          "failed"
        ],
        "description": "`not_found`: the client does not know the file"
      },
      "refs": []
    },
    "HostFilesAck": {
      "schema": {
        "type": "object",
        "properties": {
          "offered": {
            "type": "boolean",
            "description": "whether the offer of this connection is in force"
          }
        },
        "required": [
          "offered"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "HostFilesPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "read": {
            "type": "boolean",
            "description": "the client answers what a file holds"
          },
          "write": {
            "type": "boolean",
            "description": "the client takes new content; the server then leaves the file on the disk as it is"
          },
          "off": {
            "type": "boolean",
            "default": false,
            "description": "withdraws the offer of this connection, as does one to do neither"
          }
        },
        "required": [
          "session_id",
          "read",
          "write"
        ]
      },
      "refs": []
    },
    "ImagePart": {
      "schema": {
        "description": "A picture.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "image"
          },
          "source": {
            "$ref": "#/components/schemas/MediaSource"
          }
        },
        "required": [
          "type",
          "source"
        ],
        "additionalProperties": false
      },
      "refs": [
        "MediaSource"
      ]
    },
    "ImportCatalogBody": {
      "schema": {
        "type": "object",
        "properties": {
          "catalog_id": {
            "type": "string",
            "minLength": 1,
            "description": "id of the entry"
          },
          "id": {
            "type": "string",
            "minLength": 1,
            "description": "id of the provider; default: that of the entry"
          },
          "api_key": {
            "type": "string"
          },
          "base_url": {
            "type": "string",
            "description": "instead of the entry's; http or https, without a placeholder"
          }
        },
        "required": [
          "catalog_id"
        ]
      },
      "refs": []
    },
    "ImportCatalogData": {
      "schema": {
        "type": "object",
        "properties": {
          "provider": {
            "$ref": "#/components/schemas/Provider"
          },
          "models_imported": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "provider",
          "models_imported"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Provider"
      ]
    },
    "ImportRegistryBody": {
      "schema": {
        "type": "object",
        "properties": {
          "url": {
            "type": "string",
            "minLength": 1,
            "description": "http or https"
          },
          "api_key": {
            "type": "string",
            "description": "also the key of the providers"
          }
        },
        "required": [
          "url"
        ]
      },
      "refs": []
    },
    "ImportRegistryData": {
      "schema": {
        "type": "object",
        "properties": {
          "providers": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Provider"
            }
          },
          "models_imported": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "providers",
          "models_imported"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Provider"
      ]
    },
    "InFlightTurn": {
      "schema": {
        "description": "An open turn; its texts are those of the open step.",
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "description": "set for agents other than main"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "step_id": {
            "type": "string",
            "description": "opaque"
          },
          "assistant_text": {
            "type": "string",
            "description": "empty once its message is in the history"
          },
          "thinking_text": {
            "type": "string",
            "description": "empty once its message is in the history"
          },
          "running_tools": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/RunningTool"
            }
          },
          "current_prompt_id": {
            "type": "string"
          }
        },
        "required": [
          "turn_id",
          "assistant_text",
          "thinking_text",
          "running_tools"
        ],
        "additionalProperties": false
      },
      "refs": [
        "RunningTool"
      ]
    },
    "InboxItem": {
      "schema": {
        "description": "An approval or a question that waits for the user, with its session.",
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/InboxItemKind"
          },
          "session": {
            "$ref": "#/components/schemas/InboxItemSession"
          },
          "approval": {
            "$ref": "#/components/schemas/Approval",
            "description": "with kind `approval`"
          },
          "question": {
            "$ref": "#/components/schemas/Question",
            "description": "with kind `question`"
          }
        },
        "required": [
          "kind",
          "session"
        ],
        "additionalProperties": false
      },
      "refs": [
        "InboxItemKind",
        "InboxItemSession",
        "Approval",
        "Question"
      ]
    },
    "InboxItemKind": {
      "schema": {
        "type": "string",
        "enum": [
          "approval",
          "question"
        ]
      },
      "refs": []
    },
    "InboxItemSession": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`session_` + ULID in lower case"
          },
          "title": {
            "type": "string"
          },
          "workspace_id": {
            "type": "string"
          },
          "cwd": {
            "type": "string",
            "description": "absolute"
          },
          "owner": {
            "$ref": "#/components/schemas/Owner",
            "description": "only while another live server owns the session; the answer goes there"
          }
        },
        "required": [
          "id",
          "title",
          "workspace_id",
          "cwd"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Owner"
      ]
    },
    "InitSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "agent_id"
        ]
      },
      "refs": []
    },
    "InspectMcpServersBody": {
      "schema": {
        "type": "object",
        "properties": {
          "targets": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/McpLocator"
            },
            "description": "absent: all"
          },
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "refs": [
        "McpLocator"
      ]
    },
    "InspectMcpServersData": {
      "schema": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/McpInspection"
        },
        "description": "in the order of `targets`, or by name"
      },
      "refs": [
        "McpInspection"
      ]
    },
    "Launch": {
      "schema": {
        "description": "What a client's own process brings into a session (cli.md 1.4).",
        "type": "object",
        "properties": {
          "client_type": {
            "$ref": "#/components/schemas/LaunchClientType",
            "default": "api"
          },
          "agent_file": {
            "$ref": "#/components/schemas/LaunchAgentFile"
          },
          "skills_dirs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "maxItems": 100,
            "description": "absolute paths of directories that replace those of project and user; must exist; kept in memory only"
          },
          "additional_dirs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "absolute paths of further workspace directories; must exist"
          },
          "env": {
            "$ref": "#/components/schemas/LaunchEnv"
          },
          "rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/LaunchRulesItem"
            },
            "maxItems": 1000,
            "description": "deny rules of launch scope, which replace those of an earlier launch and hold over a restart of the server"
          },
          "append_system": {
            "type": "string",
            "maxLength": 32768,
            "description": "text behind the system prompt of the main agent; only at creation"
          }
        }
      },
      "refs": [
        "LaunchClientType",
        "LaunchAgentFile",
        "LaunchEnv",
        "LaunchRulesItem"
      ]
    },
    "LaunchAgentFile": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "minLength": 1,
            "description": "where the client read it"
          },
          "text": {
            "type": "string",
            "maxLength": 1048576
          }
        },
        "required": [
          "path",
          "text"
        ],
        "description": "a custom agent for the new session; not together with `agent_config.profile`"
      },
      "refs": []
    },
    "LaunchClientType": {
      "schema": {
        "type": "string",
        "enum": [
          "tui",
          "cli",
          "web",
          "acp",
          "api"
        ]
      },
      "refs": []
    },
    "LaunchEnv": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "environment of the client for commands; kept in memory only"
      },
      "refs": []
    },
    "LaunchRulesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "pattern": {
            "type": "string",
            "minLength": 1,
            "description": "the rule as `Tool` or `Tool(pattern)`"
          },
          "decision": {
            "type": "string",
            "const": "deny"
          }
        },
        "required": [
          "pattern",
          "decision"
        ]
      },
      "refs": []
    },
    "ListAgentsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Agent"
            },
            "description": "oldest first"
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Agent"
      ]
    },
    "ListApprovalsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Approval"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Approval"
      ]
    },
    "ListCatalogProvidersData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CatalogEntry"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "CatalogEntry"
      ]
    },
    "ListChangesData": {
      "schema": {
        "type": "object",
        "properties": {
          "files": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ChangedFile"
            },
            "description": "by path"
          },
          "not_recorded": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ListChangesDataNotRecordedItem"
            },
            "description": "changed files that cannot be compared"
          },
          "unwatched": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/UnwatchedPlace"
            },
            "description": "at most 100"
          }
        },
        "required": [
          "files",
          "not_recorded",
          "unwatched"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ChangedFile",
        "ListChangesDataNotRecordedItem",
        "UnwatchedPlace"
      ]
    },
    "ListChangesDataNotRecordedItem": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "reason": {
            "$ref": "#/components/schemas/ListChangesDataNotRecordedItemReason"
          }
        },
        "required": [
          "path",
          "reason"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ListChangesDataNotRecordedItemReason"
      ]
    },
    "ListChangesDataNotRecordedItemReason": {
      "schema": {
        "type": "string",
        "enum": [
          "too_large",
          "store_full",
          "not_read",
          "unreadable",
          "outside_workspace",
          "failed",
          "pruned",
          "blocked",
          "uncertain"
        ],
        "description": "as `not_restorable` of `:undo`; `uncertain`: it is not known what a call left after `to_turn`"
      },
      "refs": []
    },
    "ListConnectionsData": {
      "schema": {
        "type": "object",
        "properties": {
          "connections": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Connection"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "connections"
        ]
      },
      "refs": [
        "Connection"
      ]
    },
    "ListCronJobsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ListCronJobsDataItemsItem"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "ListCronJobsDataItemsItem"
      ]
    },
    "ListCronJobsDataItemsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "cron": {
            "type": "string"
          },
          "human_schedule": {
            "type": "string"
          },
          "prompt": {
            "type": "string"
          },
          "recurring": {
            "type": "boolean"
          },
          "next_fire_at": {
            "$ref": "#/components/schemas/ListCronJobsDataItemsItemNextFireAt"
          },
          "age_days": {
            "type": "integer",
            "minimum": 0
          },
          "stale": {
            "type": "boolean"
          }
        },
        "required": [
          "id",
          "cron",
          "human_schedule",
          "prompt",
          "recurring",
          "next_fire_at",
          "age_days",
          "stale"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ListCronJobsDataItemsItemNextFireAt"
      ]
    },
    "ListCronJobsDataItemsItemNextFireAt": {
      "schema": {
        "type": [
          "string",
          "null"
        ],
        "format": "date-time"
      },
      "refs": []
    },
    "ListFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "default": ".",
            "description": "of a directory"
          },
          "depth": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10,
            "default": 1,
            "description": "levels; those below the first come in `children_by_path`"
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 200,
            "description": "entries of the top level"
          },
          "show_hidden": {
            "type": "boolean",
            "default": false,
            "description": "names that begin with a dot"
          },
          "follow_gitignore": {
            "type": "boolean",
            "default": true,
            "description": "leaves out what `.gitignore` files of every level leave out"
          },
          "exclude_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "`*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "sort": {
            "$ref": "#/components/schemas/ListFilesBodySort",
            "default": "type_first"
          },
          "include_git_status": {
            "type": "boolean",
            "default": false,
            "description": "fills `git_status` where there is a repository"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        }
      },
      "refs": [
        "ListFilesBodySort"
      ]
    },
    "ListFilesBodySort": {
      "schema": {
        "type": "string",
        "enum": [
          "type_first",
          "name_asc",
          "name_desc",
          "mtime_desc",
          "size_desc"
        ],
        "description": "`type_first`: directories, then the rest, each by name. Names go by code unit"
      },
      "refs": []
    },
    "ListFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FileEntry"
            }
          },
          "truncated": {
            "type": "boolean",
            "description": "the top level has more entries"
          },
          "children_by_path": {
            "$ref": "#/components/schemas/ListFilesDataChildrenByPath"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "truncated"
        ]
      },
      "refs": [
        "FileEntry",
        "ListFilesDataChildrenByPath"
      ]
    },
    "ListFilesDataChildrenByPath": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "array",
          "items": {
            "$ref": "#/components/schemas/FileEntry"
          }
        },
        "description": "entries of each directory below the top level that was read; only with `depth` over 1"
      },
      "refs": [
        "FileEntry"
      ]
    },
    "ListInboxData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/InboxItem"
            }
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "of all items, also of those beyond `limit`"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "total"
        ]
      },
      "refs": [
        "InboxItem"
      ]
    },
    "ListInputHistoryData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": []
    },
    "ListManagedMcpServersData": {
      "schema": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/McpManagedServer"
        },
        "description": "by name"
      },
      "refs": [
        "McpManagedServer"
      ]
    },
    "ListManyFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100
          },
          "depth": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10,
            "default": 1,
            "description": "levels; those below the first come in `children_by_path`"
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 200,
            "description": "entries of the top level"
          },
          "show_hidden": {
            "type": "boolean",
            "default": false,
            "description": "names that begin with a dot"
          },
          "follow_gitignore": {
            "type": "boolean",
            "default": true,
            "description": "leaves out what `.gitignore` files of every level leave out"
          },
          "exclude_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "`*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "sort": {
            "$ref": "#/components/schemas/ListManyFilesBodySort",
            "default": "type_first"
          },
          "include_git_status": {
            "type": "boolean",
            "default": false,
            "description": "fills `git_status` where there is a repository"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "paths"
        ]
      },
      "refs": [
        "ListManyFilesBodySort"
      ]
    },
    "ListManyFilesBodySort": {
      "schema": {
        "type": "string",
        "enum": [
          "type_first",
          "name_asc",
          "name_desc",
          "mtime_desc",
          "size_desc"
        ],
        "description": "`type_first`: directories, then the rest, each by name. Names go by code unit"
      },
      "refs": []
    },
    "ListManyFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "results": {
            "$ref": "#/components/schemas/ListManyFilesDataResults"
          },
          "truncated_paths": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "partial_errors": {
            "$ref": "#/components/schemas/ListManyFilesDataPartialErrors"
          }
        },
        "additionalProperties": false,
        "required": [
          "results"
        ]
      },
      "refs": [
        "ListManyFilesDataResults",
        "ListManyFilesDataPartialErrors"
      ]
    },
    "ListManyFilesDataPartialErrors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/ListManyFilesDataPartialErrorsValue"
        }
      },
      "refs": [
        "ListManyFilesDataPartialErrorsValue"
      ]
    },
    "ListManyFilesDataPartialErrorsValue": {
      "schema": {
        "type": "object",
        "properties": {
          "code": {
            "type": "integer"
          },
          "msg": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "code",
          "msg"
        ]
      },
      "refs": []
    },
    "ListManyFilesDataResults": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "array",
          "items": {
            "$ref": "#/components/schemas/FileEntry"
          }
        },
        "description": "by the path as it was given"
      },
      "refs": [
        "FileEntry"
      ]
    },
    "ListMcpAuthStatusesData": {
      "schema": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/ListMcpAuthStatusesDataItem"
        },
        "description": "by name"
      },
      "refs": [
        "ListMcpAuthStatusesDataItem"
      ]
    },
    "ListMcpAuthStatusesDataItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "authStatus": {
            "$ref": "#/components/schemas/McpAuthStatus"
          }
        },
        "required": [
          "name",
          "authStatus"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpAuthStatus"
      ]
    },
    "ListMcpServersData": {
      "schema": {
        "type": "object",
        "properties": {
          "servers": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/McpServer"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "servers"
        ]
      },
      "refs": [
        "McpServer"
      ]
    },
    "ListModelsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Model"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Model"
      ]
    },
    "ListPermissionRulesData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionPermissionRule"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "SessionPermissionRule"
      ]
    },
    "ListPlansData": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "plans": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptPlan"
            },
            "description": "in timeline order"
          }
        },
        "required": [
          "agent_id",
          "plans"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptPlan"
      ]
    },
    "ListProvidersData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Provider"
            }
          }
        },
        "required": [
          "items"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Provider"
      ]
    },
    "ListQuestionsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Question"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Question"
      ]
    },
    "ListServersData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Server"
            }
          },
          "urls": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "where other machines reach the page of this server, base path included; empty when only this machine can connect"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "urls"
        ]
      },
      "refs": [
        "Server"
      ]
    },
    "ListSkillsData": {
      "schema": {
        "type": "object",
        "properties": {
          "skills": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Skill"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "skills"
        ]
      },
      "refs": [
        "Skill"
      ]
    },
    "ListTasksData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Task"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Task"
      ]
    },
    "ListTerminalsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Terminal"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Terminal"
      ]
    },
    "ListTodosData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Todo"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Todo"
      ]
    },
    "ListToolsData": {
      "schema": {
        "type": "object",
        "properties": {
          "tools": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ToolInfo"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "tools"
        ]
      },
      "refs": [
        "ToolInfo"
      ]
    },
    "ListUserMessagesData": {
      "schema": {
        "type": "object",
        "properties": {
          "agents": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ListUserMessagesDataAgentsItem"
            }
          }
        },
        "required": [
          "agents"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ListUserMessagesDataAgentsItem"
      ]
    },
    "ListUserMessagesDataAgentsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "messages": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptMessage"
            },
            "description": "oldest first"
          },
          "attachments": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptAttachment"
            },
            "description": "those that are referred to"
          }
        },
        "required": [
          "agent_id",
          "messages",
          "attachments"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptMessage",
        "TranscriptAttachment"
      ]
    },
    "ListVisCronData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/CronJob"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "CronJob"
      ]
    },
    "ListVisEventsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/VisEvent"
            }
          },
          "last_seq": {
            "type": "integer",
            "minimum": 0
          },
          "has_more": {
            "type": "boolean"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "last_seq",
          "has_more"
        ]
      },
      "refs": [
        "VisEvent"
      ]
    },
    "ListVisTasksData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TaskInfo"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "TaskInfo"
      ]
    },
    "ListWarningsData": {
      "schema": {
        "type": "object",
        "properties": {
          "warnings": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionWarning"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "warnings"
        ]
      },
      "refs": [
        "SessionWarning"
      ]
    },
    "ListWorkspaceAgentsData": {
      "schema": {
        "type": "object",
        "properties": {
          "profiles": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/AgentProfile"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "profiles"
        ]
      },
      "refs": [
        "AgentProfile"
      ]
    },
    "ListWorkspaceSkillsData": {
      "schema": {
        "type": "object",
        "properties": {
          "skills": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Skill"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "skills"
        ]
      },
      "refs": [
        "Skill"
      ]
    },
    "ListWorkspacesData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Workspace"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "items"
        ]
      },
      "refs": [
        "Workspace"
      ]
    },
    "LoadSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "launch": {
            "$ref": "#/components/schemas/Launch"
          },
          "mcp_servers": {
            "$ref": "#/components/schemas/LoadSessionBodyMcpServers"
          },
          "agent_config": {
            "$ref": "#/components/schemas/AgentConfigInput"
          }
        }
      },
      "refs": [
        "Launch",
        "LoadSessionBodyMcpServers",
        "AgentConfigInput"
      ]
    },
    "LoadSessionBodyMcpServers": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/LoadSessionBodyMcpServersValue"
        },
        "description": "name → entry as in `mcp.json`, and `expand`, default true: with false the values of `env` and `headers` are literal, `${VAR}` in them too; the session layer, which wins over the files. Kept in memory only: after a restart of the server it is gone until `:load` gives it again"
      },
      "refs": [
        "LoadSessionBodyMcpServersValue"
      ]
    },
    "LoadSessionBodyMcpServersValue": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "LoginFlow": {
      "schema": {
        "description": "A login by device code (RFC 8628).",
        "type": "object",
        "properties": {
          "flow_id": {
            "type": "string",
            "description": "ULID"
          },
          "provider": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/LoginFlowStatus"
          },
          "verification_uri": {
            "type": "string",
            "description": "where the user enters the code"
          },
          "verification_uri_complete": {
            "type": "string",
            "description": "the same with the code in it"
          },
          "user_code": {
            "type": "string"
          },
          "expires_in": {
            "type": "integer",
            "minimum": 1,
            "description": "seconds from the start of the flow to `expires_at`"
          },
          "interval": {
            "type": "integer",
            "minimum": 1,
            "description": "seconds between two polls; grows by 5 when the account service asks for it"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "resolved_at": {
            "type": "string",
            "format": "date-time",
            "description": "when the flow left `pending`"
          },
          "error_message": {
            "type": "string",
            "description": "why the flow failed, or what of a login could not be written"
          }
        },
        "required": [
          "flow_id",
          "provider",
          "status",
          "verification_uri",
          "verification_uri_complete",
          "user_code",
          "expires_in",
          "interval",
          "expires_at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "LoginFlowStatus"
      ]
    },
    "LoginFlowStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "authenticated",
          "denied",
          "expired",
          "cancelled"
        ]
      },
      "refs": []
    },
    "LoginStart": {
      "schema": {
        "description": "A login that was started, or was not needed: then only `flow_id`, `provider` and `status` are there.",
        "type": "object",
        "properties": {
          "flow_id": {
            "type": "string",
            "description": "ULID"
          },
          "provider": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/LoginStartStatus"
          },
          "verification_uri": {
            "type": "string",
            "description": "where the user enters the code"
          },
          "verification_uri_complete": {
            "type": "string",
            "description": "the same with the code in it"
          },
          "user_code": {
            "type": "string"
          },
          "expires_in": {
            "type": "integer",
            "minimum": 1,
            "description": "seconds from the start of the flow to `expires_at`"
          },
          "interval": {
            "type": "integer",
            "minimum": 1,
            "description": "seconds between two polls; grows by 5 when the account service asks for it"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "flow_id",
          "provider",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "LoginStartStatus"
      ]
    },
    "LoginStartStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "authenticated"
        ]
      },
      "refs": []
    },
    "LogoutBody": {
      "schema": {
        "type": "object",
        "properties": {
          "provider": {
            "$ref": "#/components/schemas/LogoutBodyProvider",
            "default": "managed:agent-code"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "LogoutBodyProvider"
      ]
    },
    "LogoutBodyProvider": {
      "schema": {
        "type": "string",
        "enum": [
          "managed:agent-code"
        ]
      },
      "refs": []
    },
    "LogoutData": {
      "schema": {
        "type": "object",
        "properties": {
          "logged_out": {
            "type": "boolean",
            "const": true
          },
          "provider": {
            "type": "string"
          }
        },
        "required": [
          "logged_out",
          "provider"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "MakeDirectoryBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "recursive": {
            "type": "boolean",
            "default": false,
            "description": "makes those above it too, and is content with one that exists"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "MakeHostDirectoryBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "MakeHostDirectoryData": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "McpAuthStatus": {
      "schema": {
        "description": "How an MCP server lets this one in. `not-applicable`: disabled, a program, headers without `auth: \"oauth\"`, or it needs no login; `bearer-token`: the variable of `bearerTokenEnvVar`; `oauth-required`: it asks for a login and no token is stored; `oauth-expired`: a stored token is refused; `oauth-authorized`: a usable token; `unavailable`: it cannot be asked.",
        "type": "string",
        "enum": [
          "not-applicable",
          "bearer-token",
          "oauth-required",
          "oauth-expired",
          "oauth-authorized",
          "unavailable"
        ]
      },
      "refs": []
    },
    "McpInspection": {
      "schema": {
        "description": "A configured MCP server, and whether it lets this one in.",
        "type": "object",
        "properties": {
          "serverId": {
            "type": "string",
            "description": "`global:<name>`, the name percent-encoded"
          },
          "locator": {
            "$ref": "#/components/schemas/McpLocator"
          },
          "runtimeName": {
            "type": "string",
            "description": "how sessions call it"
          },
          "canonicalUrl": {
            "type": "string",
            "description": "address that a login is for; of remote servers"
          },
          "origin": {
            "$ref": "#/components/schemas/McpInspectionOrigin"
          },
          "config": {
            "$ref": "#/components/schemas/McpShownConfig"
          },
          "enabled": {
            "type": "boolean"
          },
          "editable": {
            "type": "boolean",
            "description": "as `mutable` of the list"
          },
          "authStatus": {
            "$ref": "#/components/schemas/McpAuthStatus"
          },
          "checkedAt": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch ms of the answer of the server; absent when it was not asked"
          },
          "error": {
            "type": "string",
            "description": "why it is `unavailable`"
          }
        },
        "required": [
          "serverId",
          "locator",
          "runtimeName",
          "origin",
          "config",
          "enabled",
          "editable",
          "authStatus"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpLocator",
        "McpInspectionOrigin",
        "McpShownConfig",
        "McpAuthStatus"
      ]
    },
    "McpInspectionOrigin": {
      "schema": {
        "type": "string",
        "enum": [
          "global"
        ]
      },
      "refs": []
    },
    "McpLocator": {
      "schema": {
        "description": "Names an MCP server; `plugin` is accepted, and never found.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/McpLocatorGlobal"
          },
          {
            "$ref": "#/components/schemas/McpLocatorPlugin"
          }
        ]
      },
      "refs": [
        "McpLocatorGlobal",
        "McpLocatorPlugin"
      ]
    },
    "McpLocatorGlobal": {
      "schema": {
        "type": "object",
        "properties": {
          "source": {
            "type": "string",
            "const": "global"
          },
          "name": {
            "type": "string",
            "description": "configured name"
          }
        },
        "required": [
          "source",
          "name"
        ]
      },
      "refs": []
    },
    "McpLocatorPlugin": {
      "schema": {
        "type": "object",
        "properties": {
          "source": {
            "type": "string",
            "const": "plugin"
          },
          "pluginId": {
            "type": "string"
          },
          "serverName": {
            "type": "string"
          }
        },
        "required": [
          "source",
          "pluginId",
          "serverName"
        ]
      },
      "refs": []
    },
    "McpManagedServer": {
      "schema": {
        "description": "A configured MCP server, and where it is configured.",
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{1,64}$"
          },
          "config": {
            "$ref": "#/components/schemas/McpShownConfig"
          },
          "source": {
            "$ref": "#/components/schemas/McpManagedServerSource"
          },
          "origin": {
            "type": "string",
            "description": "absolute path of the file that defines it"
          },
          "mutable": {
            "type": "boolean",
            "description": "true only in `mcp.json` of the home; project files are read-only"
          }
        },
        "required": [
          "name",
          "config",
          "source",
          "origin",
          "mutable"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpShownConfig",
        "McpManagedServerSource"
      ]
    },
    "McpManagedServerSource": {
      "schema": {
        "type": "string",
        "enum": [
          "global",
          "plugin",
          "caller"
        ],
        "description": "always `global`"
      },
      "refs": []
    },
    "McpRemoteConfig": {
      "schema": {
        "description": "An MCP server that is reached over HTTP.",
        "type": "object",
        "properties": {
          "transport": {
            "$ref": "#/components/schemas/McpRemoteConfigTransport"
          },
          "url": {
            "type": "string",
            "minLength": 1,
            "description": "http or https address"
          },
          "headers": {
            "$ref": "#/components/schemas/McpRemoteConfigHeaders"
          },
          "auth": {
            "$ref": "#/components/schemas/McpRemoteConfigAuth"
          },
          "bearerTokenEnvVar": {
            "type": "string",
            "minLength": 1,
            "description": "name of the variable that holds a token"
          },
          "enabled": {
            "type": "boolean",
            "description": "absent: true"
          },
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 30,000"
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 60,000"
          },
          "enabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names as the server gives them, `*` allowed; absent: all"
          },
          "disabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as `enabledTools`; a tool in both lists is off"
          }
        },
        "required": [
          "transport",
          "url"
        ]
      },
      "refs": [
        "McpRemoteConfigTransport",
        "McpRemoteConfigHeaders",
        "McpRemoteConfigAuth"
      ]
    },
    "McpRemoteConfigAuth": {
      "schema": {
        "type": "string",
        "enum": [
          "oauth"
        ],
        "description": "a login is needed in any case; absent: tried when the server asks for one"
      },
      "refs": []
    },
    "McpRemoteConfigHeaders": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "`${VAR}` in values is taken from the environment of the server"
      },
      "refs": []
    },
    "McpRemoteConfigTransport": {
      "schema": {
        "type": "string",
        "enum": [
          "http",
          "sse"
        ]
      },
      "refs": []
    },
    "McpServer": {
      "schema": {
        "description": "An MCP server of a session, as a client lists it.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "the configured name"
          },
          "name": {
            "type": "string",
            "description": "the same"
          },
          "transport": {
            "$ref": "#/components/schemas/McpServerTransport"
          },
          "status": {
            "$ref": "#/components/schemas/McpServerStatusField"
          },
          "last_error": {
            "type": "string",
            "description": "only with `error`"
          },
          "tool_count": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "id",
          "name",
          "transport",
          "status",
          "tool_count"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpServerTransport",
        "McpServerStatusField"
      ]
    },
    "McpServerConfig": {
      "schema": {
        "description": "How an MCP server is started or reached, distinguished by `transport`.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/McpStdioConfig"
          },
          {
            "$ref": "#/components/schemas/McpRemoteConfig"
          }
        ]
      },
      "refs": [
        "McpStdioConfig",
        "McpRemoteConfig"
      ]
    },
    "McpServerForm": {
      "schema": {
        "description": "How an MCP server is named and started or reached, distinguished by `transport`.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/McpServerFormStdio"
          },
          {
            "$ref": "#/components/schemas/McpServerFormWithUrl"
          }
        ]
      },
      "refs": [
        "McpServerFormStdio",
        "McpServerFormWithUrl"
      ]
    },
    "McpServerFormStdio": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "description": "`[A-Za-z0-9_-]{1,64}`, blanks around it do not count"
          },
          "transport": {
            "type": "string",
            "const": "stdio"
          },
          "command": {
            "type": "string",
            "minLength": 1,
            "description": "program; without a slash it is looked for in `PATH`"
          },
          "args": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as they are, without a shell"
          },
          "env": {
            "$ref": "#/components/schemas/McpServerFormStdioEnv"
          },
          "cwd": {
            "type": "string",
            "minLength": 1,
            "description": "absolute; absent: the working directory of the session"
          },
          "shared": {
            "type": "boolean",
            "description": "absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client"
          },
          "runtime_id": {
            "$ref": "#/components/schemas/McpServerFormStdioRuntimeId"
          },
          "enabled": {
            "type": "boolean",
            "description": "absent: true"
          },
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 30,000"
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 60,000"
          },
          "enabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names as the server gives them, `*` allowed; absent: all"
          },
          "disabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as `enabledTools`; a tool in both lists is off"
          }
        },
        "required": [
          "name",
          "transport",
          "command"
        ]
      },
      "refs": [
        "McpServerFormStdioEnv",
        "McpServerFormStdioRuntimeId"
      ]
    },
    "McpServerFormStdioEnv": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "added to a small base set; `${VAR}` in values is taken from the environment of the server"
      },
      "refs": []
    },
    "McpServerFormStdioRuntimeId": {
      "schema": {
        "type": "string",
        "enum": [
          "local"
        ]
      },
      "refs": []
    },
    "McpServerFormWithUrl": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "description": "`[A-Za-z0-9_-]{1,64}`, blanks around it do not count"
          },
          "transport": {
            "$ref": "#/components/schemas/McpServerFormWithUrlTransport"
          },
          "url": {
            "type": "string",
            "minLength": 1,
            "description": "http or https address"
          },
          "headers": {
            "$ref": "#/components/schemas/McpServerFormWithUrlHeaders"
          },
          "auth": {
            "$ref": "#/components/schemas/McpServerFormWithUrlAuth"
          },
          "bearerTokenEnvVar": {
            "type": "string",
            "minLength": 1,
            "description": "name of the variable that holds a token"
          },
          "enabled": {
            "type": "boolean",
            "description": "absent: true"
          },
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 30,000"
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 60,000"
          },
          "enabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names as the server gives them, `*` allowed; absent: all"
          },
          "disabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as `enabledTools`; a tool in both lists is off"
          }
        },
        "required": [
          "name",
          "transport",
          "url"
        ]
      },
      "refs": [
        "McpServerFormWithUrlTransport",
        "McpServerFormWithUrlHeaders",
        "McpServerFormWithUrlAuth"
      ]
    },
    "McpServerFormWithUrlAuth": {
      "schema": {
        "type": "string",
        "enum": [
          "oauth"
        ],
        "description": "a login is needed in any case; absent: tried when the server asks for one"
      },
      "refs": []
    },
    "McpServerFormWithUrlHeaders": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "`${VAR}` in values is taken from the environment of the server"
      },
      "refs": []
    },
    "McpServerFormWithUrlTransport": {
      "schema": {
        "type": "string",
        "enum": [
          "http",
          "sse"
        ]
      },
      "refs": []
    },
    "McpServerStatus": {
      "schema": {
        "description": "The status of an MCP server in a session.",
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "description": "as it is configured"
          },
          "transport": {
            "$ref": "#/components/schemas/McpServerStatusTransport"
          },
          "status": {
            "$ref": "#/components/schemas/McpServerStatusStatus"
          },
          "toolCount": {
            "type": "integer",
            "minimum": 0,
            "description": "0 unless connected"
          },
          "error": {
            "type": "string",
            "description": "why it failed, needs a login or is not started"
          }
        },
        "required": [
          "name",
          "transport",
          "status",
          "toolCount"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpServerStatusTransport",
        "McpServerStatusStatus"
      ]
    },
    "McpServerStatusField": {
      "schema": {
        "type": "string",
        "enum": [
          "connecting",
          "connected",
          "disconnected",
          "error"
        ],
        "description": "`disconnected`: switched off, not trusted, left out by the session, gone from the configuration, or the session is not loaded; `error`: it failed or needs a login"
      },
      "refs": []
    },
    "McpServerStatusStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "connected",
          "failed",
          "disabled",
          "needs-auth",
          "removed"
        ],
        "description": "`disabled` also when the project is not trusted or the session leaves the server out"
      },
      "refs": []
    },
    "McpServerStatusTransport": {
      "schema": {
        "type": "string",
        "enum": [
          "stdio",
          "http",
          "sse"
        ]
      },
      "refs": []
    },
    "McpServerTransport": {
      "schema": {
        "type": "string",
        "enum": [
          "stdio",
          "http",
          "sse"
        ]
      },
      "refs": []
    },
    "McpShownConfig": {
      "schema": {
        "description": "The configuration of an MCP server as it was written, distinguished by `transport`. `env` and `headers` are shown of the entries that can be changed here, since a `PUT` replaces all of an entry; of others only the names are shown.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/McpShownConfigStdio"
          },
          {
            "$ref": "#/components/schemas/McpShownConfigWithUrl"
          }
        ]
      },
      "refs": [
        "McpShownConfigStdio",
        "McpShownConfigWithUrl"
      ]
    },
    "McpShownConfigStdio": {
      "schema": {
        "type": "object",
        "properties": {
          "transport": {
            "type": "string",
            "const": "stdio"
          },
          "command": {
            "type": "string",
            "minLength": 1,
            "description": "program; without a slash it is looked for in `PATH`"
          },
          "args": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as they are, without a shell"
          },
          "env": {
            "$ref": "#/components/schemas/McpShownConfigStdioEnv"
          },
          "envKeys": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "sorted names, in the place of `env`"
          },
          "cwd": {
            "type": "string",
            "minLength": 1,
            "description": "absolute; absent: the working directory of the session"
          },
          "shared": {
            "type": "boolean",
            "description": "absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client"
          },
          "runtime_id": {
            "$ref": "#/components/schemas/McpShownConfigStdioRuntimeId"
          },
          "enabled": {
            "type": "boolean",
            "description": "absent: true"
          },
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 30,000"
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 60,000"
          },
          "enabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names as the server gives them, `*` allowed; absent: all"
          },
          "disabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as `enabledTools`; a tool in both lists is off"
          }
        },
        "required": [
          "transport",
          "command"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpShownConfigStdioEnv",
        "McpShownConfigStdioRuntimeId"
      ]
    },
    "McpShownConfigStdioEnv": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "added to a small base set; `${VAR}` in values is taken from the environment of the server"
      },
      "refs": []
    },
    "McpShownConfigStdioRuntimeId": {
      "schema": {
        "type": "string",
        "enum": [
          "local"
        ]
      },
      "refs": []
    },
    "McpShownConfigWithUrl": {
      "schema": {
        "type": "object",
        "properties": {
          "transport": {
            "$ref": "#/components/schemas/McpShownConfigWithUrlTransport"
          },
          "url": {
            "type": "string",
            "minLength": 1,
            "description": "http or https address"
          },
          "headers": {
            "$ref": "#/components/schemas/McpShownConfigWithUrlHeaders"
          },
          "headerKeys": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "sorted names, in the place of `headers`"
          },
          "auth": {
            "$ref": "#/components/schemas/McpShownConfigWithUrlAuth"
          },
          "bearerTokenEnvVar": {
            "type": "string",
            "minLength": 1,
            "description": "name of the variable that holds a token"
          },
          "enabled": {
            "type": "boolean",
            "description": "absent: true"
          },
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 30,000"
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 60,000"
          },
          "enabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names as the server gives them, `*` allowed; absent: all"
          },
          "disabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as `enabledTools`; a tool in both lists is off"
          }
        },
        "required": [
          "transport",
          "url"
        ],
        "additionalProperties": false
      },
      "refs": [
        "McpShownConfigWithUrlTransport",
        "McpShownConfigWithUrlHeaders",
        "McpShownConfigWithUrlAuth"
      ]
    },
    "McpShownConfigWithUrlAuth": {
      "schema": {
        "type": "string",
        "enum": [
          "oauth"
        ],
        "description": "a login is needed in any case; absent: tried when the server asks for one"
      },
      "refs": []
    },
    "McpShownConfigWithUrlHeaders": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "`${VAR}` in values is taken from the environment of the server"
      },
      "refs": []
    },
    "McpShownConfigWithUrlTransport": {
      "schema": {
        "type": "string",
        "enum": [
          "http",
          "sse"
        ]
      },
      "refs": []
    },
    "McpStdioConfig": {
      "schema": {
        "description": "A program of this machine that speaks the protocol over its standard input and output.",
        "type": "object",
        "properties": {
          "transport": {
            "type": "string",
            "const": "stdio"
          },
          "command": {
            "type": "string",
            "minLength": 1,
            "description": "program; without a slash it is looked for in `PATH`"
          },
          "args": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as they are, without a shell"
          },
          "env": {
            "$ref": "#/components/schemas/McpStdioConfigEnv"
          },
          "cwd": {
            "type": "string",
            "minLength": 1,
            "description": "absolute; absent: the working directory of the session"
          },
          "shared": {
            "type": "boolean",
            "description": "absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client"
          },
          "runtime_id": {
            "$ref": "#/components/schemas/McpStdioConfigRuntimeId"
          },
          "enabled": {
            "type": "boolean",
            "description": "absent: true"
          },
          "startupTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 30,000"
          },
          "toolTimeoutMs": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "absent: `[mcp]` of the configuration, else 60,000"
          },
          "enabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names as the server gives them, `*` allowed; absent: all"
          },
          "disabledTools": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "as `enabledTools`; a tool in both lists is off"
          }
        },
        "required": [
          "transport",
          "command"
        ]
      },
      "refs": [
        "McpStdioConfigEnv",
        "McpStdioConfigRuntimeId"
      ]
    },
    "McpStdioConfigEnv": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "added to a small base set; `${VAR}` in values is taken from the environment of the server"
      },
      "refs": []
    },
    "McpStdioConfigRuntimeId": {
      "schema": {
        "type": "string",
        "enum": [
          "local"
        ]
      },
      "refs": []
    },
    "MediaSource": {
      "schema": {
        "description": "Where the bytes of a picture or film are. Sent in both directions; the server answers `session_media` for what it stored.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/MediaSourceUrl"
          },
          {
            "$ref": "#/components/schemas/MediaSourceBase64"
          },
          {
            "$ref": "#/components/schemas/MediaSourceFile"
          },
          {
            "$ref": "#/components/schemas/MediaSourceSessionMedia"
          }
        ]
      },
      "refs": [
        "MediaSourceUrl",
        "MediaSourceBase64",
        "MediaSourceFile",
        "MediaSourceSessionMedia"
      ]
    },
    "MediaSourceBase64": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "base64"
          },
          "media_type": {
            "type": "string",
            "minLength": 1
          },
          "data": {
            "type": "string",
            "minLength": 1,
            "description": "base64; only inbound, never in events or answers"
          }
        },
        "required": [
          "kind",
          "media_type",
          "data"
        ]
      },
      "refs": []
    },
    "MediaSourceFile": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "file"
          },
          "file_id": {
            "type": "string",
            "minLength": 1,
            "description": "id of an upload"
          }
        },
        "required": [
          "kind",
          "file_id"
        ]
      },
      "refs": []
    },
    "MediaSourceSessionMedia": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "session_media"
          },
          "file_id": {
            "type": "string",
            "minLength": 1,
            "description": "id of media stored with the session"
          }
        },
        "required": [
          "kind",
          "file_id"
        ]
      },
      "refs": []
    },
    "MediaSourceUrl": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "url"
          },
          "url": {
            "type": "string",
            "minLength": 1
          },
          "id": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "url"
        ]
      },
      "refs": []
    },
    "MentionPart": {
      "schema": {
        "description": "A path the user pointed at; only in submitted prompts, comes back as text `@<path>`.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "mention"
          },
          "path": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "path"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "Message": {
      "schema": {
        "description": "One message of a conversation.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`msg_` + ULID"
          },
          "session_id": {
            "type": "string"
          },
          "role": {
            "$ref": "#/components/schemas/MessageRole"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "rises strictly within a session"
          },
          "prompt_id": {
            "type": "string",
            "description": "prompt that produced it"
          },
          "parent_message_id": {
            "type": "string"
          },
          "metadata": {
            "$ref": "#/components/schemas/MessageMetadata"
          }
        },
        "required": [
          "id",
          "session_id",
          "role",
          "content",
          "created_at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "MessageRole",
        "ContentPart",
        "MessageMetadata"
      ]
    },
    "MessageMetadata": {
      "schema": {
        "description": "What is known about a message besides its content.",
        "type": "object",
        "properties": {
          "origin": {
            "$ref": "#/components/schemas/Origin"
          },
          "agent_id": {
            "type": "string"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "partial": {
            "type": "boolean",
            "description": "cut off by an abort"
          },
          "hidden": {
            "type": "boolean",
            "description": "engine text, not for display"
          },
          "client": {
            "$ref": "#/components/schemas/MessageMetadataClient"
          },
          "reminders": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "engine text that goes to the model with this message (ours)"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "Origin",
        "MessageMetadataClient"
      ]
    },
    "MessageMetadataClient": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "`metadata` of the submitted prompt"
      },
      "refs": []
    },
    "MessageRole": {
      "schema": {
        "type": "string",
        "enum": [
          "user",
          "assistant",
          "tool",
          "system"
        ]
      },
      "refs": []
    },
    "Meta": {
      "schema": {
        "description": "Name, version and features of the server.",
        "type": "object",
        "properties": {
          "server_version": {
            "type": "string"
          },
          "server_id": {
            "type": "string",
            "description": "ULID, new at every start"
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          },
          "capabilities": {
            "$ref": "#/components/schemas/MetaCapabilities"
          },
          "open_in_apps": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/MetaOpenInAppsItem"
            },
            "description": "always empty"
          },
          "dangerous_bypass_auth": {
            "type": "boolean",
            "description": "no token is needed"
          },
          "backend": {
            "type": "string",
            "const": "v2"
          },
          "web_title": {
            "type": "string",
            "description": "title of the browser tab"
          },
          "experimental_flags": {
            "$ref": "#/components/schemas/MetaExperimentalFlags"
          },
          "features": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/MetaFeaturesItem"
            }
          }
        },
        "required": [
          "server_version",
          "server_id",
          "started_at",
          "capabilities",
          "open_in_apps",
          "dangerous_bypass_auth",
          "backend",
          "experimental_flags",
          "features"
        ],
        "additionalProperties": false
      },
      "refs": [
        "MetaCapabilities",
        "MetaOpenInAppsItem",
        "MetaExperimentalFlags",
        "MetaFeaturesItem"
      ]
    },
    "MetaCapabilities": {
      "schema": {
        "type": "object",
        "properties": {
          "websocket": {
            "type": "boolean",
            "const": true
          },
          "file_upload": {
            "type": "boolean",
            "const": true
          },
          "fs_query": {
            "type": "boolean",
            "const": true
          },
          "mcp": {
            "type": "boolean",
            "const": true
          },
          "tasks": {
            "type": "boolean",
            "const": true
          },
          "terminal": {
            "type": "boolean",
            "const": true
          }
        },
        "required": [
          "websocket",
          "file_upload",
          "fs_query",
          "mcp",
          "tasks",
          "terminal"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "MetaExperimentalFlags": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "boolean"
        },
        "description": "by flag id"
      },
      "refs": []
    },
    "MetaFeaturesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "state": {
            "$ref": "#/components/schemas/MetaFeaturesItemState"
          },
          "meta": {
            "$ref": "#/components/schemas/MetaFeaturesItemMeta"
          }
        },
        "required": [
          "name",
          "state",
          "meta"
        ],
        "additionalProperties": false
      },
      "refs": [
        "MetaFeaturesItemState",
        "MetaFeaturesItemMeta"
      ]
    },
    "MetaFeaturesItemMeta": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "`error` when failed"
      },
      "refs": []
    },
    "MetaFeaturesItemState": {
      "schema": {
        "type": "string",
        "enum": [
          "Pending",
          "Activating",
          "Active",
          "Unloading",
          "Failed"
        ]
      },
      "refs": []
    },
    "MetaOpenInAppsItem": {
      "schema": {
        "type": "string",
        "enum": [
          "finder",
          "cursor",
          "vscode",
          "iterm",
          "terminal"
        ]
      },
      "refs": []
    },
    "Model": {
      "schema": {
        "description": "A model that can be chosen.",
        "type": "object",
        "properties": {
          "provider": {
            "type": "string",
            "description": "id"
          },
          "model": {
            "type": "string",
            "description": "alias"
          },
          "display_name": {
            "type": "string"
          },
          "max_context_size": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "capabilities": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "effective ones"
          },
          "support_efforts": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "default_effort": {
            "type": "string"
          }
        },
        "required": [
          "provider",
          "model",
          "max_context_size"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ModelRecord": {
      "schema": {
        "description": "A configured model as the configuration shows it.",
        "type": "object",
        "properties": {
          "provider": {
            "type": "string",
            "description": "id; absent for a model with its own endpoint"
          },
          "model": {
            "type": "string",
            "description": "the provider's own name of the model"
          },
          "maxContextSize": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "maxInputSize": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "maxOutputSize": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "capabilities": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "displayName": {
            "type": "string"
          },
          "supportEfforts": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "defaultEffort": {
            "type": "string"
          },
          "offEffort": {
            "type": "string"
          },
          "reasoningKey": {
            "type": "string"
          },
          "adaptiveThinking": {
            "type": "boolean"
          },
          "price": {
            "$ref": "#/components/schemas/ModelRecordPrice"
          },
          "baseUrl": {
            "type": "string"
          },
          "protocol": {
            "$ref": "#/components/schemas/ProviderType"
          },
          "overrides": {
            "$ref": "#/components/schemas/ModelRecordOverrides"
          },
          "hasApiKey": {
            "type": "boolean",
            "description": "only for models with their own endpoint"
          }
        },
        "required": [
          "model",
          "maxContextSize"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ModelRecordPrice",
        "ProviderType",
        "ModelRecordOverrides"
      ]
    },
    "ModelRecordOverrides": {
      "schema": {
        "type": "object",
        "description": "values that win over those above",
        "properties": {
          "maxContextSize": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "maxInputSize": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "maxOutputSize": {
            "type": "integer",
            "minimum": 1,
            "description": "tokens"
          },
          "capabilities": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "displayName": {
            "type": "string"
          },
          "supportEfforts": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "defaultEffort": {
            "type": "string"
          },
          "offEffort": {
            "type": "string"
          },
          "reasoningKey": {
            "type": "string"
          },
          "adaptiveThinking": {
            "type": "boolean"
          },
          "price": {
            "$ref": "#/components/schemas/ModelRecordOverridesPrice"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "ModelRecordOverridesPrice"
      ]
    },
    "ModelRecordOverridesPrice": {
      "schema": {
        "type": "object",
        "description": "USD per million tokens (beyond the contract)",
        "properties": {
          "input": {
            "type": "number",
            "minimum": 0
          },
          "output": {
            "type": "number",
            "minimum": 0
          },
          "cacheRead": {
            "type": "number",
            "minimum": 0
          },
          "cacheWrite": {
            "type": "number",
            "minimum": 0
          }
        },
        "required": [
          "input",
          "output"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ModelRecordPrice": {
      "schema": {
        "type": "object",
        "description": "USD per million tokens (beyond the contract)",
        "properties": {
          "input": {
            "type": "number",
            "minimum": 0
          },
          "output": {
            "type": "number",
            "minimum": 0
          },
          "cacheRead": {
            "type": "number",
            "minimum": 0
          },
          "cacheWrite": {
            "type": "number",
            "minimum": 0
          }
        },
        "required": [
          "input",
          "output"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "NullableAccountQuotaExtraUsage": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/AccountQuotaExtraUsage"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "AccountQuotaExtraUsage"
      ]
    },
    "NullableAuthSnapshotManagedProvider": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/AuthSnapshotManagedProvider"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "AuthSnapshotManagedProvider"
      ]
    },
    "NullableBoolean": {
      "schema": {
        "type": [
          "boolean",
          "null"
        ]
      },
      "refs": []
    },
    "NullableCatalogEntryRejectReason": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/CatalogEntryRejectReason"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "CatalogEntryRejectReason"
      ]
    },
    "NullableChangedFile": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ChangedFile"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ChangedFile"
      ]
    },
    "NullableConfigPatchBackground": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchBackground"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchBackground"
      ]
    },
    "NullableConfigPatchBudget": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchBudget"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchBudget"
      ]
    },
    "NullableConfigPatchCheckpoints": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchCheckpoints"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchCheckpoints"
      ]
    },
    "NullableConfigPatchExperimental": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchExperimental"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchExperimental"
      ]
    },
    "NullableConfigPatchIdentity": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchIdentity"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchIdentity"
      ]
    },
    "NullableConfigPatchImage": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchImage"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchImage"
      ]
    },
    "NullableConfigPatchLoopControl": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchLoopControl"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchLoopControl"
      ]
    },
    "NullableConfigPatchMcp": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchMcp"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchMcp"
      ]
    },
    "NullableConfigPatchModels": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchModels"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchModels"
      ]
    },
    "NullableConfigPatchOffline": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchOffline"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchOffline"
      ]
    },
    "NullableConfigPatchPermission": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchPermission"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchPermission"
      ]
    },
    "NullableConfigPatchProviders": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchProviders"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchProviders"
      ]
    },
    "NullableConfigPatchRaw": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchRaw"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchRaw"
      ]
    },
    "NullableConfigPatchSandbox": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchSandbox"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchSandbox"
      ]
    },
    "NullableConfigPatchServices": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchServices"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchServices"
      ]
    },
    "NullableConfigPatchSubagent": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchSubagent"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchSubagent"
      ]
    },
    "NullableConfigPatchThinking": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchThinking"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchThinking"
      ]
    },
    "NullableConfigPatchTokenCounting": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchTokenCounting"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchTokenCounting"
      ]
    },
    "NullableConfigPatchTools": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ConfigPatchTools"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ConfigPatchTools"
      ]
    },
    "NullableFileEntry": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/FileEntry"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "FileEntry"
      ]
    },
    "NullableGetGitStatusDataPullRequest": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GetGitStatusDataPullRequest"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "GetGitStatusDataPullRequest"
      ]
    },
    "NullableGoalSnapshot": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GoalSnapshot"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "GoalSnapshot"
      ]
    },
    "NullableInFlightTurn": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/InFlightTurn"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "InFlightTurn"
      ]
    },
    "NullableInteger": {
      "schema": {
        "type": [
          "integer",
          "null"
        ]
      },
      "refs": []
    },
    "NullablePrompt": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/Prompt"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "Prompt"
      ]
    },
    "NullableProviderType": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/ProviderType"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "ProviderType"
      ]
    },
    "NullableSessionGitPullRequest": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/SessionGitPullRequest"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "SessionGitPullRequest"
      ]
    },
    "NullableString": {
      "schema": {
        "type": [
          "string",
          "null"
        ]
      },
      "refs": []
    },
    "NullableTranscriptGoal": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptGoal"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "TranscriptGoal"
      ]
    },
    "NullableTranscriptPlanMode": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptPlanMode"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "TranscriptPlanMode"
      ]
    },
    "NullableTranscriptQuestionResponse": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptQuestionResponse"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "TranscriptQuestionResponse"
      ]
    },
    "NullableVisEventPayload": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/VisEventPayload"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "VisEventPayload"
      ]
    },
    "OpenFileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "line": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "from 1; for editors that accept it"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "OpenFileData": {
      "schema": {
        "type": "object",
        "properties": {
          "opened": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "opened"
        ]
      },
      "refs": []
    },
    "OpenFileInBody": {
      "schema": {
        "type": "object",
        "properties": {
          "app_id": {
            "$ref": "#/components/schemas/OpenFileInBodyAppId"
          },
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "line": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "from 1; for editors that accept it"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "app_id",
          "path"
        ]
      },
      "refs": [
        "OpenFileInBodyAppId"
      ]
    },
    "OpenFileInBodyAppId": {
      "schema": {
        "type": "string",
        "enum": [
          "finder",
          "cursor",
          "vscode",
          "iterm",
          "terminal"
        ]
      },
      "refs": []
    },
    "OpenFileInData": {
      "schema": {
        "type": "object",
        "properties": {
          "opened": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "opened"
        ]
      },
      "refs": []
    },
    "Origin": {
      "schema": {
        "description": "What began a turn or put a message into the context.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/OriginUser"
          },
          {
            "$ref": "#/components/schemas/OriginSkillActivation"
          },
          {
            "$ref": "#/components/schemas/OriginTask"
          },
          {
            "$ref": "#/components/schemas/OriginCronJob"
          },
          {
            "$ref": "#/components/schemas/OriginCronMissed"
          },
          {
            "$ref": "#/components/schemas/OriginSystemTrigger"
          },
          {
            "$ref": "#/components/schemas/OriginHookResult"
          },
          {
            "$ref": "#/components/schemas/OriginRetry"
          },
          {
            "$ref": "#/components/schemas/OriginShellCommand"
          },
          {
            "$ref": "#/components/schemas/OriginCompactionSummary"
          },
          {
            "$ref": "#/components/schemas/OriginInjection"
          }
        ]
      },
      "refs": [
        "OriginUser",
        "OriginSkillActivation",
        "OriginTask",
        "OriginCronJob",
        "OriginCronMissed",
        "OriginSystemTrigger",
        "OriginHookResult",
        "OriginRetry",
        "OriginShellCommand",
        "OriginCompactionSummary",
        "OriginInjection"
      ]
    },
    "OriginCompactionSummary": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "compaction_summary"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginCronJob": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "cron_job"
          },
          "jobId": {
            "type": "string"
          },
          "cron": {
            "type": "string",
            "description": "five fields, local time"
          },
          "recurring": {
            "type": "boolean"
          },
          "coalescedCount": {
            "type": "integer",
            "minimum": 0,
            "description": "runs that were folded into this one"
          },
          "stale": {
            "type": "boolean"
          }
        },
        "required": [
          "kind",
          "jobId",
          "cron",
          "recurring",
          "coalescedCount",
          "stale"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginCronMissed": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "cron_missed"
          },
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "runs that were missed"
          }
        },
        "required": [
          "kind",
          "count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginHookResult": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "hook_result"
          },
          "event": {
            "type": "string",
            "description": "name of the hook event"
          },
          "blocked": {
            "type": "boolean"
          }
        },
        "required": [
          "kind",
          "event"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginInjection": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "injection"
          },
          "variant": {
            "type": "string",
            "description": "which reminder"
          }
        },
        "required": [
          "kind",
          "variant"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginRetry": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "retry"
          },
          "trigger": {
            "type": "string"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginShellCommand": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "shell_command"
          },
          "phase": {
            "$ref": "#/components/schemas/OriginShellCommandPhase"
          },
          "isError": {
            "type": "boolean"
          }
        },
        "required": [
          "kind",
          "phase"
        ],
        "additionalProperties": false
      },
      "refs": [
        "OriginShellCommandPhase"
      ]
    },
    "OriginShellCommandPhase": {
      "schema": {
        "type": "string",
        "enum": [
          "input",
          "output"
        ]
      },
      "refs": []
    },
    "OriginSkillActivation": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "skill_activation"
          },
          "activationId": {
            "type": "string"
          },
          "skillName": {
            "type": "string"
          },
          "skillArgs": {
            "type": "string"
          },
          "skillType": {
            "type": "string"
          },
          "skillPath": {
            "type": "string",
            "description": "absolute, or `builtin:<name>`"
          },
          "skillSource": {
            "$ref": "#/components/schemas/OriginSkillActivationSkillSource"
          },
          "trigger": {
            "$ref": "#/components/schemas/OriginSkillActivationTrigger"
          }
        },
        "required": [
          "kind",
          "activationId",
          "skillName",
          "trigger"
        ],
        "additionalProperties": false
      },
      "refs": [
        "OriginSkillActivationSkillSource",
        "OriginSkillActivationTrigger"
      ]
    },
    "OriginSkillActivationSkillSource": {
      "schema": {
        "type": "string",
        "enum": [
          "project",
          "user",
          "extra",
          "builtin"
        ]
      },
      "refs": []
    },
    "OriginSkillActivationTrigger": {
      "schema": {
        "type": "string",
        "enum": [
          "user-slash",
          "model-tool",
          "nested-skill"
        ]
      },
      "refs": []
    },
    "OriginSystemTrigger": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "system_trigger"
          },
          "name": {
            "type": "string",
            "description": "`goal_continuation`, `subagent`, …"
          }
        },
        "required": [
          "kind",
          "name"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginTask": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "task"
          },
          "taskId": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "description": "how the task ended"
          },
          "notificationId": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "taskId",
          "status",
          "notificationId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "OriginUser": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "user"
          },
          "skillActivations": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SkillActivation"
            },
            "description": "skills loaded together with the prompt"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SkillActivation"
      ]
    },
    "Owner": {
      "schema": {
        "description": "The live server that runs a session.",
        "type": "object",
        "properties": {
          "server_id": {
            "type": "string",
            "description": "ULID"
          },
          "base_url": {
            "type": "string",
            "description": "where that server listens"
          },
          "pid": {
            "type": "integer",
            "minimum": 0,
            "description": "process id"
          }
        },
        "required": [
          "server_id",
          "pid"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "PageMessage": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Message"
            }
          },
          "has_more": {
            "type": "boolean",
            "description": "further items exist beyond the page in the direction asked"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "has_more"
        ]
      },
      "refs": [
        "Message"
      ]
    },
    "PageSession": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Session"
            }
          },
          "has_more": {
            "type": "boolean",
            "description": "further items exist beyond the page in the direction asked"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "has_more"
        ]
      },
      "refs": [
        "Session"
      ]
    },
    "PauseGoalData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GoalSnapshot"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "GoalSnapshot"
      ]
    },
    "PermissionMode": {
      "schema": {
        "description": "What happens to a tool call that no rule decides: manual asks, yolo asks only for risky ones, auto never asks.",
        "type": "string",
        "enum": [
          "manual",
          "yolo",
          "auto"
        ]
      },
      "refs": []
    },
    "Phase": {
      "schema": {
        "description": "What an agent is doing right now.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/PhaseIdle"
          },
          {
            "$ref": "#/components/schemas/PhaseRunning"
          },
          {
            "$ref": "#/components/schemas/PhaseStreaming"
          },
          {
            "$ref": "#/components/schemas/PhaseToolCall"
          },
          {
            "$ref": "#/components/schemas/PhaseRetrying"
          },
          {
            "$ref": "#/components/schemas/PhaseAwaitingApproval"
          },
          {
            "$ref": "#/components/schemas/PhaseInterrupted"
          },
          {
            "$ref": "#/components/schemas/PhaseEnded"
          }
        ]
      },
      "refs": [
        "PhaseIdle",
        "PhaseRunning",
        "PhaseStreaming",
        "PhaseToolCall",
        "PhaseRetrying",
        "PhaseAwaitingApproval",
        "PhaseInterrupted",
        "PhaseEnded"
      ]
    },
    "PhaseAwaitingApproval": {
      "schema": {
        "description": "A call waits for the user.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "awaiting_approval"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "approval": {
            "$ref": "#/components/schemas/PhaseAwaitingApprovalApproval"
          },
          "since": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "since"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PhaseAwaitingApprovalApproval"
      ]
    },
    "PhaseAwaitingApprovalApproval": {
      "schema": {
        "type": "object",
        "properties": {
          "approvalId": {
            "type": "string"
          },
          "toolCallId": {
            "type": "string"
          }
        },
        "required": [
          "approvalId",
          "toolCallId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "PhaseEnded": {
      "schema": {
        "description": "The last turn came to its end.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "ended"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "reason": {
            "$ref": "#/components/schemas/PhaseEndedReason"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          },
          "at": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "reason",
          "at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PhaseEndedReason"
      ]
    },
    "PhaseEndedReason": {
      "schema": {
        "type": "string",
        "enum": [
          "completed",
          "cancelled",
          "failed",
          "blocked"
        ]
      },
      "refs": []
    },
    "PhaseIdle": {
      "schema": {
        "description": "The agent does nothing.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "idle"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "PhaseInterrupted": {
      "schema": {
        "description": "The last turn was broken off.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "interrupted"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "reason": {
            "$ref": "#/components/schemas/PhaseInterruptedReason"
          },
          "message": {
            "type": "string"
          },
          "at": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "reason",
          "at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PhaseInterruptedReason"
      ]
    },
    "PhaseInterruptedReason": {
      "schema": {
        "type": "string",
        "enum": [
          "aborted",
          "max_steps",
          "error"
        ]
      },
      "refs": []
    },
    "PhaseRetrying": {
      "schema": {
        "description": "A request failed and is sent again.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "retrying"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "stepId": {
            "type": "string",
            "description": "opaque"
          },
          "failedAttempt": {
            "type": "integer",
            "minimum": 1
          },
          "nextAttempt": {
            "type": "integer",
            "minimum": 1
          },
          "maxAttempts": {
            "type": "integer",
            "minimum": 1
          },
          "delayMs": {
            "type": "integer",
            "minimum": 0
          },
          "errorName": {
            "type": "string"
          },
          "statusCode": {
            "type": "integer",
            "minimum": 0,
            "description": "HTTP status of the provider"
          },
          "since": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "step",
          "stepId",
          "failedAttempt",
          "nextAttempt",
          "maxAttempts",
          "delayMs",
          "since"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "PhaseRunning": {
      "schema": {
        "description": "A model request is on its way.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "running"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "stepId": {
            "type": "string",
            "description": "opaque"
          },
          "since": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "step",
          "stepId",
          "since"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "PhaseStreaming": {
      "schema": {
        "description": "A reply arrives.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "streaming"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "stepId": {
            "type": "string",
            "description": "opaque"
          },
          "stream": {
            "$ref": "#/components/schemas/PhaseStreamingStream"
          },
          "toolCallId": {
            "type": "string"
          },
          "toolName": {
            "type": "string"
          },
          "since": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "step",
          "stepId",
          "stream",
          "since"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PhaseStreamingStream"
      ]
    },
    "PhaseStreamingStream": {
      "schema": {
        "type": "string",
        "enum": [
          "assistant",
          "thinking",
          "tool_call"
        ]
      },
      "refs": []
    },
    "PhaseToolCall": {
      "schema": {
        "description": "A call runs.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "tool_call"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "toolCallId": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "since": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          }
        },
        "required": [
          "kind",
          "turnId",
          "step",
          "toolCallId",
          "name",
          "since"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "PingPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "nonce": {
            "type": "string"
          }
        },
        "required": [
          "nonce"
        ]
      },
      "refs": []
    },
    "PongPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "nonce": {
            "type": "string"
          }
        },
        "required": [
          "nonce"
        ]
      },
      "refs": []
    },
    "Prompt": {
      "schema": {
        "description": "One submission of a user.",
        "type": "object",
        "properties": {
          "prompt_id": {
            "type": "string"
          },
          "user_message_id": {
            "type": "string",
            "description": "id its user message has or will have"
          },
          "status": {
            "$ref": "#/components/schemas/PromptStatus"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "prompt_id",
          "user_message_id",
          "status",
          "content",
          "created_at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PromptStatus",
        "ContentPart"
      ]
    },
    "PromptCompletedEventReason": {
      "schema": {
        "type": "string",
        "enum": [
          "completed",
          "failed",
          "blocked"
        ]
      },
      "refs": []
    },
    "PromptCompletedEventResult": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "what the turn ended with, where the prompt brought `output_schema`"
      },
      "refs": []
    },
    "PromptContentPart": {
      "schema": {
        "description": "One part of a prompt a client submits; `tool_use`, `tool_result` and `thinking` are accepted and dropped.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/PromptContentPartText"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartImage"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartVideo"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartFile"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartMention"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartToolUse"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartToolResult"
          },
          {
            "$ref": "#/components/schemas/PromptContentPartThinking"
          }
        ]
      },
      "refs": [
        "PromptContentPartText",
        "PromptContentPartImage",
        "PromptContentPartVideo",
        "PromptContentPartFile",
        "PromptContentPartMention",
        "PromptContentPartToolUse",
        "PromptContentPartToolResult",
        "PromptContentPartThinking"
      ]
    },
    "PromptContentPartFile": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "file"
          },
          "file_id": {
            "type": "string",
            "minLength": 1,
            "description": "id of an upload"
          },
          "name": {
            "type": "string"
          },
          "media_type": {
            "type": "string"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes"
          }
        },
        "required": [
          "type",
          "file_id"
        ]
      },
      "refs": []
    },
    "PromptContentPartImage": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "image"
          },
          "source": {
            "$ref": "#/components/schemas/MediaSource"
          }
        },
        "required": [
          "type",
          "source"
        ]
      },
      "refs": [
        "MediaSource"
      ]
    },
    "PromptContentPartMention": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "mention"
          },
          "path": {
            "type": "string",
            "minLength": 1,
            "description": "absolute or relative to the working directory"
          }
        },
        "required": [
          "type",
          "path"
        ]
      },
      "refs": []
    },
    "PromptContentPartText": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "text"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "text"
        ]
      },
      "refs": []
    },
    "PromptContentPartThinking": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "thinking"
          }
        },
        "required": [
          "type"
        ]
      },
      "refs": []
    },
    "PromptContentPartToolResult": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool_result"
          }
        },
        "required": [
          "type"
        ]
      },
      "refs": []
    },
    "PromptContentPartToolUse": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool_use"
          }
        },
        "required": [
          "type"
        ]
      },
      "refs": []
    },
    "PromptContentPartVideo": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "video"
          },
          "source": {
            "$ref": "#/components/schemas/MediaSource"
          }
        },
        "required": [
          "type",
          "source"
        ]
      },
      "refs": [
        "MediaSource"
      ]
    },
    "PromptLimit": {
      "schema": {
        "description": "Which limit of a prompt was reached.",
        "type": "string",
        "enum": [
          "steps",
          "usd",
          "time"
        ]
      },
      "refs": []
    },
    "PromptLimits": {
      "schema": {
        "description": "What a prompt may use: its turn, and the turns that its goal and its background tasks begin.",
        "type": "object",
        "properties": {
          "steps": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "steps of the agent; the limit of the configuration for a turn holds beside"
          },
          "usd": {
            "type": "number",
            "exclusiveMinimum": 0,
            "description": "checked before each request, those of subagents too; needs a model with a price, or one on loopback"
          },
          "wall_ms": {
            "type": "integer",
            "minimum": 1000,
            "maximum": 604800000,
            "description": "from the beginning of its turn, milliseconds"
          },
          "on_limit": {
            "$ref": "#/components/schemas/PromptLimitsOnLimit",
            "default": "stop"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "PromptLimitsOnLimit"
      ]
    },
    "PromptLimitsOnLimit": {
      "schema": {
        "type": "string",
        "enum": [
          "stop",
          "answer"
        ],
        "description": "`answer`: one last step without tools, for steps and time"
      },
      "refs": []
    },
    "PromptOptionsEventMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "kept with the user message"
      },
      "refs": []
    },
    "PromptOptionsEventOutputSchema": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "of the result that the turn ends with"
      },
      "refs": []
    },
    "PromptQueue": {
      "schema": {
        "description": "The prompts of one agent that are not finished.",
        "type": "object",
        "properties": {
          "active": {
            "$ref": "#/components/schemas/NullablePrompt"
          },
          "queued": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Prompt"
            },
            "description": "next one first"
          },
          "paused": {
            "type": "boolean",
            "description": "the queue waits for the user"
          }
        },
        "required": [
          "active",
          "queued",
          "paused"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullablePrompt",
        "Prompt"
      ]
    },
    "PromptStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "queued",
          "blocked"
        ],
        "description": "a steered prompt is `running`; `blocked` is kept for older clients"
      },
      "refs": []
    },
    "PromptSubmittedEventStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "queued",
          "blocked"
        ],
        "description": "never `blocked` here"
      },
      "refs": []
    },
    "PromptUpdatedEventChange": {
      "schema": {
        "type": "string",
        "enum": [
          "edited",
          "moved",
          "removed",
          "paused",
          "resumed"
        ]
      },
      "refs": []
    },
    "Provider": {
      "schema": {
        "description": "A provider of models, without secrets.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "type": {
            "$ref": "#/components/schemas/ProviderType"
          },
          "base_url": {
            "type": "string",
            "description": "secrets in it masked"
          },
          "default_model": {
            "type": "string",
            "description": "alias"
          },
          "has_api_key": {
            "type": "boolean",
            "description": "there is a usable credential of any kind"
          },
          "status": {
            "$ref": "#/components/schemas/ProviderStatus"
          },
          "models": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "aliases"
          }
        },
        "required": [
          "id",
          "type",
          "has_api_key",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ProviderType",
        "ProviderStatus"
      ]
    },
    "ProviderModelForm": {
      "schema": {
        "description": "A model of a provider as forms give it; its alias becomes `<id>/<model>`.",
        "type": "object",
        "properties": {
          "model": {
            "type": "string",
            "minLength": 1,
            "description": "the provider's own name; each only once"
          },
          "max_context_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "tokens"
          },
          "display_name": {
            "type": "string"
          },
          "capabilities": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ProviderModelFormCapabilitiesItem"
            },
            "description": "added to the detected ones"
          },
          "max_output_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "tokens, at most the context"
          },
          "support_efforts": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "thinking levels"
          },
          "adaptive_thinking": {
            "type": "boolean"
          }
        },
        "required": [
          "model",
          "max_context_size"
        ]
      },
      "refs": [
        "ProviderModelFormCapabilitiesItem"
      ]
    },
    "ProviderModelFormCapabilitiesItem": {
      "schema": {
        "type": "string",
        "enum": [
          "image_in",
          "video_in",
          "audio_in",
          "thinking",
          "always_thinking",
          "tool_use"
        ]
      },
      "refs": []
    },
    "ProviderStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "connected",
          "unconfigured",
          "error"
        ],
        "description": "`connected`: a credential is there, or none is needed; `unconfigured`: none is there; `error`: the last request since the start of the server was refused with the credential that is there now"
      },
      "refs": []
    },
    "ProviderSummary": {
      "schema": {
        "description": "A provider as the configuration shows it, without secrets.",
        "type": "object",
        "properties": {
          "type": {
            "$ref": "#/components/schemas/ProviderType"
          },
          "base_url": {
            "type": "string"
          },
          "default_model": {
            "type": "string",
            "description": "alias"
          },
          "has_api_key": {
            "type": "boolean",
            "description": "there is a usable credential of any kind"
          }
        },
        "required": [
          "type",
          "has_api_key"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ProviderType"
      ]
    },
    "ProviderType": {
      "schema": {
        "description": "The protocol that a provider speaks.",
        "type": "string",
        "enum": [
          "agent",
          "openai",
          "openai_responses",
          "anthropic",
          "google-genai",
          "vertexai",
          "offline"
        ]
      },
      "refs": []
    },
    "QuerySessionsData": {
      "schema": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/QuerySessionsDataWithItems"
          },
          {
            "$ref": "#/components/schemas/QuerySessionsDataWithGroups"
          }
        ]
      },
      "refs": [
        "QuerySessionsDataWithItems",
        "QuerySessionsDataWithGroups"
      ]
    },
    "QuerySessionsDataWithGroups": {
      "schema": {
        "type": "object",
        "properties": {
          "groups": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuerySessionsDataWithGroupsGroupsItem"
            },
            "description": "with `by_workspace`; groups without sessions are left out"
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "of all pages"
          },
          "has_more": {
            "type": "boolean"
          },
          "next_page_token": {
            "$ref": "#/components/schemas/NullableString",
            "description": "null at the end, and always with `page`"
          }
        },
        "additionalProperties": false,
        "required": [
          "groups",
          "total",
          "has_more",
          "next_page_token"
        ]
      },
      "refs": [
        "QuerySessionsDataWithGroupsGroupsItem",
        "NullableString"
      ]
    },
    "QuerySessionsDataWithGroupsGroupsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "workspace": {
            "$ref": "#/components/schemas/WorkspaceRef"
          },
          "sessions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuerySessionsDataWithGroupsGroupsItemSessionsItem"
            }
          },
          "total": {
            "type": "integer",
            "minimum": 1,
            "description": "sessions of the group"
          }
        },
        "additionalProperties": false,
        "required": [
          "workspace",
          "sessions",
          "total"
        ]
      },
      "refs": [
        "WorkspaceRef",
        "QuerySessionsDataWithGroupsGroupsItemSessionsItem"
      ]
    },
    "QuerySessionsDataWithGroupsGroupsItemSessionsItem": {
      "schema": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/SessionSummary"
          },
          {
            "$ref": "#/components/schemas/SessionMark"
          }
        ]
      },
      "refs": [
        "SessionSummary",
        "SessionMark"
      ]
    },
    "QuerySessionsDataWithItems": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuerySessionsDataWithItemsItemsItem"
            }
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "of all pages"
          },
          "has_more": {
            "type": "boolean"
          },
          "next_page_token": {
            "$ref": "#/components/schemas/NullableString",
            "description": "null at the end, and always with `page`"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "total",
          "has_more",
          "next_page_token"
        ]
      },
      "refs": [
        "QuerySessionsDataWithItemsItemsItem",
        "NullableString"
      ]
    },
    "QuerySessionsDataWithItemsItemsItem": {
      "schema": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/SessionSummary"
          },
          {
            "$ref": "#/components/schemas/SessionMark"
          }
        ]
      },
      "refs": [
        "SessionSummary",
        "SessionMark"
      ]
    },
    "Question": {
      "schema": {
        "description": "One to four questions that wait for the user.",
        "type": "object",
        "properties": {
          "question_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "agent_id": {
            "type": "string",
            "description": "asking agent"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "questions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuestionItem"
            },
            "minItems": 1,
            "maxItems": 4
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          },
          "background": {
            "type": "boolean",
            "description": "the turn continues meanwhile"
          }
        },
        "required": [
          "question_id",
          "session_id",
          "agent_id",
          "questions",
          "created_at",
          "expires_at",
          "background"
        ],
        "additionalProperties": false
      },
      "refs": [
        "QuestionItem"
      ]
    },
    "QuestionAnswer": {
      "schema": {
        "description": "The user's answer to one question.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/QuestionAnswerSingle"
          },
          {
            "$ref": "#/components/schemas/QuestionAnswerMulti"
          },
          {
            "$ref": "#/components/schemas/QuestionAnswerOther"
          },
          {
            "$ref": "#/components/schemas/QuestionAnswerMultiWithOther"
          },
          {
            "$ref": "#/components/schemas/QuestionAnswerSkipped"
          }
        ]
      },
      "refs": [
        "QuestionAnswerSingle",
        "QuestionAnswerMulti",
        "QuestionAnswerOther",
        "QuestionAnswerMultiWithOther",
        "QuestionAnswerSkipped"
      ]
    },
    "QuestionAnswerMulti": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "multi"
          },
          "option_ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1
          }
        },
        "required": [
          "kind",
          "option_ids"
        ]
      },
      "refs": []
    },
    "QuestionAnswerMultiWithOther": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "multi_with_other"
          },
          "option_ids": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "other_text": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "option_ids",
          "other_text"
        ]
      },
      "refs": []
    },
    "QuestionAnswerOther": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "other"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "text"
        ]
      },
      "refs": []
    },
    "QuestionAnswerSingle": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "single"
          },
          "option_id": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "option_id"
        ]
      },
      "refs": []
    },
    "QuestionAnswerSkipped": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "skipped"
          }
        },
        "required": [
          "kind"
        ]
      },
      "refs": []
    },
    "QuestionItem": {
      "schema": {
        "description": "One question of the model.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`q_<index>`, from 0"
          },
          "question": {
            "type": "string"
          },
          "header": {
            "type": "string"
          },
          "body": {
            "type": "string",
            "description": "Markdown"
          },
          "options": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuestionOption"
            },
            "minItems": 2,
            "maxItems": 4
          },
          "multi_select": {
            "type": "boolean"
          },
          "allow_other": {
            "type": "boolean",
            "const": true,
            "description": "a free answer is always possible"
          },
          "other_label": {
            "type": "string"
          },
          "other_description": {
            "type": "string"
          }
        },
        "required": [
          "id",
          "question",
          "options",
          "allow_other"
        ],
        "additionalProperties": false
      },
      "refs": [
        "QuestionOption"
      ]
    },
    "QuestionOption": {
      "schema": {
        "description": "One answer offered.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`opt_<question>_<option>`, both from 0"
          },
          "label": {
            "type": "string"
          },
          "description": {
            "type": "string"
          }
        },
        "required": [
          "id",
          "label"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ReadFileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "offset": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740991,
            "default": 0,
            "description": "bytes of the UTF-8 form, or of the file with `base64`"
          },
          "length": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10485760,
            "default": 1048576,
            "description": "bytes of the same"
          },
          "encoding": {
            "$ref": "#/components/schemas/ReadFileBodyEncoding",
            "default": "auto"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": [
        "ReadFileBodyEncoding"
      ]
    },
    "ReadFileBodyEncoding": {
      "schema": {
        "type": "string",
        "enum": [
          "auto",
          "utf-8",
          "base64"
        ],
        "description": "`auto`: text as it is, binary files as base64"
      },
      "refs": []
    },
    "ReadFileData": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string"
          },
          "content": {
            "type": "string"
          },
          "encoding": {
            "$ref": "#/components/schemas/ReadFileDataEncoding"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes of the whole file as it is stored"
          },
          "truncated": {
            "type": "boolean",
            "description": "there is more behind the content"
          },
          "etag": {
            "type": "string"
          },
          "mime": {
            "type": "string"
          },
          "language_id": {
            "type": "string"
          },
          "line_count": {
            "type": "integer",
            "minimum": 0,
            "description": "lines of the returned text"
          },
          "is_binary": {
            "type": "boolean",
            "description": "by the first 4,096 bytes"
          }
        },
        "additionalProperties": false,
        "required": [
          "path",
          "content",
          "encoding",
          "size",
          "truncated",
          "etag",
          "mime",
          "is_binary"
        ]
      },
      "refs": [
        "ReadFileDataEncoding"
      ]
    },
    "ReadFileDataEncoding": {
      "schema": {
        "type": "string",
        "enum": [
          "utf-8",
          "base64"
        ]
      },
      "refs": []
    },
    "RedoSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50,
            "description": "messages in the answer"
          },
          "dry_run": {
            "type": "boolean",
            "default": false,
            "description": "change nothing, report what would happen"
          },
          "force": {
            "type": "boolean",
            "default": false,
            "description": "also restore files that something else changed since the undo"
          }
        }
      },
      "refs": []
    },
    "RedoSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "messages": {
            "$ref": "#/components/schemas/RedoSessionDataMessages"
          },
          "status": {
            "$ref": "#/components/schemas/SessionStatus"
          },
          "prompts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/RedoSessionDataPromptsItem"
            },
            "description": "prompts that were or would be brought back, oldest first"
          },
          "files": {
            "$ref": "#/components/schemas/FilesRestoration",
            "description": "when the undo gave files back"
          }
        },
        "additionalProperties": false,
        "required": [
          "messages",
          "status",
          "prompts"
        ]
      },
      "refs": [
        "RedoSessionDataMessages",
        "SessionStatus",
        "RedoSessionDataPromptsItem",
        "FilesRestoration"
      ]
    },
    "RedoSessionDataMessages": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Message"
            }
          },
          "has_more": {
            "type": "boolean",
            "description": "further items exist beyond the page in the direction asked"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "has_more"
        ]
      },
      "refs": [
        "Message"
      ]
    },
    "RedoSessionDataPromptsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "prompt_id": {
            "type": "string"
          },
          "text": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "prompt_id",
          "text"
        ]
      },
      "refs": []
    },
    "RefreshReport": {
      "schema": {
        "description": "The result of reading the models of providers again.",
        "type": "object",
        "properties": {
          "changed": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/RefreshReportChangedItem"
            }
          },
          "unchanged": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "provider ids"
          },
          "failed": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/RefreshReportFailedItem"
            }
          }
        },
        "required": [
          "changed",
          "unchanged",
          "failed"
        ],
        "additionalProperties": false
      },
      "refs": [
        "RefreshReportChangedItem",
        "RefreshReportFailedItem"
      ]
    },
    "RefreshReportChangedItem": {
      "schema": {
        "type": "object",
        "properties": {
          "provider_id": {
            "type": "string"
          },
          "provider_name": {
            "type": "string"
          },
          "added": {
            "type": "integer",
            "minimum": 0,
            "description": "models"
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "models"
          }
        },
        "required": [
          "provider_id",
          "provider_name",
          "added",
          "removed"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "RefreshReportFailedItem": {
      "schema": {
        "type": "object",
        "properties": {
          "provider": {
            "type": "string"
          },
          "reason": {
            "type": "string"
          }
        },
        "required": [
          "provider",
          "reason"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "RegisterWorkspaceBody": {
      "schema": {
        "type": "object",
        "properties": {
          "root": {
            "type": "string",
            "minLength": 1,
            "description": "absolute path of an existing directory"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "description": "default: base name of the root"
          }
        },
        "required": [
          "root"
        ]
      },
      "refs": []
    },
    "ReloadSessionData": {
      "schema": {
        "type": "object",
        "additionalProperties": false
      },
      "refs": []
    },
    "RemoveGuiItemBody": {
      "schema": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          }
        },
        "required": [
          "key"
        ]
      },
      "refs": []
    },
    "RemovePromptData": {
      "schema": {
        "type": "object",
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "deleted"
        ]
      },
      "refs": []
    },
    "RenameWorkspaceBody": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100
          }
        },
        "required": [
          "name"
        ]
      },
      "refs": []
    },
    "ReplaceDirectoriesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "paths": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "maxItems": 1000,
            "description": "absolute; must exist; none: takes all of them away"
          }
        },
        "required": [
          "paths"
        ]
      },
      "refs": []
    },
    "ReplaceDirectoriesData": {
      "schema": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute"
          },
          "additional_dirs": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "absolute"
          }
        },
        "additionalProperties": false,
        "required": [
          "cwd",
          "additional_dirs"
        ]
      },
      "refs": []
    },
    "ReplaceManagedMcpServerData": {
      "schema": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/McpManagedServer"
        },
        "description": "by name"
      },
      "refs": [
        "McpManagedServer"
      ]
    },
    "ReplaceProviderBody": {
      "schema": {
        "type": "object",
        "properties": {
          "new_id": {
            "type": "string",
            "description": "as `id` of a new provider"
          },
          "type": {
            "$ref": "#/components/schemas/ProviderType"
          },
          "models": {
            "type": "array",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/ProviderModelForm"
            }
          },
          "api_key": {
            "$ref": "#/components/schemas/NullableString",
            "description": "absent: the stored one stays; empty or null: it is removed"
          },
          "base_url": {
            "type": "string",
            "description": "http or https address, trimmed; no `${`"
          },
          "default_model": {
            "type": "string",
            "description": "one of `models[].model`"
          }
        },
        "required": [
          "type",
          "models"
        ]
      },
      "refs": [
        "ProviderType",
        "ProviderModelForm",
        "NullableString"
      ]
    },
    "ReplaceProviderData": {
      "schema": {
        "type": "object",
        "properties": {
          "provider": {
            "$ref": "#/components/schemas/Provider"
          }
        },
        "required": [
          "provider"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Provider"
      ]
    },
    "RequestUsageEventPurpose": {
      "schema": {
        "type": "string",
        "enum": [
          "summary",
          "title",
          "broken"
        ],
        "description": "absent: summary; title, and broken for a step whose reply broke off, whose tokens are an estimate: none of the conversation's, but they cost"
      },
      "refs": []
    },
    "ResolveApprovalBody": {
      "schema": {
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/ResolveApprovalBodyDecision"
          },
          "scope": {
            "$ref": "#/components/schemas/ResolveApprovalBodyScope"
          },
          "feedback": {
            "type": "string",
            "maxLength": 4000,
            "description": "passed to the model"
          },
          "selected_label": {
            "type": "string",
            "description": "one of the labels offered"
          },
          "amend": {
            "$ref": "#/components/schemas/ResolveApprovalBodyAmend"
          }
        },
        "required": [
          "decision"
        ]
      },
      "refs": [
        "ResolveApprovalBodyDecision",
        "ResolveApprovalBodyScope",
        "ResolveApprovalBodyAmend"
      ]
    },
    "ResolveApprovalBodyAmend": {
      "schema": {
        "type": "object",
        "description": "what runs in place of the call, for `approved` without `scope: session`: exactly one of these",
        "properties": {
          "hunks": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "description": "ids of the hunks of `edit` to apply"
          },
          "content": {
            "type": "string",
            "description": "the whole new text of the file, at most 1 MiB"
          },
          "input": {
            "$ref": "#/components/schemas/ResolveApprovalBodyAmendInput"
          }
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false
      },
      "refs": [
        "ResolveApprovalBodyAmendInput"
      ]
    },
    "ResolveApprovalBodyAmendInput": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "new arguments"
      },
      "refs": []
    },
    "ResolveApprovalBodyDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "approved",
          "rejected",
          "cancelled"
        ]
      },
      "refs": []
    },
    "ResolveApprovalBodyScope": {
      "schema": {
        "type": "string",
        "enum": [
          "session",
          "once"
        ],
        "description": "`session` remembers an approval for the session, `once` means no scope; ignored elsewhere"
      },
      "refs": []
    },
    "ResolveApprovalData": {
      "schema": {
        "type": "object",
        "properties": {
          "resolved": {
            "type": "boolean",
            "const": true
          },
          "resolved_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "additionalProperties": false,
        "required": [
          "resolved",
          "resolved_at"
        ]
      },
      "refs": []
    },
    "RestartMcpServerData": {
      "schema": {
        "type": "object",
        "properties": {
          "restarting": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "restarting"
        ]
      },
      "refs": []
    },
    "RestoreSessionsBody": {
      "schema": {
        "type": "object",
        "properties": {
          "ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "description": "1 to 5,000 different ones; what is named twice counts once"
          }
        },
        "required": [
          "ids"
        ]
      },
      "refs": []
    },
    "ResultDisplay": {
      "schema": {
        "description": "The result of a tool call, for the user; `data` and `detail` are any JSON value.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/ResultDisplayCommandOutput"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayFileContent"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayDiff"
          },
          {
            "$ref": "#/components/schemas/ResultDisplaySearchResults"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayUrlContent"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayAgentSummary"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayTask"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayTodoList"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayStructured"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayText"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayError"
          },
          {
            "$ref": "#/components/schemas/ResultDisplayGeneric"
          }
        ]
      },
      "refs": [
        "ResultDisplayCommandOutput",
        "ResultDisplayFileContent",
        "ResultDisplayDiff",
        "ResultDisplaySearchResults",
        "ResultDisplayUrlContent",
        "ResultDisplayAgentSummary",
        "ResultDisplayTask",
        "ResultDisplayTodoList",
        "ResultDisplayStructured",
        "ResultDisplayText",
        "ResultDisplayError",
        "ResultDisplayGeneric"
      ]
    },
    "ResultDisplayAgentSummary": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "agent_summary"
          },
          "agent_name": {
            "type": "string"
          },
          "result": {
            "type": "string"
          },
          "steps": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "kind",
          "agent_name"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayCommandOutput": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "command_output"
          },
          "exit_code": {
            "$ref": "#/components/schemas/NullableInteger",
            "description": "null: ended by a signal or still running"
          },
          "stdout": {
            "type": "string",
            "description": "merged output"
          },
          "stderr": {
            "type": "string"
          },
          "truncated": {
            "type": "boolean"
          },
          "task_id": {
            "type": "string",
            "description": "set when the command continues in the background"
          }
        },
        "required": [
          "kind",
          "exit_code"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableInteger"
      ]
    },
    "ResultDisplayDiff": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "diff"
          },
          "path": {
            "type": "string"
          },
          "before": {
            "type": "string"
          },
          "after": {
            "type": "string"
          },
          "hunks": {
            "type": "integer",
            "minimum": 0,
            "description": "number of hunks"
          },
          "unified": {
            "type": "string",
            "description": "unified diff"
          },
          "added": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          }
        },
        "required": [
          "kind",
          "path",
          "before",
          "after"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayError": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "error"
          },
          "message": {
            "type": "string"
          },
          "code": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "message"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayFileContent": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "file_content"
          },
          "path": {
            "type": "string"
          },
          "content": {
            "type": "string"
          },
          "range": {
            "$ref": "#/components/schemas/ResultDisplayFileContentRange"
          },
          "truncated": {
            "type": "boolean"
          }
        },
        "required": [
          "kind",
          "path",
          "content"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ResultDisplayFileContentRange"
      ]
    },
    "ResultDisplayFileContentRange": {
      "schema": {
        "type": "object",
        "properties": {
          "start": {
            "type": "integer",
            "minimum": 1,
            "description": "first line"
          },
          "end": {
            "type": "integer",
            "minimum": 0,
            "description": "last line"
          }
        },
        "required": [
          "start",
          "end"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayGeneric": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "generic"
          },
          "summary": {
            "type": "string"
          },
          "detail": {}
        },
        "required": [
          "kind",
          "summary"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplaySearchResults": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "search_results"
          },
          "query": {
            "type": "string"
          },
          "matches": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ResultDisplaySearchResultsMatchesItem"
            }
          }
        },
        "required": [
          "kind",
          "query",
          "matches"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ResultDisplaySearchResultsMatchesItem"
      ]
    },
    "ResultDisplaySearchResultsMatchesItem": {
      "schema": {
        "type": "object",
        "properties": {
          "file": {
            "type": "string"
          },
          "line": {
            "type": "integer",
            "minimum": 0,
            "description": "from 1; 0 when only the file matched"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "file",
          "line",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayStructured": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "structured"
          },
          "data": {}
        },
        "required": [
          "kind",
          "data"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayTask": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "task"
          },
          "task_id": {
            "type": "string"
          },
          "status": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "task_kind": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "task_id",
          "status",
          "description"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayText": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "text"
          },
          "text": {
            "type": "string"
          },
          "truncated": {
            "type": "boolean"
          }
        },
        "required": [
          "kind",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResultDisplayTodoList": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "todo_list"
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Todo"
            }
          }
        },
        "required": [
          "kind",
          "items"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Todo"
      ]
    },
    "ResultDisplayUrlContent": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "url_content"
          },
          "url": {
            "type": "string"
          },
          "status": {
            "type": "integer",
            "minimum": 0,
            "description": "HTTP status"
          },
          "preview": {
            "type": "string"
          },
          "content_type": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "url",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ResumeGoalData": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/GoalSnapshot"
          },
          {
            "type": "null"
          }
        ]
      },
      "refs": [
        "GoalSnapshot"
      ]
    },
    "RetrySessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "turn_id": {
            "type": "integer",
            "minimum": 1
          }
        },
        "additionalProperties": false,
        "required": [
          "turn_id"
        ]
      },
      "refs": []
    },
    "RevealFileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "RevealFileData": {
      "schema": {
        "type": "object",
        "properties": {
          "revealed": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "revealed"
        ]
      },
      "refs": []
    },
    "RevertChangeBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "minLength": 1,
            "description": "absolute"
          },
          "sha256": {
            "$ref": "#/components/schemas/RevertChangeBodySha256",
            "description": "of the present content, as in the list; null when there is no file"
          },
          "from_turn": {
            "type": "integer",
            "minimum": 1,
            "description": "turn of the main agent; absent: from the beginning"
          },
          "hunks": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 200,
            "description": "ids; absent: the whole file"
          },
          "force": {
            "type": "boolean",
            "default": false,
            "description": "also a file with a `conflict`"
          }
        },
        "required": [
          "path",
          "sha256"
        ]
      },
      "refs": [
        "RevertChangeBodySha256"
      ]
    },
    "RevertChangeBodySha256": {
      "schema": {
        "type": [
          "string",
          "null"
        ],
        "pattern": "^[0-9a-f]{64}$"
      },
      "refs": []
    },
    "RunShellBody": {
      "schema": {
        "type": "object",
        "properties": {
          "command": {
            "type": "string",
            "minLength": 1,
            "pattern": "\\S",
            "description": "for the shell"
          }
        },
        "required": [
          "command"
        ]
      },
      "refs": []
    },
    "RunShellData": {
      "schema": {
        "type": "object",
        "properties": {
          "command_id": {
            "type": "string"
          },
          "task_id": {
            "type": "string",
            "description": "names its output; of the task when it continues in the background"
          }
        },
        "additionalProperties": false,
        "required": [
          "command_id",
          "task_id"
        ]
      },
      "refs": []
    },
    "RunningTool": {
      "schema": {
        "description": "A call that has not ended yet.",
        "type": "object",
        "properties": {
          "tool_call_id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "args": {
            "$ref": "#/components/schemas/RunningToolArgs"
          },
          "description": {
            "type": "string"
          },
          "display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "last_progress": {
            "$ref": "#/components/schemas/RunningToolLastProgress"
          }
        },
        "required": [
          "tool_call_id",
          "name"
        ],
        "additionalProperties": false
      },
      "refs": [
        "RunningToolArgs",
        "ToolDisplay",
        "RunningToolLastProgress"
      ]
    },
    "RunningToolArgs": {
      "schema": {
        "description": "parsed arguments; the raw text when it was no JSON object",
        "oneOf": [
          {
            "$ref": "#/components/schemas/RunningToolArgsForm"
          },
          {
            "type": "string"
          }
        ]
      },
      "refs": [
        "RunningToolArgsForm"
      ]
    },
    "RunningToolArgsForm": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "RunningToolLastProgress": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/RunningToolLastProgressKind"
          },
          "text": {
            "type": "string"
          },
          "percent": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "0 to 100"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "RunningToolLastProgressKind"
      ]
    },
    "RunningToolLastProgressKind": {
      "schema": {
        "type": "string",
        "enum": [
          "stdout",
          "stderr",
          "progress",
          "status"
        ]
      },
      "refs": []
    },
    "SearchFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "query": {
            "type": "string",
            "maxLength": 1000
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "default": 50
          },
          "include_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "exclude_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "follow_gitignore": {
            "type": "boolean",
            "default": true,
            "description": "leaves out what `.gitignore` files of every level leave out"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "query"
        ]
      },
      "refs": []
    },
    "SearchFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FileHit"
            }
          },
          "truncated": {
            "type": "boolean",
            "description": "there are more, or not everything could be looked at in time"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "truncated"
        ]
      },
      "refs": [
        "FileHit"
      ]
    },
    "SearchHit": {
      "schema": {
        "description": "A prompt, an answer or a title that a search found.",
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "workspace_id": {
            "type": "string"
          },
          "session_title": {
            "type": "string",
            "description": "as it is now; empty when there is none"
          },
          "agent_id": {
            "type": "string",
            "description": "empty for titles"
          },
          "role": {
            "$ref": "#/components/schemas/SearchHitRole"
          },
          "snippet": {
            "type": "string",
            "description": "80 characters around the hit, blanks folded, `…` where the text continues"
          },
          "time": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          },
          "turn": {
            "type": "integer",
            "minimum": 1,
            "description": "ordinal of the turn"
          },
          "step_id": {
            "type": "string",
            "description": "`t<turn>.<step>` as in the transcript; answers only"
          },
          "score": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "higher fits better"
          }
        },
        "required": [
          "session_id",
          "workspace_id",
          "session_title",
          "agent_id",
          "role",
          "snippet",
          "time",
          "score"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SearchHitRole"
      ]
    },
    "SearchHitRole": {
      "schema": {
        "type": "string",
        "enum": [
          "user",
          "assistant",
          "title"
        ]
      },
      "refs": []
    },
    "SearchIndexState": {
      "schema": {
        "description": "How far the search index is.",
        "type": "object",
        "properties": {
          "state": {
            "$ref": "#/components/schemas/SearchIndexStateState"
          },
          "indexed_sessions": {
            "type": "integer",
            "minimum": 0,
            "description": "sessions that are in it completely"
          },
          "total_sessions": {
            "type": "integer",
            "minimum": 0
          },
          "documents": {
            "type": "integer",
            "minimum": 0,
            "description": "texts in the index"
          },
          "stale": {
            "type": "boolean",
            "description": "some texts are not in it yet"
          },
          "degraded": {
            "type": "boolean",
            "description": "it could not be brought up to date the last time"
          }
        },
        "required": [
          "state",
          "indexed_sessions",
          "total_sessions",
          "documents"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SearchIndexStateState"
      ]
    },
    "SearchIndexStateState": {
      "schema": {
        "type": "string",
        "enum": [
          "building",
          "ready",
          "readonly"
        ],
        "description": "`readonly`: another server brings the index up to date"
      },
      "refs": []
    },
    "SearchSessionsBody": {
      "schema": {
        "type": "object",
        "properties": {
          "query": {
            "type": "string",
            "minLength": 1,
            "maxLength": 20000,
            "description": "`terms`: up to 32 different ones, at least one word; `literal`: 2 to 1,024 characters"
          },
          "mode": {
            "$ref": "#/components/schemas/SearchSessionsBodyMode",
            "default": "terms"
          },
          "op": {
            "$ref": "#/components/schemas/SearchSessionsBodyOp",
            "default": "AND"
          },
          "container": {
            "$ref": "#/components/schemas/SearchSessionsBodyContainer"
          },
          "role": {
            "$ref": "#/components/schemas/SearchSessionsBodyRole"
          },
          "start_time": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds, inclusive"
          },
          "end_time": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds, inclusive"
          },
          "sort": {
            "$ref": "#/components/schemas/SearchSessionsBodySort",
            "default": "score"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "default": 20
          },
          "page_token": {
            "type": "string",
            "description": "of the page before; VALIDATION_FAILED with changed conditions or when the index was rebuilt"
          }
        },
        "required": [
          "query"
        ]
      },
      "refs": [
        "SearchSessionsBodyMode",
        "SearchSessionsBodyOp",
        "SearchSessionsBodyContainer",
        "SearchSessionsBodyRole",
        "SearchSessionsBodySort"
      ]
    },
    "SearchSessionsBodyContainer": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string",
            "description": "only this session; an unknown one gives no hits"
          },
          "agent_id": {
            "type": "string",
            "description": "only agents with this id; titles have none"
          }
        }
      },
      "refs": []
    },
    "SearchSessionsBodyMode": {
      "schema": {
        "type": "string",
        "enum": [
          "terms",
          "literal"
        ],
        "description": "`literal`: exact substring after NFKC, case ignored"
      },
      "refs": []
    },
    "SearchSessionsBodyOp": {
      "schema": {
        "type": "string",
        "enum": [
          "AND",
          "OR"
        ],
        "description": "terms only"
      },
      "refs": []
    },
    "SearchSessionsBodyRole": {
      "schema": {
        "type": "string",
        "enum": [
          "user",
          "assistant",
          "title"
        ]
      },
      "refs": []
    },
    "SearchSessionsBodySort": {
      "schema": {
        "type": "string",
        "enum": [
          "score",
          "time_desc",
          "time_asc"
        ],
        "description": "`literal`: always newest first"
      },
      "refs": []
    },
    "SearchSessionsData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SearchHit"
            }
          },
          "has_more": {
            "type": "boolean"
          },
          "page_token": {
            "type": "string",
            "description": "with `has_more` only"
          },
          "incomplete": {
            "$ref": "#/components/schemas/SearchSessionsDataIncomplete"
          },
          "index_state": {
            "$ref": "#/components/schemas/SearchIndexState"
          },
          "source": {
            "$ref": "#/components/schemas/SearchSessionsDataSource"
          }
        },
        "required": [
          "items",
          "has_more",
          "index_state",
          "source"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SearchHit",
        "SearchSessionsDataIncomplete",
        "SearchIndexState",
        "SearchSessionsDataSource"
      ]
    },
    "SearchSessionsDataIncomplete": {
      "schema": {
        "type": "string",
        "enum": [
          "candidate_cap",
          "postings_budget",
          "deadline"
        ],
        "description": "a limit cut the work: 100,000 hits, 250,000 places in texts, 500 ms; `page_token` continues where it was cut"
      },
      "refs": []
    },
    "SearchSessionsDataSource": {
      "schema": {
        "type": "string",
        "enum": [
          "live",
          "index"
        ],
        "description": "this server always answers `index`"
      },
      "refs": []
    },
    "SearchWorkspaceFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "workspace": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4096,
            "description": "known id, or an absolute path of a directory, which becomes a workspace"
          },
          "query": {
            "type": "string",
            "maxLength": 1000
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "default": 50
          },
          "include_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "exclude_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "follow_gitignore": {
            "type": "boolean",
            "default": true,
            "description": "leaves out what `.gitignore` files of every level leave out"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "workspace",
          "query"
        ]
      },
      "refs": []
    },
    "SearchWorkspaceFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FileHit"
            }
          },
          "truncated": {
            "type": "boolean",
            "description": "there are more, or not everything could be looked at in time"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "truncated"
        ]
      },
      "refs": [
        "FileHit"
      ]
    },
    "Server": {
      "schema": {
        "description": "A running server of the home.",
        "type": "object",
        "properties": {
          "server_id": {
            "type": "string",
            "description": "ULID"
          },
          "base_url": {
            "type": "string",
            "description": "where this machine reaches it"
          },
          "pid": {
            "type": "integer",
            "minimum": 1,
            "description": "process id"
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          },
          "version": {
            "type": "string",
            "description": "of its program"
          },
          "lifetime": {
            "$ref": "#/components/schemas/ServerLifetime"
          },
          "self": {
            "type": "boolean",
            "description": "the server that answers"
          }
        },
        "required": [
          "server_id",
          "base_url",
          "pid",
          "started_at",
          "version",
          "lifetime",
          "self"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ServerLifetime"
      ]
    },
    "ServerAckPayload": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "empty on most failures; `details` with code 40001, `owner` with 40901, `aborted: false` with 40903"
      },
      "refs": []
    },
    "ServerErrorPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "code": {
            "type": "integer",
            "minimum": 0,
            "description": "error code"
          },
          "msg": {
            "type": "string"
          },
          "fatal": {
            "type": "boolean",
            "description": "the connection is closed next"
          },
          "request_id": {
            "type": "string",
            "description": "`id` of the frame it is about"
          },
          "details": {}
        },
        "required": [
          "code",
          "msg",
          "fatal"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ServerHostFileRequestPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "request_id": {
            "type": "string",
            "description": "`hostfile_` + ULID in lower case"
          },
          "session_id": {
            "type": "string"
          },
          "agent_id": {
            "type": "string",
            "description": "the agent whose tool call needs the file"
          },
          "op": {
            "$ref": "#/components/schemas/ServerHostFileRequestPayloadOp"
          },
          "path": {
            "type": "string",
            "description": "absolute, links resolved"
          },
          "content": {
            "type": "string",
            "description": "the whole new text, of a write"
          }
        },
        "required": [
          "request_id",
          "session_id",
          "agent_id",
          "op",
          "path"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ServerHostFileRequestPayloadOp"
      ]
    },
    "ServerHostFileRequestPayloadOp": {
      "schema": {
        "type": "string",
        "enum": [
          "read",
          "write"
        ]
      },
      "refs": []
    },
    "ServerLifetime": {
      "schema": {
        "type": "string",
        "enum": [
          "web",
          "embedded"
        ],
        "description": "`embedded` ends with its client"
      },
      "refs": []
    },
    "ServerPingPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "nonce": {
            "type": "string"
          }
        },
        "required": [
          "nonce"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ServerPongPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "nonce": {
            "type": "string"
          }
        },
        "required": [
          "nonce"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ServerResyncRequiredPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "reason": {
            "$ref": "#/components/schemas/ServerResyncRequiredPayloadReason"
          },
          "current_seq": {
            "type": "integer",
            "minimum": 0
          },
          "epoch": {
            "type": "string"
          }
        },
        "required": [
          "session_id",
          "reason",
          "current_seq"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ServerResyncRequiredPayloadReason"
      ]
    },
    "ServerResyncRequiredPayloadReason": {
      "schema": {
        "type": "string",
        "enum": [
          "epoch_changed",
          "session_recreated",
          "buffer_overflow"
        ]
      },
      "refs": []
    },
    "ServerServerHelloPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "ws_connection_id": {
            "type": "string",
            "description": "`conn_` + ULID"
          },
          "protocol_version": {
            "type": "integer",
            "const": 2
          },
          "heartbeat_ms": {
            "type": "integer",
            "minimum": 0,
            "description": "time between two pings"
          },
          "max_event_buffer_size": {
            "type": "integer",
            "minimum": 0,
            "description": "kept for existing clients; limits nothing"
          },
          "capabilities": {
            "$ref": "#/components/schemas/ServerServerHelloPayloadCapabilities"
          },
          "server_id": {
            "type": "string",
            "description": "ULID, new at every start"
          },
          "server_version": {
            "type": "string"
          },
          "limits": {
            "$ref": "#/components/schemas/ServerServerHelloPayloadLimits"
          }
        },
        "required": [
          "ws_connection_id",
          "protocol_version",
          "heartbeat_ms",
          "max_event_buffer_size",
          "capabilities",
          "server_id",
          "server_version",
          "limits"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ServerServerHelloPayloadCapabilities",
        "ServerServerHelloPayloadLimits"
      ]
    },
    "ServerServerHelloPayloadCapabilities": {
      "schema": {
        "type": "object",
        "properties": {
          "event_batching": {
            "type": "boolean",
            "const": false
          },
          "compression": {
            "type": "boolean",
            "const": false
          },
          "full_replay": {
            "type": "boolean"
          },
          "inflight_recovery": {
            "type": "boolean"
          },
          "event_stream": {
            "type": "boolean"
          }
        },
        "required": [
          "event_batching",
          "compression",
          "full_replay",
          "inflight_recovery",
          "event_stream"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ServerServerHelloPayloadLimits": {
      "schema": {
        "type": "object",
        "properties": {
          "max_inbound_bytes": {
            "type": "integer",
            "minimum": 0
          },
          "send_buffer_bytes": {
            "type": "integer",
            "minimum": 0
          },
          "max_malformed": {
            "type": "integer",
            "minimum": 0,
            "description": "malformed frames per connection"
          }
        },
        "required": [
          "max_inbound_bytes",
          "send_buffer_bytes",
          "max_malformed"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ServerTerminalExitPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "exit_code": {
            "$ref": "#/components/schemas/NullableInteger",
            "description": "null: ended by a signal, or closed"
          }
        },
        "required": [
          "exit_code"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableInteger"
      ]
    },
    "ServerTerminalOutputPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "data": {
            "type": "string",
            "description": "at most 64 KiB in UTF-8"
          }
        },
        "required": [
          "data"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ServerTranscriptOpsPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "transcript.ops"
          },
          "agent_id": {
            "type": "string"
          },
          "seq": {
            "type": "integer",
            "minimum": 1,
            "description": "number of the batch, of the last one where several were joined"
          },
          "prev_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "number of the batch or reset that came before it; another one than the last that was seen is a loss"
          },
          "ops": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptOp"
            },
            "minItems": 1,
            "description": "in order"
          }
        },
        "required": [
          "type",
          "agent_id",
          "ops"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptOp"
      ]
    },
    "ServerTranscriptResetPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "transcript.reset"
          },
          "agent_id": {
            "type": "string"
          },
          "snapshot": {
            "$ref": "#/components/schemas/TranscriptSnapshot",
            "description": "`items` is empty"
          },
          "has_more_older": {
            "type": "boolean",
            "description": "REST has turns"
          },
          "seq": {
            "type": "integer",
            "minimum": 0,
            "description": "batches up to this one are contained"
          }
        },
        "required": [
          "type",
          "agent_id",
          "snapshot",
          "has_more_older"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptSnapshot"
      ]
    },
    "Session": {
      "schema": {
        "description": "A conversation in a working directory.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`session_` + ULID in lower case"
          },
          "workspace_id": {
            "type": "string"
          },
          "title": {
            "type": "string",
            "description": "empty when there is none"
          },
          "title_kind": {
            "$ref": "#/components/schemas/SessionTitleKind"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "moves with accepted prompts, ended turns and profile changes"
          },
          "archived": {
            "type": "boolean"
          },
          "archived_at": {
            "type": "string",
            "format": "date-time",
            "description": "set while archived"
          },
          "busy": {
            "type": "boolean",
            "description": "any agent has an active turn or compaction, or a background task runs"
          },
          "main_turn_active": {
            "type": "boolean"
          },
          "pending_interaction": {
            "$ref": "#/components/schemas/SessionPendingInteraction"
          },
          "last_turn_reason": {
            "$ref": "#/components/schemas/SessionLastTurnReason"
          },
          "current_prompt_id": {
            "type": "string",
            "description": "set while a prompt runs"
          },
          "last_prompt": {
            "type": "string",
            "maxLength": 4000
          },
          "metadata": {
            "$ref": "#/components/schemas/SessionMetadata"
          },
          "agent_config": {
            "$ref": "#/components/schemas/SessionAgentConfig"
          },
          "usage": {
            "$ref": "#/components/schemas/SessionUsage"
          },
          "permission_rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionPermissionRule"
            }
          },
          "message_count": {
            "type": "integer",
            "minimum": 0,
            "description": "messages the message list would show"
          },
          "last_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "last durable event"
          },
          "owner": {
            "$ref": "#/components/schemas/Owner",
            "description": "the live server that runs the session; absent when that is the server that answers, or none"
          }
        },
        "required": [
          "id",
          "workspace_id",
          "title",
          "title_kind",
          "created_at",
          "updated_at",
          "archived",
          "busy",
          "main_turn_active",
          "pending_interaction",
          "metadata",
          "agent_config",
          "usage",
          "permission_rules",
          "message_count",
          "last_seq"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SessionTitleKind",
        "SessionPendingInteraction",
        "SessionLastTurnReason",
        "SessionMetadata",
        "SessionAgentConfig",
        "SessionUsage",
        "SessionPermissionRule",
        "Owner"
      ]
    },
    "SessionActivity": {
      "schema": {
        "description": "What a session does: an approval or a question waits for the user; else a turn, a compaction or a background task runs; else its last turn failed; else nothing.",
        "enum": [
          "running",
          "approval",
          "question",
          "failed",
          "idle"
        ]
      },
      "refs": []
    },
    "SessionAgentConfig": {
      "schema": {
        "description": "Settings of the main agent of a session.",
        "type": "object",
        "properties": {
          "model": {
            "type": "string",
            "description": "alias; empty while none resolves"
          },
          "thinking": {
            "type": "string",
            "description": "level"
          },
          "permission_mode": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "plan_mode": {
            "type": "boolean"
          },
          "swarm_mode": {
            "type": "boolean",
            "const": false
          },
          "profile": {
            "type": "string",
            "description": "name of the agent"
          }
        },
        "required": [
          "model",
          "permission_mode",
          "plan_mode",
          "swarm_mode",
          "profile"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PermissionMode"
      ]
    },
    "SessionBatch": {
      "schema": {
        "description": "What became of each session of a batch, in the order in which they were named.",
        "type": "object",
        "properties": {
          "results": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionBatchResultsItem"
            }
          },
          "succeeded": {
            "type": "integer",
            "minimum": 0
          },
          "failed": {
            "type": "integer",
            "minimum": 0
          }
        },
        "additionalProperties": false,
        "required": [
          "results",
          "succeeded",
          "failed"
        ]
      },
      "refs": [
        "SessionBatchResultsItem"
      ]
    },
    "SessionBatchResultsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "ok": {
            "type": "boolean"
          },
          "error": {
            "$ref": "#/components/schemas/SessionBatchResultsItemError"
          }
        },
        "additionalProperties": false,
        "required": [
          "id",
          "ok"
        ]
      },
      "refs": [
        "SessionBatchResultsItemError"
      ]
    },
    "SessionBatchResultsItemError": {
      "schema": {
        "type": "object",
        "properties": {
          "code": {
            "type": "integer",
            "description": "40401, 40901 or 50001"
          },
          "message": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "code",
          "message"
        ]
      },
      "refs": []
    },
    "SessionGit": {
      "schema": {
        "description": "Git status of a session's directory, at most 60 s old.",
        "type": "object",
        "properties": {
          "branch": {
            "$ref": "#/components/schemas/NullableString",
            "description": "null outside of a repository and on no branch"
          },
          "pull_request": {
            "$ref": "#/components/schemas/NullableSessionGitPullRequest",
            "description": "of the branch; null also while it is not found out yet"
          }
        },
        "additionalProperties": false,
        "required": [
          "branch",
          "pull_request"
        ]
      },
      "refs": [
        "NullableString",
        "NullableSessionGitPullRequest"
      ]
    },
    "SessionGitPullRequest": {
      "schema": {
        "type": "object",
        "properties": {
          "number": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/SessionGitPullRequestState"
          },
          "url": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "number",
          "state",
          "url"
        ]
      },
      "refs": [
        "SessionGitPullRequestState"
      ]
    },
    "SessionGitPullRequestState": {
      "schema": {
        "enum": [
          "open",
          "closed",
          "merged"
        ],
        "description": "drafts are open"
      },
      "refs": []
    },
    "SessionLastTurnReason": {
      "schema": {
        "type": "string",
        "enum": [
          "completed",
          "cancelled",
          "failed"
        ],
        "description": "last ended turn of the main agent; absent before the first"
      },
      "refs": []
    },
    "SessionMark": {
      "schema": {
        "description": "A session in a list that was asked for `fields=id,archived`.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "archived": {
            "type": "boolean"
          }
        },
        "additionalProperties": false,
        "required": [
          "id",
          "archived"
        ]
      },
      "refs": []
    },
    "SessionMetaUpdatedEventPatch": {
      "schema": {
        "type": "object",
        "description": "what changed, further metadata keys included",
        "properties": {
          "title": {
            "type": "string"
          },
          "isCustomTitle": {
            "type": "boolean"
          },
          "titleKind": {
            "$ref": "#/components/schemas/SessionMetaUpdatedEventPatchTitleKind"
          },
          "lastPrompt": {
            "type": "string"
          },
          "archived": {
            "type": "boolean"
          }
        },
        "additionalProperties": true
      },
      "refs": [
        "SessionMetaUpdatedEventPatchTitleKind"
      ]
    },
    "SessionMetaUpdatedEventPatchTitleKind": {
      "schema": {
        "type": "string",
        "enum": [
          "replaceable",
          "generated",
          "custom"
        ]
      },
      "refs": []
    },
    "SessionMetadata": {
      "schema": {
        "type": "object",
        "description": "working directory and keys of clients",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "working directory, absolute"
          }
        },
        "required": [
          "cwd"
        ],
        "additionalProperties": true
      },
      "refs": []
    },
    "SessionMetadataEventMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "all custom keys"
      },
      "refs": []
    },
    "SessionPendingInteraction": {
      "schema": {
        "type": "string",
        "enum": [
          "none",
          "approval",
          "question"
        ],
        "description": "approval when both wait"
      },
      "refs": []
    },
    "SessionPermissionRule": {
      "schema": {
        "description": "A rule approved or set for a session.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "tool_name": {
            "type": "string"
          },
          "matcher": {
            "$ref": "#/components/schemas/SessionPermissionRuleMatcher"
          },
          "decision": {
            "type": "string",
            "const": "approved"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "created_by": {
            "$ref": "#/components/schemas/SessionPermissionRuleCreatedBy"
          },
          "pattern": {
            "type": "string",
            "description": "the rule as `Tool` or `Tool(pattern)`"
          }
        },
        "required": [
          "id",
          "tool_name",
          "decision",
          "created_at",
          "created_by",
          "pattern"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SessionPermissionRuleMatcher",
        "SessionPermissionRuleCreatedBy"
      ]
    },
    "SessionPermissionRuleCreatedBy": {
      "schema": {
        "type": "string",
        "enum": [
          "user",
          "agent"
        ]
      },
      "refs": []
    },
    "SessionPermissionRuleInput": {
      "schema": {
        "description": "A rule a client gives to a session: `pattern`, or `tool_name` with an optional matcher; `pattern` wins.",
        "type": "object",
        "properties": {
          "pattern": {
            "type": "string",
            "minLength": 1,
            "description": "the rule as `Tool` or `Tool(pattern)`"
          },
          "tool_name": {
            "type": "string",
            "minLength": 1
          },
          "matcher": {
            "$ref": "#/components/schemas/SessionPermissionRuleInputMatcher"
          },
          "decision": {
            "type": "string",
            "const": "approved"
          }
        }
      },
      "refs": [
        "SessionPermissionRuleInputMatcher"
      ]
    },
    "SessionPermissionRuleInputMatcher": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/SessionPermissionRuleInputMatcherKind"
          },
          "value": {
            "type": "string"
          }
        },
        "required": [
          "kind"
        ]
      },
      "refs": [
        "SessionPermissionRuleInputMatcherKind"
      ]
    },
    "SessionPermissionRuleInputMatcherKind": {
      "schema": {
        "type": "string",
        "enum": [
          "always",
          "command_prefix",
          "path_glob",
          "exact_input"
        ]
      },
      "refs": []
    },
    "SessionPermissionRuleMatcher": {
      "schema": {
        "type": "object",
        "description": "the same as `pattern` for clients that do not know that; absent when the rule is about all calls of the tool",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/SessionPermissionRuleMatcherKind"
          },
          "value": {
            "type": "string"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SessionPermissionRuleMatcherKind"
      ]
    },
    "SessionPermissionRuleMatcherKind": {
      "schema": {
        "type": "string",
        "enum": [
          "always",
          "command_prefix",
          "path_glob",
          "exact_input"
        ]
      },
      "refs": []
    },
    "SessionStatus": {
      "schema": {
        "description": "Live facts of a session.",
        "type": "object",
        "properties": {
          "busy": {
            "type": "boolean",
            "description": "any agent has an active turn or compaction, or a background task runs"
          },
          "model": {
            "type": "string",
            "description": "alias; absent when none resolves"
          },
          "thinking_level": {
            "type": "string",
            "description": "effective level; empty without a model"
          },
          "permission": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "plan_mode": {
            "type": "boolean"
          },
          "swarm_mode": {
            "type": "boolean",
            "const": false
          },
          "context_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "max_context_tokens": {
            "type": "integer",
            "minimum": 1,
            "description": "input limit of the model; absent when unknown"
          },
          "context_usage": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "0 to 1"
          }
        },
        "required": [
          "busy",
          "thinking_level",
          "permission",
          "plan_mode",
          "swarm_mode",
          "context_tokens"
        ],
        "additionalProperties": false
      },
      "refs": [
        "PermissionMode"
      ]
    },
    "SessionSummary": {
      "schema": {
        "description": "A session in a list of the second generation.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "workspace": {
            "$ref": "#/components/schemas/WorkspaceRef"
          },
          "meta": {
            "$ref": "#/components/schemas/SessionSummaryMeta"
          },
          "activity": {
            "$ref": "#/components/schemas/SessionSummaryActivity"
          },
          "message_count": {
            "type": "integer",
            "minimum": 0,
            "description": "messages the message list would show"
          },
          "total_cost_usd": {
            "type": "number",
            "minimum": 0,
            "description": "absent when no price is known"
          },
          "owner": {
            "$ref": "#/components/schemas/Owner",
            "description": "the live server that runs the session; absent when that is the server that answers, or none"
          },
          "git": {
            "$ref": "#/components/schemas/SessionGit"
          },
          "additional_dirs": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "further directories, absolute; with `include=dirs`"
          }
        },
        "additionalProperties": false,
        "required": [
          "id",
          "workspace",
          "meta",
          "activity",
          "message_count"
        ]
      },
      "refs": [
        "WorkspaceRef",
        "SessionSummaryMeta",
        "SessionSummaryActivity",
        "Owner",
        "SessionGit"
      ]
    },
    "SessionSummaryActivity": {
      "schema": {
        "type": "object",
        "properties": {
          "status": {
            "$ref": "#/components/schemas/SessionActivity"
          }
        },
        "additionalProperties": false,
        "required": [
          "status"
        ]
      },
      "refs": [
        "SessionActivity"
      ]
    },
    "SessionSummaryMeta": {
      "schema": {
        "type": "object",
        "properties": {
          "title": {
            "$ref": "#/components/schemas/NullableString"
          },
          "last_prompt": {
            "$ref": "#/components/schemas/NullableString"
          },
          "created_at": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch ms"
          },
          "updated_at": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch ms"
          },
          "archived": {
            "type": "boolean"
          },
          "archived_at": {
            "$ref": "#/components/schemas/SessionSummaryMetaArchivedAt",
            "description": "epoch ms"
          }
        },
        "additionalProperties": false,
        "required": [
          "title",
          "last_prompt",
          "created_at",
          "updated_at",
          "archived",
          "archived_at"
        ]
      },
      "refs": [
        "NullableString",
        "SessionSummaryMetaArchivedAt"
      ]
    },
    "SessionSummaryMetaArchivedAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "SessionTitleKind": {
      "schema": {
        "type": "string",
        "enum": [
          "replaceable",
          "generated",
          "custom"
        ]
      },
      "refs": []
    },
    "SessionUsage": {
      "schema": {
        "description": "Token counts over all agents of a session.",
        "type": "object",
        "properties": {
          "input_tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "prompt tokens neither read from nor written to a cache"
          },
          "output_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cache_read_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cache_creation_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "context_tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "present context of the main agent"
          },
          "context_limit": {
            "type": "integer",
            "minimum": 1,
            "description": "window of the model in tokens; absent when unknown"
          },
          "turn_count": {
            "type": "integer",
            "minimum": 0,
            "description": "turns of the main agent not undone"
          },
          "total_cost_usd": {
            "type": "number",
            "minimum": 0,
            "description": "what was paid by the prices at the time; absent when nothing had a price above 0"
          },
          "unknown_tokens": {
            "type": "integer",
            "minimum": 1,
            "description": "beyond the contract: with `total_cost_usd`, tokens of models without a price, which it lacks"
          }
        },
        "required": [
          "input_tokens",
          "output_tokens",
          "cache_read_tokens",
          "cache_creation_tokens",
          "context_tokens",
          "turn_count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "SessionWarning": {
      "schema": {
        "description": "A problem with the files, settings or model of a session, for the user.",
        "type": "object",
        "properties": {
          "code": {
            "$ref": "#/components/schemas/SessionWarningCode"
          },
          "message": {
            "type": "string"
          },
          "severity": {
            "$ref": "#/components/schemas/SessionWarningSeverity"
          }
        },
        "required": [
          "code",
          "message",
          "severity"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SessionWarningCode",
        "SessionWarningSeverity"
      ]
    },
    "SessionWarningCode": {
      "schema": {
        "type": "string",
        "enum": [
          "agents-md-oversized",
          "agents-md-skipped",
          "skill-skipped",
          "agent-skipped",
          "mcp-project-untrusted",
          "mcp-layer-invalid",
          "config-invalid",
          "model-not-served",
          "model-window-oversized",
          "model-without-tools",
          "log-row-damaged",
          "budget.warning",
          "budget.unknown_price"
        ]
      },
      "refs": []
    },
    "SessionWarningSeverity": {
      "schema": {
        "type": "string",
        "enum": [
          "info",
          "warning",
          "error"
        ]
      },
      "refs": []
    },
    "SetDefaultModelData": {
      "schema": {
        "type": "object",
        "properties": {
          "default_model": {
            "type": "string",
            "description": "alias"
          },
          "model": {
            "$ref": "#/components/schemas/Model"
          }
        },
        "required": [
          "default_model",
          "model"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Model"
      ]
    },
    "SetGoalQueueBody": {
      "schema": {
        "type": "object",
        "properties": {
          "objectives": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 20
          }
        },
        "required": [
          "objectives"
        ]
      },
      "refs": []
    },
    "SetGoalQueueData": {
      "schema": {
        "type": "object",
        "properties": {
          "objectives": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 20
          }
        },
        "additionalProperties": false,
        "required": [
          "objectives"
        ]
      },
      "refs": []
    },
    "SetGuiItemBody": {
      "schema": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "value": {
            "type": "string"
          }
        },
        "required": [
          "key",
          "value"
        ]
      },
      "refs": []
    },
    "SetRuntimeBody": {
      "schema": {
        "type": "object",
        "properties": {
          "runtime_id": {
            "type": "string"
          }
        },
        "required": [
          "runtime_id"
        ]
      },
      "refs": []
    },
    "SetRuntimeData": {
      "schema": {
        "type": "object",
        "properties": {
          "workspace_id": {
            "type": "string"
          },
          "runtime_id": {
            "type": "string",
            "const": "local"
          }
        },
        "additionalProperties": false,
        "required": [
          "workspace_id",
          "runtime_id"
        ]
      },
      "refs": []
    },
    "ShellRunEventEndedAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "ShellRunEventStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "killed",
          "background"
        ],
        "description": "`background`: it continues as a task"
      },
      "refs": []
    },
    "ShutdownData": {
      "schema": {
        "type": "object",
        "properties": {
          "ok": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "ok"
        ]
      },
      "refs": []
    },
    "Skill": {
      "schema": {
        "description": "Text for a kind of work that the model or the user can load.",
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "path": {
            "type": "string",
            "description": "absolute, or `builtin:<name>`"
          },
          "source": {
            "$ref": "#/components/schemas/SkillSource"
          },
          "type": {
            "type": "string",
            "description": "`prompt`, or `flow`: only for the user; others cannot be used"
          },
          "disable_model_invocation": {
            "type": "boolean",
            "description": "hidden from the model"
          }
        },
        "required": [
          "name",
          "description",
          "path",
          "source"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SkillSource"
      ]
    },
    "SkillActivatedEventSkillSource": {
      "schema": {
        "type": "string",
        "enum": [
          "project",
          "user",
          "extra",
          "builtin"
        ]
      },
      "refs": []
    },
    "SkillActivatedEventTrigger": {
      "schema": {
        "type": "string",
        "enum": [
          "user-slash",
          "model-tool",
          "nested-skill"
        ]
      },
      "refs": []
    },
    "SkillActivation": {
      "schema": {
        "description": "A skill that was loaded together with a prompt.",
        "type": "object",
        "properties": {
          "activationId": {
            "type": "string"
          },
          "skillName": {
            "type": "string"
          },
          "skillArgs": {
            "type": "string"
          },
          "skillType": {
            "type": "string"
          },
          "skillPath": {
            "type": "string",
            "description": "absolute, or `builtin:<name>`"
          },
          "skillSource": {
            "$ref": "#/components/schemas/SkillActivationSkillSource"
          }
        },
        "required": [
          "activationId",
          "skillName"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SkillActivationSkillSource"
      ]
    },
    "SkillActivationSkillSource": {
      "schema": {
        "type": "string",
        "enum": [
          "project",
          "user",
          "extra",
          "builtin"
        ]
      },
      "refs": []
    },
    "SkillSource": {
      "schema": {
        "type": "string",
        "enum": [
          "project",
          "user",
          "extra",
          "builtin"
        ]
      },
      "refs": []
    },
    "Snapshot": {
      "schema": {
        "description": "A session at one moment of its log; subscribe afterwards with `{ seq: as_of_seq, epoch }`.",
        "type": "object",
        "properties": {
          "as_of_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "all durable events up to here are contained"
          },
          "epoch": {
            "type": "string",
            "description": "incarnation of the log, `ep_` + ULID"
          },
          "session": {
            "$ref": "#/components/schemas/Session"
          },
          "messages": {
            "$ref": "#/components/schemas/SnapshotMessages"
          },
          "in_flight_turn": {
            "$ref": "#/components/schemas/NullableInFlightTurn",
            "description": "open turn of the main agent"
          },
          "in_flight_agents": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/InFlightTurn"
            },
            "description": "open turns of other agents, with `agent_id`"
          },
          "subagents": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Subagent"
            },
            "description": "foreground children of the running or last turn of the main agent"
          },
          "pending_approvals": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Approval"
            },
            "description": "oldest first"
          },
          "pending_questions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Question"
            },
            "description": "oldest first"
          },
          "prompts": {
            "$ref": "#/components/schemas/PromptQueue"
          },
          "todos": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Todo"
            },
            "description": "of the main agent"
          },
          "agent_status": {
            "$ref": "#/components/schemas/SnapshotAgentStatus"
          }
        },
        "required": [
          "as_of_seq",
          "epoch",
          "session",
          "messages",
          "in_flight_turn",
          "in_flight_agents",
          "pending_approvals",
          "pending_questions",
          "prompts",
          "todos",
          "agent_status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Session",
        "SnapshotMessages",
        "NullableInFlightTurn",
        "InFlightTurn",
        "Subagent",
        "Approval",
        "Question",
        "PromptQueue",
        "Todo",
        "SnapshotAgentStatus"
      ]
    },
    "SnapshotAgentStatus": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/AgentStatus"
        },
        "description": "by agent id"
      },
      "refs": [
        "AgentStatus"
      ]
    },
    "SnapshotMessages": {
      "schema": {
        "type": "object",
        "description": "the newest 100 finished messages",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Message"
            },
            "maxItems": 100,
            "description": "oldest first"
          },
          "has_more": {
            "type": "boolean",
            "description": "older ones exist"
          }
        },
        "required": [
          "items",
          "has_more"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Message"
      ]
    },
    "Spending": {
      "schema": {
        "description": "What model requests took and cost (beyond the contract).",
        "type": "object",
        "properties": {
          "requests": {
            "type": "integer",
            "minimum": 0,
            "description": "answered ones"
          },
          "input_tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "prompt tokens neither read from nor written to a cache"
          },
          "output_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cache_read_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cache_creation_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cost_usd": {
            "type": "number",
            "minimum": 0,
            "description": "by the prices at the time, without `unknown_tokens`"
          },
          "unknown_tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "tokens of models that had no price"
          },
          "complete": {
            "type": "boolean",
            "description": "everything had a price: `unknown_tokens` is 0"
          }
        },
        "required": [
          "requests",
          "input_tokens",
          "output_tokens",
          "cache_read_tokens",
          "cache_creation_tokens",
          "cost_usd",
          "unknown_tokens",
          "complete"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "StartLoginBody": {
      "schema": {
        "type": "object",
        "properties": {
          "provider": {
            "$ref": "#/components/schemas/StartLoginBodyProvider",
            "default": "managed:agent-code"
          },
          "region": {
            "$ref": "#/components/schemas/StartLoginBodyRegion"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "StartLoginBodyProvider",
        "StartLoginBodyRegion"
      ]
    },
    "StartLoginBodyProvider": {
      "schema": {
        "type": "string",
        "enum": [
          "managed:agent-code"
        ]
      },
      "refs": []
    },
    "StartLoginBodyRegion": {
      "schema": {
        "type": "string",
        "enum": [
          "mainland-cn",
          "global"
        ],
        "description": "overrides the region for this flow"
      },
      "refs": []
    },
    "StartSideAgentData": {
      "schema": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "agent_id"
        ]
      },
      "refs": []
    },
    "StatFileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "relative to the working directory, `/` between names"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "path"
        ]
      },
      "refs": []
    },
    "StatManyFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 1000
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "paths"
        ]
      },
      "refs": []
    },
    "StatManyFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "entries": {
            "$ref": "#/components/schemas/StatManyFilesDataEntries"
          }
        },
        "additionalProperties": false,
        "required": [
          "entries"
        ]
      },
      "refs": [
        "StatManyFilesDataEntries"
      ]
    },
    "StatManyFilesDataEntries": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/NullableFileEntry"
        },
        "description": "by the path as it was given"
      },
      "refs": [
        "NullableFileEntry"
      ]
    },
    "SteerPromptData": {
      "schema": {
        "type": "object",
        "properties": {
          "steered": {
            "type": "boolean",
            "const": true
          },
          "prompt_ids": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "steered",
          "prompt_ids"
        ]
      },
      "refs": []
    },
    "SteerPromptsBody": {
      "schema": {
        "type": "object",
        "properties": {
          "prompt_ids": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "minItems": 1
          }
        },
        "required": [
          "prompt_ids"
        ]
      },
      "refs": []
    },
    "SteerPromptsData": {
      "schema": {
        "type": "object",
        "properties": {
          "steered": {
            "type": "boolean",
            "const": true
          },
          "prompt_ids": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "additionalProperties": false,
        "required": [
          "steered",
          "prompt_ids"
        ]
      },
      "refs": []
    },
    "Subagent": {
      "schema": {
        "description": "A foreground subagent of the running or last turn of the main agent, in the shape of a task.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "id of the agent"
          },
          "session_id": {
            "type": "string"
          },
          "kind": {
            "type": "string",
            "const": "subagent"
          },
          "description": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/SubagentStatus"
          },
          "engine_status": {
            "$ref": "#/components/schemas/SubagentEngineStatus"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          },
          "completed_at": {
            "type": "string",
            "format": "date-time"
          },
          "model": {
            "type": "string",
            "description": "alias"
          },
          "thinking_effort": {
            "type": "string"
          },
          "agent_id": {
            "type": "string"
          },
          "subagent_type": {
            "type": "string"
          },
          "parent_tool_call_id": {
            "type": "string",
            "description": "empty when no call is behind it"
          },
          "subagent_phase": {
            "$ref": "#/components/schemas/SubagentSubagentPhase"
          },
          "suspended_reason": {
            "type": "string",
            "description": "what it waits for"
          },
          "run_in_background": {
            "type": "boolean"
          }
        },
        "required": [
          "id",
          "session_id",
          "kind",
          "description",
          "status",
          "engine_status",
          "created_at",
          "started_at",
          "agent_id",
          "subagent_type",
          "parent_tool_call_id",
          "subagent_phase",
          "run_in_background"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SubagentStatus",
        "SubagentEngineStatus",
        "SubagentSubagentPhase"
      ]
    },
    "SubagentEngineStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "timed_out",
          "killed"
        ]
      },
      "refs": []
    },
    "SubagentFailedEventReason": {
      "schema": {
        "type": "string",
        "enum": [
          "error",
          "aborted",
          "timed_out"
        ]
      },
      "refs": []
    },
    "SubagentStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "cancelled"
        ]
      },
      "refs": []
    },
    "SubagentSubagentPhase": {
      "schema": {
        "type": "string",
        "enum": [
          "queued",
          "working",
          "suspended",
          "completed",
          "failed"
        ]
      },
      "refs": []
    },
    "SubmitPromptBody": {
      "schema": {
        "type": "object",
        "properties": {
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PromptContentPart"
            },
            "minItems": 1,
            "description": "blank text without media is refused; `tool_use`, `tool_result` and `thinking` are dropped"
          },
          "agent_id": {
            "type": "string",
            "default": "main"
          },
          "prompt_id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]{1,128}$",
            "description": "makes the call repeatable; not together with `skills`"
          },
          "skills": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SubmitPromptBodySkillsItem"
            },
            "minItems": 1,
            "description": "loaded together with the text as one prompt; main agent only. A text that only calls the one skill (`/<name> <args>`) is not repeated to the model",
            "maxItems": 20
          },
          "profile": {
            "type": "string",
            "minLength": 1,
            "description": "agent to bind; only before the first turn, else it must equal the bound one"
          },
          "model": {
            "type": "string",
            "description": "alias; stays in force, `\"\"` is ignored"
          },
          "thinking": {
            "type": "string",
            "minLength": 1,
            "description": "effort level; stays in force"
          },
          "permission_mode": {
            "$ref": "#/components/schemas/PermissionMode",
            "description": "stays in force"
          },
          "disabled_tools": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "description": "tool names switched off for the session from now on; `[]` lifts it"
          },
          "plan_mode": {
            "type": "boolean",
            "description": "set before the prompt"
          },
          "swarm_mode": {
            "type": "boolean",
            "description": "accepted, ignored"
          },
          "metadata": {
            "$ref": "#/components/schemas/SubmitPromptBodyMetadata"
          },
          "unattended": {
            "type": "boolean",
            "default": false,
            "description": "no user is there to answer: the turns of this prompt decide as in mode `auto`; the mode of the session stays"
          },
          "goal_objective": {
            "type": "string",
            "description": "creates a goal"
          },
          "goal_control": {
            "$ref": "#/components/schemas/SubmitPromptBodyGoalControl"
          },
          "limits": {
            "$ref": "#/components/schemas/PromptLimits"
          },
          "output_schema": {
            "$ref": "#/components/schemas/SubmitPromptBodyOutputSchema"
          },
          "fallback_model": {
            "type": "string",
            "minLength": 1,
            "description": "alias of the model that continues the turn once the other one has failed with `PROVIDER_RATE_LIMITED`, `PROVIDER_QUOTA`, `PROVIDER_OVERLOADED`, `PROVIDER_TIMEOUT` or `PROVIDER_CONNECTION` after all attempts; a `warning` says so. Must be ready, like `model`"
          }
        },
        "required": [
          "content"
        ]
      },
      "refs": [
        "PromptContentPart",
        "SubmitPromptBodySkillsItem",
        "PermissionMode",
        "SubmitPromptBodyMetadata",
        "SubmitPromptBodyGoalControl",
        "PromptLimits",
        "SubmitPromptBodyOutputSchema"
      ]
    },
    "SubmitPromptBodyGoalControl": {
      "schema": {
        "type": "string",
        "enum": [
          "pause",
          "resume",
          "cancel"
        ]
      },
      "refs": []
    },
    "SubmitPromptBodyMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "kept with the user message as `metadata.client`"
      },
      "refs": []
    },
    "SubmitPromptBodyOutputSchema": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "JSON Schema 2020-12 of an object, up to 64 KiB: the turn ends with the tool SubmitResult, whose arguments fit it"
      },
      "refs": []
    },
    "SubmitPromptBodySkillsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1
          },
          "args": {
            "type": "string",
            "maxLength": 100000
          }
        },
        "required": [
          "name"
        ]
      },
      "refs": []
    },
    "SubscribeAck": {
      "schema": {
        "type": "object",
        "properties": {
          "accepted": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "subscribed now"
          },
          "not_found": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "unknown sessions"
          },
          "resync_required": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "subscribed, but not replayed"
          },
          "cursors": {
            "$ref": "#/components/schemas/SubscribeAckCursors"
          },
          "watch_fs": {
            "$ref": "#/components/schemas/SubscribeAckWatchFs"
          }
        },
        "required": [
          "accepted",
          "not_found",
          "resync_required"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SubscribeAckCursors",
        "SubscribeAckWatchFs"
      ]
    },
    "SubscribeAckCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "position from which live delivery continues, by session"
      },
      "refs": [
        "Cursor"
      ]
    },
    "SubscribeAckWatchFs": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/SubscribeAckWatchFsValue"
        },
        "description": "outcome of `watch_fs`, by session"
      },
      "refs": [
        "SubscribeAckWatchFsValue"
      ]
    },
    "SubscribeAckWatchFsValue": {
      "schema": {
        "type": "object",
        "properties": {
          "code": {
            "type": "integer",
            "description": "0, or the one that `watch_fs_add` would have answered"
          },
          "msg": {
            "type": "string"
          },
          "watched_paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "paths of this session that the connection watches now"
          },
          "current_count": {
            "type": "integer",
            "minimum": 0,
            "description": "paths that the connection watches now, in all sessions"
          }
        },
        "required": [
          "code",
          "msg",
          "watched_paths",
          "current_count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "SubscribePayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 200,
            "description": "`__global__` replays global events that belong to no session"
          },
          "cursors": {
            "$ref": "#/components/schemas/SubscribePayloadCursors"
          },
          "agent_filter": {
            "$ref": "#/components/schemas/SubscribePayloadAgentFilter"
          },
          "resume_inflight": {
            "type": "boolean",
            "default": false,
            "description": "send the text of running steps so far"
          },
          "max_replay": {
            "type": "integer",
            "minimum": 0,
            "description": "most durable events to replay per session; more gives `resync_required`; absent: no limit"
          },
          "watch_fs": {
            "$ref": "#/components/schemas/SubscribePayloadWatchFs"
          }
        },
        "required": [
          "session_ids"
        ]
      },
      "refs": [
        "SubscribePayloadCursors",
        "SubscribePayloadAgentFilter",
        "SubscribePayloadWatchFs"
      ]
    },
    "SubscribePayloadAgentFilter": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 1
        },
        "description": "agent ids to receive, by session; sessions not named are unfiltered"
      },
      "refs": []
    },
    "SubscribePayloadCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "last durable event applied, by session; a session without one is not replayed"
      },
      "refs": [
        "Cursor"
      ]
    },
    "SubscribePayloadWatchFs": {
      "schema": {
        "type": "object",
        "maxProperties": 200,
        "additionalProperties": {
          "$ref": "#/components/schemas/SubscribePayloadWatchFsValue"
        },
        "description": "paths to watch as by `watch_fs_add`, by session"
      },
      "refs": [
        "SubscribePayloadWatchFsValue"
      ]
    },
    "SubscribePayloadWatchFsValue": {
      "schema": {
        "type": "object",
        "properties": {
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "description": "relative to the working directory of the session, `/` between names; `.` for all of it"
          },
          "recursive": {
            "type": "boolean",
            "default": true,
            "description": "include everything below directories, not only their direct children. The last entry for a path wins"
          }
        },
        "required": [
          "paths"
        ]
      },
      "refs": []
    },
    "SubscribeV2Ack": {
      "schema": {
        "type": "object",
        "properties": {
          "accepted": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the session, when it exists"
          },
          "not_found": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the session, when it is unknown"
          },
          "resync_required": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "always empty: nothing is replayed"
          },
          "cursors": {
            "$ref": "#/components/schemas/SubscribeV2AckCursors"
          }
        },
        "required": [
          "accepted",
          "not_found",
          "resync_required"
        ],
        "additionalProperties": false
      },
      "refs": [
        "SubscribeV2AckCursors"
      ]
    },
    "SubscribeV2AckCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "position from which live delivery of events continues"
      },
      "refs": [
        "Cursor"
      ]
    },
    "SubscribeV2Payload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "transcript": {
            "$ref": "#/components/schemas/SubscribeV2PayloadTranscript"
          },
          "transcript_since": {
            "$ref": "#/components/schemas/SubscribeV2PayloadTranscriptSince"
          },
          "prompts": {
            "$ref": "#/components/schemas/SubscribeV2PayloadPrompts",
            "default": "all"
          }
        },
        "required": [
          "session_id",
          "transcript"
        ]
      },
      "refs": [
        "SubscribeV2PayloadTranscript",
        "SubscribeV2PayloadTranscriptSince",
        "SubscribeV2PayloadPrompts"
      ]
    },
    "SubscribeV2PayloadPrompts": {
      "schema": {
        "type": "string",
        "enum": [
          "all",
          "open"
        ],
        "description": "the prompts that a `transcript.reset` has; `open`: only those that are not over, for clients that read the others with the pages of their turns"
      },
      "refs": []
    },
    "SubscribeV2PayloadTranscript": {
      "schema": {
        "type": "object",
        "propertyNames": {
          "pattern": "^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"
        },
        "additionalProperties": {
          "$ref": "#/components/schemas/SubscribeV2PayloadTranscriptValue"
        },
        "description": "grade by agent id; `*` is that of agents that are not named, `off` without it. Raising one sends a `transcript.reset`"
      },
      "refs": [
        "SubscribeV2PayloadTranscriptValue"
      ]
    },
    "SubscribeV2PayloadTranscriptSince": {
      "schema": {
        "type": "object",
        "propertyNames": {
          "pattern": "^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"
        },
        "additionalProperties": {
          "type": "integer",
          "minimum": 0
        },
        "description": "last batch that the client has, by agent id or `*`: later ones are sent instead of a reset where they are still there"
      },
      "refs": []
    },
    "SubscribeV2PayloadTranscriptValue": {
      "schema": {
        "type": "string",
        "enum": [
          "off",
          "turn",
          "block",
          "delta"
        ]
      },
      "refs": []
    },
    "SuggestWorkspaceFilesBody": {
      "schema": {
        "type": "object",
        "properties": {
          "workspace": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4096,
            "description": "known id, or an absolute path of a directory, which becomes a workspace"
          },
          "query": {
            "type": "string",
            "maxLength": 1000
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 200,
            "default": 50
          },
          "follow_gitignore": {
            "type": "boolean",
            "default": true,
            "description": "leaves out what `.gitignore` files of every level leave out"
          },
          "show_hidden": {
            "type": "boolean",
            "default": false,
            "description": "names that begin with a dot, and what is below them"
          },
          "include_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "exclude_globs": {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "maxItems": 50,
            "description": "not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone"
          },
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        },
        "required": [
          "workspace",
          "query"
        ]
      },
      "refs": []
    },
    "SuggestWorkspaceFilesData": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FileHit"
            }
          },
          "truncated": {
            "type": "boolean",
            "description": "there are more, or not everything could be looked at in time"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "truncated"
        ]
      },
      "refs": [
        "FileHit"
      ]
    },
    "Task": {
      "schema": {
        "description": "Work in the background, or an agent that its caller waits for, as REST shows it.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`bash-`, `agent-` or `question-` + 8 characters"
          },
          "session_id": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/TaskKind"
          },
          "description": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TaskStatus"
          },
          "engine_status": {
            "$ref": "#/components/schemas/TaskEngineStatus"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          },
          "completed_at": {
            "type": "string",
            "format": "date-time"
          },
          "command": {
            "type": "string",
            "description": "bash only"
          },
          "exit_code": {
            "type": "integer",
            "description": "bash only; absent: none, or not known"
          },
          "model": {
            "type": "string",
            "description": "alias; subagent only"
          },
          "thinking_effort": {
            "type": "string",
            "description": "subagent only"
          },
          "agent_id": {
            "type": "string",
            "description": "subagent only"
          },
          "subagent_type": {
            "type": "string",
            "description": "subagent only"
          },
          "parent_tool_call_id": {
            "type": "string",
            "description": "subagent only"
          },
          "output_preview": {
            "type": "string",
            "description": "end of the output, from the start of a character"
          },
          "output_bytes": {
            "type": "integer",
            "description": "bytes of `output_preview`",
            "minimum": 1
          }
        },
        "required": [
          "id",
          "session_id",
          "kind",
          "description",
          "status",
          "engine_status",
          "created_at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TaskKind",
        "TaskStatus",
        "TaskEngineStatus"
      ]
    },
    "TaskEngineStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "timed_out",
          "killed",
          "lost"
        ]
      },
      "refs": []
    },
    "TaskInfo": {
      "schema": {
        "description": "Work in the background, as events carry it.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TaskInfoProcess"
          },
          {
            "$ref": "#/components/schemas/TaskInfoAgent"
          },
          {
            "$ref": "#/components/schemas/TaskInfoQuestion"
          }
        ]
      },
      "refs": [
        "TaskInfoProcess",
        "TaskInfoAgent",
        "TaskInfoQuestion"
      ]
    },
    "TaskInfoAgent": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "agent"
          },
          "taskId": {
            "type": "string",
            "description": "`bash-`, `agent-` or `question-` + 8 characters"
          },
          "description": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TaskInfoAgentStatus"
          },
          "detached": {
            "type": "boolean"
          },
          "startedAt": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          },
          "endedAt": {
            "$ref": "#/components/schemas/TaskInfoAgentEndedAt",
            "description": "epoch milliseconds, null while it runs"
          },
          "stopReason": {
            "type": "string",
            "description": "why it was stopped"
          },
          "timeoutMs": {
            "type": "integer",
            "minimum": 0
          },
          "terminalNotificationSuppressed": {
            "type": "boolean",
            "description": "the agent is not notified of its end"
          },
          "agentId": {
            "type": "string"
          },
          "subagentType": {
            "type": "string"
          },
          "model": {
            "type": "string",
            "description": "alias"
          },
          "thinkingEffort": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "taskId",
          "description",
          "status",
          "startedAt",
          "endedAt"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TaskInfoAgentStatus",
        "TaskInfoAgentEndedAt"
      ]
    },
    "TaskInfoAgentEndedAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "TaskInfoAgentStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "timed_out",
          "killed",
          "lost"
        ]
      },
      "refs": []
    },
    "TaskInfoProcess": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "process"
          },
          "taskId": {
            "type": "string",
            "description": "`bash-`, `agent-` or `question-` + 8 characters"
          },
          "description": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TaskInfoProcessStatus"
          },
          "detached": {
            "type": "boolean"
          },
          "startedAt": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          },
          "endedAt": {
            "$ref": "#/components/schemas/TaskInfoProcessEndedAt",
            "description": "epoch milliseconds, null while it runs"
          },
          "stopReason": {
            "type": "string",
            "description": "why it was stopped"
          },
          "timeoutMs": {
            "type": "integer",
            "minimum": 0
          },
          "terminalNotificationSuppressed": {
            "type": "boolean",
            "description": "the agent is not notified of its end"
          },
          "command": {
            "type": "string"
          },
          "pid": {
            "type": "integer",
            "minimum": 0
          },
          "exitCode": {
            "$ref": "#/components/schemas/NullableInteger"
          }
        },
        "required": [
          "kind",
          "taskId",
          "description",
          "status",
          "startedAt",
          "endedAt",
          "command",
          "pid",
          "exitCode"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TaskInfoProcessStatus",
        "TaskInfoProcessEndedAt",
        "NullableInteger"
      ]
    },
    "TaskInfoProcessEndedAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "TaskInfoProcessStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "timed_out",
          "killed",
          "lost"
        ]
      },
      "refs": []
    },
    "TaskInfoQuestion": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "question"
          },
          "taskId": {
            "type": "string",
            "description": "`bash-`, `agent-` or `question-` + 8 characters"
          },
          "description": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TaskInfoQuestionStatus"
          },
          "detached": {
            "type": "boolean"
          },
          "startedAt": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          },
          "endedAt": {
            "$ref": "#/components/schemas/TaskInfoQuestionEndedAt",
            "description": "epoch milliseconds, null while it runs"
          },
          "stopReason": {
            "type": "string",
            "description": "why it was stopped"
          },
          "timeoutMs": {
            "type": "integer",
            "minimum": 0
          },
          "terminalNotificationSuppressed": {
            "type": "boolean",
            "description": "the agent is not notified of its end"
          },
          "questionCount": {
            "type": "integer",
            "minimum": 1
          },
          "toolCallId": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "taskId",
          "description",
          "status",
          "startedAt",
          "endedAt",
          "questionCount"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TaskInfoQuestionStatus",
        "TaskInfoQuestionEndedAt"
      ]
    },
    "TaskInfoQuestionEndedAt": {
      "schema": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 0
      },
      "refs": []
    },
    "TaskInfoQuestionStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "timed_out",
          "killed",
          "lost"
        ]
      },
      "refs": []
    },
    "TaskKind": {
      "schema": {
        "type": "string",
        "enum": [
          "bash",
          "subagent",
          "tool"
        ],
        "description": "command, agent, question"
      },
      "refs": []
    },
    "TaskNotifiedEventSeverity": {
      "schema": {
        "type": "string",
        "enum": [
          "info",
          "warning"
        ]
      },
      "refs": []
    },
    "TaskStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "cancelled"
        ]
      },
      "refs": []
    },
    "Terminal": {
      "schema": {
        "description": "A pseudoterminal of a session.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`term_` + UUID"
          },
          "session_id": {
            "type": "string"
          },
          "cwd": {
            "type": "string",
            "description": "absolute"
          },
          "shell": {
            "type": "string",
            "description": "absolute path of the program"
          },
          "cols": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000
          },
          "rows": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000
          },
          "status": {
            "$ref": "#/components/schemas/TerminalStatus"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "exited_at": {
            "type": "string",
            "format": "date-time"
          },
          "exit_code": {
            "$ref": "#/components/schemas/NullableInteger",
            "description": "null: none was reported, such as after a signal"
          }
        },
        "required": [
          "id",
          "session_id",
          "cwd",
          "shell",
          "cols",
          "rows",
          "status",
          "created_at"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TerminalStatus",
        "NullableInteger"
      ]
    },
    "TerminalAttachAck": {
      "schema": {
        "type": "object",
        "properties": {
          "attached": {
            "type": "boolean",
            "const": true
          },
          "replayed": {
            "type": "integer",
            "minimum": 0,
            "description": "frames sent before the ack"
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "older frames were asked for and are gone"
          }
        },
        "required": [
          "attached",
          "replayed"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TerminalAttachPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "terminal_id": {
            "type": "string"
          },
          "since_seq": {
            "type": "integer",
            "minimum": 0,
            "default": 0,
            "description": "number of the last frame seen"
          }
        },
        "required": [
          "session_id",
          "terminal_id"
        ]
      },
      "refs": []
    },
    "TerminalCloseAck": {
      "schema": {
        "type": "object",
        "properties": {
          "closed": {
            "type": "boolean",
            "const": true
          }
        },
        "required": [
          "closed"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TerminalClosePayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "terminal_id": {
            "type": "string"
          }
        },
        "required": [
          "session_id",
          "terminal_id"
        ]
      },
      "refs": []
    },
    "TerminalDetachAck": {
      "schema": {
        "type": "object",
        "properties": {
          "detached": {
            "type": "boolean",
            "const": true
          }
        },
        "required": [
          "detached"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TerminalDetachPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "terminal_id": {
            "type": "string"
          }
        },
        "required": [
          "session_id",
          "terminal_id"
        ]
      },
      "refs": []
    },
    "TerminalInputAck": {
      "schema": {
        "type": "object",
        "properties": {
          "accepted": {
            "type": "boolean",
            "const": true
          }
        },
        "required": [
          "accepted"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TerminalInputPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "terminal_id": {
            "type": "string"
          },
          "data": {
            "type": "string",
            "description": "sent as UTF-8"
          }
        },
        "required": [
          "session_id",
          "terminal_id",
          "data"
        ]
      },
      "refs": []
    },
    "TerminalResizeAck": {
      "schema": {
        "type": "object",
        "properties": {
          "resized": {
            "type": "boolean",
            "const": true
          }
        },
        "required": [
          "resized"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TerminalResizePayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "terminal_id": {
            "type": "string"
          },
          "cols": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000
          },
          "rows": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000
          }
        },
        "required": [
          "session_id",
          "terminal_id",
          "cols",
          "rows"
        ]
      },
      "refs": []
    },
    "TerminalStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "exited"
        ]
      },
      "refs": []
    },
    "TestMcpServerBody": {
      "schema": {
        "type": "object",
        "properties": {
          "name": {
            "type": "string",
            "description": "configured name"
          },
          "server": {
            "$ref": "#/components/schemas/McpServerForm"
          },
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted, and is the working directory of a program"
          }
        }
      },
      "refs": [
        "McpServerForm"
      ]
    },
    "TestMcpServerData": {
      "schema": {
        "type": "object",
        "properties": {
          "success": {
            "type": "boolean"
          },
          "output": {
            "type": "string",
            "description": "its tools, or why the connection failed; for the user"
          }
        },
        "required": [
          "success",
          "output"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TextEdit": {
      "schema": {
        "description": "What a call makes of a text file, in hunks.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "exists": {
            "type": "boolean",
            "description": "the file is there already"
          },
          "base_sha256": {
            "$ref": "#/components/schemas/NullableString",
            "description": "of the bytes of the file, in hexadecimal; null when there is none"
          },
          "hunks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TextHunk"
            }
          },
          "newline": {
            "$ref": "#/components/schemas/TextEditNewline"
          },
          "newline_changed": {
            "type": "boolean",
            "const": true,
            "description": "some lines differ only in their end"
          },
          "final_newline": {
            "$ref": "#/components/schemas/TextEditFinalNewline"
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "over 64 KiB or 200 hunks, which are left out then"
          }
        },
        "required": [
          "path",
          "exists",
          "base_sha256",
          "hunks",
          "newline",
          "final_newline"
        ],
        "additionalProperties": false
      },
      "refs": [
        "NullableString",
        "TextHunk",
        "TextEditNewline",
        "TextEditFinalNewline"
      ]
    },
    "TextEditFinalNewline": {
      "schema": {
        "type": "object",
        "properties": {
          "before": {
            "type": "boolean"
          },
          "after": {
            "type": "boolean"
          }
        },
        "required": [
          "before",
          "after"
        ],
        "additionalProperties": false,
        "description": "whether the last line has an end"
      },
      "refs": []
    },
    "TextEditNewline": {
      "schema": {
        "type": "string",
        "enum": [
          "lf",
          "crlf"
        ],
        "description": "the more frequent line end"
      },
      "refs": []
    },
    "TextHunk": {
      "schema": {
        "description": "Lines of a file that change together, with 3 lines of context.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`h1`, `h2`, … in the order of the file"
          },
          "old_start": {
            "type": "integer",
            "minimum": 0,
            "description": "from 1, as in a unified diff"
          },
          "old_lines": {
            "type": "integer",
            "minimum": 0
          },
          "new_start": {
            "type": "integer",
            "minimum": 0
          },
          "new_lines": {
            "type": "integer",
            "minimum": 0
          },
          "lines": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "each begins with a space, `+`, `-` or `\\`; line ends are left out"
          }
        },
        "required": [
          "id",
          "old_start",
          "old_lines",
          "new_start",
          "new_lines",
          "lines"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TextPart": {
      "schema": {
        "description": "Plain text or Markdown.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "text"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ThinkingPart": {
      "schema": {
        "description": "What a model thought before it answered.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "thinking"
          },
          "thinking": {
            "type": "string"
          },
          "signature": {
            "type": "string",
            "description": "opaque proof of the provider; sent back with the text"
          }
        },
        "required": [
          "type",
          "thinking"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "Todo": {
      "schema": {
        "description": "One line of an agent's todo list.",
        "type": "object",
        "properties": {
          "title": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TodoStatus"
          }
        },
        "required": [
          "title",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TodoStatus"
      ]
    },
    "TodoStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "in_progress",
          "done"
        ]
      },
      "refs": []
    },
    "TokenUsage": {
      "schema": {
        "description": "Tokens of one or more model requests.",
        "type": "object",
        "properties": {
          "inputOther": {
            "type": "integer",
            "minimum": 0,
            "description": "prompt tokens neither read from nor written to a cache"
          },
          "output": {
            "type": "integer",
            "minimum": 0,
            "description": "tokens of the reply, thinking included"
          },
          "inputCacheRead": {
            "type": "integer",
            "minimum": 0,
            "description": "prompt tokens read from a cache"
          },
          "inputCacheCreation": {
            "type": "integer",
            "minimum": 0,
            "description": "prompt tokens written to a cache"
          },
          "reasoning": {
            "type": "integer",
            "minimum": 0,
            "description": "part of `output` that was thinking, when the provider reports it"
          }
        },
        "required": [
          "inputOther",
          "output",
          "inputCacheRead",
          "inputCacheCreation"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolCallStartedEventArgs": {
      "schema": {
        "description": "parsed arguments, as they run; the raw text when it was no JSON object",
        "oneOf": [
          {
            "$ref": "#/components/schemas/ToolCallStartedEventArgsForm"
          },
          {
            "type": "string"
          }
        ]
      },
      "refs": [
        "ToolCallStartedEventArgsForm"
      ]
    },
    "ToolCallStartedEventArgsForm": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "ToolCallStartedEventProposedArgs": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "arguments as the model gave them, when the user changed them"
      },
      "refs": []
    },
    "ToolDisplay": {
      "schema": {
        "description": "What a tool call is about to do; computed before permission is asked. `detail` of `generic` is any JSON value.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/ToolDisplayCommand"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayFileIo"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayDiff"
          },
          {
            "$ref": "#/components/schemas/ToolDisplaySearch"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayUrlFetch"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayAgentCall"
          },
          {
            "$ref": "#/components/schemas/ToolDisplaySkillCall"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayTodoList"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayTask"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayTaskStop"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayPlanReview"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayGoalStart"
          },
          {
            "$ref": "#/components/schemas/ToolDisplayGeneric"
          }
        ]
      },
      "refs": [
        "ToolDisplayCommand",
        "ToolDisplayFileIo",
        "ToolDisplayDiff",
        "ToolDisplaySearch",
        "ToolDisplayUrlFetch",
        "ToolDisplayAgentCall",
        "ToolDisplaySkillCall",
        "ToolDisplayTodoList",
        "ToolDisplayTask",
        "ToolDisplayTaskStop",
        "ToolDisplayPlanReview",
        "ToolDisplayGoalStart",
        "ToolDisplayGeneric"
      ]
    },
    "ToolDisplayAgentCall": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "agent_call"
          },
          "agent_name": {
            "type": "string"
          },
          "prompt": {
            "type": "string"
          },
          "background": {
            "type": "boolean"
          },
          "description": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "agent_name",
          "prompt"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplayCommand": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "command"
          },
          "command": {
            "type": "string"
          },
          "cwd": {
            "type": "string",
            "description": "absolute"
          },
          "description": {
            "type": "string"
          },
          "language": {
            "type": "string",
            "const": "bash"
          },
          "background": {
            "type": "boolean"
          },
          "timeout_ms": {
            "type": "integer",
            "minimum": 0,
            "description": "milliseconds"
          },
          "danger": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "why the line is risky, one sentence each"
          },
          "runtime_id": {
            "type": "string",
            "description": "where it runs; absent: `local`"
          },
          "profile": {
            "$ref": "#/components/schemas/ToolDisplayCommandProfile"
          }
        },
        "required": [
          "kind",
          "command"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplayCommandProfile"
      ]
    },
    "ToolDisplayCommandProfile": {
      "schema": {
        "type": "string",
        "enum": [
          "read-only"
        ],
        "description": "what the kernel lets it do; absent: what the user may do"
      },
      "refs": []
    },
    "ToolDisplayDiff": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "diff"
          },
          "path": {
            "type": "string"
          },
          "before": {
            "type": "string"
          },
          "after": {
            "type": "string"
          },
          "hunks": {
            "type": "integer",
            "minimum": 0,
            "description": "number of hunks"
          },
          "unified": {
            "type": "string",
            "description": "unified diff"
          },
          "added": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "lines"
          }
        },
        "required": [
          "kind",
          "path",
          "before",
          "after"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplayFileIo": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "file_io"
          },
          "operation": {
            "$ref": "#/components/schemas/ToolDisplayFileIoOperation"
          },
          "path": {
            "type": "string"
          },
          "detail": {
            "type": "string",
            "description": "line range, pattern, …"
          },
          "content": {
            "type": "string",
            "description": "what will be written"
          },
          "before": {
            "type": "string"
          },
          "after": {
            "type": "string"
          },
          "exists": {
            "type": "boolean",
            "description": "the file is there already"
          },
          "append": {
            "type": "boolean"
          }
        },
        "required": [
          "kind",
          "operation",
          "path"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplayFileIoOperation"
      ]
    },
    "ToolDisplayFileIoOperation": {
      "schema": {
        "type": "string",
        "enum": [
          "read",
          "write",
          "edit",
          "glob",
          "grep"
        ]
      },
      "refs": []
    },
    "ToolDisplayGeneric": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "generic"
          },
          "summary": {
            "type": "string"
          },
          "detail": {}
        },
        "required": [
          "kind",
          "summary"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplayGoalStart": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "goal_start"
          },
          "objective": {
            "type": "string"
          },
          "completionCriterion": {
            "type": "string"
          },
          "mode": {
            "$ref": "#/components/schemas/ToolDisplayGoalStartMode"
          }
        },
        "required": [
          "kind",
          "objective",
          "mode"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplayGoalStartMode"
      ]
    },
    "ToolDisplayGoalStartMode": {
      "schema": {
        "type": "string",
        "enum": [
          "manual",
          "yolo"
        ]
      },
      "refs": []
    },
    "ToolDisplayPlanReview": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "plan_review"
          },
          "plan": {
            "type": "string",
            "description": "Markdown"
          },
          "path": {
            "type": "string",
            "description": "absolute path of the plan file"
          },
          "options": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ToolDisplayPlanReviewOptionsItem"
            },
            "description": "options that the user may pick"
          }
        },
        "required": [
          "kind",
          "plan"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplayPlanReviewOptionsItem"
      ]
    },
    "ToolDisplayPlanReviewOptionsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "label": {
            "type": "string"
          },
          "description": {
            "type": "string"
          }
        },
        "required": [
          "label",
          "description"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplaySearch": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "search"
          },
          "query": {
            "type": "string"
          },
          "scope": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "query"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplaySkillCall": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "skill_call"
          },
          "skill_name": {
            "type": "string"
          },
          "args": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "skill_name"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplayTask": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "task"
          },
          "task_id": {
            "type": "string"
          },
          "status": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "task_kind": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "task_id",
          "status",
          "description"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplayTaskStop": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "task_stop"
          },
          "task_id": {
            "type": "string"
          },
          "task_description": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "task_id",
          "task_description"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolDisplayTodoList": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "todo_list"
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Todo"
            }
          }
        },
        "required": [
          "kind",
          "items"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Todo"
      ]
    },
    "ToolDisplayUrlFetch": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "url_fetch"
          },
          "url": {
            "type": "string"
          },
          "method": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "url"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "ToolInfo": {
      "schema": {
        "description": "A tool the main agent of a session has.",
        "type": "object",
        "properties": {
          "name": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "input_schema": {
            "$ref": "#/components/schemas/ToolInfoInputSchema"
          },
          "source": {
            "$ref": "#/components/schemas/ToolInfoSource"
          },
          "mcp_server_id": {
            "type": "string",
            "description": "configured name of the server"
          },
          "active": {
            "type": "boolean",
            "description": "allowed by profile, configuration and session"
          }
        },
        "required": [
          "name",
          "description",
          "input_schema",
          "source",
          "active"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolInfoInputSchema",
        "ToolInfoSource"
      ]
    },
    "ToolInfoInputSchema": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "JSON Schema sent to the model"
      },
      "refs": []
    },
    "ToolInfoSource": {
      "schema": {
        "type": "string",
        "enum": [
          "builtin",
          "skill",
          "mcp"
        ]
      },
      "refs": []
    },
    "ToolListUpdatedEventReason": {
      "schema": {
        "type": "string",
        "enum": [
          "mcp.connected",
          "mcp.disconnected",
          "mcp.failed"
        ],
        "description": "`mcp.failed` also when a login is needed"
      },
      "refs": []
    },
    "ToolResultEventDenied": {
      "schema": {
        "type": "object",
        "properties": {
          "rule": {
            "type": "string",
            "description": "the deny rule, when one decided"
          }
        },
        "additionalProperties": false,
        "description": "the call was not allowed to run: by rules, mode or a hook"
      },
      "refs": []
    },
    "ToolResultEventOutput": {
      "schema": {
        "description": "text; parts when media is in it",
        "oneOf": [
          {
            "type": "string"
          },
          {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          }
        ]
      },
      "refs": [
        "ContentPart"
      ]
    },
    "ToolResultPart": {
      "schema": {
        "description": "The result of a call, as the model reads it.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool_result"
          },
          "tool_call_id": {
            "type": "string"
          },
          "output": {
            "$ref": "#/components/schemas/ToolResultPartOutput"
          },
          "is_error": {
            "type": "boolean"
          }
        },
        "required": [
          "type",
          "tool_call_id",
          "output"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolResultPartOutput"
      ]
    },
    "ToolResultPartOutput": {
      "schema": {
        "description": "text; parts when media is in it",
        "oneOf": [
          {
            "type": "string"
          },
          {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          }
        ]
      },
      "refs": [
        "ContentPart"
      ]
    },
    "ToolUpdate": {
      "schema": {
        "description": "Live output of a running call; `customData` is any JSON value.",
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/ToolUpdateKind"
          },
          "text": {
            "type": "string",
            "description": "at most 16 KiB"
          },
          "percent": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "description": "0 to 100"
          },
          "replace": {
            "type": "boolean",
            "description": "the text replaces what was shown instead of being added"
          },
          "customKind": {
            "type": "string"
          },
          "customData": {}
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolUpdateKind"
      ]
    },
    "ToolUpdateKind": {
      "schema": {
        "type": "string",
        "enum": [
          "stdout",
          "stderr",
          "progress",
          "status",
          "custom"
        ]
      },
      "refs": []
    },
    "ToolUsePart": {
      "schema": {
        "description": "A call the model asked for.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool_use"
          },
          "tool_call_id": {
            "type": "string"
          },
          "tool_name": {
            "type": "string"
          },
          "input": {
            "$ref": "#/components/schemas/ToolUsePartInput"
          }
        },
        "required": [
          "type",
          "tool_call_id",
          "tool_name",
          "input"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolUsePartInput"
      ]
    },
    "ToolUsePartInput": {
      "schema": {
        "description": "parsed arguments; the raw text when it was no JSON object",
        "oneOf": [
          {
            "$ref": "#/components/schemas/ToolUsePartInputForm"
          },
          {
            "type": "string"
          }
        ]
      },
      "refs": [
        "ToolUsePartInputForm"
      ]
    },
    "ToolUsePartInputForm": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "TranscriptAgent": {
      "schema": {
        "description": "An agent of the session.",
        "type": "object",
        "properties": {
          "agentId": {
            "type": "string"
          },
          "type": {
            "$ref": "#/components/schemas/TranscriptAgentType"
          },
          "parentAgentId": {
            "type": "string"
          },
          "label": {
            "type": "string"
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "disposedAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "agentId"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptAgentType"
      ]
    },
    "TranscriptAgentType": {
      "schema": {
        "type": "string",
        "enum": [
          "main",
          "sub",
          "independent"
        ]
      },
      "refs": []
    },
    "TranscriptApproval": {
      "schema": {
        "description": "A call that waits, or waited, for the user.",
        "type": "object",
        "properties": {
          "interactionId": {
            "type": "string"
          },
          "interactionKind": {
            "type": "string",
            "const": "approval"
          },
          "toolCallId": {
            "type": "string"
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptApprovalState"
          },
          "request": {
            "$ref": "#/components/schemas/TranscriptApprovalRequest"
          },
          "response": {
            "$ref": "#/components/schemas/TranscriptApprovalResponse"
          }
        },
        "required": [
          "interactionId",
          "interactionKind",
          "state"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptApprovalState",
        "TranscriptApprovalRequest",
        "TranscriptApprovalResponse"
      ]
    },
    "TranscriptApprovalRequest": {
      "schema": {
        "description": "The approval as `GET …/approvals` lists it, beside the same facts in camelCase.",
        "type": "object",
        "properties": {
          "toolCallId": {
            "type": "string"
          },
          "toolName": {
            "type": "string"
          },
          "action": {
            "type": "string",
            "description": "one line for the user"
          },
          "display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "agentId": {
            "type": "string"
          },
          "reason": {
            "type": "string"
          },
          "danger": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "why it is risky"
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "sessionScope": {
            "type": "boolean",
            "description": "the answer may be remembered for the session"
          },
          "scopeRule": {
            "type": "string",
            "description": "the rule that would be stored"
          },
          "agentType": {
            "type": "string",
            "description": "type of the asking subagent"
          },
          "approval_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "agent_id": {
            "type": "string",
            "description": "asking agent"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "tool_name": {
            "type": "string"
          },
          "tool_input_display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          },
          "session_scope": {
            "type": "boolean",
            "description": "the answer may be remembered for the session"
          },
          "scope_rule": {
            "type": "string",
            "description": "permission rule that would be stored"
          },
          "agent_type": {
            "type": "string",
            "description": "type of the asking subagent"
          },
          "editable": {
            "type": "boolean",
            "description": "it may be approved with changes"
          },
          "edit": {
            "$ref": "#/components/schemas/TextEdit"
          }
        },
        "required": [
          "toolCallId",
          "toolName",
          "action",
          "display",
          "agentId",
          "expiresAt",
          "approval_id",
          "session_id",
          "agent_id",
          "tool_call_id",
          "tool_name",
          "tool_input_display",
          "created_at",
          "expires_at",
          "session_scope",
          "editable"
        ],
        "additionalProperties": false
      },
      "refs": [
        "ToolDisplay",
        "TextEdit"
      ]
    },
    "TranscriptApprovalResponse": {
      "schema": {
        "type": "object",
        "properties": {
          "decision": {
            "$ref": "#/components/schemas/TranscriptApprovalResponseDecision"
          },
          "scope": {
            "type": "string"
          },
          "feedback": {
            "type": "string"
          },
          "selectedLabel": {
            "type": "string"
          },
          "by": {
            "$ref": "#/components/schemas/TranscriptApprovalResponseBy"
          },
          "amended": {
            "$ref": "#/components/schemas/TranscriptApprovalResponseAmended"
          },
          "accepted": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "ids of the hunks that are applied"
          },
          "rejected": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "ids of the other hunks"
          }
        },
        "required": [
          "decision"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptApprovalResponseDecision",
        "TranscriptApprovalResponseBy",
        "TranscriptApprovalResponseAmended"
      ]
    },
    "TranscriptApprovalResponseAmended": {
      "schema": {
        "type": "string",
        "enum": [
          "hunks",
          "content",
          "input"
        ],
        "description": "what the user changed before the call runs"
      },
      "refs": []
    },
    "TranscriptApprovalResponseBy": {
      "schema": {
        "type": "string",
        "enum": [
          "client",
          "policy",
          "timeout",
          "abort",
          "recovery"
        ]
      },
      "refs": []
    },
    "TranscriptApprovalResponseDecision": {
      "schema": {
        "type": "string",
        "enum": [
          "approved",
          "rejected",
          "cancelled"
        ]
      },
      "refs": []
    },
    "TranscriptApprovalState": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "approved",
          "rejected",
          "cancelled",
          "answered",
          "dismissed"
        ]
      },
      "refs": []
    },
    "TranscriptAttachment": {
      "schema": {
        "description": "Media or a file in a message of the user.",
        "type": "object",
        "properties": {
          "attachmentId": {
            "type": "string",
            "description": "`t<turn>.att<n>`"
          },
          "mediaType": {
            "type": "string",
            "description": "`image/*` or `video/*` when no more is known"
          },
          "name": {
            "type": "string"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes"
          },
          "source": {
            "$ref": "#/components/schemas/TranscriptAttachmentSource"
          },
          "placeholder": {
            "type": "string"
          }
        },
        "required": [
          "attachmentId",
          "mediaType"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptAttachmentSource"
      ]
    },
    "TranscriptAttachmentSource": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptAttachmentSourceUrl"
          },
          {
            "$ref": "#/components/schemas/TranscriptAttachmentSourceFile"
          },
          {
            "$ref": "#/components/schemas/TranscriptAttachmentSourceSessionMedia"
          }
        ]
      },
      "refs": [
        "TranscriptAttachmentSourceUrl",
        "TranscriptAttachmentSourceFile",
        "TranscriptAttachmentSourceSessionMedia"
      ]
    },
    "TranscriptAttachmentSourceFile": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "file"
          },
          "fileId": {
            "type": "string",
            "description": "id of an upload"
          }
        },
        "required": [
          "kind",
          "fileId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptAttachmentSourceSessionMedia": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "session_media"
          },
          "fileId": {
            "type": "string",
            "description": "id of media stored with the session"
          }
        },
        "required": [
          "kind",
          "fileId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptAttachmentSourceUrl": {
      "schema": {
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "url"
          },
          "url": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "url"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptBatch": {
      "schema": {
        "description": "The changes that one event made.",
        "type": "object",
        "properties": {
          "seq": {
            "type": "integer",
            "minimum": 1,
            "description": "consecutive per session and agent"
          },
          "ops": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptOp"
            },
            "description": "in order"
          }
        },
        "required": [
          "seq",
          "ops"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptOp"
      ]
    },
    "TranscriptFrame": {
      "schema": {
        "description": "A piece of a step.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptTextFrame"
          },
          {
            "$ref": "#/components/schemas/TranscriptThinkingFrame"
          },
          {
            "$ref": "#/components/schemas/TranscriptToolFrame"
          },
          {
            "$ref": "#/components/schemas/TranscriptNoticeFrame"
          }
        ]
      },
      "refs": [
        "TranscriptTextFrame",
        "TranscriptThinkingFrame",
        "TranscriptToolFrame",
        "TranscriptNoticeFrame"
      ]
    },
    "TranscriptGoal": {
      "schema": {
        "description": "The goal of an agent.",
        "type": "object",
        "properties": {
          "objective": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TranscriptGoalStatus"
          },
          "completionCriterion": {
            "type": "string"
          },
          "budgetUsed": {
            "type": "integer",
            "minimum": 0,
            "description": "tokens"
          },
          "budgetLimit": {
            "type": "integer",
            "minimum": 0,
            "description": "tokens"
          }
        },
        "required": [
          "objective",
          "status"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptGoalStatus"
      ]
    },
    "TranscriptGoalStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "active",
          "paused",
          "blocked",
          "complete"
        ]
      },
      "refs": []
    },
    "TranscriptInteraction": {
      "schema": {
        "description": "An approval or question that waits, or waited, for the user.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptApproval"
          },
          {
            "$ref": "#/components/schemas/TranscriptQuestion"
          }
        ]
      },
      "refs": [
        "TranscriptApproval",
        "TranscriptQuestion"
      ]
    },
    "TranscriptItem": {
      "schema": {
        "description": "An entry of the timeline.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptTurn"
          },
          {
            "$ref": "#/components/schemas/TranscriptMarker"
          },
          {
            "$ref": "#/components/schemas/TranscriptTaskRef"
          }
        ]
      },
      "refs": [
        "TranscriptTurn",
        "TranscriptMarker",
        "TranscriptTaskRef"
      ]
    },
    "TranscriptMarker": {
      "schema": {
        "description": "Something that happened between turns or beside them. Renderers accept unknown names.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "marker"
          },
          "markerId": {
            "type": "string",
            "description": "`m<number of its event>`"
          },
          "marker": {
            "type": "string",
            "description": "`compaction`, `undo`, `goal`, `plan.enter`, `plan.exit`, `plan.revision`, `skill`, `cron.fired`, `notice`, `hook`, `interruption`; `clear` is reserved"
          },
          "payload": {
            "$ref": "#/components/schemas/TranscriptMarkerPayload"
          },
          "at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "kind",
          "markerId",
          "marker"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptMarkerPayload"
      ]
    },
    "TranscriptMarkerPayload": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "TranscriptMessage": {
      "schema": {
        "description": "What opened a turn.",
        "type": "object",
        "properties": {
          "turn_id": {
            "type": "string",
            "description": "`t<ordinal>`"
          },
          "ordinal": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptMessageState"
          },
          "origin": {
            "$ref": "#/components/schemas/TranscriptOrigin"
          },
          "prompt": {
            "type": "string",
            "description": "may be empty when there are attachments"
          },
          "attachment_ids": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "turn_id",
          "ordinal",
          "state",
          "origin",
          "prompt"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptMessageState",
        "TranscriptOrigin"
      ]
    },
    "TranscriptMessageState": {
      "schema": {
        "type": "string",
        "enum": [
          "queued",
          "running",
          "completed",
          "failed",
          "cancelled"
        ]
      },
      "refs": []
    },
    "TranscriptMeta": {
      "schema": {
        "description": "State of an agent beside its timeline. Plan mode is on while `modes.plan` is there.",
        "type": "object",
        "properties": {
          "goal": {
            "$ref": "#/components/schemas/TranscriptGoal"
          },
          "modes": {
            "$ref": "#/components/schemas/TranscriptMetaModes"
          },
          "activity": {
            "$ref": "#/components/schemas/TranscriptMetaActivity"
          },
          "agent": {
            "$ref": "#/components/schemas/TranscriptStatus"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptGoal",
        "TranscriptMetaModes",
        "TranscriptMetaActivity",
        "TranscriptStatus"
      ]
    },
    "TranscriptMetaActivity": {
      "schema": {
        "type": "string",
        "enum": [
          "idle",
          "turn",
          "disposing",
          "unknown"
        ]
      },
      "refs": []
    },
    "TranscriptMetaChange": {
      "schema": {
        "description": "Changes of `TranscriptMeta`: keys that are there replace, null clears; `modes` and `agent` are merged one level deep.",
        "type": "object",
        "properties": {
          "goal": {
            "$ref": "#/components/schemas/NullableTranscriptGoal"
          },
          "modes": {
            "$ref": "#/components/schemas/TranscriptMetaChangeModes"
          },
          "activity": {
            "$ref": "#/components/schemas/TranscriptMetaChangeActivity"
          },
          "agent": {
            "$ref": "#/components/schemas/TranscriptStatus"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": [
        "NullableTranscriptGoal",
        "TranscriptMetaChangeModes",
        "TranscriptMetaChangeActivity",
        "TranscriptStatus"
      ]
    },
    "TranscriptMetaChangeActivity": {
      "schema": {
        "type": "string",
        "enum": [
          "idle",
          "turn",
          "disposing",
          "unknown"
        ]
      },
      "refs": []
    },
    "TranscriptMetaChangeModes": {
      "schema": {
        "type": "object",
        "properties": {
          "plan": {
            "$ref": "#/components/schemas/NullableTranscriptPlanMode"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": [
        "NullableTranscriptPlanMode"
      ]
    },
    "TranscriptMetaModes": {
      "schema": {
        "type": "object",
        "properties": {
          "plan": {
            "$ref": "#/components/schemas/TranscriptPlanMode"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptPlanMode"
      ]
    },
    "TranscriptNoticeFrame": {
      "schema": {
        "description": "A notice inside of a step; reserved.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "notice"
          },
          "frameId": {
            "type": "string",
            "description": "`<stepId>.f<n>`"
          },
          "level": {
            "$ref": "#/components/schemas/TranscriptNoticeFrameLevel"
          },
          "source": {
            "type": "string"
          },
          "message": {
            "type": "string"
          },
          "detail": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "frameId",
          "level",
          "message"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptNoticeFrameLevel"
      ]
    },
    "TranscriptNoticeFrameLevel": {
      "schema": {
        "type": "string",
        "enum": [
          "error",
          "warning",
          "info"
        ]
      },
      "refs": []
    },
    "TranscriptOp": {
      "schema": {
        "description": "A change of a transcript. All but `append` may be applied twice.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptOpReset"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpTurnUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpStepUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpFrameUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpAppend"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpMarkerUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpTaskrefUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpTaskUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpInteractionUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpAttachmentUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpTodoUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpPromptUpsert"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpMetaMerge"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpItemsRemove"
          }
        ]
      },
      "refs": [
        "TranscriptOpReset",
        "TranscriptOpTurnUpsert",
        "TranscriptOpStepUpsert",
        "TranscriptOpFrameUpsert",
        "TranscriptOpAppend",
        "TranscriptOpMarkerUpsert",
        "TranscriptOpTaskrefUpsert",
        "TranscriptOpTaskUpsert",
        "TranscriptOpInteractionUpsert",
        "TranscriptOpAttachmentUpsert",
        "TranscriptOpTodoUpsert",
        "TranscriptOpPromptUpsert",
        "TranscriptOpMetaMerge",
        "TranscriptOpItemsRemove"
      ]
    },
    "TranscriptOpAppend": {
      "schema": {
        "type": "object",
        "description": "to the text of a frame or the output of a task; what does not align is a gap",
        "properties": {
          "op": {
            "type": "string",
            "const": "append"
          },
          "target": {
            "$ref": "#/components/schemas/TranscriptOpAppendTarget"
          },
          "offset": {
            "type": "integer",
            "minimum": 0,
            "description": "chars before it"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "op",
          "target",
          "offset",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptOpAppendTarget"
      ]
    },
    "TranscriptOpAppendTarget": {
      "schema": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptOpAppendTargetFrame"
          },
          {
            "$ref": "#/components/schemas/TranscriptOpAppendTargetTask"
          }
        ]
      },
      "refs": [
        "TranscriptOpAppendTargetFrame",
        "TranscriptOpAppendTargetTask"
      ]
    },
    "TranscriptOpAppendTargetFrame": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "frame"
          },
          "turnId": {
            "type": "string"
          },
          "stepId": {
            "type": "string"
          },
          "frameId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "turnId",
          "stepId",
          "frameId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptOpAppendTargetTask": {
      "schema": {
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task"
          },
          "taskId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "taskId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptOpAttachmentUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id",
        "properties": {
          "op": {
            "type": "string",
            "const": "attachment.upsert"
          },
          "attachment": {
            "$ref": "#/components/schemas/TranscriptAttachment"
          }
        },
        "required": [
          "op",
          "attachment"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptAttachment"
      ]
    },
    "TranscriptOpFrameUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced as a whole, or added at the end",
        "properties": {
          "op": {
            "type": "string",
            "const": "frame.upsert"
          },
          "turnId": {
            "type": "string"
          },
          "stepId": {
            "type": "string"
          },
          "frame": {
            "$ref": "#/components/schemas/TranscriptFrame"
          }
        },
        "required": [
          "op",
          "turnId",
          "stepId",
          "frame"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptFrame"
      ]
    },
    "TranscriptOpInteractionUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id",
        "properties": {
          "op": {
            "type": "string",
            "const": "interaction.upsert"
          },
          "interaction": {
            "$ref": "#/components/schemas/TranscriptInteraction"
          }
        },
        "required": [
          "op",
          "interaction"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptInteraction"
      ]
    },
    "TranscriptOpItemsRemove": {
      "schema": {
        "type": "object",
        "description": "turns, markers and task references go, and interactions and attachments of those turns",
        "properties": {
          "op": {
            "type": "string",
            "const": "items.remove"
          },
          "ids": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "required": [
          "op",
          "ids"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptOpMarkerUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id, else added",
        "properties": {
          "op": {
            "type": "string",
            "const": "marker.upsert"
          },
          "item": {
            "$ref": "#/components/schemas/TranscriptMarker"
          },
          "beforeTurn": {
            "type": "integer",
            "minimum": 1,
            "description": "ordinal: it goes before the first turn with this one or a higher one; absent: at the end"
          }
        },
        "required": [
          "op",
          "item"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptMarker"
      ]
    },
    "TranscriptOpMetaMerge": {
      "schema": {
        "type": "object",
        "description": "merged",
        "properties": {
          "op": {
            "type": "string",
            "const": "meta.merge"
          },
          "meta": {
            "$ref": "#/components/schemas/TranscriptMetaChange"
          }
        },
        "required": [
          "op",
          "meta"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptMetaChange"
      ]
    },
    "TranscriptOpPromptUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id",
        "properties": {
          "op": {
            "type": "string",
            "const": "prompt.upsert"
          },
          "prompt": {
            "$ref": "#/components/schemas/TranscriptPrompt"
          }
        },
        "required": [
          "op",
          "prompt"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptPrompt"
      ]
    },
    "TranscriptOpReset": {
      "schema": {
        "type": "object",
        "description": "the whole transcript again; reserved, never inside a batch",
        "properties": {
          "op": {
            "type": "string",
            "const": "reset"
          },
          "agentId": {
            "type": "string"
          },
          "snapshot": {
            "$ref": "#/components/schemas/TranscriptSnapshot"
          }
        },
        "required": [
          "op",
          "agentId",
          "snapshot"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptSnapshot"
      ]
    },
    "TranscriptOpStepUpsert": {
      "schema": {
        "type": "object",
        "description": "its frames stay",
        "properties": {
          "op": {
            "type": "string",
            "const": "step.upsert"
          },
          "turnId": {
            "type": "string"
          },
          "step": {
            "$ref": "#/components/schemas/TranscriptStepHeader"
          },
          "frameIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the frames it has, in order; others go. Absent: they stay as they are"
          }
        },
        "required": [
          "op",
          "turnId",
          "step"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptStepHeader"
      ]
    },
    "TranscriptOpTaskUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id",
        "properties": {
          "op": {
            "type": "string",
            "const": "task.upsert"
          },
          "task": {
            "$ref": "#/components/schemas/TranscriptTask"
          }
        },
        "required": [
          "op",
          "task"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTask"
      ]
    },
    "TranscriptOpTaskrefUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id, else added",
        "properties": {
          "op": {
            "type": "string",
            "const": "taskref.upsert"
          },
          "item": {
            "$ref": "#/components/schemas/TranscriptTaskRef"
          },
          "beforeTurn": {
            "type": "integer",
            "minimum": 1,
            "description": "ordinal: it goes before the first turn with this one or a higher one; absent: at the end"
          }
        },
        "required": [
          "op",
          "item"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTaskRef"
      ]
    },
    "TranscriptOpTodoUpsert": {
      "schema": {
        "type": "object",
        "description": "replaced by id",
        "properties": {
          "op": {
            "type": "string",
            "const": "todo.upsert"
          },
          "todo": {
            "$ref": "#/components/schemas/TranscriptTodo"
          }
        },
        "required": [
          "op",
          "todo"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTodo"
      ]
    },
    "TranscriptOpTurnUpsert": {
      "schema": {
        "type": "object",
        "description": "its steps stay",
        "properties": {
          "op": {
            "type": "string",
            "const": "turn.upsert"
          },
          "turn": {
            "$ref": "#/components/schemas/TranscriptTurnHeader"
          }
        },
        "required": [
          "op",
          "turn"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTurnHeader"
      ]
    },
    "TranscriptOrigin": {
      "schema": {
        "description": "What started a turn, in short; `payload` has the details.",
        "type": "object",
        "properties": {
          "kind": {
            "$ref": "#/components/schemas/TranscriptOriginKind"
          },
          "taskId": {
            "type": "string",
            "description": "of `task`"
          },
          "payload": {
            "$ref": "#/components/schemas/Origin"
          }
        },
        "required": [
          "kind"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptOriginKind",
        "Origin"
      ]
    },
    "TranscriptOriginKind": {
      "schema": {
        "type": "string",
        "enum": [
          "user",
          "cron",
          "task",
          "hook",
          "compaction",
          "side",
          "other"
        ]
      },
      "refs": []
    },
    "TranscriptPhase": {
      "schema": {
        "description": "What an agent is doing right now, as the transcript shows it: while a reply arrives it is `running`.",
        "oneOf": [
          {
            "$ref": "#/components/schemas/PhaseIdle"
          },
          {
            "$ref": "#/components/schemas/PhaseRunning"
          },
          {
            "$ref": "#/components/schemas/PhaseToolCall"
          },
          {
            "$ref": "#/components/schemas/PhaseRetrying"
          },
          {
            "$ref": "#/components/schemas/PhaseAwaitingApproval"
          },
          {
            "$ref": "#/components/schemas/PhaseInterrupted"
          },
          {
            "$ref": "#/components/schemas/PhaseEnded"
          }
        ]
      },
      "refs": [
        "PhaseIdle",
        "PhaseRunning",
        "PhaseToolCall",
        "PhaseRetrying",
        "PhaseAwaitingApproval",
        "PhaseInterrupted",
        "PhaseEnded"
      ]
    },
    "TranscriptPlan": {
      "schema": {
        "description": "A plan that was handed in.",
        "type": "object",
        "properties": {
          "tool_call_id": {
            "type": "string"
          },
          "turn_id": {
            "type": "string",
            "description": "`t<ordinal>`"
          },
          "source": {
            "$ref": "#/components/schemas/TranscriptPlanSource"
          },
          "plan": {
            "type": "string",
            "description": "Markdown"
          },
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "options": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptPlanOptionsItem"
            }
          },
          "review": {
            "$ref": "#/components/schemas/TranscriptPlanReview"
          }
        },
        "required": [
          "tool_call_id",
          "turn_id",
          "source",
          "plan"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptPlanSource",
        "TranscriptPlanOptionsItem",
        "TranscriptPlanReview"
      ]
    },
    "TranscriptPlanMode": {
      "schema": {
        "description": "Plan mode while it is on.",
        "type": "object",
        "properties": {
          "reviewPath": {
            "type": "string",
            "description": "absolute path of the plan, or of its copy that the user was shown"
          },
          "version": {
            "type": "integer",
            "minimum": 1
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptPlanOptionsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "label": {
            "type": "string"
          },
          "description": {
            "type": "string"
          }
        },
        "required": [
          "label"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptPlanReview": {
      "schema": {
        "type": "object",
        "description": "only when the user was asked",
        "properties": {
          "state": {
            "$ref": "#/components/schemas/TranscriptPlanReviewState"
          },
          "selected_option": {
            "type": "string"
          },
          "feedback": {
            "type": "string"
          }
        },
        "required": [
          "state"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptPlanReviewState"
      ]
    },
    "TranscriptPlanReviewState": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "approved",
          "rejected",
          "cancelled"
        ]
      },
      "refs": []
    },
    "TranscriptPlanSource": {
      "schema": {
        "type": "string",
        "enum": [
          "interaction",
          "display",
          "output"
        ],
        "description": "where the plan was found"
      },
      "refs": []
    },
    "TranscriptPrompt": {
      "schema": {
        "description": "A prompt and what became of it; one that was steered into a turn is completed.",
        "type": "object",
        "properties": {
          "promptId": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/TranscriptPromptStatus"
          },
          "userMessageId": {
            "type": "string"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "finishedAt": {
            "type": "string",
            "format": "date-time"
          },
          "steeredAt": {
            "type": "string",
            "format": "date-time"
          },
          "clientMetadata": {
            "$ref": "#/components/schemas/TranscriptPromptClientMetadata"
          }
        },
        "required": [
          "promptId",
          "status",
          "createdAt"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptPromptStatus",
        "ContentPart",
        "TranscriptPromptClientMetadata"
      ]
    },
    "TranscriptPromptClientMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "`metadata` that the client sent with the prompt"
      },
      "refs": []
    },
    "TranscriptPromptStatus": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "queued",
          "blocked",
          "completed",
          "failed",
          "aborted"
        ]
      },
      "refs": []
    },
    "TranscriptQuestion": {
      "schema": {
        "description": "A question of the model to the user.",
        "type": "object",
        "properties": {
          "interactionId": {
            "type": "string"
          },
          "interactionKind": {
            "type": "string",
            "const": "question"
          },
          "toolCallId": {
            "type": "string"
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptQuestionState"
          },
          "request": {
            "$ref": "#/components/schemas/TranscriptQuestionRequest"
          },
          "response": {
            "$ref": "#/components/schemas/NullableTranscriptQuestionResponse",
            "description": "null when it was dismissed"
          }
        },
        "required": [
          "interactionId",
          "interactionKind",
          "state"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptQuestionState",
        "TranscriptQuestionRequest",
        "NullableTranscriptQuestionResponse"
      ]
    },
    "TranscriptQuestionItem": {
      "schema": {
        "description": "One question of the model, with the ids that an answer names.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`q_<index>`, from 0"
          },
          "question": {
            "type": "string"
          },
          "header": {
            "type": "string"
          },
          "body": {
            "type": "string",
            "description": "Markdown"
          },
          "options": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuestionOption"
            },
            "minItems": 2,
            "maxItems": 4
          },
          "multi_select": {
            "type": "boolean"
          },
          "allow_other": {
            "type": "boolean",
            "const": true,
            "description": "a free answer is always possible"
          },
          "other_label": {
            "type": "string"
          },
          "other_description": {
            "type": "string"
          },
          "multiSelect": {
            "type": "boolean",
            "description": "the same as `multi_select`"
          },
          "otherLabel": {
            "type": "string",
            "description": "the same as `other_label`"
          },
          "otherDescription": {
            "type": "string",
            "description": "the same as `other_description`"
          }
        },
        "required": [
          "id",
          "question",
          "options",
          "allow_other"
        ],
        "additionalProperties": false
      },
      "refs": [
        "QuestionOption"
      ]
    },
    "TranscriptQuestionRequest": {
      "schema": {
        "description": "The question as `GET …/questions` lists it, beside some of its facts in camelCase.",
        "type": "object",
        "properties": {
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "toolCallId": {
            "type": "string"
          },
          "questions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptQuestionItem"
            },
            "minItems": 1,
            "maxItems": 4
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          },
          "background": {
            "type": "boolean",
            "description": "the turn continues meanwhile"
          },
          "question_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "agent_id": {
            "type": "string",
            "description": "asking agent"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          }
        },
        "required": [
          "question_id",
          "session_id",
          "agent_id",
          "questions",
          "created_at",
          "expires_at",
          "background"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptQuestionItem"
      ]
    },
    "TranscriptQuestionResponse": {
      "schema": {
        "type": "object",
        "properties": {
          "answers": {
            "$ref": "#/components/schemas/TranscriptQuestionResponseAnswers"
          },
          "method": {
            "type": "string"
          },
          "note": {
            "type": "string"
          }
        },
        "required": [
          "answers"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptQuestionResponseAnswers"
      ]
    },
    "TranscriptQuestionResponseAnswers": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "question text to answer text"
      },
      "refs": []
    },
    "TranscriptQuestionState": {
      "schema": {
        "type": "string",
        "enum": [
          "pending",
          "approved",
          "rejected",
          "cancelled",
          "answered",
          "dismissed"
        ]
      },
      "refs": []
    },
    "TranscriptRetry": {
      "schema": {
        "description": "The attempt that failed and the one that follows.",
        "type": "object",
        "properties": {
          "failedAttempt": {
            "type": "integer",
            "minimum": 1
          },
          "nextAttempt": {
            "type": "integer",
            "minimum": 1
          },
          "maxAttempts": {
            "type": "integer",
            "minimum": 1
          },
          "delayMs": {
            "type": "integer",
            "minimum": 0
          },
          "errorName": {
            "type": "string"
          },
          "errorMessage": {
            "type": "string"
          },
          "statusCode": {
            "type": "integer",
            "minimum": 0,
            "description": "HTTP status of the provider"
          }
        },
        "required": [
          "failedAttempt",
          "nextAttempt",
          "maxAttempts",
          "delayMs",
          "errorName",
          "errorMessage"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptSnapshot": {
      "schema": {
        "description": "A transcript as a whole, or the newest part of its timeline.",
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptItem"
            }
          },
          "tasks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptTask"
            }
          },
          "interactions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptInteraction"
            }
          },
          "attachments": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptAttachment"
            }
          },
          "todos": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptTodo"
            }
          },
          "prompts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptPrompt"
            }
          },
          "meta": {
            "$ref": "#/components/schemas/TranscriptMeta"
          },
          "hasMoreOlder": {
            "type": "boolean"
          }
        },
        "required": [
          "items",
          "tasks",
          "interactions",
          "attachments",
          "todos",
          "prompts",
          "meta"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptItem",
        "TranscriptTask",
        "TranscriptInteraction",
        "TranscriptAttachment",
        "TranscriptTodo",
        "TranscriptPrompt",
        "TranscriptMeta"
      ]
    },
    "TranscriptStatus": {
      "schema": {
        "description": "State of an agent as in `agent.status.updated`, without plan mode.",
        "type": "object",
        "properties": {
          "model": {
            "type": "string",
            "description": "alias"
          },
          "thinkingEffort": {
            "type": "string"
          },
          "usage": {
            "$ref": "#/components/schemas/UsageStatus"
          },
          "contextTokens": {
            "type": "integer",
            "minimum": 0
          },
          "maxContextTokens": {
            "type": "integer",
            "minimum": 1
          },
          "contextUsage": {
            "type": "number",
            "minimum": 0,
            "maximum": 1
          },
          "permission": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "phase": {
            "$ref": "#/components/schemas/TranscriptPhase"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": [
        "UsageStatus",
        "PermissionMode",
        "TranscriptPhase"
      ]
    },
    "TranscriptStep": {
      "schema": {
        "description": "A model request of a turn and the calls it asked for.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "step"
          },
          "stepId": {
            "type": "string",
            "description": "`t<turn>.<step>`"
          },
          "turnId": {
            "type": "string"
          },
          "ordinal": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptStepState"
          },
          "startedAt": {
            "type": "string",
            "format": "date-time"
          },
          "endedAt": {
            "type": "string",
            "format": "date-time"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD of the tokens in `usage`; absent when the model has no price"
          },
          "finishReason": {
            "$ref": "#/components/schemas/FinishReason"
          },
          "timing": {
            "$ref": "#/components/schemas/TranscriptTiming"
          },
          "llmTiming": {
            "$ref": "#/components/schemas/TranscriptTiming",
            "description": "the same as `timing`"
          },
          "retry": {
            "$ref": "#/components/schemas/TranscriptRetry",
            "description": "while a retry is pending"
          },
          "endReason": {
            "$ref": "#/components/schemas/TranscriptStepEndReason"
          },
          "endMessage": {
            "type": "string"
          },
          "frames": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptFrame"
            },
            "description": "in order"
          }
        },
        "required": [
          "kind",
          "stepId",
          "turnId",
          "ordinal",
          "state",
          "frames"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptStepState",
        "TokenUsage",
        "FinishReason",
        "TranscriptTiming",
        "TranscriptRetry",
        "TranscriptStepEndReason",
        "TranscriptFrame"
      ]
    },
    "TranscriptStepEndReason": {
      "schema": {
        "type": "string",
        "enum": [
          "aborted",
          "max_steps",
          "error"
        ]
      },
      "refs": []
    },
    "TranscriptStepHeader": {
      "schema": {
        "description": "A step without its frames.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "step"
          },
          "stepId": {
            "type": "string",
            "description": "`t<turn>.<step>`"
          },
          "turnId": {
            "type": "string"
          },
          "ordinal": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptStepHeaderState"
          },
          "startedAt": {
            "type": "string",
            "format": "date-time"
          },
          "endedAt": {
            "type": "string",
            "format": "date-time"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD of the tokens in `usage`; absent when the model has no price"
          },
          "finishReason": {
            "$ref": "#/components/schemas/FinishReason"
          },
          "timing": {
            "$ref": "#/components/schemas/TranscriptTiming"
          },
          "llmTiming": {
            "$ref": "#/components/schemas/TranscriptTiming",
            "description": "the same as `timing`"
          },
          "retry": {
            "$ref": "#/components/schemas/TranscriptRetry",
            "description": "while a retry is pending"
          },
          "endReason": {
            "$ref": "#/components/schemas/TranscriptStepHeaderEndReason"
          },
          "endMessage": {
            "type": "string"
          }
        },
        "required": [
          "kind",
          "stepId",
          "turnId",
          "ordinal",
          "state"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptStepHeaderState",
        "TokenUsage",
        "FinishReason",
        "TranscriptTiming",
        "TranscriptRetry",
        "TranscriptStepHeaderEndReason"
      ]
    },
    "TranscriptStepHeaderEndReason": {
      "schema": {
        "type": "string",
        "enum": [
          "aborted",
          "max_steps",
          "error"
        ]
      },
      "refs": []
    },
    "TranscriptStepHeaderState": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "interrupted",
          "failed"
        ]
      },
      "refs": []
    },
    "TranscriptStepState": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "interrupted",
          "failed"
        ]
      },
      "refs": []
    },
    "TranscriptTask": {
      "schema": {
        "description": "Work beside the turn: a command, a subagent, a question.",
        "type": "object",
        "properties": {
          "taskId": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/TranscriptTaskKind"
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptTaskState"
          },
          "detached": {
            "type": "boolean",
            "description": "false: a caller waits for it"
          },
          "description": {
            "type": "string"
          },
          "agentId": {
            "type": "string",
            "description": "of a subagent"
          },
          "model": {
            "type": "string",
            "description": "of a subagent; alias"
          },
          "thinkingEffort": {
            "type": "string",
            "description": "of a subagent"
          },
          "outputTail": {
            "type": "string",
            "maxLength": 65536,
            "description": "end of its output"
          },
          "startedAt": {
            "type": "string",
            "format": "date-time"
          },
          "endedAt": {
            "type": "string",
            "format": "date-time"
          },
          "resultSummary": {
            "type": "string"
          },
          "error": {
            "type": "string"
          },
          "stateReason": {
            "type": "string",
            "description": "why it was stopped"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          }
        },
        "required": [
          "taskId",
          "kind",
          "state",
          "detached",
          "outputTail"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTaskKind",
        "TranscriptTaskState",
        "TokenUsage"
      ]
    },
    "TranscriptTaskKind": {
      "schema": {
        "type": "string",
        "enum": [
          "shell",
          "subagent",
          "tool",
          "other"
        ]
      },
      "refs": []
    },
    "TranscriptTaskRef": {
      "schema": {
        "description": "The place in the timeline where a task began.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "taskref"
          },
          "refId": {
            "type": "string",
            "description": "`ref-<taskId>`"
          },
          "taskId": {
            "type": "string"
          },
          "at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "kind",
          "refId",
          "taskId"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptTaskState": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "completed",
          "failed",
          "timed_out",
          "killed",
          "lost"
        ]
      },
      "refs": []
    },
    "TranscriptTextFrame": {
      "schema": {
        "description": "Text of the model, a steered message of the user, or the notice of a task that ended.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "text"
          },
          "frameId": {
            "type": "string",
            "description": "`<stepId>.f<n>`"
          },
          "role": {
            "$ref": "#/components/schemas/TranscriptTextFrameRole"
          },
          "text": {
            "type": "string",
            "description": "the whole text so far"
          },
          "attachmentIds": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "taskId": {
            "type": "string",
            "description": "the task that it is about"
          },
          "clientMetadata": {
            "$ref": "#/components/schemas/TranscriptTextFrameClientMetadata"
          }
        },
        "required": [
          "kind",
          "frameId",
          "role",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTextFrameRole",
        "TranscriptTextFrameClientMetadata"
      ]
    },
    "TranscriptTextFrameClientMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "`metadata` that the client sent with the prompt"
      },
      "refs": []
    },
    "TranscriptTextFrameRole": {
      "schema": {
        "type": "string",
        "enum": [
          "assistant",
          "user"
        ]
      },
      "refs": []
    },
    "TranscriptThinkingFrame": {
      "schema": {
        "description": "What the model thought.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "thinking"
          },
          "frameId": {
            "type": "string",
            "description": "`<stepId>.f<n>`"
          },
          "text": {
            "type": "string",
            "description": "the whole text so far"
          }
        },
        "required": [
          "kind",
          "frameId",
          "text"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptTiming": {
      "schema": {
        "description": "How long the parts of a model request took, in milliseconds.",
        "type": "object",
        "properties": {
          "llmFirstTokenLatencyMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmStreamDurationMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmRequestBuildMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmServerFirstTokenMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmServerDecodeMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmClientConsumeMs": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": []
    },
    "TranscriptTodo": {
      "schema": {
        "description": "The todo list of an agent.",
        "type": "object",
        "properties": {
          "todoId": {
            "type": "string",
            "const": "todo"
          },
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Todo"
            }
          },
          "updatedAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "todoId",
          "items"
        ],
        "additionalProperties": false
      },
      "refs": [
        "Todo"
      ]
    },
    "TranscriptToolFrame": {
      "schema": {
        "description": "A call of a tool. `progress` and `inputText` are there while it runs only.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "tool"
          },
          "frameId": {
            "type": "string",
            "description": "`<stepId>.<toolCallId>`"
          },
          "toolCallId": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "view": {
            "type": "string",
            "description": "hint for renderers"
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptToolFrameState"
          },
          "input": {
            "$ref": "#/components/schemas/TranscriptToolFrameInput"
          },
          "proposedInput": {
            "$ref": "#/components/schemas/TranscriptToolFrameProposedInput"
          },
          "inputText": {
            "type": "string",
            "description": "arguments as they are streamed, up to the last update"
          },
          "output": {
            "$ref": "#/components/schemas/TranscriptToolFrameOutput"
          },
          "display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "resultDisplay": {
            "$ref": "#/components/schemas/ResultDisplay"
          },
          "error": {
            "type": "string",
            "description": "why it failed"
          },
          "progress": {
            "$ref": "#/components/schemas/ToolUpdate"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          },
          "taskId": {
            "type": "string",
            "description": "the task it began or became"
          },
          "approvalId": {
            "type": "string",
            "description": "the approval that was decided"
          },
          "todoId": {
            "type": "string"
          },
          "agentRefs": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptToolFrameAgentRefsItem"
            },
            "description": "agents that it called"
          }
        },
        "required": [
          "kind",
          "frameId",
          "toolCallId",
          "name",
          "state"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptToolFrameState",
        "TranscriptToolFrameInput",
        "TranscriptToolFrameProposedInput",
        "TranscriptToolFrameOutput",
        "ToolDisplay",
        "ResultDisplay",
        "ToolUpdate",
        "TranscriptToolFrameAgentRefsItem"
      ]
    },
    "TranscriptToolFrameAgentRefsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "agentId": {
            "type": "string"
          },
          "role": {
            "$ref": "#/components/schemas/TranscriptToolFrameAgentRefsItemRole"
          }
        },
        "required": [
          "agentId"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptToolFrameAgentRefsItemRole"
      ]
    },
    "TranscriptToolFrameAgentRefsItemRole": {
      "schema": {
        "type": "string",
        "enum": [
          "child",
          "member"
        ]
      },
      "refs": []
    },
    "TranscriptToolFrameInput": {
      "schema": {
        "description": "parsed arguments; the raw text when it was no JSON object",
        "oneOf": [
          {
            "$ref": "#/components/schemas/TranscriptToolFrameInputForm"
          },
          {
            "type": "string"
          }
        ]
      },
      "refs": [
        "TranscriptToolFrameInputForm"
      ]
    },
    "TranscriptToolFrameInputForm": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "TranscriptToolFrameOutput": {
      "schema": {
        "description": "text; parts when media is in it",
        "oneOf": [
          {
            "type": "string"
          },
          {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          }
        ]
      },
      "refs": [
        "ContentPart"
      ]
    },
    "TranscriptToolFrameProposedInput": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "arguments as the model gave them, when the user changed them"
      },
      "refs": []
    },
    "TranscriptToolFrameState": {
      "schema": {
        "type": "string",
        "enum": [
          "running",
          "done",
          "error"
        ]
      },
      "refs": []
    },
    "TranscriptTurn": {
      "schema": {
        "description": "A turn of an agent with its steps.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "turn"
          },
          "turnId": {
            "type": "string",
            "description": "`t<ordinal>`"
          },
          "ordinal": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptTurnState"
          },
          "origin": {
            "$ref": "#/components/schemas/TranscriptOrigin"
          },
          "prompt": {
            "type": "string",
            "description": "what was asked, as text"
          },
          "attachmentIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "of the prompt"
          },
          "startedAt": {
            "type": "string",
            "format": "date-time"
          },
          "endedAt": {
            "type": "string",
            "format": "date-time"
          },
          "usage": {
            "$ref": "#/components/schemas/TranscriptUsage"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          },
          "error": {
            "type": "string",
            "description": "the message of the failure; the whole error is in `turn.ended` and in the notice"
          },
          "triggerPromptId": {
            "type": "string",
            "description": "the prompt that opened the turn"
          },
          "userMessageId": {
            "type": "string",
            "description": "the message that opened the turn; `:fork` takes it"
          },
          "steps": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/TranscriptStep"
            },
            "description": "in order"
          }
        },
        "required": [
          "kind",
          "turnId",
          "ordinal",
          "state",
          "origin",
          "steps"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTurnState",
        "TranscriptOrigin",
        "TranscriptUsage",
        "TranscriptStep"
      ]
    },
    "TranscriptTurnHeader": {
      "schema": {
        "description": "A turn without its steps.",
        "type": "object",
        "properties": {
          "kind": {
            "type": "string",
            "const": "turn"
          },
          "turnId": {
            "type": "string",
            "description": "`t<ordinal>`"
          },
          "ordinal": {
            "type": "integer",
            "minimum": 1
          },
          "state": {
            "$ref": "#/components/schemas/TranscriptTurnHeaderState"
          },
          "origin": {
            "$ref": "#/components/schemas/TranscriptOrigin"
          },
          "prompt": {
            "type": "string",
            "description": "what was asked, as text"
          },
          "attachmentIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "of the prompt"
          },
          "startedAt": {
            "type": "string",
            "format": "date-time"
          },
          "endedAt": {
            "type": "string",
            "format": "date-time"
          },
          "usage": {
            "$ref": "#/components/schemas/TranscriptUsage"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          },
          "error": {
            "type": "string",
            "description": "the message of the failure; the whole error is in `turn.ended` and in the notice"
          },
          "triggerPromptId": {
            "type": "string",
            "description": "the prompt that opened the turn"
          },
          "userMessageId": {
            "type": "string",
            "description": "the message that opened the turn; `:fork` takes it"
          }
        },
        "required": [
          "kind",
          "turnId",
          "ordinal",
          "state",
          "origin"
        ],
        "additionalProperties": false
      },
      "refs": [
        "TranscriptTurnHeaderState",
        "TranscriptOrigin",
        "TranscriptUsage"
      ]
    },
    "TranscriptTurnHeaderState": {
      "schema": {
        "type": "string",
        "enum": [
          "queued",
          "running",
          "completed",
          "failed",
          "cancelled"
        ]
      },
      "refs": []
    },
    "TranscriptTurnState": {
      "schema": {
        "type": "string",
        "enum": [
          "queued",
          "running",
          "completed",
          "failed",
          "cancelled"
        ]
      },
      "refs": []
    },
    "TranscriptUsage": {
      "schema": {
        "description": "Tokens of a turn, and what they cost.",
        "type": "object",
        "properties": {
          "inputTokens": {
            "type": "integer",
            "minimum": 0,
            "description": "uncached and written to a cache"
          },
          "outputTokens": {
            "type": "integer",
            "minimum": 0
          },
          "cachedTokens": {
            "type": "integer",
            "minimum": 0,
            "description": "read from a cache"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD, as far as the models have a price; absent when none has"
          }
        },
        "required": [],
        "additionalProperties": false
      },
      "refs": []
    },
    "TrustWorkspaceBody": {
      "schema": {
        "type": "object",
        "properties": {
          "shown": {
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
            "description": "from `GET …/trust` (ours): refused when the servers are others than those that were shown"
          }
        }
      },
      "refs": []
    },
    "TrustWorkspaceData": {
      "schema": {
        "type": "object",
        "properties": {
          "trusted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "trusted"
        ]
      },
      "refs": []
    },
    "TurnEndedEventInterruptReason": {
      "schema": {
        "type": "string",
        "enum": [
          "user_cancelled",
          "aborted",
          "max_steps",
          "error",
          "filtered",
          "blocked"
        ]
      },
      "refs": []
    },
    "TurnEndedEventReason": {
      "schema": {
        "type": "string",
        "enum": [
          "completed",
          "cancelled",
          "failed",
          "blocked"
        ]
      },
      "refs": []
    },
    "TurnStepCompletedEventProviderFinishReason": {
      "schema": {
        "type": "string",
        "enum": [
          "completed",
          "tool_calls",
          "truncated",
          "filtered",
          "paused",
          "other"
        ]
      },
      "refs": []
    },
    "TurnStepInterruptedEventReason": {
      "schema": {
        "type": "string",
        "enum": [
          "aborted",
          "max_steps",
          "error"
        ]
      },
      "refs": []
    },
    "UndoSessionBody": {
      "schema": {
        "type": "object",
        "properties": {
          "count": {
            "type": "integer",
            "minimum": 1,
            "default": 1,
            "description": "prompts to take back"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50,
            "description": "messages in the answer"
          },
          "restore_files": {
            "type": "boolean",
            "default": false,
            "description": "give back files too"
          },
          "dry_run": {
            "type": "boolean",
            "default": false,
            "description": "change nothing, report what would happen"
          },
          "force": {
            "type": "boolean",
            "default": false,
            "description": "also restore files that something else changed since; their present content is kept for `:redo`"
          }
        }
      },
      "refs": []
    },
    "UndoSessionData": {
      "schema": {
        "type": "object",
        "properties": {
          "messages": {
            "$ref": "#/components/schemas/UndoSessionDataMessages"
          },
          "status": {
            "$ref": "#/components/schemas/SessionStatus"
          },
          "prompts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/UndoSessionDataPromptsItem"
            },
            "description": "prompts that were or would be taken back, oldest first"
          },
          "files": {
            "$ref": "#/components/schemas/FilesRestoration",
            "description": "with `restore_files` or `dry_run`"
          }
        },
        "additionalProperties": false,
        "required": [
          "messages",
          "status",
          "prompts"
        ]
      },
      "refs": [
        "UndoSessionDataMessages",
        "SessionStatus",
        "UndoSessionDataPromptsItem",
        "FilesRestoration"
      ]
    },
    "UndoSessionDataMessages": {
      "schema": {
        "type": "object",
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Message"
            }
          },
          "has_more": {
            "type": "boolean",
            "description": "further items exist beyond the page in the direction asked"
          }
        },
        "additionalProperties": false,
        "required": [
          "items",
          "has_more"
        ]
      },
      "refs": [
        "Message"
      ]
    },
    "UndoSessionDataPromptsItem": {
      "schema": {
        "type": "object",
        "properties": {
          "prompt_id": {
            "type": "string"
          },
          "text": {
            "type": "string"
          }
        },
        "additionalProperties": false,
        "required": [
          "prompt_id",
          "text"
        ]
      },
      "refs": []
    },
    "UnregisterWorkspaceData": {
      "schema": {
        "type": "object",
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        },
        "additionalProperties": false,
        "required": [
          "deleted"
        ]
      },
      "refs": []
    },
    "UnrevertChangeBody": {
      "schema": {
        "type": "object",
        "properties": {
          "revert_id": {
            "type": "string",
            "minLength": 1
          }
        },
        "required": [
          "revert_id"
        ]
      },
      "refs": []
    },
    "UnsubscribeAck": {
      "schema": {
        "type": "object",
        "properties": {
          "accepted": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "subscribed now"
          },
          "not_found": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "unknown sessions"
          },
          "resync_required": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "subscribed, but not replayed"
          },
          "cursors": {
            "$ref": "#/components/schemas/UnsubscribeAckCursors"
          }
        },
        "required": [
          "accepted",
          "not_found",
          "resync_required"
        ],
        "additionalProperties": false
      },
      "refs": [
        "UnsubscribeAckCursors"
      ]
    },
    "UnsubscribeAckCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "position from which live delivery continues, by session"
      },
      "refs": [
        "Cursor"
      ]
    },
    "UnsubscribePayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_ids": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 200
          }
        },
        "required": [
          "session_ids"
        ]
      },
      "refs": []
    },
    "UnsubscribeV2Ack": {
      "schema": {
        "type": "object",
        "properties": {
          "accepted": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the session, when it exists"
          },
          "not_found": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the session, when it is unknown"
          },
          "resync_required": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "always empty: nothing is replayed"
          },
          "cursors": {
            "$ref": "#/components/schemas/UnsubscribeV2AckCursors"
          }
        },
        "required": [
          "accepted",
          "not_found",
          "resync_required"
        ],
        "additionalProperties": false
      },
      "refs": [
        "UnsubscribeV2AckCursors"
      ]
    },
    "UnsubscribeV2AckCursors": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/Cursor"
        },
        "description": "position from which live delivery of events continues"
      },
      "refs": [
        "Cursor"
      ]
    },
    "UnsubscribeV2Payload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "agent_ids": {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"
            },
            "minItems": 1,
            "maxItems": 200,
            "description": "absent: all"
          }
        },
        "required": [
          "session_id"
        ]
      },
      "refs": []
    },
    "UntrustWorkspaceData": {
      "schema": {
        "type": "object",
        "properties": {
          "trusted": {
            "type": "boolean",
            "const": false
          }
        },
        "additionalProperties": false,
        "required": [
          "trusted"
        ]
      },
      "refs": []
    },
    "UnwatchedPlace": {
      "schema": {
        "description": "A place where changes of shell commands are not seen.",
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute; of a name that is not UTF-8 with its bytes replaced"
          },
          "reason": {
            "$ref": "#/components/schemas/UnwatchedPlaceReason"
          }
        },
        "required": [
          "path",
          "reason"
        ],
        "additionalProperties": false
      },
      "refs": [
        "UnwatchedPlaceReason"
      ]
    },
    "UnwatchedPlaceReason": {
      "schema": {
        "type": "string",
        "enum": [
          "ignored",
          "huge",
          "special",
          "unreadable",
          "name",
          "limit",
          "slow",
          "off"
        ],
        "description": "`ignored`: by a .gitignore; `huge`: a tree that tools fill; `name`: not UTF-8; `limit`: the directory has more than `checkpoints.max_files` files; `slow`: looking takes too long; `off`: checkpoints are switched off"
      },
      "refs": []
    },
    "UpdateSessionProfileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "description": "custom from then on"
          },
          "metadata": {
            "$ref": "#/components/schemas/UpdateSessionProfileBodyMetadata"
          },
          "agent_config": {
            "$ref": "#/components/schemas/AgentConfigInput"
          },
          "permission_rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionPermissionRuleInput"
            },
            "description": "replaces the list"
          }
        }
      },
      "refs": [
        "UpdateSessionProfileBodyMetadata",
        "AgentConfigInput",
        "SessionPermissionRuleInput"
      ]
    },
    "UpdateSessionProfileBodyMetadata": {
      "schema": {
        "type": "object",
        "additionalProperties": true,
        "description": "keys are merged, `null` removes one; `cwd`, `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored"
      },
      "refs": []
    },
    "Upload": {
      "schema": {
        "description": "A file that a client sent.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`f_` + UUID"
          },
          "name": {
            "type": "string",
            "description": "as the client wrote it; any text, no path"
          },
          "media_type": {
            "type": "string"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "when the client chose a time; else the upload goes after 24 hours"
          }
        },
        "required": [
          "id",
          "name",
          "media_type",
          "size",
          "created_at"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "UploadFileBody": {
      "schema": {
        "type": "object",
        "properties": {
          "file": {
            "type": "string",
            "contentMediaType": "application/octet-stream",
            "description": "the bytes"
          },
          "name": {
            "type": "string",
            "description": "counts before the name of the part"
          },
          "expires_in_sec": {
            "type": "integer",
            "minimum": 0,
            "maximum": 3153600000
          }
        },
        "required": [
          "file"
        ]
      },
      "refs": []
    },
    "UsageCounts": {
      "schema": {
        "description": "Token counts of one model or agent, or of the whole session.",
        "type": "object",
        "properties": {
          "input_tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "prompt tokens neither read from nor written to a cache"
          },
          "output_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cache_read_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "cache_creation_tokens": {
            "type": "integer",
            "minimum": 0
          },
          "turn_count": {
            "type": "integer",
            "minimum": 0,
            "description": "turns not undone"
          },
          "total_cost_usd": {
            "type": "number",
            "minimum": 0,
            "description": "what was paid by the prices at the time; absent when nothing had a price above 0"
          },
          "unknown_tokens": {
            "type": "integer",
            "minimum": 1,
            "description": "beyond the contract: with `total_cost_usd`, tokens of models without a price, which it lacks"
          }
        },
        "required": [
          "input_tokens",
          "output_tokens",
          "cache_read_tokens",
          "cache_creation_tokens",
          "turn_count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "UsageStatus": {
      "schema": {
        "description": "Token usage of one agent.",
        "type": "object",
        "properties": {
          "byModel": {
            "$ref": "#/components/schemas/UsageStatusByModel"
          },
          "currentTurn": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "total": {
            "$ref": "#/components/schemas/TokenUsage"
          }
        },
        "additionalProperties": false
      },
      "refs": [
        "UsageStatusByModel",
        "TokenUsage"
      ]
    },
    "UsageStatusByModel": {
      "schema": {
        "type": "object",
        "additionalProperties": {
          "$ref": "#/components/schemas/TokenUsage"
        },
        "description": "by model alias"
      },
      "refs": [
        "TokenUsage"
      ]
    },
    "VideoPart": {
      "schema": {
        "description": "A film.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "video"
          },
          "source": {
            "$ref": "#/components/schemas/MediaSource"
          }
        },
        "required": [
          "type",
          "source"
        ],
        "additionalProperties": false
      },
      "refs": [
        "MediaSource"
      ]
    },
    "VisEvent": {
      "schema": {
        "description": "A record of the log as the visualizer shows it.",
        "type": "object",
        "properties": {
          "seq": {
            "type": "integer",
            "minimum": 0
          },
          "time": {
            "type": "integer",
            "description": "epoch milliseconds"
          },
          "type": {
            "type": "string"
          },
          "agent_id": {
            "type": "string"
          },
          "internal": {
            "type": "boolean",
            "description": "no client of a server receives it"
          },
          "bytes": {
            "type": "integer",
            "minimum": 0,
            "description": "of the payload as it is stored, with the long texts that it refers to"
          },
          "payload": {
            "$ref": "#/components/schemas/NullableVisEventPayload",
            "description": "without `type` and `sessionId`; null when it is damaged"
          },
          "cut": {
            "type": "boolean",
            "description": "long texts are shortened: the event alone, with `limit` 1, has them in full"
          },
          "damaged": {
            "type": "boolean",
            "description": "the record cannot be read"
          }
        },
        "additionalProperties": false,
        "required": [
          "seq",
          "time",
          "type",
          "agent_id",
          "internal",
          "bytes",
          "payload"
        ]
      },
      "refs": [
        "NullableVisEventPayload"
      ]
    },
    "VisEventPayload": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "VisMessage": {
      "schema": {
        "description": "A message of a request to a model, as the visualizer shows it.",
        "type": "object",
        "properties": {
          "seq": {
            "type": "integer",
            "minimum": 0,
            "description": "of the event that has it"
          },
          "id": {
            "type": "string"
          },
          "role": {
            "$ref": "#/components/schemas/VisMessageRole"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/VisMessageContentItem"
            }
          },
          "tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "estimate"
          }
        },
        "additionalProperties": false,
        "required": [
          "seq",
          "id",
          "role",
          "content",
          "tokens"
        ]
      },
      "refs": [
        "VisMessageRole",
        "VisMessageContentItem"
      ]
    },
    "VisMessageContentItem": {
      "schema": {
        "type": "object",
        "additionalProperties": true
      },
      "refs": []
    },
    "VisMessageRole": {
      "schema": {
        "type": "string",
        "enum": [
          "system",
          "user",
          "assistant",
          "tool"
        ]
      },
      "refs": []
    },
    "WatchFsAddAck": {
      "schema": {
        "type": "object",
        "properties": {
          "watched_paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "paths of this session that the connection watches now"
          },
          "current_count": {
            "type": "integer",
            "minimum": 0,
            "description": "paths that the connection watches now, in all sessions"
          }
        },
        "required": [
          "watched_paths",
          "current_count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "WatchFsAddPayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "description": "relative to the working directory of the session, `/` between names; `.` for all of it"
          },
          "recursive": {
            "type": "boolean",
            "default": true,
            "description": "include everything below directories, not only their direct children. The last entry for a path wins"
          },
          "runtime_id": {
            "type": "string",
            "description": "accepted and ignored"
          }
        },
        "required": [
          "session_id",
          "paths"
        ]
      },
      "refs": []
    },
    "WatchFsRemoveAck": {
      "schema": {
        "type": "object",
        "properties": {
          "watched_paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "paths of this session that the connection watches now"
          },
          "current_count": {
            "type": "integer",
            "minimum": 0,
            "description": "paths that the connection watches now, in all sessions"
          }
        },
        "required": [
          "watched_paths",
          "current_count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "WatchFsRemovePayload": {
      "schema": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string"
          },
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "required": [
          "session_id",
          "paths"
        ]
      },
      "refs": []
    },
    "Workspace": {
      "schema": {
        "description": "A directory sessions work in.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "description": "`wd_<slug>_<hash>`"
          },
          "root": {
            "type": "string",
            "description": "absolute path"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "last_opened_at": {
            "type": "string",
            "format": "date-time"
          },
          "session_count": {
            "type": "integer",
            "minimum": 0,
            "description": "not archived ones, children included"
          }
        },
        "required": [
          "id",
          "root",
          "name",
          "created_at",
          "last_opened_at",
          "session_count"
        ],
        "additionalProperties": false
      },
      "refs": []
    },
    "WorkspaceRef": {
      "schema": {
        "description": "The workspace of a session in a list.",
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "cwd": {
            "$ref": "#/components/schemas/NullableString",
            "description": "its root; null when nothing is known of it"
          }
        },
        "additionalProperties": false,
        "required": [
          "id",
          "cwd"
        ]
      },
      "refs": [
        "NullableString"
      ]
    }
  },
  "errors": {
    "VALIDATION_FAILED": "a parameter or a body field is wrong, or the action is unknown; `details` lists `{path, message}`",
    "REQUEST_MALFORMED": "the body is no JSON or has the wrong content type",
    "PROVIDER_OAUTH_MANAGED": "a provider that belongs to a login was to be changed by hand",
    "CATALOG_IMPORT_INVALID": "a directory entry cannot be imported: its protocol is unknown or proprietary, it needs a `base_url`, it has no usable model, or the id is no provider id",
    "REGISTRY_IMPORT_INVALID": "a registry document cannot be fetched or holds nothing that can be imported",
    "UNAUTHORIZED": "token missing or wrong",
    "AUTH_PROVISIONING_REQUIRED": "no model is configured and the offline provider is disabled",
    "AUTH_TOKEN_MISSING": "the provider in question has no credential; `details` `{provider_id}`",
    "AUTH_TOKEN_UNAUTHORIZED": "the provider answered 401 or 403; `details` `{provider_id}`",
    "AUTH_MODEL_NOT_RESOLVED": "no alias is chosen, the alias is unknown or its provider is missing; `details` `{model_id?, provider_id?}` or null",
    "HOST_NOT_ALLOWED": "the `Host` or `Origin` check failed; the message names the option or variable that allows it",
    "ROUTE_NOT_FOUND": "unknown or unregistered route; HTTP 405 when only the method is wrong",
    "SESSION_NOT_FOUND": "unknown session, or unknown agent of it",
    "PROMPT_NOT_FOUND": "unknown prompt, or one that is not queued where a queued one is needed",
    "MESSAGE_NOT_FOUND": "unknown message of the session",
    "APPROVAL_NOT_FOUND": "the id never existed in this session",
    "QUESTION_NOT_FOUND": "the id never existed in this session",
    "TASK_NOT_FOUND": "unknown task",
    "FILE_NOT_FOUND": "unknown upload or media id; HTTP 404 where bytes are asked for",
    "MCP_SERVER_NOT_FOUND": "no MCP server of that name is configured, or the locator names none",
    "FS_PATH_NOT_FOUND": "path missing, or no directory where one is needed",
    "WORKSPACE_NOT_FOUND": "unknown workspace",
    "FS_PERMISSION_DENIED": "the system denies access, or the path is a pipe, socket or device",
    "PROVIDER_NOT_FOUND": "unknown provider id",
    "MODEL_NOT_FOUND": "unknown model alias",
    "TERMINAL_NOT_FOUND": "unknown terminal id",
    "SKILL_NOT_FOUND": "unknown skill",
    "TOOL_CALL_NOT_FOUND": "unknown tool call",
    "CATALOG_ENTRY_NOT_FOUND": "unknown id of a directory entry",
    "RUNTIME_NOT_FOUND": "a `runtime_id` other than `local`",
    "RESOURCE_NOT_FOUND": "unknown permission rule, scheduled prompt, shell command or revert",
    "SESSION_BUSY": "active turn, compaction, full queue, archived, or owned by another server (`data` `{owner}`)",
    "APPROVAL_ALREADY_RESOLVED": "approval or question answered before; `data` `{resolved: false}`",
    "PROMPT_ALREADY_COMPLETED": "the prompt is over; `data` `{aborted: false}`",
    "TASK_ALREADY_FINISHED": "task, shell command or call that is over",
    "FS_IS_DIRECTORY": "a directory where a file is needed",
    "FS_IS_BINARY": "text of a binary file was asked for",
    "FS_GIT_UNAVAILABLE": "no repository, or no git program; also: git refuses the directory or takes too long",
    "QUESTION_DISMISSED": "success code of dismissing a question",
    "COMPACTION_UNABLE": "a turn or a compaction runs, or there is nothing to sum up",
    "SESSION_UNDO_UNAVAILABLE": "`data` `{reason, requestedCount, undoableCount}`; reason `empty`, `insufficient`, `compaction_boundary`, `checkpoint_lost` or (ours) `checkpoints_off`",
    "SKILL_NOT_ACTIVATABLE": "skill not for users",
    "GOAL_ALREADY_EXISTS": "another goal is there; `replace` gives it up",
    "GOAL_NOT_FOUND": "there is no goal",
    "GOAL_STATUS_INVALID": "only an active goal can be paused",
    "GOAL_NOT_RESUMABLE": "it is active already, or complete",
    "GOAL_OBJECTIVE_EMPTY": "blank objective",
    "GOAL_OBJECTIVE_TOO_LONG": "over 4,000 characters",
    "FS_ALREADY_EXISTS": "what was to be made exists already",
    "GOAL_UNSUPPORTED_AGENT": "a goal was given for another agent than `main`",
    "PROVIDER_ALREADY_EXISTS": "a provider of this id is there already",
    "PAGE_TOKEN_MISMATCH": "the page token is damaged, or the conditions of the query changed since it was given",
    "SESSION_TITLE_UNAVAILABLE": "the session has a title and `force` is not set, it has no prompt yet, the model is the offline provider, or the request failed",
    "PROMPT_ID_CONFLICT": "id held by a prompt that waits or runs",
    "MCP_OAUTH_FAILED": "the login was denied, cancelled or timed out, or the server or its authorization server allows none; the message gives the reason",
    "SESSION_REDO_UNAVAILABLE": "(ours) `data` `{reason}`; reason `empty` or `stale`: a later message exists",
    "SESSION_FILES_CHANGED": "(ours) `data` `{files: [{path, reason}], count}`; the first 100 are listed, `force` overrides",
    "APPROVAL_EXPIRED": "not answered within 24 hours; `data` `{resolved: false}`",
    "QUESTION_EXPIRED": "not answered within 24 hours; `data` `{resolved: false}`",
    "FILE_EXPIRED": "an upload whose time is over",
    "FILE_TOO_LARGE": "upload or request body over its limit",
    "FS_TOO_LARGE": "a file over 10 MiB was to be read",
    "FS_TOO_MANY_RESULTS": "over 200,000 entries walked",
    "FS_PATH_ESCAPES_SESSION": "empty, absolute, with a `..` segment, or through a link that leads outside",
    "FS_GREP_TIMEOUT": "30 s of searching contents without a single result",
    "AUTH_RATE_LIMITED": "the source is banned after failed authentication; header `Retry-After` in seconds",
    "FS_WATCH_LIMIT_EXCEEDED": "over 100 watched paths on one connection, or a tree too large to be watched; socket only",
    "INTERNAL_ERROR": "a defect of the server",
    "PERSISTENCE_FAILURE": "database or disk failed",
    "ACCOUNT_SERVICE_UNAVAILABLE": "login could not reach the account service, or none is built in",
    "CATALOG_UNAVAILABLE": "directory and built-in snapshot both failed",
    "TOOL_EXECUTION_FAILED": "`tool.*`; the message is that of the tool",
    "TOOL_NOT_AVAILABLE": "tool switched off, or denied by a rule",
    "LOOP_MAX_STEPS": "`loop.max_steps`",
    "LOOP_REPEATED_CALL": "`loop.repeated_call`",
    "LOOP_MAX_TOKENS": "`loop.max_tokens`",
    "BUDGET_EXCEEDED": "`budget.exceeded`",
    "LOOP_LIMIT_REACHED": "`loop.limit_reached`",
    "LOOP_NO_RESULT": "`loop.no_result`",
    "PROVIDER_ERROR": "any other `provider.*`",
    "PROVIDER_RATE_LIMITED": "`provider.rate_limited`",
    "PROVIDER_QUOTA": "`provider.quota`",
    "PROVIDER_OVERLOADED": "`provider.overloaded`",
    "PROVIDER_TIMEOUT": "`provider.timeout`",
    "PROVIDER_CONNECTION": "`provider.connection`",
    "PROVIDER_EMPTY": "`provider.empty`",
    "PROVIDER_FILTERED": "`provider.filtered`",
    "PROVIDER_CONTEXT_OVERFLOW": "`provider.context_overflow`",
    "PROVIDER_BAD_REQUEST": "`provider.bad_request`",
    "MCP_STARTUP_FAILED": "`mcp.startup`",
    "MCP_CONNECTION_LOST": "`mcp.connection`",
    "MCP_TIMEOUT": "`mcp.timeout`",
    "MCP_TOOL_ERROR": "`mcp.tool`",
    "MCP_AUTH_REQUIRED": "`mcp.auth`",
    "MCP_PROTOCOL_ERROR": "`mcp.protocol`"
  },
  "operations": {
    "abortAgent": {
      "summary": "Stops the turn of an agent",
      "description": "Also ends the agents it waits for and its open questions and approvals. Does nothing when the agent is idle. An unknown `agent_id` answers `SESSION_NOT_FOUND`. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "agent_id": {
          "type": "string",
          "pattern": "^[A-Za-z0-9._-]{1,128}$",
          "description": "agent of the session"
        }
      },
      "data": {
        "$ref": "#/components/schemas/AbortAgentData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "agent_id": "agent_1"
        },
        "data": {
          "aborted": true
        }
      }
    },
    "abortPrompt": {
      "summary": "Stops a running prompt or takes a queued one out of the queue",
      "description": "`SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "prompt_id": {
          "type": "string",
          "description": "`prompt_` + ULID, or chosen by the client"
        }
      },
      "data": {
        "$ref": "#/components/schemas/AbortPromptData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
        },
        "data": {
          "aborted": true
        }
      }
    },
    "abortSession": {
      "summary": "Stops what runs in a session",
      "description": "Turn of the main agent, the subagents it waits for, a compaction, and pending interactions; background work continues. Does nothing when idle. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/AbortSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "aborted": true
        }
      }
    },
    "activateSkill": {
      "summary": "Starts a skill, as the user does with a slash command",
      "description": "Begins a turn of the main agent, or waits in the queue. `SKILL_NOT_ACTIVATABLE` for a type that cannot be used. `SESSION_BUSY` when 100 prompts wait, or the session is archived or owned by another live server.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "skill_name": {
          "type": "string",
          "description": "case is ignored"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ActivateSkillBody"
      },
      "data": {
        "$ref": "#/components/schemas/ActivateSkillData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "skill_name": "release"
        },
        "body": {
          "args": "1.4.0"
        },
        "data": {
          "activated": true,
          "skill_name": "release"
        }
      }
    },
    "addDirectory": {
      "summary": "Adds a directory to those a session works in",
      "description": "The path is stored in canonical form; a path inside a directory of the session changes nothing. `remember` also writes it into `.agent-code/local.toml` of the project root, for later sessions there. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/AddDirectoryBody"
      },
      "data": {
        "$ref": "#/components/schemas/AddDirectoryData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "/home/ada/shared"
        },
        "data": {
          "cwd": "/home/ada/project",
          "additional_dirs": [
            "/home/ada/shared"
          ]
        }
      }
    },
    "addInputHistory": {
      "summary": "Adds an entry to the input history of a workspace",
      "description": "An entry that is equal to the newest one changes nothing. The newest 1,000 are kept, of at most 4 MiB together. Secrets that the server knows are masked before it is written.",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "body": {
        "$ref": "#/components/schemas/AddInputHistoryBody"
      },
      "data": {
        "$ref": "#/components/schemas/AddInputHistoryData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "body": {
          "content": "Fix the failing test."
        },
        "data": {
          "length": 2
        }
      }
    },
    "answerQuestion": {
      "summary": "Answers a question",
      "description": "Questions without an answer count as skipped; unknown question or option ids are refused. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "question_id": {
          "type": "string",
          "description": "`question_` + ULID"
        }
      },
      "body": {
        "$ref": "#/components/schemas/AnswerQuestionBody"
      },
      "data": {
        "$ref": "#/components/schemas/AnswerQuestionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "question_id": "question_01jn8q6f9c2d5f8h1k4n7q0t3w"
        },
        "body": {
          "answers": {
            "q_0": {
              "kind": "single",
              "option_id": "opt_0_0"
            }
          }
        },
        "data": {
          "resolved": true,
          "resolved_at": "2025-03-01T09:00:09.480Z"
        }
      }
    },
    "archiveSession": {
      "summary": "Puts a session away",
      "description": "A turn that only waits for the user is cancelled, tasks are stopped and MCP servers closed. `SESSION_BUSY` while a turn runs or another live server owns the session. Repeating it changes nothing.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ArchiveSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "archived": true
        }
      }
    },
    "archiveSessions": {
      "summary": "Archives many sessions",
      "description": "Archives each session independently: a failure does not affect the others. Sessions that are not in memory are archived without loading them, except those with a turn that waits for the user; that turn is cancelled. Archived sessions stay as they are.",
      "body": {
        "$ref": "#/components/schemas/ArchiveSessionsBody"
      },
      "data": {
        "$ref": "#/components/schemas/SessionBatch"
      },
      "example": {
        "body": {
          "ids": [
            "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
            "session_01jn8q9k5c8f1h4k7n0q3t6w9z"
          ]
        },
        "data": {
          "results": [
            {
              "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "ok": true
            },
            {
              "id": "session_01jn8q9k5c8f1h4k7n0q3t6w9z",
              "ok": false,
              "error": {
                "code": 40401,
                "message": "The session does not exist."
              }
            }
          ],
          "succeeded": 1,
          "failed": 1
        }
      }
    },
    "beginMcpAuth": {
      "summary": "Begins a login to an MCP server",
      "description": "Finds the authorization server, registers there and returns the URL for the user's browser, which redirects back to a local port that is open only for this login. The answer may also be that the stored login is still valid. A second request while a login to the same server is pending gets the same URL and a separate flow. 40001: a program, a `bearerTokenEnvVar`, or headers without `auth: \"oauth\"`.",
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "body": {
        "$ref": "#/components/schemas/McpLocator"
      },
      "data": {
        "$ref": "#/components/schemas/BeginMcpAuthData"
      },
      "example": {
        "body": {
          "source": "global",
          "name": "wiki"
        },
        "data": {
          "status": "authorization-required",
          "flowId": "flow_01k2a3b4c5d6e7f8g9h0j1k2m3",
          "authorizationUrl": "https://login.example/authorize?response_type=code&client_id=c1&state=s1"
        }
      }
    },
    "browseHost": {
      "summary": "Directories in a directory of this machine",
      "description": "Links are resolved. Names by code unit, hidden ones last. Reaches what the server's user can.",
      "query": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute; default: the home directory"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/BrowseHostData"
      },
      "example": {
        "query": {
          "path": "/home/ada"
        },
        "data": {
          "path": "/home/ada",
          "parent": "/home",
          "entries": [
            {
              "name": "project",
              "path": "/home/ada/project",
              "is_dir": true
            }
          ]
        }
      }
    },
    "cancelGoal": {
      "summary": "Gives the goal up",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/CancelGoalData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": null
      }
    },
    "cancelLogin": {
      "summary": "Cancels a pending login",
      "description": "Without a pending flow nothing changes; `status` is that of the last flow, `cancelled` when there was none.",
      "query": {
        "type": "object",
        "properties": {
          "provider": {
            "type": "string",
            "enum": [
              "managed:agent-code"
            ],
            "default": "managed:agent-code",
            "description": "the account; there is one"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/CancelLoginData"
      },
      "example": {
        "data": {
          "cancelled": true,
          "status": "cancelled"
        }
      }
    },
    "cancelMcpAuth": {
      "summary": "Gives up a login to an MCP server",
      "description": "Who waits for the flow gets 40929. Unknown flows are ignored.",
      "body": {
        "$ref": "#/components/schemas/CancelMcpAuthBody"
      },
      "data": {
        "type": "null"
      },
      "example": {
        "body": {
          "flowId": "flow_01k2a3b4c5d6e7f8g9h0j1k2m3"
        },
        "data": null
      }
    },
    "cancelShell": {
      "summary": "Stops a shell command of the user",
      "description": "Answers when it has ended. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "command_id": {
          "type": "string",
          "description": "as `shell` answered it"
        }
      },
      "data": {
        "$ref": "#/components/schemas/CancelShellData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "command_id": "shell_01jn8q6e8b1d4f7h0k3n6q9t2w"
        },
        "data": {
          "cancelled": true
        }
      }
    },
    "cancelTask": {
      "summary": "Stops a task",
      "description": "Answers when it has ended. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "task_id": {
          "type": "string",
          "description": "`bash-`, `agent-` or `question-` + 8 characters"
        }
      },
      "data": {
        "$ref": "#/components/schemas/CancelTaskData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "task_id": "bash-4k2m9x0q"
        },
        "data": {
          "cancelled": true
        }
      }
    },
    "clearGuiItems": {
      "summary": "Empties the store of graphical clients",
      "data": {
        "type": "null"
      },
      "example": {
        "data": null
      }
    },
    "clearPlan": {
      "summary": "Empties the plan of a session",
      "description": "`SESSION_BUSY` while the main agent works, and when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ClearPlanData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "cleared": true
        }
      }
    },
    "closeAgent": {
      "summary": "Closes a side agent; nothing of it comes back",
      "description": "Stops its turn and takes its prompts out of the queue. Only side agents can be closed. An unknown `agent_id`, also of a closed one, answers `SESSION_NOT_FOUND`. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "agent_id": {
          "type": "string",
          "pattern": "^[A-Za-z0-9._-]{1,128}$",
          "description": "agent of the session"
        }
      },
      "data": {
        "$ref": "#/components/schemas/CloseAgentData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "agent_id": "agent_2"
        },
        "data": {
          "closed": true
        }
      }
    },
    "closeTerminal": {
      "summary": "Ends a terminal with all that runs in it",
      "description": "Served on loopback binds only. Hangs up, and kills after two seconds what is left. Succeeds also when it had ended.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "terminal_id": {
          "type": "string",
          "description": "`term_` + UUID"
        }
      },
      "data": {
        "$ref": "#/components/schemas/CloseTerminalData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60"
        },
        "data": {
          "closed": true
        }
      }
    },
    "compactSession": {
      "summary": "Replaces the older context of the main agent by a summary",
      "description": "Answers when it has begun; progress comes as `compaction.*`. Prompts sent meanwhile are queued and start after it. The messages stay readable. `COMPACTION_UNABLE` while a turn or a compaction runs, and for an empty context.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/CompactSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/CompactSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "instruction": "keep the table names"
        },
        "data": {}
      }
    },
    "completeMcpAuth": {
      "summary": "Waits for the end of a login to an MCP server",
      "description": "Answers when the browser came back and the login is stored; at once when it already has. Whatever the answer, the flow is over then, also when the client disconnects. 40001: no such flow.",
      "body": {
        "$ref": "#/components/schemas/CompleteMcpAuthBody"
      },
      "data": {
        "type": "null"
      },
      "example": {
        "body": {
          "flowId": "flow_01k2a3b4c5d6e7f8g9h0j1k2m3"
        },
        "data": null
      }
    },
    "countGuiItems": {
      "summary": "Number of keys in the store of graphical clients",
      "data": {
        "$ref": "#/components/schemas/CountGuiItemsData"
      },
      "example": {
        "data": {
          "length": 2
        }
      }
    },
    "createChildSession": {
      "summary": "Makes a child of a session",
      "description": "A copy as with `:fork`, whose metadata name the session as its parent: `parent_session_id`, and `child_session_kind` is `child`. `SESSION_BUSY` while an agent has an active turn.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/CreateChildSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "metadata": {
            "color": "green"
          }
        },
        "data": {
          "id": "session_01jn8q9k5c8f1h4k7n0q3t6w9z",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Child: Fix the failing date test",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project",
            "forked_from": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
            "parent_session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
            "child_session_kind": "child",
            "color": "green"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "createGoal": {
      "summary": "Sets a goal",
      "description": "An idle session begins with it at once.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/CreateGoalBody"
      },
      "data": {
        "$ref": "#/components/schemas/GoalSnapshot"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "objective": "make the tests pass",
          "budget": {
            "turns": 10
          }
        },
        "data": {
          "goalId": "goal_01jn8q5m1a2b3c4d5e6f7g8h9j",
          "objective": "make the tests pass",
          "status": "active",
          "turnsUsed": 2,
          "tokensUsed": 1800,
          "wallClockMs": 60000,
          "budget": {
            "tokenBudget": null,
            "turnBudget": 10,
            "wallClockBudgetMs": null,
            "remainingTokens": null,
            "remainingTurns": 8,
            "remainingWallClockMs": null,
            "tokenBudgetReached": false,
            "turnBudgetReached": false,
            "wallClockBudgetReached": false,
            "overBudget": false
          }
        }
      }
    },
    "createManagedMcpServer": {
      "summary": "Configures one more MCP server",
      "description": "Written to `mcp.json` of the home; all else in the file stays as it is. Answers with the new list.",
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "body": {
        "$ref": "#/components/schemas/McpServerForm"
      },
      "data": {
        "$ref": "#/components/schemas/CreateManagedMcpServerData"
      },
      "example": {
        "body": {
          "name": "issues",
          "transport": "stdio",
          "command": "issues-mcp",
          "args": [
            "--stdio"
          ],
          "env": {
            "ISSUES_TOKEN": "${ISSUES_TOKEN}"
          }
        },
        "data": [
          {
            "name": "issues",
            "config": {
              "transport": "stdio",
              "command": "issues-mcp",
              "args": [
                "--stdio"
              ],
              "env": {
                "ISSUES_TOKEN": "${ISSUES_TOKEN}"
              }
            },
            "source": "global",
            "origin": "/home/ada/.agent-code/mcp.json",
            "mutable": true
          }
        ]
      }
    },
    "createProvider": {
      "summary": "Adds a provider with its models",
      "description": "Only what changes is written to the file. Without any default model so far, the provider's default, else its first model, becomes it.",
      "body": {
        "$ref": "#/components/schemas/CreateProviderBody"
      },
      "data": {
        "$ref": "#/components/schemas/Provider"
      },
      "example": {
        "body": {
          "id": "acme",
          "type": "openai",
          "base_url": "https://api.acme.example/v1",
          "api_key": "sk-acme",
          "models": [
            {
              "model": "acme-fast",
              "max_context_size": 128000
            }
          ],
          "default_model": "acme-fast"
        },
        "data": {
          "id": "acme",
          "type": "openai",
          "base_url": "https://api.acme.example/v1",
          "default_model": "acme/acme-fast",
          "has_api_key": true,
          "status": "connected",
          "models": [
            "acme/acme-fast"
          ]
        }
      }
    },
    "createSession": {
      "summary": "Creates a session",
      "description": "Needs `workspace_id` or `metadata.cwd`; with both, `metadata.cwd` must equal the root of the workspace. A directory not known yet becomes a workspace. Everything is checked before anything is made.",
      "body": {
        "$ref": "#/components/schemas/CreateSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "body": {
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "permission_mode": "manual"
          },
          "launch": {
            "client_type": "cli"
          }
        },
        "data": {
          "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "",
          "title_kind": "replaceable",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:00.000Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 0,
            "output_tokens": 0,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 0,
            "context_limit": 65536,
            "turn_count": 0
          },
          "permission_rules": [],
          "message_count": 0,
          "last_seq": 1
        }
      }
    },
    "createTerminal": {
      "summary": "Starts a terminal",
      "description": "Served on loopback binds only. Its program has the environment of commands, with `TERM=xterm-256color`. It ends with the session's unload; while it runs the session stays in memory. `SESSION_BUSY` beyond 16 running ones, when the session is archived, or when another live server owns it (then `data.owner` names it). Input, output and size travel over the socket.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/CreateTerminalBody"
      },
      "data": {
        "$ref": "#/components/schemas/Terminal"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "cols": 120,
          "rows": 40
        },
        "data": {
          "id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60",
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "cwd": "/home/ada/project",
          "shell": "/bin/bash",
          "cols": 120,
          "rows": 40,
          "status": "running",
          "created_at": "2025-03-01T09:00:12.000Z"
        }
      }
    },
    "debugContext": {
      "summary": "What the model of an agent sees, by size",
      "description": "Served only with `--debug-endpoints` on a loopback bind. Not stable.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "default": "main",
            "description": "agent of the session"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/DebugContextData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "tokens": 1576,
          "estimate": 1490,
          "messages": [
            {
              "id": "msg_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "role": "user",
              "origin": "user",
              "tokens": 12
            }
          ],
          "system_prompt_chars": 5120,
          "tools": [
            "Bash",
            "Read"
          ]
        }
      }
    },
    "debugEvents": {
      "summary": "The log of a session, internal records included",
      "description": "Served only with `--debug-endpoints` on a loopback bind. Not stable.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "after_seq": {
            "type": "integer",
            "minimum": 0,
            "default": 0,
            "description": "events after this number"
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 200,
            "description": "most events in the answer"
          },
          "type": {
            "type": "string",
            "description": "only events of this type"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/DebugEventsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "limit": 1
        },
        "data": {
          "stats": {
            "count": 23,
            "first_seq": 1,
            "last_seq": 23,
            "bytes": 8120,
            "by_type": {
              "turn.started": 1
            },
            "damaged": 0
          },
          "events": [
            {
              "seq": 1,
              "time": "2025-03-01T09:00:00.000Z",
              "type": "agent.created",
              "agent_id": "main",
              "payload": {
                "agentKind": "main"
              }
            }
          ]
        }
      }
    },
    "debugMemory": {
      "summary": "Memory, event loop and database of this server",
      "description": "Served only with `--debug-endpoints` on a loopback bind. Not stable.",
      "data": {
        "$ref": "#/components/schemas/DebugMemoryData"
      },
      "example": {
        "data": {
          "rss": 91234304,
          "heap_used": 30408704,
          "heap_total": 45613056,
          "external": 5242880,
          "event_loop_lag_ms": 1.3,
          "db": {
            "page_count": 512,
            "page_size": 4096,
            "wal_bytes": 1048576
          },
          "sessions_loaded": 1,
          "connections": 2
        }
      }
    },
    "debugPermissions": {
      "summary": "What the main agent of a session may do",
      "description": "Served only with `--debug-endpoints` on a loopback bind. Not stable. With `tool` also the verdict on a call of it; `subject` is what its rules are matched against (a command, a path, a URL, a name).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "tool": {
            "type": "string",
            "minLength": 1,
            "description": "name of a tool"
          },
          "subject": {
            "type": "string",
            "description": "what the call is about, as rules match it"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/DebugPermissionsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "tool": "Bash",
          "subject": "make build"
        },
        "data": {
          "mode": "manual",
          "plan_mode": false,
          "rules": [
            {
              "decision": "deny",
              "pattern": "Bash(curl *)",
              "source": "config"
            }
          ],
          "verdict": {
            "decision": "ask",
            "step": "mode"
          }
        }
      }
    },
    "debugSessions": {
      "summary": "The sessions in memory",
      "description": "Served only with `--debug-endpoints` on a loopback bind. Not stable.",
      "data": {
        "$ref": "#/components/schemas/DebugSessionsData"
      },
      "example": {
        "data": {
          "sessions": [
            {
              "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "loaded_at": "2025-03-01T09:00:00.000Z",
              "last_used_at": "2025-03-01T09:00:09.480Z",
              "agents": [
                {
                  "agent_id": "main",
                  "phase": {
                    "kind": "idle"
                  },
                  "queue": 0
                }
              ],
              "subscribers": 0,
              "tasks_running": 0,
              "mcp": [],
              "unload_in_ms": 590520
            }
          ]
        }
      }
    },
    "deleteCronJob": {
      "summary": "Removes a scheduled prompt",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "job_id": {
          "type": "string",
          "description": "8 hexadecimal digits"
        }
      },
      "data": {
        "$ref": "#/components/schemas/DeleteCronJobData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "job_id": "1f2e3d4c"
        },
        "data": {
          "deleted": true
        }
      }
    },
    "deleteFile": {
      "summary": "Delete an upload",
      "description": "Copies that prompts made of it stay with their sessions.",
      "params": {
        "file_id": {
          "type": "string",
          "description": "id of an upload"
        }
      },
      "data": {
        "$ref": "#/components/schemas/DeleteFileData"
      },
      "example": {
        "params": {
          "file_id": "f_0b9a2c1e-6d54-4f0e-9a51-0d9f1e2a3b4c"
        },
        "data": {
          "deleted": true
        }
      }
    },
    "deleteManagedMcpServer": {
      "summary": "Removes an MCP server from the configuration",
      "description": "Also an entry with a mistake. An entry of a project file is read-only: 40001 names the file.",
      "params": {
        "name": {
          "type": "string",
          "description": "configured name"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/DeleteManagedMcpServerData"
      },
      "example": {
        "params": {
          "name": "issues"
        },
        "data": []
      }
    },
    "deletePermissionRule": {
      "summary": "Takes back a rule of a session",
      "description": "`SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "rule_id": {
          "type": "string",
          "description": "opaque"
        }
      },
      "data": {
        "$ref": "#/components/schemas/DeletePermissionRuleData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "rule_id": "rule_01jn8q6h7a0c3e6g9j2m5p8r1t"
        },
        "data": {
          "deleted": true
        }
      }
    },
    "deleteProvider": {
      "summary": "Removes a provider and its models",
      "description": "The global defaults stay, also when they point to nothing then.",
      "params": {
        "provider_id": {
          "type": "string",
          "description": "id of a provider"
        }
      },
      "data": {
        "type": "null"
      },
      "example": {
        "params": {
          "provider_id": "acme"
        }
      }
    },
    "deleteSession": {
      "summary": "Deletes a session with its rows, files and search entries",
      "description": "A turn that only waits for the user is cancelled. `SESSION_BUSY` while a turn runs or another live server owns the session. Archived sessions can be deleted.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/DeleteSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "deleted": true
        }
      }
    },
    "detachToolCall": {
      "summary": "Moves a running call to the background",
      "description": "A command or a subagent in the foreground, or a command of `POST …/shell` by its `command_id`; anything else cannot be moved (`VALIDATION_FAILED`). `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "tool_call_id": {
          "type": "string",
          "description": "of the running call, or `command_id` of a running command of `POST …/shell`"
        }
      },
      "data": {
        "$ref": "#/components/schemas/DetachToolCallData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "tool_call_id": "call_01jn8q6e8b1d4f7h0k3n6q9t2w"
        },
        "data": {
          "detached": true,
          "task_id": "bash-4k2m9x0q"
        }
      }
    },
    "diffFile": {
      "summary": "How a file differs from the last commit",
      "description": "Unified; paths in it start at the top of the repository. A file that git does not know is compared with nothing. Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/DiffFileBody"
      },
      "data": {
        "$ref": "#/components/schemas/DiffFileData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "a.txt"
        },
        "data": {
          "path": "a.txt",
          "diff": "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n",
          "truncated": false
        }
      }
    },
    "dismissQuestion": {
      "summary": "Closes a question without an answer",
      "description": "Success carries code 40909. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "question_id": {
          "type": "string",
          "description": "`question_` + ULID"
        }
      },
      "data": {
        "$ref": "#/components/schemas/DismissQuestionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "question_id": "question_01jn8q6f9c2d5f8h1k4n7q0t3w"
        },
        "data": {
          "dismissed": true,
          "dismissed_at": "2025-03-01T09:00:09.480Z"
        }
      }
    },
    "downloadFile": {
      "summary": "A file of a session as it is",
      "description": "The path may hold slashes, plain or encoded, and is decoded once. Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`. Names are never decoded or normalised. Errors come in the envelope.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "path": {
          "type": "string",
          "description": "relative to the working directory; slashes may be plain or encoded"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "runtime_id": {
            "type": "string",
            "default": "local",
            "description": "`local`; there are no others"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/DownloadFileData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "path": "src/date.ts"
        },
        "data": "export const day = 86_400;\n"
      }
    },
    "editPrompt": {
      "summary": "Changes content or place of a queued prompt",
      "description": "Queued prompts only; a running, steered or finished one answers `PROMPT_ALREADY_COMPLETED`. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "prompt_id": {
          "type": "string",
          "description": "`prompt_` + ULID, or chosen by the client"
        }
      },
      "body": {
        "$ref": "#/components/schemas/EditPromptBody"
      },
      "data": {
        "$ref": "#/components/schemas/Prompt"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
        },
        "body": {
          "position": 0
        },
        "data": {
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f",
          "user_message_id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4",
          "status": "queued",
          "content": [
            {
              "type": "text",
              "text": "Fix the failing date test"
            }
          ],
          "created_at": "2025-03-01T09:00:05.120Z"
        }
      }
    },
    "explainPermission": {
      "summary": "What would be decided about a call of a tool",
      "description": "The decision itself with nothing run and no hook asked: by the permission mode, plan mode, directories and rules of the main agent of a session, or of a new session in a directory. Tools of MCP servers are known for a session that this server has loaded, while their server is connected. Rules that a session got at its launch count while this server has it loaded.",
      "body": {
        "$ref": "#/components/schemas/ExplainPermissionBody"
      },
      "data": {
        "$ref": "#/components/schemas/ExplainPermissionData"
      },
      "example": {
        "body": {
          "tool": "Bash",
          "input": {
            "command": "git add . && git push"
          },
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "verdict": "deny",
          "step": "static",
          "reason": "denied by the rule Bash(git push*)",
          "rule": {
            "decision": "deny",
            "pattern": "Bash(git push*)",
            "source": "config"
          },
          "danger": [
            "publish"
          ],
          "commands": [
            {
              "text": "git add .",
              "verdict": "ask"
            },
            {
              "text": "git push",
              "verdict": "deny",
              "rule": {
                "decision": "deny",
                "pattern": "Bash(git push*)",
                "source": "config"
              }
            }
          ]
        }
      }
    },
    "exportSession": {
      "summary": "A session as a ZIP, or as a page",
      "description": "Records, files and logs of a session for troubleshooting; the session may keep working meanwhile. Credentials, tokens and what looks like a key are masked in everything that is packed. `manifest.json`, the last entry, lists all others with their SHA-256; `events.jsonl` and `messages.jsonl` hold one JSON object a line. Links and special files are left out. With `format` `html` it is one HTML file of at most 50 MiB that opens from the disk and requests nothing: summary, timeline, context sizes, tools, agents, conversation and events, and media up to 1 MiB each; a session that needs more is answered with `FILE_TOO_LARGE`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ExportSessionBody"
      },
      "data": {
        "type": "null"
      },
      "mediaType": [
        "application/zip",
        "text/html"
      ],
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "web_log": "{\"level\":\"error\",\"msg\":\"socket closed\"}\n"
        }
      }
    },
    "forkSession": {
      "summary": "Copies a session into a new one",
      "description": "Log, agents and files are copied into a new session of the same workspace, without approvals. `SESSION_BUSY` while an agent has an active turn, unless `message_id` names a message of a completed turn, or `turn_id` a completed turn. Works on archived sessions.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ForkSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "title": "Try another way"
        },
        "data": {
          "id": "session_01jn8q9k5c8f1h4k7n0q3t6w9z",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Try another way",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project",
            "forked_from": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "generateSessionTitle": {
      "summary": "Asks the model for a title of the session",
      "description": "One small request to the session's model; it is not part of the conversation. Replaces the title that the first prompt gave, and with `force` any other. `source`: the first three prompts; the first prompt and its answer; or the beginning and the end of all turns. `SESSION_BUSY` when the session is archived, or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/GenerateSessionTitleBody"
      },
      "data": {
        "$ref": "#/components/schemas/GenerateSessionTitleData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "source": "first_turn"
        },
        "data": {
          "title": "Port the parser to the new grammar"
        }
      }
    },
    "getAccountRegion": {
      "summary": "The region a login would use",
      "description": "Found without the network: a pinned login host, the configured login, the marker file of the home, else `mainland-cn`.",
      "data": {
        "$ref": "#/components/schemas/GetAccountRegionData"
      },
      "example": {
        "data": {
          "region": "mainland-cn"
        }
      }
    },
    "getAccountUsage": {
      "summary": "What of the account's allowance is used",
      "description": "Asked at the account service; a failure there is reported in the response.",
      "query": {
        "type": "object",
        "properties": {
          "provider": {
            "type": "string",
            "enum": [
              "managed:agent-code"
            ],
            "default": "managed:agent-code",
            "description": "the account; there is one"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetAccountUsageData"
      },
      "example": {
        "data": {
          "kind": "ok",
          "quota": {
            "usages": {
              "limit5h": {
                "usedRatio": 0.25,
                "resetAt": "2026-01-31T15:00:00Z"
              }
            },
            "extraUsage": null
          }
        }
      }
    },
    "getAccountUser": {
      "summary": "Who is logged in",
      "description": "Asked at the account service; a failure there is reported in the response.",
      "query": {
        "type": "object",
        "properties": {
          "provider": {
            "type": "string",
            "enum": [
              "managed:agent-code"
            ],
            "default": "managed:agent-code",
            "description": "the account; there is one"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetAccountUserData"
      },
      "example": {
        "data": {
          "kind": "error",
          "message": "no user is logged in"
        }
      }
    },
    "getApproval": {
      "summary": "An approval with its arguments and the texts of its edit",
      "description": "Also one that was decided or has expired.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "approval_id": {
          "type": "string",
          "description": "`approval_` + ULID"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ApprovalDetail"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "approval_id": "approval_01jn8q6d2b5e8g1j4m7p0s3v6y"
        },
        "data": {
          "approval_id": "approval_01jn8q6d2b5e8g1j4m7p0s3v6y",
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "turn_id": 1,
          "tool_call_id": "call_01jn8q6d1a4c7e0g3j6m9p2r5t",
          "tool_name": "Bash",
          "action": "Run npm test",
          "tool_input_display": {
            "kind": "command",
            "command": "npm test",
            "cwd": "/home/ada/project",
            "language": "bash"
          },
          "created_at": "2025-03-01T09:00:09.480Z",
          "expires_at": "2025-03-02T09:00:09.480Z",
          "agent_id": "main",
          "session_scope": true,
          "scope_rule": "Bash(npm test)",
          "editable": true,
          "input": {
            "command": "npm test"
          }
        }
      }
    },
    "getAsyncApi": {
      "summary": "The AsyncAPI 3 document of the socket and the event stream",
      "data": {
        "$ref": "#/components/schemas/GetAsyncApiData"
      },
      "example": {
        "data": {
          "asyncapi": "3.0.0",
          "info": {
            "title": "Agent",
            "version": "0.1.0"
          },
          "channels": {}
        }
      }
    },
    "getAuth": {
      "summary": "Reports whether a prompt that names no model could run",
      "description": "Credentials are not verified, so a prompt may still fail with 40111 or 40112.",
      "data": {
        "$ref": "#/components/schemas/AuthSnapshot"
      },
      "example": {
        "data": {
          "models_ready": true,
          "providers_count": 2,
          "managed_provider": null
        }
      }
    },
    "getCatalogProvider": {
      "summary": "One provider of the public catalog",
      "params": {
        "catalog_id": {
          "type": "string",
          "minLength": 1,
          "description": "id of the entry"
        }
      },
      "data": {
        "$ref": "#/components/schemas/CatalogEntry"
      },
      "example": {
        "params": {
          "catalog_id": "acme"
        },
        "data": {
          "id": "acme",
          "name": "Acme",
          "wire_type": "openai",
          "guessed": true,
          "needs_base_url": true,
          "rejected": false,
          "reject_reason": null,
          "env_key": "ACME_API_KEY",
          "models": [
            {
              "id": "large",
              "max_context_size": 200000,
              "capabilities": [
                "tool_use",
                "thinking"
              ],
              "reasoning": true
            }
          ]
        }
      }
    },
    "getConfig": {
      "summary": "The effective configuration, secrets left out",
      "description": "File plus environment overlay. Top-level keys are snake_case, keys inside a domain camelCase (`providers` excepted).",
      "data": {
        "$ref": "#/components/schemas/Config"
      },
      "example": {
        "data": {
          "providers": {
            "acme": {
              "type": "openai",
              "base_url": "https://api.acme.example/v1",
              "has_api_key": true
            },
            "offline": {
              "type": "offline",
              "has_api_key": false
            }
          },
          "models": {
            "fast": {
              "provider": "acme",
              "model": "acme-fast",
              "maxContextSize": 128000
            }
          },
          "default_model": "fast",
          "default_permission_mode": "manual",
          "yolo": false,
          "default_plan_mode": false,
          "plan_mode": false,
          "thinking": {
            "enabled": true,
            "keep": "all"
          },
          "telemetry": false
        }
      }
    },
    "getDirectories": {
      "summary": "The directories of a session",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetDirectoriesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "cwd": "/home/ada/project",
          "additional_dirs": [
            "/home/ada/shared"
          ]
        }
      }
    },
    "getFile": {
      "summary": "The bytes of an upload",
      "description": "Pictures, films and sound are sent to be shown, everything else, and whatever could run scripts, as an attachment.",
      "params": {
        "file_id": {
          "type": "string",
          "description": "id of an upload"
        }
      },
      "data": {
        "type": "null"
      },
      "example": {
        "params": {
          "file_id": "f_0b9a2c1e-6d54-4f0e-9a51-0d9f1e2a3b4c"
        }
      }
    },
    "getGitStatus": {
      "summary": "Git status of a session's files",
      "description": "Of the working directory and what is below it; nothing that the repository's own files name is run. Submodules count as one path. Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/GetGitStatusBody"
      },
      "data": {
        "$ref": "#/components/schemas/GetGitStatusData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {},
        "data": {
          "branch": "main",
          "ahead": 1,
          "behind": 0,
          "entries": {
            "src/user.ts": "modified"
          },
          "additions": 4,
          "deletions": 1,
          "pullRequest": {
            "number": 12,
            "state": "open",
            "url": "https://example.org/pull/12"
          }
        }
      }
    },
    "getGoal": {
      "summary": "The goal of the session",
      "description": "`complete` is seen only until its last report is written.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetGoalData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "goalId": "goal_01jn8q5m1a2b3c4d5e6f7g8h9j",
          "objective": "make the tests pass",
          "status": "active",
          "turnsUsed": 2,
          "tokensUsed": 1800,
          "wallClockMs": 60000,
          "budget": {
            "tokenBudget": null,
            "turnBudget": 10,
            "wallClockBudgetMs": null,
            "remainingTokens": null,
            "remainingTurns": 8,
            "remainingWallClockMs": null,
            "tokenBudgetReached": false,
            "turnBudgetReached": false,
            "wallClockBudgetReached": false,
            "overBudget": false
          }
        }
      }
    },
    "getGoalQueue": {
      "summary": "Goals that follow",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetGoalQueueData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "objectives": [
            "then write the release notes"
          ]
        }
      }
    },
    "getGuiItem": {
      "summary": "One value of the store of graphical clients",
      "query": {
        "type": "object",
        "properties": {
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "name of the value"
          }
        },
        "required": [
          "key"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/GetGuiItemData"
      },
      "example": {
        "query": {
          "key": "sidebar"
        },
        "data": {
          "value": "{\"width\":240}"
        }
      }
    },
    "getHealth": {
      "summary": "Reports that the server is alive",
      "description": "Free of authentication; touches no configuration, engine or database.",
      "data": {
        "$ref": "#/components/schemas/GetHealthData"
      },
      "example": {
        "data": {
          "ok": true
        }
      }
    },
    "getHostFile": {
      "summary": "A file of this machine as it is",
      "description": "Reaches what the server's user can. Errors come in the envelope; what is neither a file nor a directory is `VALIDATION_FAILED`.",
      "query": {
        "type": "object",
        "properties": {
          "path": {
            "type": "string",
            "description": "absolute"
          }
        },
        "required": [
          "path"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/GetHostFileData"
      },
      "example": {
        "query": {
          "path": "/home/ada/notes.txt"
        },
        "data": "milk\n"
      }
    },
    "getHostHome": {
      "summary": "The home directory, and the workspaces opened last",
      "data": {
        "$ref": "#/components/schemas/GetHostHomeData"
      },
      "example": {
        "data": {
          "home": "/home/ada",
          "recent_roots": [
            "/home/ada/project"
          ]
        }
      }
    },
    "getLogin": {
      "summary": "The status of the last login by device code",
      "description": "`null` when none was started in this server.",
      "query": {
        "type": "object",
        "properties": {
          "provider": {
            "type": "string",
            "enum": [
              "managed:agent-code"
            ],
            "default": "managed:agent-code",
            "description": "the account; there is one"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetLoginData"
      },
      "example": {
        "data": {
          "flow_id": "01K2Q8X6W3J5V7Y9Z1A3C5E7G9",
          "provider": "managed:agent-code",
          "status": "authenticated",
          "verification_uri": "https://account.example/device",
          "verification_uri_complete": "https://account.example/device?user_code=WDJB-MJHT",
          "user_code": "WDJB-MJHT",
          "expires_in": 900,
          "interval": 5,
          "expires_at": "2026-01-31T12:15:00.000Z",
          "resolved_at": "2026-01-31T12:01:10.000Z"
        }
      }
    },
    "getManagedMcpServer": {
      "summary": "A configured MCP server",
      "params": {
        "name": {
          "type": "string",
          "description": "configured name"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/McpManagedServer"
      },
      "example": {
        "params": {
          "name": "issues"
        },
        "data": {
          "name": "issues",
          "config": {
            "transport": "stdio",
            "command": "issues-mcp",
            "args": [
              "--stdio"
            ],
            "env": {
              "ISSUES_TOKEN": "${ISSUES_TOKEN}"
            }
          },
          "source": "global",
          "origin": "/home/ada/.agent-code/mcp.json",
          "mutable": true
        }
      }
    },
    "getMessage": {
      "summary": "One message",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "message_id": {
          "type": "string",
          "description": "`msg_` + ULID"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Message"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "message_id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4"
        },
        "data": {
          "id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4",
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "role": "user",
          "content": [
            {
              "type": "text",
              "text": "Fix the failing date test"
            }
          ],
          "created_at": "2025-03-01T09:00:05.120Z",
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f",
          "metadata": {
            "origin": {
              "kind": "user"
            },
            "agent_id": "main",
            "turn_id": 1
          }
        }
      }
    },
    "getMeta": {
      "summary": "Describes this server: version, identity, capabilities, features",
      "data": {
        "$ref": "#/components/schemas/Meta"
      },
      "example": {
        "data": {
          "server_version": "0.1.0",
          "server_id": "01jn8q5f3b6d9g2j5m8p1s4v7x",
          "started_at": "2025-03-01T09:00:00.000Z",
          "capabilities": {
            "websocket": true,
            "file_upload": true,
            "fs_query": true,
            "mcp": true,
            "tasks": true,
            "terminal": true
          },
          "open_in_apps": [],
          "dangerous_bypass_auth": false,
          "backend": "v2",
          "experimental_flags": {},
          "features": [
            {
              "name": "engine",
              "state": "Active",
              "meta": {}
            },
            {
              "name": "storage",
              "state": "Active",
              "meta": {}
            }
          ]
        }
      }
    },
    "getOpenApi": {
      "summary": "The OpenAPI 3.1 document of this server",
      "data": {
        "$ref": "#/components/schemas/GetOpenApiData"
      },
      "example": {
        "data": {
          "openapi": "3.1.0",
          "info": {
            "title": "Agent",
            "version": "0.1.0"
          },
          "paths": {}
        }
      }
    },
    "getProvider": {
      "summary": "A provider",
      "description": "The stored key is never sent.",
      "params": {
        "provider_id": {
          "type": "string",
          "description": "id of a provider"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Provider"
      },
      "example": {
        "params": {
          "provider_id": "acme"
        },
        "data": {
          "id": "acme",
          "type": "openai",
          "base_url": "https://api.acme.example/v1",
          "default_model": "acme/acme-fast",
          "has_api_key": true,
          "status": "connected",
          "models": [
            "acme/acme-fast"
          ]
        }
      }
    },
    "getRuntime": {
      "summary": "Where a session's tools run",
      "description": "Always this machine.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetRuntimeData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "runtime_id": "local"
        }
      }
    },
    "getSession": {
      "summary": "One session",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Fix the failing date test",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "getSessionMedia": {
      "summary": "The bytes of a medium or file of a session",
      "description": "Looked up among what the session keeps, then among the uploads.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "file_id": {
          "type": "string",
          "description": "`file_id` of a part of a message, or id of an upload"
        }
      },
      "data": {
        "type": "null"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "file_id": "media_01jn8q5j0c9m4v7x2b6k3t8w1y.png"
        }
      }
    },
    "getSessionProfile": {
      "summary": "One session; same answer as getSession",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Fix the failing date test",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "getSessionSnapshot": {
      "summary": "One consistent picture of a session, to rebuild a client from",
      "description": "Subscribe afterwards with the cursor `{seq: as_of_seq, epoch}`. `messages` holds the newest 100, oldest first.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Snapshot"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "as_of_seq": 23,
          "epoch": "ep_01jn8q5k2d5g8j1m4p7s0v3y6a",
          "session": {
            "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
            "workspace_id": "wd_project_3f9a1c0b7d52",
            "title": "Fix the failing date test",
            "title_kind": "custom",
            "created_at": "2025-03-01T09:00:00.000Z",
            "updated_at": "2025-03-01T09:00:09.480Z",
            "archived": false,
            "busy": false,
            "main_turn_active": false,
            "pending_interaction": "none",
            "last_turn_reason": "completed",
            "last_prompt": "Fix the failing date test",
            "metadata": {
              "cwd": "/home/ada/project"
            },
            "agent_config": {
              "model": "offline/echo",
              "permission_mode": "manual",
              "plan_mode": false,
              "swarm_mode": false,
              "profile": "default"
            },
            "usage": {
              "input_tokens": 1480,
              "output_tokens": 96,
              "cache_read_tokens": 0,
              "cache_creation_tokens": 0,
              "context_tokens": 1576,
              "context_limit": 65536,
              "turn_count": 1
            },
            "permission_rules": [],
            "message_count": 4,
            "last_seq": 23
          },
          "messages": {
            "items": [
              {
                "id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4",
                "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
                "role": "user",
                "content": [
                  {
                    "type": "text",
                    "text": "Fix the failing date test"
                  }
                ],
                "created_at": "2025-03-01T09:00:05.120Z",
                "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f",
                "metadata": {
                  "origin": {
                    "kind": "user"
                  },
                  "agent_id": "main",
                  "turn_id": 1
                }
              }
            ],
            "has_more": false
          },
          "in_flight_turn": null,
          "pending_approvals": [],
          "pending_questions": [],
          "in_flight_agents": [],
          "prompts": {
            "active": null,
            "queued": [],
            "paused": false
          },
          "todos": [],
          "agent_status": {
            "main": {
              "model": "offline/echo",
              "permission": "manual",
              "planMode": false,
              "contextTokens": 1576,
              "maxContextTokens": 65536
            }
          }
        }
      }
    },
    "getSessionStatus": {
      "summary": "Live facts of the main agent",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/SessionStatus"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "busy": false,
          "model": "offline/echo",
          "thinking_level": "off",
          "permission": "manual",
          "plan_mode": false,
          "swarm_mode": false,
          "context_tokens": 1576,
          "max_context_tokens": 65536,
          "context_usage": 0.024
        }
      }
    },
    "getSessionUsage": {
      "summary": "Token counts of a session, by model and by agent",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetSessionUsageData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "total": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "turn_count": 1
          },
          "by_model": {
            "offline/echo": {
              "input_tokens": 1480,
              "output_tokens": 96,
              "cache_read_tokens": 0,
              "cache_creation_tokens": 0,
              "turn_count": 1
            }
          },
          "by_agent": {
            "main": {
              "input_tokens": 1480,
              "output_tokens": 96,
              "cache_read_tokens": 0,
              "cache_creation_tokens": 0,
              "turn_count": 1
            }
          }
        }
      }
    },
    "getTask": {
      "summary": "One task",
      "description": "With `with_output` the end of its output comes along, unless there is none.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "task_id": {
          "type": "string",
          "description": "`bash-`, `agent-` or `question-` + 8 characters"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "with_output": {
            "type": "boolean",
            "default": false,
            "description": "whether the end of the output comes along"
          },
          "output_bytes": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1048576,
            "default": 32768,
            "description": "most bytes of output"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/Task"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "task_id": "bash-4k2m9x0q"
        },
        "query": {
          "with_output": true
        },
        "data": {
          "id": "bash-4k2m9x0q",
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "kind": "bash",
          "description": "run the server",
          "status": "running",
          "engine_status": "running",
          "created_at": "2025-03-01T09:00:10.000Z",
          "started_at": "2025-03-01T09:00:10.000Z",
          "command": "npm run dev",
          "output_preview": "listening on 3000\n",
          "output_bytes": 18
        }
      }
    },
    "getTerminal": {
      "summary": "One terminal",
      "description": "Served on loopback binds only.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "terminal_id": {
          "type": "string",
          "description": "`term_` + UUID"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Terminal"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60"
        },
        "data": {
          "id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60",
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "cwd": "/home/ada/project",
          "shell": "/bin/bash",
          "cols": 120,
          "rows": 40,
          "status": "running",
          "created_at": "2025-03-01T09:00:12.000Z"
        }
      }
    },
    "getTranscript": {
      "summary": "The transcript of an agent, by pages of turns",
      "description": "Items come in timeline order, oldest first; markers and task references come with the turn before them, those before the first turn with the page that holds it. An unknown agent has an empty transcript.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$",
            "description": "agent of the session"
          },
          "before_turn": {
            "type": "string",
            "description": "only turns before this one; of this and the next three at most one; an id that is not in the list is ignored"
          },
          "after_turn": {
            "type": "string",
            "description": "the page that starts right after this turn"
          },
          "before_id": {
            "type": "string",
            "description": "second name of `before_turn`"
          },
          "after_id": {
            "type": "string",
            "description": "second name of `after_turn`"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 20,
            "description": "turns"
          },
          "prompts": {
            "type": "string",
            "enum": [
              "all",
              "page"
            ],
            "default": "all",
            "description": "`page`: only those that turns of the page began with, that were steered into these or ended without a turn between them, or that are not over; a long session has thousands"
          }
        },
        "required": [
          "agent_id"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/GetTranscriptData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "agent_id": "main"
        },
        "data": {
          "agent_id": "main",
          "items": [
            {
              "kind": "turn",
              "turnId": "t1",
              "ordinal": 1,
              "state": "completed",
              "origin": {
                "kind": "user",
                "payload": {
                  "kind": "user"
                }
              },
              "prompt": "list the files here",
              "startedAt": "2026-03-01T08:00:05.120Z",
              "endedAt": "2026-03-01T08:00:07.410Z",
              "usage": {
                "inputTokens": 812,
                "outputTokens": 64,
                "cachedTokens": 2048
              },
              "durationMs": 2290,
              "steps": [
                {
                  "kind": "step",
                  "stepId": "t1.1",
                  "turnId": "t1",
                  "ordinal": 1,
                  "state": "completed",
                  "finishReason": "end_turn",
                  "frames": [
                    {
                      "kind": "text",
                      "frameId": "t1.1.f1",
                      "role": "assistant",
                      "text": "There are three."
                    }
                  ]
                }
              ]
            }
          ],
          "has_more": false,
          "tasks": [],
          "interactions": [],
          "attachments": [],
          "todos": [],
          "prompts": [],
          "meta": {
            "activity": "idle"
          },
          "agents": [
            {
              "agentId": "main",
              "type": "main",
              "createdAt": "2026-03-01T08:00:00.000Z"
            }
          ],
          "pending_interactions": [],
          "seq": 1772352000000003
        }
      }
    },
    "getTranscriptOps": {
      "summary": "Changes of a transcript since a batch",
      "description": "`complete: false`: batches after `since_seq` are gone, or the session is not loaded: fetch the transcript again.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$",
            "description": "agent of the session"
          },
          "since_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "the last batch the client has applied"
          }
        },
        "required": [
          "agent_id",
          "since_seq"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/GetTranscriptOpsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "agent_id": "main",
          "since_seq": 1772352000000013
        },
        "data": {
          "agent_id": "main",
          "batches": [
            {
              "seq": 1772352000000014,
              "ops": [
                {
                  "op": "append",
                  "target": {
                    "type": "frame",
                    "turnId": "t3",
                    "stepId": "t3.1",
                    "frameId": "t3.1.f1"
                  },
                  "offset": 6,
                  "text": "world"
                }
              ]
            }
          ],
          "latest_seq": 1772352000000014,
          "complete": true
        }
      }
    },
    "getUsage": {
      "summary": "What model requests cost, by day, model and session",
      "description": "Beyond the contract. Over all sessions and servers of the home, deleted sessions too. A day is one of the server's time zone when the request was answered. Requests that ended without a token count (failed or aborted ones) are not included. The offline provider costs nothing.",
      "query": {
        "type": "object",
        "properties": {
          "from": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "first day, `YYYY-MM-DD`; absent: from the beginning"
          },
          "to": {
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
            "description": "last day, inclusive; not before `from`"
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 100,
            "description": "rows of each list"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetUsageData"
      },
      "example": {
        "query": {
          "from": "2026-03-01"
        },
        "data": {
          "time_zone": "Europe/Berlin",
          "total": {
            "requests": 3,
            "input_tokens": 1200,
            "output_tokens": 300,
            "cache_read_tokens": 4000,
            "cache_creation_tokens": 0,
            "cost_usd": 0.0093,
            "unknown_tokens": 0,
            "complete": true
          },
          "days": [
            {
              "day": "2026-03-01",
              "spending": {
                "requests": 3,
                "input_tokens": 1200,
                "output_tokens": 300,
                "cache_read_tokens": 4000,
                "cache_creation_tokens": 0,
                "cost_usd": 0.0093,
                "unknown_tokens": 0,
                "complete": true
              }
            }
          ],
          "models": [
            {
              "model": "work/large",
              "spending": {
                "requests": 3,
                "input_tokens": 1200,
                "output_tokens": 300,
                "cache_read_tokens": 4000,
                "cache_creation_tokens": 0,
                "cost_usd": 0.0093,
                "unknown_tokens": 0,
                "complete": true
              }
            }
          ],
          "sessions": [
            {
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "title": "Fix the failing date test",
              "spending": {
                "requests": 3,
                "input_tokens": 1200,
                "output_tokens": 300,
                "cache_read_tokens": 4000,
                "cache_creation_tokens": 0,
                "cost_usd": 0.0093,
                "unknown_tokens": 0,
                "complete": true
              }
            }
          ],
          "has_more": false
        }
      }
    },
    "getVisContext": {
      "summary": "What a step sent to its model",
      "description": "Served by `agent vis` only. Tokens of messages are estimates; `measured` is what the provider counted.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "default": "main"
          },
          "turn": {
            "type": "integer",
            "minimum": 0,
            "description": "default: the last one"
          },
          "step": {
            "type": "integer",
            "minimum": 0,
            "description": "default: the last one"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetVisContextData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "turn": 1,
          "step": 1
        },
        "data": {
          "system_prompt": "",
          "tools": [],
          "messages": [],
          "tokens": {
            "estimate": 0
          }
        }
      }
    },
    "getVisSession": {
      "summary": "A session with its agents",
      "description": "Served by `agent vis` only. Everything is masked like an export.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetVisSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "session": {
            "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
            "workspace_id": "wd_project_3f9a1c0b7d52",
            "title": "Fix the failing date test",
            "title_kind": "custom",
            "created_at": "2025-03-01T09:00:00.000Z",
            "updated_at": "2025-03-01T09:00:09.480Z",
            "archived": false,
            "busy": false,
            "main_turn_active": false,
            "pending_interaction": "none",
            "last_turn_reason": "completed",
            "last_prompt": "Fix the failing date test",
            "metadata": {
              "cwd": "/home/ada/project"
            },
            "agent_config": {
              "model": "offline/echo",
              "permission_mode": "manual",
              "plan_mode": false,
              "swarm_mode": false,
              "profile": "default"
            },
            "usage": {
              "input_tokens": 1480,
              "output_tokens": 96,
              "cache_read_tokens": 0,
              "cache_creation_tokens": 0,
              "context_tokens": 1576,
              "context_limit": 65536,
              "turn_count": 1
            },
            "permission_rules": [],
            "message_count": 4,
            "last_seq": 23
          },
          "agents": [],
          "masked": true,
          "source": "home",
          "first_seq": 1,
          "last_seq": 23,
          "damaged": 0
        }
      }
    },
    "getWorkspaceTrust": {
      "summary": "Whether the user trusts the project of a workspace",
      "description": "Trust belongs to the project root (the nearest directory with `.git`, else the workspace itself), so workspaces of one project share it; a nested repository or a worktree has its own. Trust is bound to the MCP servers that files of the project configure: a server that is new or changed since needs approval again. The texts below are for the user: invisible characters in them are escaped.",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "data": {
        "$ref": "#/components/schemas/GetWorkspaceTrustData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "trusted": true
        }
      }
    },
    "grepFiles": {
      "summary": "Searches the contents of a session's files",
      "description": "Line by line; one entry for each line that matches. Binary files, links and `.git` are left out. The search ends when the client goes, and after 30 s: then with what was found, `truncated`, or `FS_GREP_TIMEOUT` when that is nothing. An answer holds at most 16 Mi code units of lines.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/GrepFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/GrepFilesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "pattern": "user",
          "context_lines": 1
        },
        "data": {
          "files": [
            {
              "path": "src/user.ts",
              "matches": [
                {
                  "line": 3,
                  "col": 7,
                  "text": "const user = open();",
                  "before": [
                    ""
                  ],
                  "after": [
                    "export { user };"
                  ]
                }
              ]
            }
          ],
          "files_scanned": 214,
          "truncated": false,
          "elapsed_ms": 12
        }
      }
    },
    "importCatalog": {
      "summary": "Takes a provider over from the public catalog",
      "description": "Protocol and address come from the entry, every usable model becomes an alias. A provider of this id is rewritten; without `api_key` the stored credential stays. The default model is never set. `CATALOG_IMPORT_INVALID` when the protocol is unknown or proprietary, an address is needed, no model is usable, or the id is no provider id.",
      "body": {
        "$ref": "#/components/schemas/ImportCatalogBody"
      },
      "data": {
        "$ref": "#/components/schemas/ImportCatalogData"
      },
      "example": {
        "body": {
          "catalog_id": "acme",
          "api_key": "sk-acme"
        },
        "data": {
          "provider": {
            "id": "acme",
            "type": "openai",
            "base_url": "https://api.acme.example/v1",
            "has_api_key": true,
            "status": "connected",
            "models": [
              "acme/large"
            ]
          },
          "models_imported": 1
        }
      }
    },
    "importRegistry": {
      "summary": "Takes all providers of a registry over",
      "description": "The document is fetched (30 s, at most 10 MiB), with `api_key` as bearer token when present, else with the one stored for this address. The import replaces every usable provider, with a `source` record, and removes providers from the same address that are no longer listed. The default model is never set. `REGISTRY_IMPORT_INVALID` when the document cannot be fetched or holds nothing usable.",
      "body": {
        "$ref": "#/components/schemas/ImportRegistryBody"
      },
      "data": {
        "$ref": "#/components/schemas/ImportRegistryData"
      },
      "example": {
        "body": {
          "url": "https://models.example/api.json"
        },
        "data": {
          "providers": [
            {
              "id": "acme",
              "type": "openai",
              "has_api_key": false,
              "status": "unconfigured",
              "models": [
                "acme/large"
              ]
            }
          ],
          "models_imported": 1
        }
      }
    },
    "initSession": {
      "summary": "Has AGENTS.md written",
      "description": "A subagent studies the code base and writes or updates AGENTS.md in the root of the project; the main agent is notified. `SESSION_BUSY` while the main agent works, while another such subagent does, and when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/InitSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "agent_id": "agent_1"
        }
      }
    },
    "inspectMcpServers": {
      "summary": "Configured MCP servers, and whether they let this one in",
      "description": "In the order of `targets`, or of the list; an entry with a mistake is none. Those that may need a login are asked, all at once.",
      "body": {
        "$ref": "#/components/schemas/InspectMcpServersBody"
      },
      "data": {
        "$ref": "#/components/schemas/InspectMcpServersData"
      },
      "example": {
        "body": {
          "targets": [
            {
              "source": "global",
              "name": "wiki"
            }
          ]
        },
        "data": [
          {
            "serverId": "global:wiki",
            "locator": {
              "source": "global",
              "name": "wiki"
            },
            "runtimeName": "wiki",
            "canonicalUrl": "https://wiki.example/mcp",
            "origin": "global",
            "config": {
              "transport": "http",
              "url": "https://wiki.example/mcp"
            },
            "enabled": true,
            "editable": true,
            "authStatus": "oauth-required",
            "checkedAt": 1740819609480
          }
        ]
      }
    },
    "listAgents": {
      "summary": "The agents of a session",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListAgentsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": [
            {
              "agentId": "agent_1",
              "type": "sub",
              "parentAgentId": "main",
              "label": "find the parser",
              "createdAt": "2025-03-01T09:00:05.120Z",
              "status": "idle",
              "profile": "explore",
              "model": "offline/echo",
              "usage": {
                "input_tokens": 1480,
                "output_tokens": 96,
                "cache_read_tokens": 0,
                "cache_creation_tokens": 0,
                "turn_count": 1
              }
            }
          ]
        }
      }
    },
    "listApprovals": {
      "summary": "Approvals a session waits for, oldest first",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "status": {
            "type": "string",
            "const": "pending",
            "description": "only those in this state"
          }
        },
        "required": [
          "status"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/ListApprovalsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "status": "pending"
        },
        "data": {
          "items": [
            {
              "approval_id": "approval_01jn8q6d2b5e8g1j4m7p0s3v6y",
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "turn_id": 1,
              "tool_call_id": "call_01jn8q6d1a4c7e0g3j6m9p2r5t",
              "tool_name": "Bash",
              "action": "Run npm test",
              "tool_input_display": {
                "kind": "command",
                "command": "npm test",
                "cwd": "/home/ada/project",
                "language": "bash"
              },
              "created_at": "2025-03-01T09:00:09.480Z",
              "expires_at": "2025-03-02T09:00:09.480Z",
              "agent_id": "main",
              "session_scope": true,
              "scope_rule": "Bash(npm test)",
              "editable": true
            }
          ]
        }
      }
    },
    "listCatalogProviders": {
      "summary": "Providers of the public catalog",
      "description": "In the catalog's order. The server fetches the catalog that `AGENT_CODE_CATALOG_URL` names (10 s) and keeps it for 10 minutes; when that fails an older copy serves, else the built-in snapshot, which is also what there is when no address is set.",
      "data": {
        "$ref": "#/components/schemas/ListCatalogProvidersData"
      },
      "example": {
        "data": {
          "items": [
            {
              "id": "acme",
              "name": "Acme",
              "wire_type": "openai",
              "guessed": false,
              "needs_base_url": false,
              "rejected": false,
              "reject_reason": null,
              "env_key": "ACME_API_KEY",
              "models": [
                {
                  "id": "large",
                  "name": "Acme Large",
                  "max_context_size": 200000,
                  "capabilities": [
                    "tool_use"
                  ],
                  "reasoning": false
                }
              ]
            }
          ]
        }
      }
    },
    "listChanges": {
      "summary": "Files that the session changed",
      "description": "Compares the content before the first recorded change at or after `from_turn` with the disk now, or with the content after `to_turn`; a file that is back where it was is left out. Works while a turn runs; the session is not loaded for it. `not_recorded` names changed files whose former content is not known, `unwatched` places where changes of shell commands are not seen. Git is not needed. `event.changes.changed` reports each further change.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "from_turn": {
            "type": "integer",
            "minimum": 1,
            "description": "turn of the main agent; absent: from the beginning"
          },
          "to_turn": {
            "type": "integer",
            "minimum": 1,
            "description": "turn of the main agent; absent: to now"
          },
          "path": {
            "type": "string",
            "minLength": 1,
            "description": "absolute; only this file"
          },
          "hunks": {
            "type": "boolean",
            "default": false,
            "description": "list the changed lines too"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListChangesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "from_turn": 3,
          "hunks": true
        },
        "data": {
          "files": [
            {
              "path": "/home/ada/project/README.md",
              "status": "modified",
              "base_sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
              "sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
              "added": 1,
              "removed": 0,
              "hunks": [
                {
                  "id": "h1",
                  "old_start": 1,
                  "old_lines": 1,
                  "new_start": 1,
                  "new_lines": 2,
                  "lines": [
                    " # Project",
                    "+It does things."
                  ]
                }
              ],
              "turns": [
                3
              ],
              "agent_ids": [
                "main"
              ]
            }
          ],
          "not_recorded": [
            {
              "path": "/home/ada/project/film.mp4",
              "reason": "too_large"
            }
          ],
          "unwatched": [
            {
              "path": "/home/ada/project/node_modules",
              "reason": "huge"
            }
          ]
        }
      }
    },
    "listChildSessions": {
      "summary": "Children of a session, last changed first",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "before_id": {
            "type": "string",
            "description": "only sessions older than this one; not together with `after_id`; an id that is not in the list is ignored"
          },
          "after_id": {
            "type": "string",
            "description": "only sessions newer than this one; the order stays newest first"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 100,
            "description": "entries of a page"
          },
          "busy": {
            "type": "boolean",
            "description": "filter before paging"
          },
          "include_archive": {
            "type": "boolean",
            "default": false,
            "description": "archived sessions too"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/PageSession"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "page_size": 20
        },
        "data": {
          "items": [
            {
              "id": "session_01jn8q9k5c8f1h4k7n0q3t6w9z",
              "workspace_id": "wd_project_3f9a1c0b7d52",
              "title": "Child: Fix the failing date test",
              "title_kind": "custom",
              "created_at": "2025-03-01T09:00:00.000Z",
              "updated_at": "2025-03-01T09:00:09.480Z",
              "archived": false,
              "busy": false,
              "main_turn_active": false,
              "pending_interaction": "none",
              "last_turn_reason": "completed",
              "last_prompt": "Fix the failing date test",
              "metadata": {
                "cwd": "/home/ada/project",
                "forked_from": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
                "parent_session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
                "child_session_kind": "child"
              },
              "agent_config": {
                "model": "offline/echo",
                "permission_mode": "manual",
                "plan_mode": false,
                "swarm_mode": false,
                "profile": "default"
              },
              "usage": {
                "input_tokens": 1480,
                "output_tokens": 96,
                "cache_read_tokens": 0,
                "cache_creation_tokens": 0,
                "context_tokens": 1576,
                "context_limit": 65536,
                "turn_count": 1
              },
              "permission_rules": [],
              "message_count": 4,
              "last_seq": 23
            }
          ],
          "has_more": false
        }
      }
    },
    "listConnections": {
      "summary": "Open socket connections, oldest first",
      "data": {
        "$ref": "#/components/schemas/ListConnectionsData"
      },
      "example": {
        "data": {
          "connections": [
            {
              "id": "conn_01jn8q7a3c6e9g2j5m8p1r4t7w",
              "connected_at": "2025-03-01T09:00:00.000Z",
              "remote_address": "127.0.0.1",
              "user_agent": null,
              "has_client_hello": true,
              "subscriptions": [
                "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
              ]
            }
          ]
        }
      }
    },
    "listCronJobs": {
      "summary": "Scheduled prompts",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListCronJobsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": [
            {
              "id": "1f2e3d4c",
              "cron": "30 9 * * 1-5",
              "human_schedule": "At 09:30, Monday through Friday",
              "prompt": "look at the build",
              "recurring": true,
              "next_fire_at": "2026-03-02T08:30:00.000Z",
              "age_days": 1,
              "stale": false
            }
          ]
        }
      }
    },
    "listFiles": {
      "summary": "Lists a directory of a session",
      "description": "Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`. Names are never decoded or normalised. `.git`, pipes, sockets and devices are not listed. Links to directories are not descended into.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ListFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/ListFilesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "."
        },
        "data": {
          "items": [
            {
              "path": "src",
              "name": "src",
              "kind": "directory",
              "modified_at": "2025-03-01T09:00:05.120Z",
              "etag": "m7q3v1a8-2wg-4f2w",
              "child_count": 12
            }
          ],
          "truncated": false
        }
      }
    },
    "listInbox": {
      "summary": "Approvals and questions that wait for the user in all sessions, oldest first",
      "description": "Those of all servers of the home, by `created_at`, then id; archived sessions are left out. No session is loaded for it. An item whose session names an `owner` is answered at that server. `event.inbox.changed` reports each item that comes or goes.",
      "query": {
        "type": "object",
        "properties": {
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 500,
            "default": 200,
            "description": "most items in the answer"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListInboxData"
      },
      "example": {
        "query": {
          "limit": 50
        },
        "data": {
          "items": [
            {
              "kind": "approval",
              "session": {
                "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
                "title": "Fix the failing date test",
                "workspace_id": "wd_project_3f9a1c0b7d52",
                "cwd": "/home/ada/project"
              },
              "approval": {
                "approval_id": "approval_01jn8q6d2b5e8g1j4m7p0s3v6y",
                "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
                "turn_id": 1,
                "tool_call_id": "call_01jn8q6d1a4c7e0g3j6m9p2r5t",
                "tool_name": "Bash",
                "action": "Run npm test",
                "tool_input_display": {
                  "kind": "command",
                  "command": "npm test",
                  "cwd": "/home/ada/project",
                  "language": "bash"
                },
                "created_at": "2025-03-01T09:00:09.480Z",
                "expires_at": "2025-03-02T09:00:09.480Z",
                "agent_id": "main",
                "session_scope": true,
                "editable": true,
                "scope_rule": "Bash(npm test)"
              }
            }
          ],
          "total": 1
        }
      }
    },
    "listInputHistory": {
      "summary": "What users have sent from the directory of a workspace, newest first",
      "description": "The input history that all user interfaces of the directory share. No two entries in a row are equal. Secrets that the server knows are masked.",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 1000,
            "description": "how many of the newest"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListInputHistoryData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "items": [
            "Fix the failing test.",
            "!git status"
          ]
        }
      }
    },
    "listManagedMcpServers": {
      "summary": "Configured MCP servers",
      "description": "By name. Of one name the entry counts that is nearest to `cwd`; an entry with a mistake is left out. Values of `env` and `headers` are shown of mutable entries only, as they were written.",
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListManagedMcpServersData"
      },
      "example": {
        "query": {
          "cwd": "/home/ada/project"
        },
        "data": [
          {
            "name": "issues",
            "config": {
              "transport": "stdio",
              "command": "issues-mcp",
              "args": [
                "--stdio"
              ],
              "env": {
                "ISSUES_TOKEN": "${ISSUES_TOKEN}"
              }
            },
            "source": "global",
            "origin": "/home/ada/.agent-code/mcp.json",
            "mutable": true
          },
          {
            "name": "wiki",
            "config": {
              "transport": "http",
              "url": "https://wiki.example/mcp",
              "headerKeys": [
                "X-Team"
              ]
            },
            "source": "global",
            "origin": "/home/ada/project/.mcp.json",
            "mutable": false
          }
        ]
      }
    },
    "listManyFiles": {
      "summary": "Lists several directories of a session",
      "description": "One path that leaves the directories of the session fails the call; other errors are those of their path alone. `depth` has no effect.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ListManyFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/ListManyFilesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "paths": [
            "src",
            "none"
          ]
        },
        "data": {
          "results": {
            "src": [
              {
                "path": "src/date.ts",
                "name": "date.ts",
                "kind": "file",
                "size": 1280,
                "modified_at": "2025-03-01T09:00:05.120Z",
                "etag": "m7q3v1a8-zk-4f2x",
                "mime": "text/x-typescript",
                "language_id": "typescript",
                "is_binary": false
              }
            ]
          },
          "partial_errors": {
            "none": {
              "code": 40409,
              "msg": "no such path: none"
            }
          }
        }
      }
    },
    "listMcpAuthStatuses": {
      "summary": "Whether the configured MCP servers let this one in",
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          },
          "verify": {
            "type": "boolean",
            "description": "true: query every server that may need a login; false: query none, and report a server without a stored login as needing no login unless its configuration requires one; absent: query servers without a stored token"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListMcpAuthStatusesData"
      },
      "example": {
        "query": {
          "verify": false
        },
        "data": [
          {
            "name": "issues",
            "authStatus": "not-applicable"
          },
          {
            "name": "wiki",
            "authStatus": "oauth-authorized"
          }
        ]
      }
    },
    "listMcpServers": {
      "summary": "MCP servers of a session",
      "description": "Without `session_id` those of the session created last; an unknown session or none at all gives an empty list. A session that is not loaded has the servers that are configured for it, all `disconnected`.",
      "query": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string",
            "description": "session that is meant"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListMcpServersData"
      },
      "example": {
        "query": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "servers": [
            {
              "id": "issues",
              "name": "issues",
              "transport": "stdio",
              "status": "connected",
              "tool_count": 4
            }
          ]
        }
      }
    },
    "listMessages": {
      "summary": "Messages of the main agent, newest first",
      "description": "The `role` filter works on the page already cut, so a page may be short or empty while `has_more` is true.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "before_id": {
            "type": "string",
            "description": "only messages older than this one; not together with `after_id`; an id that is not in the list is ignored"
          },
          "after_id": {
            "type": "string",
            "description": "only messages newer than this one; the order stays newest first"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50,
            "description": "entries of a page"
          },
          "role": {
            "type": "string",
            "enum": [
              "user",
              "assistant",
              "tool",
              "system"
            ],
            "description": "only messages of this role"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/PageMessage"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "page_size": 50
        },
        "data": {
          "items": [
            {
              "id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4",
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "role": "user",
              "content": [
                {
                  "type": "text",
                  "text": "Fix the failing date test"
                }
              ],
              "created_at": "2025-03-01T09:00:05.120Z",
              "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f",
              "metadata": {
                "origin": {
                  "kind": "user"
                },
                "agent_id": "main",
                "turn_id": 1
              }
            }
          ],
          "has_more": false
        }
      }
    },
    "listModels": {
      "summary": "Models a session can use",
      "description": "Configured aliases in file order, then the environment alias, then `offline/echo` unless switched off.",
      "data": {
        "$ref": "#/components/schemas/ListModelsData"
      },
      "example": {
        "data": {
          "items": [
            {
              "provider": "acme",
              "model": "fast",
              "display_name": "acme-fast",
              "max_context_size": 128000,
              "capabilities": [
                "tool_use"
              ]
            },
            {
              "provider": "offline",
              "model": "offline/echo",
              "display_name": "echo",
              "max_context_size": 65536,
              "capabilities": [
                "tool_use",
                "thinking",
                "image_in"
              ]
            }
          ]
        }
      }
    },
    "listPermissionRules": {
      "summary": "Rules approved or set for a session",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListPermissionRulesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": [
            {
              "id": "rule_01jn8q6h7a0c3e6g9j2m5p8r1t",
              "tool_name": "Bash",
              "matcher": {
                "kind": "command_prefix",
                "value": "npm test"
              },
              "decision": "approved",
              "created_at": "2025-03-01T09:00:05.120Z",
              "created_by": "user",
              "pattern": "Bash(npm test *)"
            }
          ]
        }
      }
    },
    "listPlans": {
      "summary": "Plans that were handed in",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$",
            "description": "agent of the session"
          },
          "tool_call_id": {
            "type": "string",
            "description": "only the plan of this call"
          }
        },
        "required": [
          "agent_id"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/ListPlansData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "agent_id": "main"
        },
        "data": {
          "agent_id": "main",
          "plans": [
            {
              "tool_call_id": "call_7",
              "turn_id": "t3",
              "source": "interaction",
              "plan": "1. Read\n2. Write\n",
              "path": "/home/ada/.agent-code/sessions/session_01jn8q5j0c9m4v7x2b6k3t8w1y/plans/calm-green-otter.md",
              "review": {
                "state": "approved",
                "selected_option": "Approve"
              }
            }
          ]
        }
      }
    },
    "listPrompts": {
      "summary": "The running prompt and the queue of an agent",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "default": "main",
            "description": "agent of the session"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/PromptQueue"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "active": {
            "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f",
            "user_message_id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4",
            "status": "running",
            "content": [
              {
                "type": "text",
                "text": "Fix the failing date test"
              }
            ],
            "created_at": "2025-03-01T09:00:05.120Z"
          },
          "queued": [],
          "paused": false
        }
      }
    },
    "listProviders": {
      "summary": "Providers of models",
      "description": "In the order of the file, then the one of the environment, then `offline` unless switched off.",
      "data": {
        "$ref": "#/components/schemas/ListProvidersData"
      },
      "example": {
        "data": {
          "items": [
            {
              "id": "acme",
              "type": "openai",
              "base_url": "https://api.acme.example/v1",
              "default_model": "acme/acme-fast",
              "has_api_key": true,
              "status": "connected",
              "models": [
                "acme/acme-fast"
              ]
            },
            {
              "id": "offline",
              "type": "offline",
              "has_api_key": false,
              "status": "connected",
              "models": [
                "offline/echo"
              ]
            }
          ]
        }
      }
    },
    "listQuestions": {
      "summary": "Questions a session waits for, oldest first",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "status": {
            "type": "string",
            "const": "pending",
            "description": "only those in this state"
          }
        },
        "required": [
          "status"
        ]
      },
      "data": {
        "$ref": "#/components/schemas/ListQuestionsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "status": "pending"
        },
        "data": {
          "items": [
            {
              "question_id": "question_01jn8q6f9c2d5f8h1k4n7q0t3w",
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "turn_id": 1,
              "tool_call_id": "call_01jn8q6e8b1d4f7h0k3n6q9t2w",
              "questions": [
                {
                  "id": "q_0",
                  "question": "Which date library shall I use?",
                  "header": "Library",
                  "options": [
                    {
                      "id": "opt_0_0",
                      "label": "date-fns",
                      "description": "already installed"
                    },
                    {
                      "id": "opt_0_1",
                      "label": "Temporal polyfill"
                    }
                  ],
                  "multi_select": false,
                  "allow_other": true
                }
              ],
              "created_at": "2025-03-01T09:00:09.480Z",
              "agent_id": "main",
              "expires_at": "2025-03-02T09:00:09.480Z",
              "background": false
            }
          ]
        }
      }
    },
    "listServers": {
      "summary": "The running servers of this home, and the addresses of the one that answers",
      "description": "Oldest start first, embedded ones among them. A server whose process has ended, or that no longer answers, is left out.",
      "data": {
        "$ref": "#/components/schemas/ListServersData"
      },
      "example": {
        "data": {
          "items": [
            {
              "server_id": "01jn8q5f3b6d9g2j5m8p1s4v7x",
              "base_url": "http://127.0.0.1:58627",
              "pid": 4711,
              "started_at": "2025-03-01T09:00:00.000Z",
              "version": "0.1.0",
              "lifetime": "web",
              "self": true
            }
          ],
          "urls": [
            "http://192.0.2.7:58627/"
          ]
        }
      }
    },
    "listSessions": {
      "summary": "Sessions, last changed first",
      "description": "Order: `updated_at`, then id, both descending. Without `page_size` and `archived_only` everything comes in one answer; `archived_only` alone pages by 20.",
      "query": {
        "type": "object",
        "properties": {
          "before_id": {
            "type": "string",
            "description": "only sessions older than this one; not together with `after_id`; an id that is not in the list is ignored"
          },
          "after_id": {
            "type": "string",
            "description": "only sessions newer than this one; the order stays newest first"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "entries of a page"
          },
          "busy": {
            "type": "boolean",
            "description": "filter before paging"
          },
          "include_archive": {
            "type": "boolean",
            "default": false,
            "description": "archived sessions too"
          },
          "archived_only": {
            "type": "boolean",
            "default": false,
            "description": "not together with `include_archive`"
          },
          "exclude_empty": {
            "type": "boolean",
            "default": false,
            "description": "only sessions with a prompt"
          },
          "workspace_id": {
            "type": "string",
            "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
            "description": "`wd_<slug>_<hash>`"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/PageSession"
      },
      "example": {
        "query": {
          "page_size": 20,
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "items": [
            {
              "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "workspace_id": "wd_project_3f9a1c0b7d52",
              "title": "Fix the failing date test",
              "title_kind": "custom",
              "created_at": "2025-03-01T09:00:00.000Z",
              "updated_at": "2025-03-01T09:00:09.480Z",
              "archived": false,
              "busy": false,
              "main_turn_active": false,
              "pending_interaction": "none",
              "last_turn_reason": "completed",
              "last_prompt": "Fix the failing date test",
              "metadata": {
                "cwd": "/home/ada/project"
              },
              "agent_config": {
                "model": "offline/echo",
                "permission_mode": "manual",
                "plan_mode": false,
                "swarm_mode": false,
                "profile": "default"
              },
              "usage": {
                "input_tokens": 1480,
                "output_tokens": 96,
                "cache_read_tokens": 0,
                "cache_creation_tokens": 0,
                "context_tokens": 1576,
                "context_limit": 65536,
                "turn_count": 1
              },
              "permission_rules": [],
              "message_count": 4,
              "last_seq": 23
            }
          ],
          "has_more": false
        }
      }
    },
    "listSkills": {
      "summary": "Skills of a session, sorted by name",
      "description": "Of equal names the one that goes first.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListSkillsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "skills": [
            {
              "name": "release",
              "description": "Make a release of this project.",
              "path": "/home/ada/project/.agent-code/skills/release/SKILL.md",
              "source": "project",
              "type": "prompt"
            }
          ]
        }
      }
    },
    "listTasks": {
      "summary": "Background tasks, and agents that their caller waits for, newest first",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "running",
              "completed",
              "failed",
              "cancelled"
            ],
            "description": "only those in this state"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListTasksData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "status": "running"
        },
        "data": {
          "items": [
            {
              "id": "bash-4k2m9x0q",
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "kind": "bash",
              "description": "run the server",
              "status": "running",
              "engine_status": "running",
              "created_at": "2025-03-01T09:00:10.000Z",
              "started_at": "2025-03-01T09:00:10.000Z",
              "command": "npm run dev"
            }
          ]
        }
      }
    },
    "listTerminals": {
      "summary": "The terminals of a session, oldest first",
      "description": "Served on loopback binds only. Those of a session that is not in memory have ended and are gone; of ended ones the newest 16 are kept.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListTerminalsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": [
            {
              "id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60",
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "cwd": "/home/ada/project",
              "shell": "/bin/bash",
              "cols": 120,
              "rows": 40,
              "status": "running",
              "created_at": "2025-03-01T09:00:12.000Z"
            }
          ]
        }
      }
    },
    "listTodos": {
      "summary": "The todo list of an agent",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "default": "main",
            "description": "agent of the session"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListTodosData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": [
            {
              "title": "Run the tests",
              "status": "done"
            },
            {
              "title": "Mend the date parser",
              "status": "in_progress"
            }
          ]
        }
      }
    },
    "listTools": {
      "summary": "Tools of the main agent of a session",
      "description": "Without `session_id` those of the session created last; an unknown session or none at all gives an empty list.",
      "query": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string",
            "description": "session whose main agent is meant"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListToolsData"
      },
      "example": {
        "query": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "tools": [
            {
              "name": "Glob",
              "description": "Finds files by glob pattern.",
              "input_schema": {
                "type": "object",
                "properties": {
                  "pattern": {
                    "type": "string"
                  }
                },
                "required": [
                  "pattern"
                ]
              },
              "source": "builtin",
              "active": true
            }
          ]
        }
      }
    },
    "listUserMessages": {
      "summary": "What opened each turn",
      "description": "Every turn that has a prompt text or attachments, those of skills and schedules included.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "agent_id": {
            "type": "string",
            "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$",
            "description": "absent: all agents"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListUserMessagesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "agent_id": "main"
        },
        "data": {
          "agents": [
            {
              "agent_id": "main",
              "messages": [
                {
                  "turn_id": "t1",
                  "ordinal": 1,
                  "state": "completed",
                  "origin": {
                    "kind": "user",
                    "payload": {
                      "kind": "user"
                    }
                  },
                  "prompt": "list the files here",
                  "started_at": "2026-03-01T08:00:05.120Z"
                }
              ],
              "attachments": []
            }
          ]
        }
      }
    },
    "listVisCron": {
      "summary": "Scheduled prompts of a session",
      "description": "Served by `agent vis` only. As the log has them.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListVisCronData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": []
        }
      }
    },
    "listVisEvents": {
      "summary": "The log of a session, internal records included",
      "description": "Served by `agent vis` only. In the order of the log. A page ends early when its events are large; `has_more` says whether there are further ones.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "after_seq": {
            "type": "integer",
            "minimum": 0,
            "default": 0
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 5000,
            "default": 1000
          },
          "types": {
            "type": "string",
            "maxLength": 4000,
            "description": "types of events, separated by commas"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListVisEventsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "limit": 1
        },
        "data": {
          "items": [
            {
              "seq": 1,
              "time": 1740819600000,
              "type": "agent.created",
              "agent_id": "main",
              "internal": false,
              "bytes": 20,
              "payload": {
                "agentKind": "main"
              }
            }
          ],
          "last_seq": 23,
          "has_more": true
        }
      }
    },
    "listVisSessions": {
      "summary": "All sessions of a home, or the one of an export",
      "description": "Served by `agent vis` only. The last active first.",
      "query": {
        "type": "object",
        "properties": {
          "query": {
            "type": "string",
            "maxLength": 200,
            "description": "text in title, directory, id or status"
          },
          "before_id": {
            "type": "string",
            "description": "sessions after this one in the list"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 50
          },
          "include_archive": {
            "type": "boolean",
            "default": true
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/PageSession"
      },
      "example": {
        "query": {
          "query": "demo"
        },
        "data": {
          "items": [
            {
              "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "workspace_id": "wd_project_3f9a1c0b7d52",
              "title": "Fix the failing date test",
              "title_kind": "custom",
              "created_at": "2025-03-01T09:00:00.000Z",
              "updated_at": "2025-03-01T09:00:09.480Z",
              "archived": false,
              "busy": false,
              "main_turn_active": false,
              "pending_interaction": "none",
              "last_turn_reason": "completed",
              "last_prompt": "Fix the failing date test",
              "metadata": {
                "cwd": "/home/ada/project"
              },
              "agent_config": {
                "model": "offline/echo",
                "permission_mode": "manual",
                "plan_mode": false,
                "swarm_mode": false,
                "profile": "default"
              },
              "usage": {
                "input_tokens": 1480,
                "output_tokens": 96,
                "cache_read_tokens": 0,
                "cache_creation_tokens": 0,
                "context_tokens": 1576,
                "context_limit": 65536,
                "turn_count": 1
              },
              "permission_rules": [],
              "message_count": 4,
              "last_seq": 23
            }
          ],
          "has_more": false
        }
      }
    },
    "listVisTasks": {
      "summary": "Background tasks of a session",
      "description": "Served by `agent vis` only. As the log has them.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListVisTasksData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "items": []
        }
      }
    },
    "listWarnings": {
      "summary": "What is wrong with the files, settings and model of a session",
      "description": "Files and settings are read again with each call. A model server on this machine is asked once, for at most a second: `model-window-oversized`, `model-without-tools`, `model-not-served`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListWarningsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "warnings": [
            {
              "code": "skill-skipped",
              "message": "/home/ada/project/.agent-code/skills/x/SKILL.md was skipped: it has no text.",
              "severity": "warning"
            }
          ]
        }
      }
    },
    "listWorkspaceAgents": {
      "summary": "Agents that a new session in a workspace could be made with, sorted by name",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListWorkspaceAgentsData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "profiles": [
            {
              "name": "reviewer",
              "description": "Reads changes and finds mistakes.",
              "source": "project",
              "path": "/home/ada/project/.agent-code/agents/reviewer.md",
              "overrides_builtin": false
            }
          ]
        }
      }
    },
    "listWorkspaceSkills": {
      "summary": "Skills that a new session in a workspace would have",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ListWorkspaceSkillsData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "skills": [
            {
              "name": "release",
              "description": "Make a release of this project.",
              "path": "/home/ada/project/.agent-code/skills/release/SKILL.md",
              "source": "project",
              "type": "prompt"
            }
          ]
        }
      }
    },
    "listWorkspaces": {
      "summary": "Known workspaces, last opened first",
      "data": {
        "$ref": "#/components/schemas/ListWorkspacesData"
      },
      "example": {
        "data": {
          "items": [
            {
              "id": "wd_project_3f9a1c0b7d52",
              "root": "/home/ada/project",
              "name": "project",
              "created_at": "2025-03-01T09:00:00.000Z",
              "last_opened_at": "2025-03-01T09:00:09.480Z",
              "session_count": 1
            }
          ]
        }
      }
    },
    "loadSession": {
      "summary": "Loads a session with the flags of a resume",
      "description": "Without a body it only loads, and does nothing when the session is loaded. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/LoadSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "launch": {
            "client_type": "cli"
          },
          "agent_config": {
            "plan_mode": true
          }
        },
        "data": {
          "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Fix the failing date test",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": true,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "logout": {
      "summary": "Logs out",
      "description": "Discards the credential, removes the managed provider from the configuration and cancels a pending login; also when no user is logged in.",
      "body": {
        "$ref": "#/components/schemas/LogoutBody"
      },
      "data": {
        "$ref": "#/components/schemas/LogoutData"
      },
      "example": {
        "body": {},
        "data": {
          "logged_out": true,
          "provider": "managed:agent-code"
        }
      }
    },
    "makeDirectory": {
      "summary": "Makes a directory in a session",
      "description": "Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`. Names are never decoded or normalised.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/MakeDirectoryBody"
      },
      "data": {
        "$ref": "#/components/schemas/FileEntry"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "src/new"
        },
        "data": {
          "path": "src/new",
          "name": "new",
          "kind": "directory",
          "modified_at": "2025-03-01T09:00:05.120Z",
          "etag": "m7q3v1a8-2wg-4f2w",
          "child_count": 0
        }
      }
    },
    "makeHostDirectory": {
      "summary": "Makes a directory on this machine",
      "description": "Its parent must exist.",
      "body": {
        "$ref": "#/components/schemas/MakeHostDirectoryBody"
      },
      "data": {
        "$ref": "#/components/schemas/MakeHostDirectoryData"
      },
      "example": {
        "body": {
          "path": "/home/ada/new"
        },
        "data": {
          "path": "/home/ada/new"
        }
      }
    },
    "openFile": {
      "summary": "Opens a file of a session on the server's machine",
      "description": "Uses the program of `VISUAL` or `EDITOR`, else the system's opener; skips editors that need a terminal. Succeeds when the program starts; `INTERNAL_ERROR` gives the reason when it does not. Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/OpenFileBody"
      },
      "data": {
        "$ref": "#/components/schemas/OpenFileData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "src/user.ts",
          "line": 3
        },
        "data": {
          "opened": true
        }
      }
    },
    "openFileIn": {
      "summary": "Opens a file of a session in a program of the server's machine",
      "description": "`finder` is the file manager, `iterm` and `terminal` open in the directory of the file. Succeeds when the program starts; `INTERNAL_ERROR` gives the reason when it does not. Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/OpenFileInBody"
      },
      "data": {
        "$ref": "#/components/schemas/OpenFileInData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "app_id": "vscode",
          "path": "src/user.ts",
          "line": 3
        },
        "data": {
          "opened": true
        }
      }
    },
    "pauseGoal": {
      "summary": "Pauses the goal",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/PauseGoalData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "goalId": "goal_01jn8q5m1a2b3c4d5e6f7g8h9j",
          "objective": "make the tests pass",
          "status": "paused",
          "turnsUsed": 2,
          "tokensUsed": 1800,
          "wallClockMs": 60000,
          "budget": {
            "tokenBudget": null,
            "turnBudget": 10,
            "wallClockBudgetMs": null,
            "remainingTokens": null,
            "remainingTurns": 8,
            "remainingWallClockMs": null,
            "tokenBudgetReached": false,
            "turnBudgetReached": false,
            "wallClockBudgetReached": false,
            "overBudget": false
          }
        }
      }
    },
    "querySessions": {
      "summary": "Sessions by workspace, activity and time, flat or in groups",
      "description": "Pages go by position: a session that does not change meanwhile is neither repeated nor left out, whatever comes or goes. One that changes while the pages are read moves in the order of `meta.updated_at`: with `_desc` it appears on a new first page, with `_asc` it appears once more near the end; in the order of `meta.created_at` nothing moves. `page` counts from the start at each request. Children are listed like others.",
      "query": {
        "type": "object",
        "properties": {
          "workspace.id": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "repeatable; unknown ids match nothing"
          },
          "activity.status": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionActivity"
            },
            "description": "repeatable"
          },
          "meta.updated_after": {
            "type": "integer",
            "description": "epoch ms, inclusive"
          },
          "meta.updated_before": {
            "type": "integer",
            "description": "epoch ms, inclusive"
          },
          "meta.archived": {
            "type": "string",
            "enum": [
              "true",
              "false",
              "all"
            ],
            "default": "false",
            "description": "whether archived sessions are among them; `all`: both"
          },
          "meta.has_prompt": {
            "type": "boolean",
            "description": "only sessions with, or without, a prompt"
          },
          "view": {
            "type": "string",
            "enum": [
              "flat",
              "by_workspace"
            ],
            "default": "flat",
            "description": "one list, or one per workspace"
          },
          "group.page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "description": "sessions of each group, up to 100 (with `fields` 10,000), default 5; only with `by_workspace`"
          },
          "sort": {
            "type": "string",
            "enum": [
              "meta.updated_at_desc",
              "meta.updated_at_asc",
              "meta.created_at_desc"
            ],
            "default": "meta.updated_at_desc",
            "description": "ties by id in the same direction; groups by their first session, then by workspace id"
          },
          "include": {
            "type": "string",
            "pattern": "^(?:git|dirs)(?:,(?:git|dirs))*$",
            "description": "comma list; `git`: branch and pull request of the directory. A pull request that takes longer than a second to find out is null, and there the next time; `dirs`: the further directories of the session"
          },
          "fields": {
            "type": "string",
            "enum": [
              "id,archived",
              "archived,id"
            ],
            "description": "items are `{id, archived}`; not with `include`"
          },
          "page_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "default": 50,
            "description": "items, or groups with `by_workspace`; up to 100, with `fields` 10,000"
          },
          "page": {
            "type": "integer",
            "minimum": 1,
            "description": "number of the page, each request for itself; not with `page_token`"
          },
          "page_token": {
            "type": "string",
            "description": "`next_page_token` of the page before; all other conditions stay the same"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/QuerySessionsData"
      },
      "example": {
        "query": {
          "activity.status": [
            "idle",
            "failed"
          ],
          "include": "git",
          "page_size": 20
        },
        "data": {
          "items": [
            {
              "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "workspace": {
                "id": "wd_project_3f9a1c0b7d52",
                "cwd": "/home/ada/project"
              },
              "meta": {
                "title": "Fix the failing date test",
                "last_prompt": "Fix the failing date test",
                "created_at": 1740819600000,
                "updated_at": 1740819609480,
                "archived": false,
                "archived_at": null
              },
              "activity": {
                "status": "idle"
              },
              "message_count": 4,
              "total_cost_usd": 0.0123,
              "git": {
                "branch": "fix-dates",
                "pull_request": {
                  "number": 12,
                  "state": "open",
                  "url": "https://example.org/project/pull/12"
                }
              }
            }
          ],
          "total": 1,
          "has_more": false,
          "next_page_token": null
        }
      }
    },
    "readFile": {
      "summary": "Reads a part of a file of a session",
      "description": "Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`. Names are never decoded or normalised. UTF-16 with a byte order mark is returned as UTF-8. A character is never split: the text may end up to three bytes early; the next page then begins at `offset` plus the bytes returned.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ReadFileBody"
      },
      "data": {
        "$ref": "#/components/schemas/ReadFileData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "src/date.ts"
        },
        "data": {
          "path": "src/date.ts",
          "content": "export const day = 86_400;\n",
          "encoding": "utf-8",
          "size": 27,
          "truncated": false,
          "etag": "m7q3v1a8-r-4f2x",
          "mime": "text/x-typescript",
          "language_id": "typescript",
          "line_count": 1,
          "is_binary": false
        }
      }
    },
    "readVisLog": {
      "summary": "A log",
      "description": "Served by `agent vis` only. Plain text, masked: the end of the file, or of the one of a session.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "which": {
            "type": "string",
            "enum": [
              "session",
              "global"
            ],
            "default": "session"
          }
        }
      },
      "data": {
        "type": "null"
      },
      "mediaType": "text/plain",
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        }
      }
    },
    "readVisMedia": {
      "summary": "A picture or film of a session",
      "description": "Served by `agent vis` only. Paths come from the session, never from the request.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "file_id": {
          "type": "string"
        }
      },
      "data": {
        "type": "null"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "file_id": "media_01jn8q5j0c9m4v7x2b6k3t8w1y.png"
        }
      }
    },
    "readVisTaskOutput": {
      "summary": "Output of a background task",
      "description": "Served by `agent vis` only. Plain text, masked.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "task_id": {
          "type": "string"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "offset": {
            "type": "integer",
            "minimum": 0,
            "default": 0,
            "description": "bytes"
          },
          "length": {
            "type": "integer",
            "minimum": 1,
            "maximum": 4194304,
            "default": 262144,
            "description": "bytes"
          }
        }
      },
      "data": {
        "type": "null"
      },
      "mediaType": "text/plain",
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "task_id": "bash-0a1b2c3d"
        }
      }
    },
    "redoSession": {
      "summary": "Takes the last undo back",
      "description": "Restores the messages, todos and plan mode that the last undo hid, and the files when that undo restored files (beyond the contract: file checkpoints). Redoes several undos one by one, the last first, until a new message follows: then `SESSION_REDO_UNAVAILABLE` with reason `stale`; `empty` when there is no undo. Files that something else changed since the undo are refused with `SESSION_FILES_CHANGED` unless `force` is set. `messages` comes newest first. `SESSION_BUSY` as with `:undo`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/RedoSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/RedoSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "dry_run": true
        },
        "data": {
          "messages": {
            "items": [],
            "has_more": false
          },
          "status": {
            "busy": false,
            "model": "offline/echo",
            "thinking_level": "off",
            "permission": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "context_tokens": 1576,
            "max_context_tokens": 65536,
            "context_usage": 0.024
          },
          "prompts": [
            {
              "prompt_id": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
              "text": "shorten the README"
            }
          ],
          "files": {
            "applied": false,
            "changes": [
              {
                "path": "/home/ada/project/README.md",
                "action": "restore",
                "diff": "--- /home/ada/project/README.md\n+++ /home/ada/project/README.md\n@@ -1,2 +1,1 @@\n # Project\n-It does things.",
                "added": 0,
                "removed": 1
              }
            ],
            "not_restorable": [],
            "unwatched": [
              {
                "path": "/home/ada/project/node_modules",
                "reason": "huge"
              }
            ]
          }
        }
      }
    },
    "refreshLoginProviders": {
      "summary": "Refreshes the models of providers that belong to a login",
      "data": {
        "$ref": "#/components/schemas/RefreshReport"
      },
      "example": {
        "data": {
          "changed": [],
          "unchanged": [
            "managed:agent-code"
          ],
          "failed": []
        }
      }
    },
    "refreshProvider": {
      "summary": "Refreshes the models of a provider",
      "description": "Reads the models from their source: a login, a registry, the catalog. Adds new models, removes those that are no longer listed, and updates known ones; `overrides`, other entries of the user, the provider itself and all defaults stay. A provider without such a source is `unchanged`, without a request. Models at a host that the provider did not use before stay as they are and are listed in `failed`. A server also reads registries again shortly after its start.",
      "params": {
        "provider_id": {
          "type": "string",
          "description": "id of a provider"
        }
      },
      "data": {
        "$ref": "#/components/schemas/RefreshReport"
      },
      "example": {
        "params": {
          "provider_id": "acme"
        },
        "data": {
          "changed": [
            {
              "provider_id": "acme",
              "provider_name": "acme",
              "added": 2,
              "removed": 1
            }
          ],
          "unchanged": [],
          "failed": []
        }
      }
    },
    "refreshProviders": {
      "summary": "Refreshes the models of all providers",
      "description": "Each from where its models came; a source that cannot be reached is in `failed` and changes nothing.",
      "data": {
        "$ref": "#/components/schemas/RefreshReport"
      },
      "example": {
        "data": {
          "changed": [
            {
              "provider_id": "acme",
              "provider_name": "acme",
              "added": 2,
              "removed": 1
            }
          ],
          "unchanged": [
            "other"
          ],
          "failed": []
        }
      }
    },
    "registerWorkspace": {
      "summary": "Makes a directory known as a workspace",
      "description": "A root that is known already gives the stored workspace with a new `last_opened_at`; its name is kept.",
      "body": {
        "$ref": "#/components/schemas/RegisterWorkspaceBody"
      },
      "data": {
        "$ref": "#/components/schemas/Workspace"
      },
      "example": {
        "body": {
          "root": "/home/ada/project",
          "name": "project"
        },
        "data": {
          "id": "wd_project_3f9a1c0b7d52",
          "root": "/home/ada/project",
          "name": "project",
          "created_at": "2025-03-01T09:00:00.000Z",
          "last_opened_at": "2025-03-01T09:00:09.480Z",
          "session_count": 1
        }
      }
    },
    "reloadSession": {
      "summary": "Reads configuration, skills, the ingredients of the system prompt and MCP servers again",
      "description": "Servers that were added join, changed ones are reconnected, removed ones go. `SESSION_BUSY` while a turn runs, or when the session is archived or owned by another live server.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ReloadSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {}
      }
    },
    "removeGuiItem": {
      "summary": "Forgets a value of the store of graphical clients",
      "description": "Succeeds also when there is none.",
      "body": {
        "$ref": "#/components/schemas/RemoveGuiItemBody"
      },
      "data": {
        "type": "null"
      },
      "example": {
        "body": {
          "key": "sidebar"
        },
        "data": null
      }
    },
    "removePrompt": {
      "summary": "Takes a queued prompt out of the queue",
      "description": "Queued prompts only; a running, steered or finished one answers `PROMPT_ALREADY_COMPLETED`. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "prompt_id": {
          "type": "string",
          "description": "`prompt_` + ULID, or chosen by the client"
        }
      },
      "data": {
        "$ref": "#/components/schemas/RemovePromptData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
        },
        "data": {
          "deleted": true
        }
      }
    },
    "renameWorkspace": {
      "summary": "Gives a workspace another name",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "body": {
        "$ref": "#/components/schemas/RenameWorkspaceBody"
      },
      "data": {
        "$ref": "#/components/schemas/Workspace"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "body": {
          "name": "shop"
        },
        "data": {
          "id": "wd_project_3f9a1c0b7d52",
          "root": "/home/ada/project",
          "name": "shop",
          "created_at": "2025-03-01T09:00:00.000Z",
          "last_opened_at": "2025-03-01T09:00:09.480Z",
          "session_count": 1
        }
      }
    },
    "replaceDirectories": {
      "summary": "Replaces the directories of a session",
      "description": "All but the working directory and those that `.agent-code/local.toml` of the project adds, which stay. Paths are stored in canonical form; one inside another directory of the session is left out. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ReplaceDirectoriesBody"
      },
      "data": {
        "$ref": "#/components/schemas/ReplaceDirectoriesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "paths": [
            "/home/ada/shared"
          ]
        },
        "data": {
          "cwd": "/home/ada/project",
          "additional_dirs": [
            "/home/ada/shared"
          ]
        }
      }
    },
    "replaceManagedMcpServer": {
      "summary": "Replaces the configuration of an MCP server",
      "description": "The whole entry: what the body does not have is gone. An entry of a project file is read-only: 40001 names the file.",
      "params": {
        "name": {
          "type": "string",
          "description": "configured name"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "body": {
        "$ref": "#/components/schemas/McpServerConfig"
      },
      "data": {
        "$ref": "#/components/schemas/ReplaceManagedMcpServerData"
      },
      "example": {
        "params": {
          "name": "issues"
        },
        "body": {
          "transport": "stdio",
          "command": "issues-mcp",
          "args": [
            "--stdio"
          ],
          "env": {
            "ISSUES_TOKEN": "${ISSUES_TOKEN}"
          }
        },
        "data": [
          {
            "name": "issues",
            "config": {
              "transport": "stdio",
              "command": "issues-mcp",
              "args": [
                "--stdio"
              ],
              "env": {
                "ISSUES_TOKEN": "${ISSUES_TOKEN}"
              }
            },
            "source": "global",
            "origin": "/home/ada/.agent-code/mcp.json",
            "mutable": true
          }
        ]
      }
    },
    "replaceProvider": {
      "summary": "Replaces a provider and its models",
      "description": "The aliases are rebuilt from `models`, those not listed vanish. What the form has no field for stays: headers and the like, and of models that stay their `overrides`. With `new_id` everything in the file that carries the old id is renamed: aliases, `default_model`, `default_provider`. Sessions keep the alias that they were given.",
      "params": {
        "provider_id": {
          "type": "string",
          "description": "id of a provider"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ReplaceProviderBody"
      },
      "data": {
        "$ref": "#/components/schemas/ReplaceProviderData"
      },
      "example": {
        "params": {
          "provider_id": "acme"
        },
        "body": {
          "type": "openai",
          "base_url": "https://api.acme.example/v1",
          "models": [
            {
              "model": "acme-fast",
              "max_context_size": 128000
            }
          ],
          "default_model": "acme-fast"
        },
        "data": {
          "provider": {
            "id": "acme",
            "type": "openai",
            "base_url": "https://api.acme.example/v1",
            "default_model": "acme/acme-fast",
            "has_api_key": true,
            "status": "connected",
            "models": [
              "acme/acme-fast"
            ]
          }
        }
      }
    },
    "resetMcpAuth": {
      "summary": "Forgets the login to an MCP server",
      "description": "The stored login is deleted, the authorization server is asked to forget it too, logins that wait are given up, and running sessions are notified. 40001 as in `:begin`.",
      "query": {
        "type": "object",
        "properties": {
          "cwd": {
            "type": "string",
            "description": "absolute; adds the servers of this directory's project where it is trusted"
          }
        }
      },
      "body": {
        "$ref": "#/components/schemas/McpLocator"
      },
      "data": {
        "type": "null"
      },
      "example": {
        "body": {
          "source": "global",
          "name": "wiki"
        },
        "data": null
      }
    },
    "resolveApproval": {
      "summary": "Decides about a call that waits",
      "description": "Exactly once, by any client. For a plan, `approved` goes with `Approve` or an option, `rejected` with `Revise`, `Reject` or `Reject and Exit`, `cancelled` with no label. With `amend`, an approval changes what runs: some hunks of the edit, another text of the file, or other arguments; what the permission rules, plan mode or a hook forbid is `VALIDATION_FAILED`, and the approval stays pending. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "approval_id": {
          "type": "string",
          "description": "`approval_` + ULID"
        }
      },
      "body": {
        "$ref": "#/components/schemas/ResolveApprovalBody"
      },
      "data": {
        "$ref": "#/components/schemas/ResolveApprovalData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "approval_id": "approval_01jn8q6d2b5e8g1j4m7p0s3v6y"
        },
        "body": {
          "decision": "approved",
          "scope": "session"
        },
        "data": {
          "resolved": true,
          "resolved_at": "2025-03-01T09:00:09.480Z"
        }
      }
    },
    "restartMcpServer": {
      "summary": "Reconnects to an MCP server",
      "description": "Answers at once; `mcp.server.status` reports the result. The session is meant as in the list, and is not loaded for it: `MCP_SERVER_NOT_FOUND` without a session, for a session that is not loaded, and for a name that the session does not have.",
      "params": {
        "mcp_server_id": {
          "type": "string",
          "description": "the configured name"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "session_id": {
            "type": "string",
            "description": "session that is meant"
          }
        }
      },
      "data": {
        "$ref": "#/components/schemas/RestartMcpServerData"
      },
      "example": {
        "params": {
          "mcp_server_id": "issues"
        },
        "query": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "restarting": true
        }
      }
    },
    "restoreSession": {
      "summary": "Brings an archived session back",
      "description": "`SESSION_BUSY` when another live server owns the session.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Fix the failing date test",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "restoreSessions": {
      "summary": "Restores many archived sessions",
      "description": "Each for itself, without loading them. What is not archived stays as it is.",
      "body": {
        "$ref": "#/components/schemas/RestoreSessionsBody"
      },
      "data": {
        "$ref": "#/components/schemas/SessionBatch"
      },
      "example": {
        "body": {
          "ids": [
            "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
            "session_01jn8q9k5c8f1h4k7n0q3t6w9z"
          ]
        },
        "data": {
          "results": [
            {
              "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "ok": true
            },
            {
              "id": "session_01jn8q9k5c8f1h4k7n0q3t6w9z",
              "ok": false,
              "error": {
                "code": 40401,
                "message": "The session does not exist."
              }
            }
          ],
          "succeeded": 1,
          "failed": 1
        }
      }
    },
    "resumeGoal": {
      "summary": "Takes the goal up again",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/ResumeGoalData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "goalId": "goal_01jn8q5m1a2b3c4d5e6f7g8h9j",
          "objective": "make the tests pass",
          "status": "active",
          "turnsUsed": 2,
          "tokensUsed": 1800,
          "wallClockMs": 60000,
          "budget": {
            "tokenBudget": null,
            "turnBudget": 10,
            "wallClockBudgetMs": null,
            "remainingTokens": null,
            "remainingTurns": 8,
            "remainingWallClockMs": null,
            "tokenBudgetReached": false,
            "turnBudgetReached": false,
            "wallClockBudgetReached": false,
            "overBudget": false
          }
        }
      }
    },
    "retrySession": {
      "summary": "Runs a new turn on the present context without a new message",
      "description": "`SESSION_UNDO_UNAVAILABLE` with reason `empty` when there is no context. `SESSION_BUSY` also while a turn is active.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/RetrySessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "turn_id": 2
        }
      }
    },
    "revealFile": {
      "summary": "Shows a file of a session in the file manager of the server's machine",
      "description": "Succeeds when the program starts; `INTERNAL_ERROR` gives the reason when it does not. Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/RevealFileBody"
      },
      "data": {
        "$ref": "#/components/schemas/RevealFileData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "src/user.ts"
        },
        "data": {
          "revealed": true
        }
      }
    },
    "revertChange": {
      "summary": "Takes changes of a file back",
      "description": "Gives the file the content it had before the first recorded change at or after `from_turn`, or takes back some hunks of its changes as the list with the same `from_turn` shows them. The file changes as a whole or not at all, also while a turn runs; `:undo` and `:redo` of the turns around it take the revert along, and the next step of the agent knows what was taken back. `SESSION_BUSY` while a running call writes this file; `SESSION_FILES_CHANGED` when `sha256` is not that of the file any more, and for a file with a `conflict` unless `force` is set. `FS_PATH_NOT_FOUND` for a file without changes, `PERSISTENCE_FAILURE` when the former content is not kept.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/RevertChangeBody"
      },
      "data": {
        "$ref": "#/components/schemas/FileReversal"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "/home/ada/project/README.md",
          "sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
          "hunks": [
            "h1"
          ]
        },
        "data": {
          "sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
          "revert_id": "revert_01jn8q5p1a2b3c4d5e6f7g8h9j",
          "file": null
        }
      }
    },
    "runShell": {
      "summary": "Runs a shell command of the user",
      "description": "Needs no permission, but deny rules hold. Its input and output enter the context of `main` without a turn; after 120 seconds it continues in the background. `SESSION_BUSY` while a turn, a compaction or another such command runs, when the session is archived, or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/RunShellBody"
      },
      "data": {
        "$ref": "#/components/schemas/RunShellData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "command": "git status"
        },
        "data": {
          "command_id": "shell_01jn8q6e8b1d4f7h0k3n6q9t2w",
          "task_id": "bash-4k2m9x0q"
        }
      }
    },
    "searchFiles": {
      "summary": "Finds files of a session by name",
      "description": "Names of files, directories and links that have the characters of the query in their order, case ignored; by score, then path. An empty query lists the top level. Hidden names count; `.git` is never looked into, links are not followed. Answered from an index that follows changes; who asks while it is built waits up to 10 s, and then gets what is there, `truncated`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case, the id of a workspace, or an absolute path of a directory (percent-encoded)"
        }
      },
      "body": {
        "$ref": "#/components/schemas/SearchFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/SearchFilesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "query": "us"
        },
        "data": {
          "items": [
            {
              "path": "src/user.ts",
              "name": "user.ts",
              "kind": "file",
              "score": 1,
              "match_positions": [
                4,
                5
              ]
            }
          ],
          "truncated": false
        }
      }
    },
    "searchSessions": {
      "summary": "Searches prompts, answers and titles of all sessions",
      "description": "Archived sessions included; no thinking, no output of tools. Terms match whole words without regard to case and accents, not their beginnings; Chinese, Japanese, Korean and other scripts without blanks match anywhere in a run, emoji too. Punctuation is no syntax: words joined by it, such as `snake_case` or `src/main.ts`, must be adjacent. The first 20,000 characters of a text count. By score, the 1,000 newest hits are ranked among themselves, then the 1,000 before them, and so on.",
      "body": {
        "$ref": "#/components/schemas/SearchSessionsBody"
      },
      "data": {
        "$ref": "#/components/schemas/SearchSessionsData"
      },
      "example": {
        "body": {
          "query": "failing date test",
          "page_size": 1
        },
        "data": {
          "items": [
            {
              "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
              "workspace_id": "wd_project_3f9a1c0b7d52",
              "session_title": "Fix the failing date test",
              "agent_id": "main",
              "role": "user",
              "snippet": "Fix the failing date test",
              "time": 1740819609000,
              "turn": 1,
              "score": 0.88
            }
          ],
          "has_more": false,
          "index_state": {
            "state": "ready",
            "indexed_sessions": 12,
            "total_sessions": 12,
            "documents": 431
          },
          "source": "index"
        }
      }
    },
    "searchWorkspaceFiles": {
      "summary": "Finds files of a workspace by name",
      "description": "Names of files, directories and links that have the characters of the query in their order, case ignored; by score, then path. An empty query lists the top level. Hidden names count; `.git` is never looked into, links are not followed. Answered from an index that follows changes; who asks while it is built waits up to 10 s, and then gets what is there, `truncated`.",
      "body": {
        "$ref": "#/components/schemas/SearchWorkspaceFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/SearchWorkspaceFilesData"
      },
      "example": {
        "body": {
          "workspace": "wd_project_3f9a1c0b7d52",
          "query": "us"
        },
        "data": {
          "items": [
            {
              "path": "src/user.ts",
              "name": "user.ts",
              "kind": "file",
              "score": 1,
              "match_positions": [
                4,
                5
              ]
            }
          ],
          "truncated": false
        }
      }
    },
    "setDefaultModel": {
      "summary": "Makes a model the default",
      "description": "`default_model` is what is in effect then: the environment's model stays the default while there is one.",
      "params": {
        "model_id": {
          "type": "string",
          "description": "alias, `/` percent-encoded"
        }
      },
      "data": {
        "$ref": "#/components/schemas/SetDefaultModelData"
      },
      "example": {
        "params": {
          "model_id": "acme/acme-fast"
        },
        "data": {
          "default_model": "acme/acme-fast",
          "model": {
            "provider": "acme",
            "model": "acme/acme-fast",
            "display_name": "acme-fast",
            "max_context_size": 128000,
            "capabilities": [
              "tool_use"
            ]
          }
        }
      }
    },
    "setGoalQueue": {
      "summary": "Replaces the goals that follow",
      "description": "The model does not see them; the first one starts when the present goal is complete.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/SetGoalQueueBody"
      },
      "data": {
        "$ref": "#/components/schemas/SetGoalQueueData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "objectives": [
            "then write the release notes"
          ]
        },
        "data": {
          "objectives": [
            "then write the release notes"
          ]
        }
      }
    },
    "setGuiItem": {
      "summary": "Keeps a value for all graphical clients of this home directory",
      "description": "At most 1,000 keys, and 1 MiB (UTF-8) per value; beyond that `FILE_TOO_LARGE`.",
      "body": {
        "$ref": "#/components/schemas/SetGuiItemBody"
      },
      "data": {
        "type": "null"
      },
      "example": {
        "body": {
          "key": "sidebar",
          "value": "{\"width\":240}"
        },
        "data": null
      }
    },
    "setRuntime": {
      "summary": "Chooses where a session's tools run",
      "description": "There is one place, `local`; any other answers `RUNTIME_NOT_FOUND`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/SetRuntimeBody"
      },
      "data": {
        "$ref": "#/components/schemas/SetRuntimeData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "runtime_id": "local"
        },
        "data": {
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "runtime_id": "local"
        }
      }
    },
    "shutdown": {
      "summary": "Stops the server gracefully",
      "description": "Answers first, then stops. Registered on loopback binds, elsewhere only with `--allow-remote-shutdown` (else 404).",
      "data": {
        "$ref": "#/components/schemas/ShutdownData"
      },
      "example": {
        "data": {
          "ok": true
        }
      }
    },
    "startLogin": {
      "summary": "Starts a login by device code",
      "description": "An earlier flow that is pending is cancelled. Who is logged in already gets `authenticated` without a flow.",
      "body": {
        "$ref": "#/components/schemas/StartLoginBody"
      },
      "data": {
        "$ref": "#/components/schemas/LoginStart"
      },
      "example": {
        "body": {
          "region": "global"
        },
        "data": {
          "flow_id": "01K2Q8X6W3J5V7Y9Z1A3C5E7G9",
          "provider": "managed:agent-code",
          "status": "pending",
          "verification_uri": "https://account.example/device",
          "verification_uri_complete": "https://account.example/device?user_code=WDJB-MJHT",
          "user_code": "WDJB-MJHT",
          "expires_in": 900,
          "interval": 5,
          "expires_at": "2026-01-31T12:15:00.000Z"
        }
      }
    },
    "startSideAgent": {
      "summary": "Opens a side agent that knows the conversation",
      "description": "It has a copy of the main agent's context and no tools; talk to it with `agent_id` in prompts. None of its messages enter the main conversation. It stays until it is closed. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it).",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "data": {
        "$ref": "#/components/schemas/StartSideAgentData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "data": {
          "agent_id": "agent_2"
        }
      }
    },
    "statFile": {
      "summary": "One file or directory of a session",
      "description": "Paths that are empty, absolute, have a `..` or NUL, or leave the directories of the session through a link are `FS_PATH_ESCAPES_SESSION`. Names are never decoded or normalised. A link that leads elsewhere is shown as the link it is.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/StatFileBody"
      },
      "data": {
        "$ref": "#/components/schemas/FileEntry"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "path": "src/date.ts"
        },
        "data": {
          "path": "src/date.ts",
          "name": "date.ts",
          "kind": "file",
          "size": 1280,
          "modified_at": "2025-03-01T09:00:05.120Z",
          "etag": "m7q3v1a8-zk-4f2x",
          "mime": "text/x-typescript",
          "language_id": "typescript",
          "is_binary": false
        }
      }
    },
    "statManyFiles": {
      "summary": "Several files and directories of a session",
      "description": "One path that leaves the directories of the session fails the call; what is not there or may not be looked at is null.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/StatManyFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/StatManyFilesData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "paths": [
            "src/date.ts",
            "none"
          ]
        },
        "data": {
          "entries": {
            "src/date.ts": {
              "path": "src/date.ts",
              "name": "date.ts",
              "kind": "file",
              "size": 1280,
              "modified_at": "2025-03-01T09:00:05.120Z",
              "etag": "m7q3v1a8-zk-4f2x",
              "mime": "text/x-typescript",
              "language_id": "typescript",
              "is_binary": false
            },
            "none": null
          }
        }
      }
    },
    "steerPrompt": {
      "summary": "Adds a queued prompt to the running turn",
      "description": "`PROMPT_NOT_FOUND` for an id that is not queued. Without an active turn the prompt starts one. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it). A prompt that calls a skill needs a separate turn and cannot join another: `VALIDATION_FAILED`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        },
        "prompt_id": {
          "type": "string",
          "description": "`prompt_` + ULID, or chosen by the client"
        }
      },
      "data": {
        "$ref": "#/components/schemas/SteerPromptData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
        },
        "data": {
          "steered": true,
          "prompt_ids": [
            "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
          ]
        }
      }
    },
    "steerPrompts": {
      "summary": "Adds queued prompts to the running turn",
      "description": "`PROMPT_NOT_FOUND` for every id that is not queued; nothing is steered then. Without an active turn the prompts start one. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it). A prompt that calls a skill needs a separate turn and cannot join another: `VALIDATION_FAILED`.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/SteerPromptsBody"
      },
      "data": {
        "$ref": "#/components/schemas/SteerPromptsData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "prompt_ids": [
            "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
          ]
        },
        "data": {
          "steered": true,
          "prompt_ids": [
            "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f"
          ]
        }
      }
    },
    "streamSessionEvents": {
      "summary": "The events of a session as server-sent events",
      "description": "`data:` carries the same envelopes as the socket, `id:` the `seq` of durable events. The header `Last-Event-ID` outranks `after_seq`. Refusals come as a normal envelope before the first byte.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "query": {
        "type": "object",
        "properties": {
          "after_seq": {
            "anyOf": [
              {
                "type": "string",
                "const": "now"
              },
              {
                "type": "integer",
                "minimum": 0
              }
            ],
            "default": 0,
            "description": "events after this number; 0 = from the beginning, `now` = live only"
          },
          "epoch": {
            "type": "string",
            "minLength": 1,
            "description": "checked when given"
          },
          "follow": {
            "type": "boolean",
            "default": false,
            "description": "stay open after the last stored event"
          },
          "volatile": {
            "type": "boolean",
            "description": "deltas, progress and status too; default: as `follow`"
          },
          "inflight": {
            "type": "boolean",
            "description": "recovery frames of a running step; default: as `volatile`"
          },
          "types": {
            "type": "string",
            "minLength": 1,
            "description": "comma list of event types, trailing `*` allowed: `turn.*,tool.result`"
          },
          "agent_id": {
            "type": "array",
            "items": {
              "type": "string",
              "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"
            },
            "description": "only these agents; repeatable"
          },
          "until": {
            "type": "string",
            "minLength": 1,
            "description": "event type; the stream ends after the first event of this type after `after_seq`"
          }
        }
      },
      "data": {
        "type": "null"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "query": {
          "after_seq": 57,
          "follow": true,
          "until": "turn.ended"
        },
        "data": null
      }
    },
    "submitPrompt": {
      "summary": "Sends a prompt; it runs or waits in the queue",
      "description": "Answers at once; progress arrives as events. Nothing is changed when a check fails. An unknown `agent_id` answers `SESSION_NOT_FOUND`. `SESSION_BUSY` when 100 prompts wait, or the session is archived or owned by another live server.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/SubmitPromptBody"
      },
      "data": {
        "$ref": "#/components/schemas/Prompt"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "content": [
            {
              "type": "text",
              "text": "Fix the failing date test"
            }
          ]
        },
        "data": {
          "prompt_id": "prompt_01jn8q6a4e7r2t9y5w1p8s3d6f",
          "user_message_id": "msg_01jn8q6a4fb1n5c8v2x7z3k9m4",
          "status": "running",
          "content": [
            {
              "type": "text",
              "text": "Fix the failing date test"
            }
          ],
          "created_at": "2025-03-01T09:00:05.120Z"
        }
      }
    },
    "suggestWorkspaceFiles": {
      "summary": "Suggests files and directories while the user types a path",
      "description": "A query with `/` is matched segment by segment: the last one with the name, those before it with directories above, in their order; what ends in `/` lists what is right below. Exact names come first, then those that begin with the query, then those that have its characters in their order; then the shorter span, less depth, the path. An empty query lists the top level. Answered from an index that follows changes; who asks while it is built waits up to 10 s, and then gets what is there, `truncated`.",
      "body": {
        "$ref": "#/components/schemas/SuggestWorkspaceFilesBody"
      },
      "data": {
        "$ref": "#/components/schemas/SuggestWorkspaceFilesData"
      },
      "example": {
        "body": {
          "workspace": "wd_project_3f9a1c0b7d52",
          "query": "src/us"
        },
        "data": {
          "items": [
            {
              "path": "src/user.ts",
              "name": "user.ts",
              "kind": "file",
              "score": 1,
              "match_positions": [
                0,
                1,
                2,
                4,
                5
              ]
            }
          ],
          "truncated": false
        }
      }
    },
    "testMcpServer": {
      "summary": "Connects to an MCP server once",
      "description": "By name, or as `server` describes it; with both the names must agree, and `server` counts. Takes at most its start-up timeout. A program is started in `cwd`, else in the directory of the user, and ended with the answer or when the client goes away. A server that cannot be connected is no error: `success` is false. Nothing is stored, and a server that is switched off is tried all the same.",
      "body": {
        "$ref": "#/components/schemas/TestMcpServerBody"
      },
      "data": {
        "$ref": "#/components/schemas/TestMcpServerData"
      },
      "example": {
        "body": {
          "server": {
            "name": "issues",
            "transport": "stdio",
            "command": "issues-mcp",
            "args": [
              "--stdio"
            ]
          },
          "cwd": "/home/ada/project"
        },
        "data": {
          "success": true,
          "output": "connected, 2 tools:\n- get_issue: Gives one issue\n- list_issues: Lists issues by label"
        }
      }
    },
    "trustWorkspace": {
      "summary": "Trusts the project of a workspace",
      "description": "Trust belongs to the project root (the nearest directory with `.git`, else the workspace itself), so workspaces of one project share it; a nested repository or a worktree has its own. The MCP servers that files of the project configure for the workspace are trusted as they are at this moment; one that is new or changed later waits for another decision. Running sessions connect them.",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "body": {
        "$ref": "#/components/schemas/TrustWorkspaceBody"
      },
      "data": {
        "$ref": "#/components/schemas/TrustWorkspaceData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "trusted": true
        }
      }
    },
    "undoSession": {
      "summary": "Takes back the newest prompts and what followed them",
      "description": "Cuts the context of the main agent; messages before a compaction stay. Files stay as they are unless `restore_files` is set (beyond the contract: file checkpoints): then the undo restores all files that tools changed since the earliest of those prompts, or none of them; `files.not_restorable` names files that it cannot restore, and these stay. Files that something else changed since are refused with `SESSION_FILES_CHANGED` unless `force` is set. `dry_run` changes nothing and always reports what would happen to files. `:redo` reverts an undo. `messages` comes newest first. `SESSION_BUSY` also while a turn or a compaction is active or a prompt is queued, and with `restore_files` while any agent of the session works.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/UndoSessionBody"
      },
      "data": {
        "$ref": "#/components/schemas/UndoSessionData"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "count": 1,
          "dry_run": true
        },
        "data": {
          "messages": {
            "items": [],
            "has_more": false
          },
          "status": {
            "busy": false,
            "model": "offline/echo",
            "thinking_level": "off",
            "permission": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "context_tokens": 1576,
            "max_context_tokens": 65536,
            "context_usage": 0.024
          },
          "prompts": [
            {
              "prompt_id": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
              "text": "shorten the README"
            }
          ],
          "files": {
            "applied": false,
            "changes": [
              {
                "path": "/home/ada/project/README.md",
                "action": "restore",
                "diff": "--- /home/ada/project/README.md\n+++ /home/ada/project/README.md\n@@ -1,1 +1,2 @@\n # Project\n+It does things.",
                "added": 1,
                "removed": 0
              }
            ],
            "not_restorable": [],
            "unwatched": [
              {
                "path": "/home/ada/project/node_modules",
                "reason": "huge"
              }
            ]
          }
        }
      }
    },
    "unregisterWorkspace": {
      "summary": "Removes a workspace from the list",
      "description": "Only the entry goes; its sessions stay and bring it back when they are opened.",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "data": {
        "$ref": "#/components/schemas/UnregisterWorkspaceData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "deleted": true
        }
      }
    },
    "unrevertChange": {
      "summary": "Brings back what a revert took back",
      "description": "Gives the file the content it had before the revert; the answer has an id of its own, so that this can be taken back too. `RESOURCE_NOT_FOUND` for an unknown `revert_id`, `SESSION_FILES_CHANGED` when the file is not as the revert left it, `SESSION_BUSY` while a running call writes it.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/UnrevertChangeBody"
      },
      "data": {
        "$ref": "#/components/schemas/FileReversal"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "revert_id": "revert_01jn8q5p1a2b3c4d5e6f7g8h9j"
        },
        "data": {
          "sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
          "revert_id": "revert_01jn8q5r2b3c4d5e6f7g8h9j0k",
          "file": {
            "path": "/home/ada/project/README.md",
            "status": "modified",
            "base_sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
            "sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
            "added": 1,
            "removed": 0,
            "hunks": [
              {
                "id": "h1",
                "old_start": 1,
                "old_lines": 1,
                "new_start": 1,
                "new_lines": 2,
                "lines": [
                  " # Project",
                  "+It does things."
                ]
              }
            ],
            "turns": [
              3
            ],
            "agent_ids": [
              "main"
            ]
          }
        }
      }
    },
    "untrustWorkspace": {
      "summary": "Takes back the trust in the project of a workspace",
      "description": "Trust belongs to the project root (the nearest directory with `.git`, else the workspace itself), so workspaces of one project share it; a nested repository or a worktree has its own. Running sessions drop the MCP servers that its files configure.",
      "params": {
        "workspace_id": {
          "type": "string",
          "pattern": "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$",
          "description": "`wd_<slug>_<hash>`"
        }
      },
      "data": {
        "$ref": "#/components/schemas/UntrustWorkspaceData"
      },
      "example": {
        "params": {
          "workspace_id": "wd_project_3f9a1c0b7d52"
        },
        "data": {
          "trusted": false
        }
      }
    },
    "updateConfig": {
      "summary": "Changes the configuration file",
      "description": "Checked as a whole first: nothing is written when one value is wrong. Only what changes is written; comments, order and unknown keys of the file stay. `PERSISTENCE_FAILURE` when the file cannot be written, or is broken and has to be mended by hand first (`msg` names the line).",
      "body": {
        "$ref": "#/components/schemas/ConfigPatch"
      },
      "data": {
        "$ref": "#/components/schemas/Config"
      },
      "example": {
        "body": {
          "providers": {
            "acme": {
              "api_key": "sk-acme"
            }
          },
          "default_permission_mode": "auto",
          "loop_control": {
            "maxStepsPerTurn": 50
          }
        },
        "data": {
          "providers": {
            "acme": {
              "type": "openai",
              "base_url": "https://api.acme.example/v1",
              "has_api_key": true
            }
          },
          "default_permission_mode": "auto",
          "yolo": false,
          "loop_control": {
            "maxStepsPerTurn": 50,
            "maxAttemptsPerStep": 10,
            "reservedContextSize": 50000,
            "compactionTriggerRatio": 0.85
          }
        }
      }
    },
    "updateSessionProfile": {
      "summary": "Changes title, metadata, agent configuration or rules of a session",
      "description": "Checked as a whole first: nothing is applied when one part is wrong. `SESSION_BUSY` when the session is archived or owned by another live server (then `data.owner` names it). Title and metadata of an archived session can be changed.",
      "params": {
        "session_id": {
          "type": "string",
          "description": "`session_` + ULID in lower case"
        }
      },
      "body": {
        "$ref": "#/components/schemas/UpdateSessionProfileBody"
      },
      "data": {
        "$ref": "#/components/schemas/Session"
      },
      "example": {
        "params": {
          "session_id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y"
        },
        "body": {
          "title": "Fix the failing date test",
          "agent_config": {
            "permission_mode": "yolo"
          }
        },
        "data": {
          "id": "session_01jn8q5j0c9m4v7x2b6k3t8w1y",
          "workspace_id": "wd_project_3f9a1c0b7d52",
          "title": "Fix the failing date test",
          "title_kind": "custom",
          "created_at": "2025-03-01T09:00:00.000Z",
          "updated_at": "2025-03-01T09:00:09.480Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "last_turn_reason": "completed",
          "last_prompt": "Fix the failing date test",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "yolo",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "default"
          },
          "usage": {
            "input_tokens": 1480,
            "output_tokens": 96,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 1576,
            "context_limit": 65536,
            "turn_count": 1
          },
          "permission_rules": [],
          "message_count": 4,
          "last_seq": 23
        }
      }
    },
    "uploadFile": {
      "summary": "Upload a file",
      "description": "One file of at most 256 MiB. A prompt that names it gets a copy that stays with the session; the upload itself is deleted after 24 hours, or after `expires_in_sec`. For another 24 hours requests with its id answer 41003.",
      "body": {
        "$ref": "#/components/schemas/UploadFileBody"
      },
      "data": {
        "$ref": "#/components/schemas/Upload"
      },
      "example": {
        "body": {
          "file": "<bytes>",
          "name": "notes.txt",
          "expires_in_sec": 3600
        },
        "data": {
          "id": "f_0b9a2c1e-6d54-4f0e-9a51-0d9f1e2a3b4c",
          "name": "notes.txt",
          "media_type": "text/plain",
          "size": 512,
          "created_at": "2025-03-01T09:00:00.000Z",
          "expires_at": "2025-03-01T10:00:00.000Z"
        }
      }
    }
  },
  "events": {
    "agent.bound": {
      "name": "AgentBoundEvent",
      "summary": "An agent got its profile and system prompt.",
      "payload": {
        "description": "An agent got its profile and system prompt.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "agent.bound"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "profile": {
            "type": "string"
          },
          "systemPrompt": {
            "type": "string",
            "description": "body that replaces that of the agent"
          },
          "rendered": {
            "type": "string",
            "description": "the rendered system prompt"
          },
          "binding": {
            "$ref": "#/components/schemas/AgentBinding"
          },
          "listed": {
            "type": "string",
            "description": "fingerprint of the skills that the rendered prompt lists; empty: none"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "profile"
        ],
        "additionalProperties": false
      },
      "example": {
        "profile": "agent",
        "rendered": "You are a coding agent."
      }
    },
    "agent.created": {
      "name": "AgentCreatedEvent",
      "summary": "An agent was made; `agentId` is the agent itself.",
      "payload": {
        "description": "An agent was made; `agentId` is the agent itself.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "agent.created"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "agentKind": {
            "$ref": "#/components/schemas/AgentCreatedEventAgentKind"
          },
          "label": {
            "type": "string"
          },
          "parentAgentId": {
            "type": "string"
          },
          "subagentType": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "agentKind"
        ],
        "additionalProperties": false
      },
      "example": {
        "agentKind": "main"
      }
    },
    "agent.disposed": {
      "name": "AgentDisposedEvent",
      "summary": "An agent was unloaded; `agentId` is the agent itself.",
      "payload": {
        "description": "An agent was unloaded; `agentId` is the agent itself.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "agent.disposed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          }
        },
        "additionalProperties": false,
        "required": [
          "type",
          "agentId",
          "sessionId"
        ]
      },
      "example": {}
    },
    "agent.prompt.dropped": {
      "name": "AgentPromptDroppedEvent",
      "summary": "The system prompt of an agent must be rendered again.",
      "payload": {
        "description": "The system prompt of an agent must be rendered again.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "agent.prompt.dropped"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          }
        },
        "additionalProperties": false,
        "required": [
          "type",
          "agentId",
          "sessionId"
        ]
      },
      "example": {}
    },
    "agent.status.updated": {
      "name": "AgentStatusUpdatedEvent",
      "summary": "Live state of an agent changed; an absent field is unchanged. At most 10 per second and agent.",
      "payload": {
        "description": "Live state of an agent changed; an absent field is unchanged. At most 10 per second and agent.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "agent.status.updated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "model": {
            "type": "string",
            "description": "alias"
          },
          "thinkingEffort": {
            "type": "string",
            "description": "effective level"
          },
          "contextTokens": {
            "type": "integer",
            "minimum": 0
          },
          "maxContextTokens": {
            "type": "integer",
            "minimum": 1,
            "description": "absent when unknown, never 0"
          },
          "contextUsage": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "share of the window in use, 0 to 1"
          },
          "planMode": {
            "type": "boolean"
          },
          "permission": {
            "$ref": "#/components/schemas/PermissionMode"
          },
          "usage": {
            "$ref": "#/components/schemas/UsageStatus"
          },
          "phase": {
            "$ref": "#/components/schemas/Phase"
          }
        },
        "additionalProperties": false,
        "required": [
          "type",
          "agentId",
          "sessionId"
        ]
      },
      "example": {
        "contextTokens": 2924,
        "maxContextTokens": 131072,
        "contextUsage": 0.0223,
        "usage": {
          "total": {
            "inputOther": 812,
            "output": 64,
            "inputCacheRead": 2048,
            "inputCacheCreation": 0
          }
        },
        "phase": {
          "kind": "idle"
        }
      }
    },
    "approval.amendment": {
      "name": "ApprovalAmendmentEvent",
      "summary": "What the user made of a call that an approval asks about; behind its decision.",
      "payload": {
        "description": "What the user made of a call that an approval asks about; behind its decision.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "approval.amendment"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "approval_id": {
            "type": "string"
          },
          "input": {
            "$ref": "#/components/schemas/ApprovalAmendmentEventInput"
          },
          "text": {
            "$ref": "#/components/schemas/ApprovalAmendmentEventText"
          },
          "display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "report": {
            "type": "string",
            "description": "for the model: what the user took, refused or changed"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "approval_id",
          "input",
          "display",
          "report"
        ],
        "additionalProperties": false
      },
      "example": {
        "approval_id": "approval_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "input": {
          "command": "ls"
        },
        "display": {
          "kind": "command",
          "command": "ls",
          "cwd": "/home/ada/project",
          "language": "bash"
        },
        "report": "The user changed the arguments of this call."
      }
    },
    "approval.proposal": {
      "name": "ApprovalProposalEvent",
      "summary": "The whole texts of an edit that an approval asks about; in front of its request.",
      "payload": {
        "description": "The whole texts of an edit that an approval asks about; in front of its request.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "approval.proposal"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "approval_id": {
            "type": "string"
          },
          "before": {
            "type": "string"
          },
          "after": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "approval_id",
          "before",
          "after"
        ],
        "additionalProperties": false
      },
      "example": {
        "approval_id": "approval_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "before": "hat\n",
        "after": "cap\n"
      }
    },
    "assistant.delta": {
      "name": "AssistantDeltaEvent",
      "summary": "A piece of the streamed answer.",
      "payload": {
        "description": "A piece of the streamed answer.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "assistant.delta"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque"
          },
          "delta": {
            "type": "string"
          },
          "recovered": {
            "type": "boolean",
            "description": "the whole text of the open step so far; replaces what a client has"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "delta"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "delta": "There are three"
      }
    },
    "budget.held": {
      "name": "BudgetHeldEvent",
      "summary": "An agent waits for the user's budget decision before its next model request.",
      "payload": {
        "description": "An agent waits for the user's budget decision before its next model request.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "budget.held"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "the step that has not been asked for"
          },
          "questionId": {
            "type": "string"
          },
          "raise": {
            "$ref": "#/components/schemas/BudgetHeldEventRaise"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "questionId"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 3,
        "questionId": "question_01jn8q5q1a2b3c4d5e6f7g8h9j",
        "raise": {
          "scope": "session",
          "limit": 10,
          "day": "2026-03-01"
        }
      }
    },
    "budget.noted": {
      "name": "BudgetNotedEvent",
      "summary": "A warning about the budget was given; it is not given again.",
      "payload": {
        "description": "A warning about the budget was given; it is not given again.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "budget.noted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "key": {
            "type": "string",
            "description": "what the warning was about"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "key"
        ],
        "additionalProperties": false
      },
      "example": {
        "key": "session 5"
      }
    },
    "compaction.blocked": {
      "name": "CompactionBlockedEvent",
      "summary": "Something waits for the compaction, or the compaction for a hook.",
      "payload": {
        "description": "Something waits for the compaction, or the compaction for a hook.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "compaction.blocked"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "the turn that waits; absent when a hook delays it"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 3
      }
    },
    "compaction.cancelled": {
      "name": "CompactionCancelledEvent",
      "summary": "The compaction ended without effect.",
      "payload": {
        "description": "The compaction ended without effect.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "compaction.cancelled"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "reason": {
            "$ref": "#/components/schemas/CompactionCancelledEventReason"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "reason"
        ],
        "additionalProperties": false
      },
      "example": {
        "reason": "aborted"
      }
    },
    "compaction.completed": {
      "name": "CompactionCompletedEvent",
      "summary": "The older context was replaced by a summary.",
      "payload": {
        "description": "The older context was replaced by a summary.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "compaction.completed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "result": {
            "$ref": "#/components/schemas/CompactionCompletedEventResult"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "result",
          "durationMs"
        ],
        "additionalProperties": false
      },
      "example": {
        "result": {
          "summary": "Goal: …",
          "compactedCount": 120,
          "tokensBefore": 171000,
          "tokensAfter": 6000
        },
        "durationMs": 8200
      }
    },
    "compaction.started": {
      "name": "CompactionStartedEvent",
      "summary": "The compaction of an agent's context has started.",
      "payload": {
        "description": "The compaction of an agent's context has started.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "compaction.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "trigger": {
            "$ref": "#/components/schemas/CompactionStartedEventTrigger"
          },
          "instruction": {
            "type": "string"
          },
          "cause": {
            "$ref": "#/components/schemas/CompactionStartedEventCause"
          },
          "tokensBefore": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "trigger",
          "tokensBefore"
        ],
        "additionalProperties": false
      },
      "example": {
        "trigger": "auto",
        "cause": "threshold",
        "tokensBefore": 171000
      }
    },
    "context.compacted": {
      "name": "ContextCompactedEvent",
      "summary": "The context of an agent restarts here, with what a compaction kept.",
      "payload": {
        "description": "The context of an agent restarts here, with what a compaction kept.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "context.compacted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "messages": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Message"
            },
            "description": "what stays word for word, oldest first"
          },
          "messageId": {
            "type": "string",
            "description": "the summary's message, which follows them"
          },
          "tokens": {
            "type": "integer",
            "minimum": 0,
            "description": "estimate of the new context up to the summary, system prompt and tools included"
          },
          "skills": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names of the skills loaded so far; absent: none"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "messages",
          "messageId",
          "tokens"
        ],
        "additionalProperties": false
      },
      "example": {
        "messages": [
          {
            "id": "msg_01jn8q5m2a2b3c4d5e6f7g8h9j",
            "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
            "role": "user",
            "content": [
              {
                "type": "text",
                "text": "port the parser, keep Node 18 working"
              }
            ],
            "created_at": "2026-03-01T08:00:09.120Z"
          }
        ],
        "messageId": "msg_01jn8q7z2a2b3c4d5e6f7g8h9k",
        "tokens": 6000
      }
    },
    "context.copied": {
      "name": "ContextCopiedEvent",
      "summary": "A side agent got a copy of the main agent's context.",
      "payload": {
        "description": "A side agent got a copy of the main agent's context.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "context.copied"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "messageIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "in order"
          },
          "kept": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Message"
            },
            "description": "what a compaction kept before them; absent: nothing"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "messageIds"
        ],
        "additionalProperties": false
      },
      "example": {
        "messageIds": [
          "msg_01jn8q6a4fb1n5c8v2x7z3k9m4"
        ]
      }
    },
    "context.redone": {
      "name": "ContextRedoneEvent",
      "summary": "The last undo was taken back; the messages of its turns are visible again (beyond the contract).",
      "payload": {
        "description": "The last undo was taken back; the messages of its turns are visible again (beyond the contract).",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "context.redone"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "undoneSeq": {
            "type": "integer",
            "minimum": 1,
            "description": "number of the `context.undone` that was taken back"
          },
          "count": {
            "type": "integer",
            "minimum": 1,
            "description": "prompts brought back"
          },
          "turnIds": {
            "type": "array",
            "items": {
              "type": "integer",
              "minimum": 1
            }
          },
          "messageIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "messages that are visible again"
          },
          "prompts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContextRedoneEventPromptsItem"
            },
            "description": "prompts of those turns"
          },
          "restoreId": {
            "type": "string",
            "description": "files were given back too; `files.restored` follows"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "undoneSeq",
          "count",
          "turnIds",
          "messageIds",
          "prompts"
        ],
        "additionalProperties": false
      },
      "example": {
        "undoneSeq": 41,
        "count": 1,
        "turnIds": [
          3
        ],
        "messageIds": [
          "msg_01jn8q5m2a2b3c4d5e6f7g8h9j"
        ],
        "prompts": [
          {
            "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
            "text": "list the files here"
          }
        ]
      }
    },
    "context.undone": {
      "name": "ContextUndoneEvent",
      "summary": "Turns were taken back; their messages are hidden.",
      "payload": {
        "description": "Turns were taken back; their messages are hidden.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "context.undone"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "count": {
            "type": "integer",
            "minimum": 1,
            "description": "turns taken back"
          },
          "turnIds": {
            "type": "array",
            "items": {
              "type": "integer",
              "minimum": 1
            }
          },
          "messageIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "messages that are hidden now"
          },
          "prompts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContextUndoneEventPromptsItem"
            },
            "description": "prompts of those turns"
          },
          "restoreId": {
            "type": "string",
            "description": "files were given back too; `files.restored` follows (ours)"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "count",
          "turnIds",
          "messageIds",
          "prompts"
        ],
        "additionalProperties": false
      },
      "example": {
        "count": 1,
        "turnIds": [
          3
        ],
        "messageIds": [
          "msg_01jn8q5m2a2b3c4d5e6f7g8h9j"
        ],
        "prompts": [
          {
            "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
            "text": "list the files here"
          }
        ]
      }
    },
    "cron.changed": {
      "name": "CronChangedEvent",
      "summary": "A job was made, deleted, or has come to its end.",
      "payload": {
        "description": "A job was made, deleted, or has come to its end.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "cron.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "change": {
            "$ref": "#/components/schemas/CronChangedEventChange"
          },
          "job": {
            "$ref": "#/components/schemas/CronJob"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "change",
          "job"
        ],
        "additionalProperties": false
      },
      "example": {
        "change": "created",
        "job": {
          "id": "1f2e3d4c",
          "cron": "30 9 * * 1-5",
          "humanSchedule": "At 09:30, Monday through Friday",
          "prompt": "look at the build",
          "recurring": true,
          "nextFireAt": "2026-03-02T08:30:00.000Z"
        }
      }
    },
    "cron.fired": {
      "name": "CronFiredEvent",
      "summary": "The time of a job has come; its turn follows.",
      "payload": {
        "description": "The time of a job has come; its turn follows.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "cron.fired"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "origin": {
            "$ref": "#/components/schemas/Origin"
          },
          "prompt": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "origin",
          "prompt"
        ],
        "additionalProperties": false
      },
      "example": {
        "origin": {
          "kind": "cron_job",
          "jobId": "1f2e3d4c",
          "cron": "30 9 * * 1-5",
          "recurring": true,
          "coalescedCount": 1,
          "stale": false
        },
        "prompt": "look at the build"
      }
    },
    "cron.scheduled": {
      "name": "CronScheduledEvent",
      "summary": "When a job fires next, and since when it counts.",
      "payload": {
        "description": "When a job fires next, and since when it counts.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "cron.scheduled"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "id": {
            "type": "string"
          },
          "createdAt": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          },
          "dueAt": {
            "$ref": "#/components/schemas/CronScheduledEventDueAt",
            "description": "epoch milliseconds, without jitter; null: never again"
          },
          "fireAt": {
            "$ref": "#/components/schemas/CronScheduledEventFireAt",
            "description": "epoch milliseconds, with jitter"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "id",
          "createdAt",
          "dueAt",
          "fireAt"
        ],
        "additionalProperties": false
      },
      "example": {
        "id": "1f2e3d4c",
        "createdAt": 1772352000000,
        "dueAt": 1772440200000,
        "fireAt": 1772440212000
      }
    },
    "directories.changed": {
      "name": "DirectoriesChangedEvent",
      "summary": "The additional workspace directories were set.",
      "payload": {
        "description": "The additional workspace directories were set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "directories.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "directories": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "absolute paths, the whole list"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "directories"
        ],
        "additionalProperties": false
      },
      "example": {
        "directories": [
          "/home/ada/shared"
        ]
      }
    },
    "error": {
      "name": "ErrorEvent",
      "summary": "Something failed and the user should know.",
      "payload": {
        "description": "Something failed and the user should know.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "error"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "code": {
            "type": "string",
            "description": "dotted name such as `provider.rate_limit` (ws.md 14.2)"
          },
          "message": {
            "type": "string",
            "description": "for the user"
          },
          "name": {
            "type": "string",
            "description": "class of the error"
          },
          "details": {
            "$ref": "#/components/schemas/ErrorEventDetails"
          },
          "retryable": {
            "type": "boolean",
            "description": "the same request may work later"
          },
          "cause": {
            "$ref": "#/components/schemas/ErrorPayload"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "code",
          "message",
          "retryable"
        ],
        "additionalProperties": false
      },
      "example": {
        "code": "provider.overloaded",
        "message": "The provider is overloaded.",
        "details": {
          "code": "provider.overloaded",
          "server_code": 70004
        },
        "retryable": true
      }
    },
    "event.approval.requested": {
      "name": "EventApprovalRequestedEvent",
      "summary": "A call waits for the user.",
      "payload": {
        "description": "A call waits for the user.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.approval.requested"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "approval_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "tool_name": {
            "type": "string"
          },
          "action": {
            "type": "string",
            "description": "one line for the user"
          },
          "tool_input_display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          },
          "reason": {
            "type": "string",
            "description": "why it is asked"
          },
          "danger": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "why the call is risky, one sentence each"
          },
          "session_scope": {
            "type": "boolean",
            "description": "the answer may be remembered for the session"
          },
          "scope_rule": {
            "type": "string",
            "description": "permission rule that would be stored"
          },
          "agent_type": {
            "type": "string",
            "description": "type of the asking subagent"
          },
          "editable": {
            "type": "boolean",
            "description": "it may be approved with changes"
          },
          "edit": {
            "$ref": "#/components/schemas/TextEdit"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "approval_id",
          "session_id",
          "tool_call_id",
          "tool_name",
          "action",
          "tool_input_display",
          "created_at",
          "expires_at",
          "session_scope",
          "editable"
        ],
        "additionalProperties": false
      },
      "example": {
        "approval_id": "approval_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "turn_id": 1,
        "tool_call_id": "call_7",
        "tool_name": "Bash",
        "action": "Run: npm test",
        "tool_input_display": {
          "kind": "command",
          "command": "npm test",
          "cwd": "/home/ada/project",
          "language": "bash"
        },
        "created_at": "2026-03-01T08:00:09.120Z",
        "expires_at": "2026-03-02T08:00:09.120Z",
        "session_scope": true,
        "scope_rule": "Bash(npm test)",
        "editable": true
      }
    },
    "event.approval.resolved": {
      "name": "EventApprovalResolvedEvent",
      "summary": "An approval is no longer open.",
      "payload": {
        "description": "An approval is no longer open.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.approval.resolved"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "approval_id": {
            "type": "string"
          },
          "decision": {
            "$ref": "#/components/schemas/EventApprovalResolvedEventDecision"
          },
          "scope": {
            "type": "string",
            "const": "session"
          },
          "feedback": {
            "type": "string"
          },
          "selected_label": {
            "type": "string"
          },
          "resolved_at": {
            "type": "string",
            "format": "date-time"
          },
          "by": {
            "$ref": "#/components/schemas/EventApprovalResolvedEventBy"
          },
          "amended": {
            "$ref": "#/components/schemas/EventApprovalResolvedEventAmended"
          },
          "accepted": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "ids of the hunks that are applied"
          },
          "rejected": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "ids of the other hunks"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "approval_id",
          "decision",
          "resolved_at",
          "by"
        ],
        "additionalProperties": false
      },
      "example": {
        "approval_id": "approval_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "decision": "approved",
        "scope": "session",
        "resolved_at": "2026-03-01T08:00:09.120Z",
        "by": "client"
      }
    },
    "event.changes.changed": {
      "name": "EventChangesChangedEvent",
      "summary": "Files that the session changed; the list of changes (`GET …/changes`) has them. At most twice a second.",
      "payload": {
        "description": "Files that the session changed; the list of changes (`GET …/changes`) has them. At most twice a second.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.changes.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1,
            "maxItems": 100,
            "description": "absolute; changed by calls, an undo, a redo or a revert since the last event"
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "there are more than these 100"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "paths"
        ],
        "additionalProperties": false
      },
      "example": {
        "paths": [
          "/home/ada/project/README.md"
        ]
      }
    },
    "event.config.changed": {
      "name": "EventConfigChangedEvent",
      "summary": "The configuration changed.",
      "payload": {
        "description": "The configuration changed.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.config.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "changedFields": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "top-level keys"
          },
          "changed_fields": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the same; some clients read this spelling"
          },
          "config": {
            "$ref": "#/components/schemas/Config"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "changedFields",
          "changed_fields",
          "config"
        ],
        "additionalProperties": false
      },
      "example": {
        "changedFields": [
          "default_model"
        ],
        "changed_fields": [
          "default_model"
        ],
        "config": {
          "providers": {
            "acme": {
              "type": "openai",
              "has_api_key": true
            }
          },
          "default_model": "acme/large"
        }
      }
    },
    "event.config.warning": {
      "name": "EventConfigWarningEvent",
      "summary": "What is wrong with the configuration file, after a change of it.",
      "payload": {
        "description": "What is wrong with the configuration file, after a change of it.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.config.warning"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "warnings": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventConfigWarningEventWarningsItem"
            },
            "description": "everything that is wrong now; empty: nothing any more"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "warnings"
        ],
        "additionalProperties": false
      },
      "example": {
        "warnings": [
          {
            "domain": "image",
            "message": "12:1 image.max_edge_px: must be integer; image is ignored"
          }
        ]
      }
    },
    "event.fs.changed": {
      "name": "EventFsChangedEvent",
      "summary": "What a connection watches changed on disk; sent to that connection only.",
      "payload": {
        "description": "What a connection watches changed on disk; sent to that connection only.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.fs.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "changes": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FileEvent"
            },
            "maxItems": 500,
            "description": "the net effect on each path; empty when `truncated`"
          },
          "coalesced_window_ms": {
            "type": "integer",
            "const": 200
          },
          "truncated": {
            "type": "boolean",
            "const": true,
            "description": "there were more than 500, or some may have been missed: read again what is of interest"
          },
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "changes known of, when `truncated`"
          },
          "watch_seq": {
            "type": "integer",
            "minimum": 1,
            "description": "counts up by one per connection and session; a gap means an event that a slow connection did not get"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "changes",
          "coalesced_window_ms",
          "watch_seq"
        ],
        "additionalProperties": false
      },
      "example": {
        "changes": [
          {
            "path": "src/index.ts",
            "change": "modified",
            "kind": "file",
            "size_delta": 42,
            "etag": "m7q2x1k0-1f4-8w3k2"
          }
        ],
        "coalesced_window_ms": 200,
        "watch_seq": 1
      }
    },
    "event.inbox.changed": {
      "name": "EventInboxChangedEvent",
      "summary": "An approval or a question began to wait for the user, or waits no longer.",
      "payload": {
        "description": "An approval or a question began to wait for the user, or waits no longer.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.inbox.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "kind": {
            "$ref": "#/components/schemas/EventInboxChangedEventKind"
          },
          "id": {
            "type": "string",
            "description": "of the approval or question"
          },
          "change": {
            "$ref": "#/components/schemas/EventInboxChangedEventChange"
          },
          "total": {
            "type": "integer",
            "minimum": 0,
            "description": "items of the inbox after this change"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "kind",
          "id",
          "change",
          "total"
        ],
        "additionalProperties": false
      },
      "example": {
        "kind": "approval",
        "id": "approval_01jn8q6d2b5e8g1j4m7p0s3v6y",
        "change": "added",
        "total": 1
      }
    },
    "event.model_catalog.changed": {
      "name": "EventModelCatalogChangedEvent",
      "summary": "A refresh, import or login changed the models of providers.",
      "payload": {
        "description": "A refresh, import or login changed the models of providers.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.model_catalog.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "changed": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventModelCatalogChangedEventChangedItem"
            }
          },
          "unchanged": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "provider ids"
          },
          "failed": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/EventModelCatalogChangedEventFailedItem"
            }
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "changed",
          "unchanged",
          "failed"
        ],
        "additionalProperties": false
      },
      "example": {
        "changed": [
          {
            "provider_id": "managed:agent-code",
            "provider_name": "managed:agent-code",
            "added": 2,
            "removed": 0
          }
        ],
        "unchanged": [],
        "failed": []
      }
    },
    "event.question.answered": {
      "name": "EventQuestionAnsweredEvent",
      "summary": "The user answered a question.",
      "payload": {
        "description": "The user answered a question.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.question.answered"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "question_id": {
            "type": "string"
          },
          "answers": {
            "$ref": "#/components/schemas/EventQuestionAnsweredEventAnswers"
          },
          "resolved_at": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "question_id",
          "answers",
          "resolved_at"
        ],
        "additionalProperties": false
      },
      "example": {
        "question_id": "question_01jn8q5q1a2b3c4d5e6f7g8h9j",
        "answers": {
          "Which database?": "SQLite"
        },
        "resolved_at": "2026-03-01T08:00:09.120Z"
      }
    },
    "event.question.dismissed": {
      "name": "EventQuestionDismissedEvent",
      "summary": "A question ended without an answer.",
      "payload": {
        "description": "A question ended without an answer.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.question.dismissed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "question_id": {
            "type": "string"
          },
          "dismissed_at": {
            "type": "string",
            "format": "date-time"
          },
          "by": {
            "$ref": "#/components/schemas/EventQuestionDismissedEventBy"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "question_id",
          "dismissed_at",
          "by"
        ],
        "additionalProperties": false
      },
      "example": {
        "question_id": "question_01jn8q5q1a2b3c4d5e6f7g8h9j",
        "dismissed_at": "2026-03-01T08:00:09.120Z",
        "by": "client"
      }
    },
    "event.question.requested": {
      "name": "EventQuestionRequestedEvent",
      "summary": "The model asks the user a question.",
      "payload": {
        "description": "The model asks the user a question.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.question.requested"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "question_id": {
            "type": "string"
          },
          "session_id": {
            "type": "string"
          },
          "turn_id": {
            "type": "integer",
            "minimum": 1
          },
          "tool_call_id": {
            "type": "string"
          },
          "questions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/QuestionItem"
            },
            "minItems": 1,
            "maxItems": 4
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "24 hours after `created_at`"
          },
          "background": {
            "type": "boolean",
            "description": "the turn continues meanwhile"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "question_id",
          "session_id",
          "questions",
          "created_at",
          "expires_at"
        ],
        "additionalProperties": false
      },
      "example": {
        "question_id": "question_01jn8q5q1a2b3c4d5e6f7g8h9j",
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "turn_id": 1,
        "tool_call_id": "call_8",
        "questions": [
          {
            "id": "q_0",
            "question": "Which database?",
            "header": "Database",
            "options": [
              {
                "id": "opt_0_0",
                "label": "SQLite"
              },
              {
                "id": "opt_0_1",
                "label": "PostgreSQL"
              }
            ],
            "allow_other": true
          }
        ],
        "created_at": "2026-03-01T08:00:09.120Z",
        "expires_at": "2026-03-02T08:00:09.120Z"
      }
    },
    "event.session.archived": {
      "name": "EventSessionArchivedEvent",
      "summary": "A session was archived; is in the global log, `sessionId` is the archived session.",
      "payload": {
        "description": "A session was archived; is in the global log, `sessionId` is the archived session.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.session.archived"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "workspace_id": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "workspace_id"
        ],
        "additionalProperties": false
      },
      "example": {
        "workspace_id": "wd_project_0a1b2c3d4e5f"
      }
    },
    "event.session.created": {
      "name": "EventSessionCreatedEvent",
      "summary": "A session was made: new, fork or child.",
      "payload": {
        "description": "A session was made: new, fork or child.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.session.created"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "session": {
            "$ref": "#/components/schemas/Session"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "session"
        ],
        "additionalProperties": false
      },
      "example": {
        "session": {
          "id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
          "workspace_id": "wd_project_0a1b2c3d4e5f",
          "title": "",
          "title_kind": "replaceable",
          "created_at": "2026-03-01T08:00:09.120Z",
          "updated_at": "2026-03-01T08:00:09.120Z",
          "archived": false,
          "busy": false,
          "main_turn_active": false,
          "pending_interaction": "none",
          "metadata": {
            "cwd": "/home/ada/project"
          },
          "agent_config": {
            "model": "offline/echo",
            "permission_mode": "manual",
            "plan_mode": false,
            "swarm_mode": false,
            "profile": "agent"
          },
          "usage": {
            "input_tokens": 0,
            "output_tokens": 0,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "context_tokens": 0,
            "turn_count": 0
          },
          "permission_rules": [],
          "message_count": 0,
          "last_seq": 1
        }
      }
    },
    "event.session.deleted": {
      "name": "EventSessionDeletedEvent",
      "summary": "A session and its log are gone.",
      "payload": {
        "description": "A session and its log are gone.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.session.deleted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          }
        },
        "additionalProperties": false,
        "required": [
          "type",
          "agentId",
          "sessionId"
        ]
      },
      "example": {}
    },
    "event.session.work_changed": {
      "name": "EventSessionWorkChangedEvent",
      "summary": "What a session is busy with changed.",
      "payload": {
        "description": "What a session is busy with changed.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.session.work_changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "busy": {
            "type": "boolean",
            "description": "any turn or background task"
          },
          "main_turn_active": {
            "type": "boolean"
          },
          "pending_interaction": {
            "$ref": "#/components/schemas/EventSessionWorkChangedEventPendingInteraction"
          },
          "last_turn_reason": {
            "$ref": "#/components/schemas/EventSessionWorkChangedEventLastTurnReason"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "busy"
        ],
        "additionalProperties": false
      },
      "example": {
        "busy": false,
        "main_turn_active": false,
        "pending_interaction": "none",
        "last_turn_reason": "completed"
      }
    },
    "event.workspace.created": {
      "name": "EventWorkspaceCreatedEvent",
      "summary": "A directory became a workspace.",
      "payload": {
        "description": "A directory became a workspace.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.workspace.created"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "workspace": {
            "$ref": "#/components/schemas/Workspace"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "workspace"
        ],
        "additionalProperties": false
      },
      "example": {
        "workspace": {
          "id": "wd_project_0a1b2c3d4e5f",
          "root": "/home/ada/project",
          "name": "project",
          "created_at": "2026-03-01T08:00:09.120Z",
          "last_opened_at": "2026-03-01T08:00:09.120Z",
          "session_count": 1
        }
      }
    },
    "event.workspace.deleted": {
      "name": "EventWorkspaceDeletedEvent",
      "summary": "A workspace was unregistered.",
      "payload": {
        "description": "A workspace was unregistered.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.workspace.deleted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "workspace_id": {
            "type": "string"
          },
          "root": {
            "type": "string",
            "description": "absolute path"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "workspace_id",
          "root"
        ],
        "additionalProperties": false
      },
      "example": {
        "workspace_id": "wd_project_0a1b2c3d4e5f",
        "root": "/home/ada/project"
      }
    },
    "event.workspace.updated": {
      "name": "EventWorkspaceUpdatedEvent",
      "summary": "A workspace was renamed or opened.",
      "payload": {
        "description": "A workspace was renamed or opened.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "event.workspace.updated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "workspace": {
            "$ref": "#/components/schemas/Workspace"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "workspace"
        ],
        "additionalProperties": false
      },
      "example": {
        "workspace": {
          "id": "wd_project_0a1b2c3d4e5f",
          "root": "/home/ada/project",
          "name": "project",
          "created_at": "2026-03-01T08:00:09.120Z",
          "last_opened_at": "2026-03-01T08:00:09.120Z",
          "session_count": 1
        }
      }
    },
    "file.seen": {
      "name": "FileSeenEvent",
      "summary": "An agent read or wrote a file; the guard against stale edits compares with it.",
      "payload": {
        "description": "An agent read or wrote a file; the guard against stale edits compares with it.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "file.seen"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "path": {
            "type": "string",
            "description": "absolute, links resolved"
          },
          "mtimeMs": {
            "type": "number",
            "description": "modification time, epoch milliseconds with fraction"
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "description": "bytes"
          },
          "sha256": {
            "type": "string",
            "description": "of the text with LF; there when a client offers the files of the session, so that texts are compared instead of times"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "path",
          "mtimeMs",
          "size"
        ],
        "additionalProperties": false
      },
      "example": {
        "path": "/home/ada/project/README.md",
        "mtimeMs": 1772352000123.456,
        "size": 1204
      }
    },
    "files.changed": {
      "name": "FilesChangedEvent",
      "summary": "A call, a background command, an undo or a revert changed files; undo with files goes back over these records.",
      "payload": {
        "description": "A call, a background command, an undo or a revert changed files; undo with files goes back over these records.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "files.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "cause": {
            "$ref": "#/components/schemas/FilesChangedEventCause"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "turn of the agent"
          },
          "mainTurnId": {
            "type": "integer",
            "minimum": 0,
            "description": "last turn of the main agent at that time"
          },
          "toolCallId": {
            "type": "string"
          },
          "restoreId": {
            "type": "string",
            "description": "of the undo, redo or revert"
          },
          "fromTurn": {
            "type": "integer",
            "minimum": 1,
            "description": "turn of the main agent since which a revert took changes back; absent: all"
          },
          "uncertain": {
            "type": "boolean",
            "description": "another process may have made these changes: a command ran in the background meanwhile"
          },
          "changes": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FileChange"
            }
          },
          "directories": {
            "$ref": "#/components/schemas/FilesChangedEventDirectories"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "cause",
          "mainTurnId",
          "changes"
        ],
        "additionalProperties": false
      },
      "example": {
        "cause": "tool",
        "turnId": 3,
        "mainTurnId": 3,
        "toolCallId": "call_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "changes": [
          {
            "path": "/home/ada/project/README.md",
            "change": "modified",
            "before": {
              "kind": "file",
              "mode": 420,
              "size": 5,
              "mtimeMs": 1772352000123.456,
              "hash": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
            },
            "after": {
              "kind": "file",
              "mode": 420,
              "size": 6,
              "mtimeMs": 1772352009123.456,
              "hash": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
            }
          }
        ]
      }
    },
    "files.changing": {
      "name": "FilesChangingEvent",
      "summary": "A call is about to change a file; its former content is kept. Without a later `files.changed` of the call its outcome is not known.",
      "payload": {
        "description": "A call is about to change a file; its former content is kept. Without a later `files.changed` of the call its outcome is not known.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "files.changing"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "turn of the agent"
          },
          "mainTurnId": {
            "type": "integer",
            "minimum": 0,
            "description": "last turn of the main agent at that time"
          },
          "toolCallId": {
            "type": "string"
          },
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "before": {
            "$ref": "#/components/schemas/FileState"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "mainTurnId",
          "toolCallId",
          "path",
          "before"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 3,
        "mainTurnId": 3,
        "toolCallId": "call_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "path": "/home/ada/project/new.txt",
        "before": {
          "kind": "none"
        }
      }
    },
    "files.restored": {
      "name": "FilesRestoredEvent",
      "summary": "An undo or redo gave files back; it follows `context.undone` or `context.redone` (beyond the contract: file checkpoints).",
      "payload": {
        "description": "An undo or redo gave files back; it follows `context.undone` or `context.redone` (beyond the contract: file checkpoints).",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "files.restored"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "direction": {
            "$ref": "#/components/schemas/FilesRestoredEventDirection"
          },
          "restoreId": {
            "type": "string",
            "description": "distinguishes restorations"
          },
          "paths": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "absolute; files whose content, name or existence changed"
          },
          "left": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FilesRestoredEventLeftItem"
            },
            "description": "changed files that could not be given back"
          },
          "forced": {
            "type": "boolean",
            "description": "changes that did not come from the agent were overwritten"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "direction",
          "restoreId",
          "paths",
          "left"
        ],
        "additionalProperties": false
      },
      "example": {
        "direction": "undo",
        "restoreId": "restore_01jn8q5p1a2b3c4d5e6f7g8h9j",
        "paths": [
          "/home/ada/project/README.md"
        ],
        "left": [
          {
            "path": "/home/ada/project/film.mp4",
            "reason": "too_large"
          }
        ]
      }
    },
    "goal.queue.changed": {
      "name": "GoalQueueChangedEvent",
      "summary": "Which goals follow the present one.",
      "payload": {
        "description": "Which goals follow the present one.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "goal.queue.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "objectives": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "maxItems": 20
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "objectives"
        ],
        "additionalProperties": false
      },
      "example": {
        "objectives": [
          "then write the release notes"
        ]
      }
    },
    "goal.updated": {
      "name": "GoalUpdatedEvent",
      "summary": "The goal of the session changed; null when there is none any more.",
      "payload": {
        "description": "The goal of the session changed; null when there is none any more.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "goal.updated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "snapshot": {
            "$ref": "#/components/schemas/NullableGoalSnapshot"
          },
          "change": {
            "$ref": "#/components/schemas/GoalChange"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "snapshot"
        ],
        "additionalProperties": false
      },
      "example": {
        "snapshot": {
          "goalId": "goal_01jn8q5m1a2b3c4d5e6f7g8h9j",
          "objective": "make the tests pass",
          "status": "active",
          "turnsUsed": 2,
          "tokensUsed": 1800,
          "wallClockMs": 60000,
          "budget": {
            "tokenBudget": null,
            "turnBudget": 10,
            "wallClockBudgetMs": null,
            "remainingTokens": null,
            "remainingTurns": 8,
            "remainingWallClockMs": null,
            "tokenBudgetReached": false,
            "turnBudgetReached": false,
            "wallClockBudgetReached": false,
            "overBudget": false
          }
        },
        "change": {
          "kind": "lifecycle",
          "status": "active",
          "actor": "user"
        }
      }
    },
    "hook.result": {
      "name": "HookResultEvent",
      "summary": "A hook returned a message, or refused an action.",
      "payload": {
        "description": "A hook returned a message, or refused an action.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "hook.result"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "absent outside of turns"
          },
          "hookEvent": {
            "type": "string",
            "description": "event of the hook, such as `PreToolUse`"
          },
          "content": {
            "type": "string",
            "description": "for the user: reasons, messages, text added to the context"
          },
          "blocked": {
            "type": "boolean"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "hookEvent",
          "content"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 3,
        "hookEvent": "PreToolUse",
        "content": "Migrations are not edited by hand.",
        "blocked": true
      }
    },
    "images.refused": {
      "name": "ImagesRefusedEvent",
      "summary": "The provider refused an image: those it was sent stay out of requests to this model.",
      "payload": {
        "description": "The provider refused an image: those it was sent stay out of requests to this model.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "images.refused"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "until": {
            "type": "string",
            "format": "date-time",
            "description": "images of messages up to this one's `created_at` are sent as notes"
          },
          "family": {
            "type": "string",
            "description": "`<protocol>:<model>` that refused"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "until",
          "family"
        ],
        "additionalProperties": false
      },
      "example": {
        "until": "2026-03-01T12:00:00.000Z",
        "family": "openai:large"
      }
    },
    "launch.denials": {
      "name": "LaunchDenialsEvent",
      "summary": "The deny rules of the newest launch that brought some were set.",
      "payload": {
        "description": "The deny rules of the newest launch that brought some were set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "launch.denials"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "patterns": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "the whole list"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "patterns"
        ],
        "additionalProperties": false
      },
      "example": {
        "patterns": [
          "Bash(git push*)"
        ]
      }
    },
    "mcp.server.status": {
      "name": "McpServerStatusEvent",
      "summary": "An MCP server was added, was removed, or changed its state.",
      "payload": {
        "description": "An MCP server was added, was removed, or changed its state.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "mcp.server.status"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "server": {
            "$ref": "#/components/schemas/McpServerStatus"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "server"
        ],
        "additionalProperties": false
      },
      "example": {
        "server": {
          "name": "issues",
          "transport": "stdio",
          "status": "connected",
          "toolCount": 4
        }
      }
    },
    "message.appended": {
      "name": "MessageAppendedEvent",
      "summary": "A user, assistant or system message entered the context.",
      "payload": {
        "description": "A user, assistant or system message entered the context.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "message.appended"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "step": {
            "type": "integer",
            "minimum": 1
          },
          "message": {
            "$ref": "#/components/schemas/Message"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "message"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "message": {
          "id": "msg_01jn8q5m2a2b3c4d5e6f7g8h9j",
          "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
          "role": "user",
          "content": [
            {
              "type": "text",
              "text": "list the files here"
            }
          ],
          "created_at": "2026-03-01T08:00:09.120Z",
          "prompt_id": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
          "metadata": {
            "origin": {
              "kind": "user"
            },
            "agent_id": "main",
            "turn_id": 1
          }
        }
      }
    },
    "model.changed": {
      "name": "ModelChangedEvent",
      "summary": "The model of an agent was set.",
      "payload": {
        "description": "The model of an agent was set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "model.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "model": {
            "type": "string",
            "description": "alias; empty: none"
          },
          "named": {
            "type": "boolean",
            "description": "chosen by name; false for the offline provider that is used because no model is configured"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "model",
          "named"
        ],
        "additionalProperties": false
      },
      "example": {
        "model": "acme/large",
        "named": true
      }
    },
    "permission.mode.changed": {
      "name": "PermissionModeChangedEvent",
      "summary": "The permission mode of an agent was set.",
      "payload": {
        "description": "The permission mode of an agent was set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "permission.mode.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "mode": {
            "$ref": "#/components/schemas/PermissionMode"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "mode"
        ],
        "additionalProperties": false
      },
      "example": {
        "mode": "yolo"
      }
    },
    "plan.changed": {
      "name": "PlanChangedEvent",
      "summary": "Plan mode was switched on or off.",
      "payload": {
        "description": "Plan mode was switched on or off.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "plan.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "active": {
            "type": "boolean"
          },
          "path": {
            "type": "string",
            "description": "absolute path of the plan file"
          },
          "slug": {
            "type": "string",
            "description": "name of the plan file without its ending"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "active"
        ],
        "additionalProperties": false
      },
      "example": {
        "active": true,
        "path": "/home/ada/.agent-code/sessions/session_01jn8q5j/plans/calm-otter.md",
        "slug": "calm-otter"
      }
    },
    "plan.revision": {
      "name": "PlanRevisionEvent",
      "summary": "A new version of the plan file was shown to the user.",
      "payload": {
        "description": "A new version of the plan file was shown to the user.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "plan.revision"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "id": {
            "type": "string"
          },
          "version": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1"
          },
          "path": {
            "type": "string",
            "description": "absolute"
          },
          "sha256": {
            "type": "string",
            "description": "hexadecimal"
          },
          "bytes": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "id",
          "version",
          "path",
          "sha256",
          "bytes"
        ],
        "additionalProperties": false
      },
      "example": {
        "id": "plan_01jn8q5s1a2b3c4d5e6f7g8h9j",
        "version": 1,
        "path": "/home/ada/.agent-code/sessions/session_01jn8q5j/plans/calm-otter.md",
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "bytes": 412
      }
    },
    "prompt.aborted": {
      "name": "PromptAbortedEvent",
      "summary": "A prompt was stopped or taken out of the queue.",
      "payload": {
        "description": "A prompt was stopped or taken out of the queue.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.aborted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "promptId": {
            "type": "string"
          },
          "abortedAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "promptId",
          "abortedAt"
        ],
        "additionalProperties": false
      },
      "example": {
        "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "abortedAt": "2026-03-01T08:00:09.120Z"
      }
    },
    "prompt.completed": {
      "name": "PromptCompletedEvent",
      "summary": "A prompt is over; failed and blocked ones included.",
      "payload": {
        "description": "A prompt is over; failed and blocked ones included.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.completed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "promptId": {
            "type": "string"
          },
          "finishedAt": {
            "type": "string",
            "format": "date-time"
          },
          "reason": {
            "$ref": "#/components/schemas/PromptCompletedEventReason"
          },
          "result": {
            "$ref": "#/components/schemas/PromptCompletedEventResult"
          },
          "limit": {
            "$ref": "#/components/schemas/PromptLimit",
            "description": "of the prompt, when it was reached"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "promptId",
          "finishedAt"
        ],
        "additionalProperties": false
      },
      "example": {
        "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "finishedAt": "2026-03-01T08:00:09.120Z",
        "reason": "completed"
      }
    },
    "prompt.options": {
      "name": "PromptOptionsEvent",
      "summary": "Options of a prompt that its own event does not show.",
      "payload": {
        "description": "Options of a prompt that its own event does not show.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.options"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "promptId": {
            "type": "string"
          },
          "unattended": {
            "type": "boolean",
            "description": "decided without the user, as in mode auto"
          },
          "metadata": {
            "$ref": "#/components/schemas/PromptOptionsEventMetadata"
          },
          "skills": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SkillActivation"
            },
            "description": "loaded together with the prompt"
          },
          "slash": {
            "type": "boolean",
            "description": "the prompt is nothing but the call of its skill"
          },
          "limits": {
            "$ref": "#/components/schemas/PromptLimits"
          },
          "outputSchema": {
            "$ref": "#/components/schemas/PromptOptionsEventOutputSchema"
          },
          "fallbackModel": {
            "type": "string",
            "description": "alias of the model that continues the turn when the other one is not available"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "promptId"
        ],
        "additionalProperties": false
      },
      "example": {
        "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "unattended": true
      }
    },
    "prompt.queued": {
      "name": "PromptQueuedEvent",
      "summary": "A prompt of the user is in the queue.",
      "payload": {
        "description": "A prompt of the user is in the queue.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.queued"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "promptId": {
            "type": "string"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          },
          "queueLength": {
            "type": "integer",
            "minimum": 1
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "promptId",
          "content",
          "queueLength"
        ],
        "additionalProperties": false
      },
      "example": {
        "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "content": [
          {
            "type": "text",
            "text": "list the files here"
          }
        ],
        "queueLength": 1
      }
    },
    "prompt.steered": {
      "name": "PromptSteeredEvent",
      "summary": "Queued prompts joined the running turn.",
      "payload": {
        "description": "Queued prompts joined the running turn.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.steered"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "activePromptId": {
            "type": "string"
          },
          "promptIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            },
            "description": "merged parts"
          },
          "steeredAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "activePromptId",
          "promptIds",
          "content",
          "steeredAt"
        ],
        "additionalProperties": false
      },
      "example": {
        "activePromptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "promptIds": [
          "prompt_01jn8q5r1a2b3c4d5e6f7g8h9j"
        ],
        "content": [
          {
            "type": "text",
            "text": "only the Markdown ones"
          }
        ],
        "steeredAt": "2026-03-01T08:00:09.120Z"
      }
    },
    "prompt.submitted": {
      "name": "PromptSubmittedEvent",
      "summary": "A prompt was accepted.",
      "payload": {
        "description": "A prompt was accepted.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.submitted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "promptId": {
            "type": "string"
          },
          "userMessageId": {
            "type": "string",
            "description": "id its user message has or will have"
          },
          "status": {
            "$ref": "#/components/schemas/PromptSubmittedEventStatus"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "promptId",
          "userMessageId",
          "status",
          "content",
          "createdAt"
        ],
        "additionalProperties": false
      },
      "example": {
        "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "userMessageId": "msg_01jn8q5m2a2b3c4d5e6f7g8h9j",
        "status": "running",
        "content": [
          {
            "type": "text",
            "text": "list the files here"
          }
        ],
        "createdAt": "2026-03-01T08:00:09.120Z"
      }
    },
    "prompt.updated": {
      "name": "PromptUpdatedEvent",
      "summary": "The queue of prompts changed.",
      "payload": {
        "description": "The queue of prompts changed.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "prompt.updated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "change": {
            "$ref": "#/components/schemas/PromptUpdatedEventChange"
          },
          "promptId": {
            "type": "string",
            "description": "absent: the whole queue"
          },
          "content": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContentPart"
            }
          },
          "position": {
            "type": "integer",
            "minimum": 0,
            "description": "new place in the queue, from 0"
          },
          "queueLength": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "change",
          "queueLength"
        ],
        "additionalProperties": false
      },
      "example": {
        "change": "paused",
        "queueLength": 2
      }
    },
    "reminder.noted": {
      "name": "ReminderNotedEvent",
      "summary": "The engine gave a reminder, which is not to be repeated.",
      "payload": {
        "description": "The engine gave a reminder, which is not to be repeated.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "reminder.noted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "variant": {
            "type": "string",
            "description": "which reminder"
          },
          "key": {
            "type": "string",
            "description": "distinguishes reminders of one variant"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "variant"
        ],
        "additionalProperties": false
      },
      "example": {
        "variant": "plan_mode",
        "key": "enter"
      }
    },
    "request.usage": {
      "name": "RequestUsageEvent",
      "summary": "Usage of a model request that was no step of a turn.",
      "payload": {
        "description": "Usage of a model request that was no step of a turn.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "request.usage"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "model": {
            "type": "string",
            "description": "alias of the model"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD by the price of that moment; absent when the model has none"
          },
          "purpose": {
            "$ref": "#/components/schemas/RequestUsageEventPurpose"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "model",
          "usage"
        ],
        "additionalProperties": false
      },
      "example": {
        "model": "offline/echo",
        "usage": {
          "inputOther": 9000,
          "output": 700,
          "inputCacheRead": 0,
          "inputCacheCreation": 0
        }
      }
    },
    "rules.changed": {
      "name": "RulesChangedEvent",
      "summary": "The permission rules of the session were set.",
      "payload": {
        "description": "The permission rules of the session were set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "rules.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SessionPermissionRule"
            },
            "description": "the whole list"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "rules"
        ],
        "additionalProperties": false
      },
      "example": {
        "rules": [
          {
            "id": "rule_01jn8q5t1a2b3c4d5e6f7g8h9j",
            "tool_name": "Bash",
            "decision": "approved",
            "created_at": "2026-03-01T08:00:09.120Z",
            "created_by": "user",
            "pattern": "Bash(npm test)"
          }
        ]
      }
    },
    "session.archived": {
      "name": "SessionArchivedEvent",
      "summary": "The session was archived or restored.",
      "payload": {
        "description": "The session was archived or restored.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "session.archived"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "archived": {
            "type": "boolean"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "archived"
        ],
        "additionalProperties": false
      },
      "example": {
        "archived": true
      }
    },
    "session.meta.updated": {
      "name": "SessionMetaUpdatedEvent",
      "summary": "Title or metadata of a session changed.",
      "payload": {
        "description": "Title or metadata of a session changed.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "session.meta.updated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "title": {
            "type": "string"
          },
          "patch": {
            "$ref": "#/components/schemas/SessionMetaUpdatedEventPatch"
          }
        },
        "additionalProperties": false,
        "required": [
          "type",
          "agentId",
          "sessionId"
        ]
      },
      "example": {
        "title": "List files",
        "patch": {
          "title": "List files",
          "isCustomTitle": false,
          "titleKind": "replaceable",
          "lastPrompt": "list the files here"
        }
      }
    },
    "session.metadata": {
      "name": "SessionMetadataEvent",
      "summary": "The metadata of the session was set.",
      "payload": {
        "description": "The metadata of the session was set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "session.metadata"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "metadata": {
            "$ref": "#/components/schemas/SessionMetadataEventMetadata"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "metadata"
        ],
        "additionalProperties": false
      },
      "example": {
        "metadata": {
          "ticket": "A-17"
        }
      }
    },
    "session.removed": {
      "name": "SessionRemovedEvent",
      "summary": "A session and its log were deleted: servers that did not do it learn of it here.",
      "payload": {
        "description": "A session and its log were deleted: servers that did not do it learn of it here.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "session.removed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "id": {
            "type": "string"
          },
          "epoch": {
            "type": "string"
          },
          "lastSeq": {
            "type": "integer"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "id",
          "epoch",
          "lastSeq"
        ],
        "additionalProperties": false
      },
      "example": {
        "id": "session_01jn8q5j",
        "epoch": "ep_01jn8q5k",
        "lastSeq": 41
      }
    },
    "shell.completed": {
      "name": "ShellCompletedEvent",
      "summary": "Such a command is over; one that continues in the background ends as a task instead.",
      "payload": {
        "description": "Such a command is over; one that continues in the background ends as a task instead.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "shell.completed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "commandId": {
            "type": "string",
            "description": "of `POST …/shell`"
          },
          "isError": {
            "type": "boolean"
          },
          "taskId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "commandId",
          "isError"
        ],
        "additionalProperties": false
      },
      "example": {
        "commandId": "shell_01jn8q6e8b1d4f7h0k3n6q9t2w",
        "isError": false,
        "taskId": "bash-4k2m9x0q"
      }
    },
    "shell.output": {
      "name": "ShellOutputEvent",
      "summary": "Live output of such a command; at most 10 per second.",
      "payload": {
        "description": "Live output of such a command; at most 10 per second.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "shell.output"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "commandId": {
            "type": "string",
            "description": "of `POST …/shell`"
          },
          "update": {
            "$ref": "#/components/schemas/ToolUpdate"
          },
          "taskId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "commandId",
          "update"
        ],
        "additionalProperties": false
      },
      "example": {
        "commandId": "shell_01jn8q6e8b1d4f7h0k3n6q9t2w",
        "update": {
          "kind": "stdout",
          "text": "On branch main\n"
        },
        "taskId": "bash-4k2m9x0q"
      }
    },
    "shell.run": {
      "name": "ShellRunEvent",
      "summary": "A shell command of the user has ended.",
      "payload": {
        "description": "A shell command of the user has ended.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "shell.run"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "commandId": {
            "type": "string",
            "description": "of `POST …/shell`"
          },
          "taskId": {
            "type": "string"
          },
          "command": {
            "type": "string"
          },
          "status": {
            "$ref": "#/components/schemas/ShellRunEventStatus"
          },
          "startedAt": {
            "type": "integer",
            "description": "epoch milliseconds",
            "minimum": 0
          },
          "endedAt": {
            "$ref": "#/components/schemas/ShellRunEventEndedAt",
            "description": "epoch milliseconds"
          },
          "exitCode": {
            "$ref": "#/components/schemas/NullableInteger"
          },
          "output": {
            "type": "string",
            "description": "its end"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "commandId",
          "taskId",
          "command",
          "status",
          "startedAt",
          "endedAt"
        ],
        "additionalProperties": false
      },
      "example": {
        "commandId": "shell_01jn8q6e8b1d4f7h0k3n6q9t2w",
        "taskId": "bash-4k2m9x0q",
        "command": "git status",
        "status": "completed",
        "startedAt": 1772352010000,
        "endedAt": 1772352010050,
        "exitCode": 0,
        "output": "On branch main\n"
      }
    },
    "shell.started": {
      "name": "ShellStartedEvent",
      "summary": "A shell command of the user has started.",
      "payload": {
        "description": "A shell command of the user has started.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "shell.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "commandId": {
            "type": "string",
            "description": "of `POST …/shell`"
          },
          "taskId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "commandId",
          "taskId"
        ],
        "additionalProperties": false
      },
      "example": {
        "commandId": "shell_01jn8q6e8b1d4f7h0k3n6q9t2w",
        "taskId": "bash-4k2m9x0q"
      }
    },
    "skill.activated": {
      "name": "SkillActivatedEvent",
      "summary": "A skill was loaded.",
      "payload": {
        "description": "A skill was loaded.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "skill.activated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "activationId": {
            "type": "string"
          },
          "skillName": {
            "type": "string"
          },
          "skillArgs": {
            "type": "string"
          },
          "trigger": {
            "$ref": "#/components/schemas/SkillActivatedEventTrigger"
          },
          "skillPath": {
            "type": "string",
            "description": "absolute, or `builtin:<name>`"
          },
          "skillSource": {
            "$ref": "#/components/schemas/SkillActivatedEventSkillSource"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "activationId",
          "skillName",
          "trigger"
        ],
        "additionalProperties": false
      },
      "example": {
        "activationId": "activation_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "skillName": "release",
        "skillArgs": "1.4.0",
        "trigger": "model-tool",
        "skillPath": "/home/ada/project/.agent-code/skills/release/SKILL.md",
        "skillSource": "project"
      }
    },
    "steer.taken": {
      "name": "SteerTakenEvent",
      "summary": "Steered messages left the queue without becoming separate messages: they were merged into another one, or refused.",
      "payload": {
        "description": "Steered messages left the queue without becoming separate messages: they were merged into another one, or refused.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "steer.taken"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1
          },
          "messageIds": {
            "type": "array",
            "items": {
              "type": "string"
            }
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "messageIds"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 3,
        "messageIds": [
          "msg_01jn8q5m2a2b3c4d5e6f7g8h9j"
        ]
      }
    },
    "step.usage": {
      "name": "StepUsageEvent",
      "summary": "Usage and end of a reply, with who wrote it.",
      "payload": {
        "description": "Usage and end of a reply, with who wrote it.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "step.usage"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "finishReason": {
            "$ref": "#/components/schemas/FinishReason"
          },
          "rawFinishReason": {
            "type": "string",
            "description": "the provider's own word"
          },
          "llmFirstTokenLatencyMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmStreamDurationMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmRequestBuildMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmServerFirstTokenMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmServerDecodeMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmClientConsumeMs": {
            "type": "integer",
            "minimum": 0
          },
          "model": {
            "type": "string",
            "description": "alias of the model"
          },
          "family": {
            "type": "string",
            "description": "`<protocol>:<model>` that wrote the message; thinking goes back only to it"
          },
          "messageId": {
            "type": "string",
            "description": "the reply's message"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD by the price of that moment; absent when the model has none"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "stepId",
          "usage",
          "finishReason",
          "model",
          "family",
          "messageId"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "usage": {
          "inputOther": 812,
          "output": 64,
          "inputCacheRead": 2048,
          "inputCacheCreation": 0
        },
        "finishReason": "tool_use",
        "rawFinishReason": "tool_calls",
        "llmFirstTokenLatencyMs": 210,
        "llmStreamDurationMs": 840,
        "model": "offline/echo",
        "family": "offline:echo",
        "messageId": "msg_01jn8q5n1a2b3c4d5e6f7g8h9k"
      }
    },
    "subagent.completed": {
      "name": "SubagentCompletedEvent",
      "summary": "A called agent is done; `agentId` is the caller.",
      "payload": {
        "description": "A called agent is done; `agentId` is the caller.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "subagent.completed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "subagentId": {
            "type": "string"
          },
          "resultSummary": {
            "type": "string"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "contextTokens": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "subagentId",
          "resultSummary"
        ],
        "additionalProperties": false
      },
      "example": {
        "subagentId": "agent_1",
        "resultSummary": "The parser is in src/parse.ts."
      }
    },
    "subagent.failed": {
      "name": "SubagentFailedEvent",
      "summary": "A called agent ended without a result; `agentId` is the caller.",
      "payload": {
        "description": "A called agent ended without a result; `agentId` is the caller.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "subagent.failed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "subagentId": {
            "type": "string"
          },
          "error": {
            "type": "string"
          },
          "reason": {
            "$ref": "#/components/schemas/SubagentFailedEventReason"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "subagentId",
          "error",
          "reason"
        ],
        "additionalProperties": false
      },
      "example": {
        "subagentId": "agent_1",
        "error": "interrupted by the user",
        "reason": "aborted"
      }
    },
    "subagent.spawned": {
      "name": "SubagentSpawnedEvent",
      "summary": "An agent called another one; `agentId` is the caller.",
      "payload": {
        "description": "An agent called another one; `agentId` is the caller.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "subagent.spawned"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "subagentId": {
            "type": "string"
          },
          "subagentName": {
            "type": "string",
            "description": "type of the agent"
          },
          "parentToolCallId": {
            "type": "string",
            "description": "empty when there is none"
          },
          "parentAgentId": {
            "type": "string"
          },
          "callerAgentId": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "runInBackground": {
            "type": "boolean"
          },
          "model": {
            "type": "string",
            "description": "alias"
          },
          "thinkingEffort": {
            "type": "string"
          },
          "taskId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "subagentId",
          "subagentName",
          "parentToolCallId",
          "runInBackground"
        ],
        "additionalProperties": false
      },
      "example": {
        "subagentId": "agent_1",
        "subagentName": "explore",
        "parentToolCallId": "call_01jn8q5m1a2b3c4d5e6f7g8h9j",
        "parentAgentId": "main",
        "callerAgentId": "main",
        "description": "find the parser",
        "runInBackground": false,
        "taskId": "agent-4k2m9x0q"
      }
    },
    "subagent.started": {
      "name": "SubagentStartedEvent",
      "summary": "A called agent begins; `agentId` is the caller.",
      "payload": {
        "description": "A called agent begins; `agentId` is the caller.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "subagent.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "subagentId": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "subagentId"
        ],
        "additionalProperties": false
      },
      "example": {
        "subagentId": "agent_1"
      }
    },
    "task.facts": {
      "name": "TaskFactsEvent",
      "summary": "What only the engine needs to know of a task.",
      "payload": {
        "description": "What only the engine needs to know of a task.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.facts"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "taskId": {
            "type": "string"
          },
          "toolCallId": {
            "type": "string",
            "description": "the call that began it"
          },
          "processStart": {
            "type": "string",
            "description": "start time of the process as the system reports it; only of a command that outlives its server"
          },
          "quiet": {
            "type": "boolean",
            "description": "its end begins no turn"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "taskId"
        ],
        "additionalProperties": false
      },
      "example": {
        "taskId": "bash-4k2m9x0q",
        "toolCallId": "call_01jn8q6e8b1d4f7h0k3n6q9t2w",
        "processStart": "8412233"
      }
    },
    "task.notified": {
      "name": "TaskNotifiedEvent",
      "summary": "A running turn was notified that a task ended.",
      "payload": {
        "description": "A running turn was notified that a task ended.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.notified"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "notificationType": {
            "type": "string",
            "description": "`task.<status>`"
          },
          "title": {
            "type": "string"
          },
          "body": {
            "type": "string"
          },
          "severity": {
            "$ref": "#/components/schemas/TaskNotifiedEventSeverity"
          },
          "sourceKind": {
            "type": "string",
            "const": "background_task"
          },
          "sourceId": {
            "type": "string",
            "description": "id of the task"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "notificationType",
          "title",
          "body",
          "severity",
          "sourceKind",
          "sourceId"
        ],
        "additionalProperties": false
      },
      "example": {
        "notificationType": "task.completed",
        "title": "run the server",
        "body": "exit code 0",
        "severity": "info",
        "sourceKind": "background_task",
        "sourceId": "bash-4k2m9x0q"
      }
    },
    "task.output": {
      "name": "TaskOutputEvent",
      "summary": "Output of a task; the offset of the frame counts the characters before it.",
      "payload": {
        "description": "Output of a task; the offset of the frame counts the characters before it.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.output"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "taskId": {
            "type": "string"
          },
          "text": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "taskId",
          "text"
        ],
        "additionalProperties": false
      },
      "example": {
        "taskId": "bash-4k2m9x0q",
        "text": "listening on 3000\n"
      }
    },
    "task.output.kept": {
      "name": "TaskOutputKeptEvent",
      "summary": "The last part of a task's output, stored when the task ended.",
      "payload": {
        "description": "The last part of a task's output, stored when the task ended.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.output.kept"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "taskId": {
            "type": "string"
          },
          "output": {
            "type": "string",
            "description": "at most 10,000 characters"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "taskId",
          "output"
        ],
        "additionalProperties": false
      },
      "example": {
        "taskId": "bash-4k2m9x0q",
        "output": "listening on 3000\n"
      }
    },
    "task.started": {
      "name": "TaskStartedEvent",
      "summary": "Work continues in the background.",
      "payload": {
        "description": "Work continues in the background.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "info": {
            "$ref": "#/components/schemas/TaskInfo"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "info"
        ],
        "additionalProperties": false
      },
      "example": {
        "info": {
          "kind": "process",
          "taskId": "bash-4k2m9x0q",
          "description": "run the server",
          "status": "running",
          "detached": true,
          "startedAt": 1772352010000,
          "endedAt": null,
          "command": "npm run dev",
          "pid": 4711,
          "exitCode": null
        }
      }
    },
    "task.terminated": {
      "name": "TaskTerminatedEvent",
      "summary": "Work in the background is over.",
      "payload": {
        "description": "Work in the background is over.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.terminated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "info": {
            "$ref": "#/components/schemas/TaskInfo"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "info"
        ],
        "additionalProperties": false
      },
      "example": {
        "info": {
          "kind": "process",
          "taskId": "bash-4k2m9x0q",
          "description": "run the server",
          "status": "completed",
          "detached": true,
          "startedAt": 1772352010000,
          "endedAt": 1772352019000,
          "command": "npm run dev",
          "pid": 4711,
          "exitCode": 0
        }
      }
    },
    "task.told": {
      "name": "TaskToldEvent",
      "summary": "An agent knows that tasks ended, and is not notified again.",
      "payload": {
        "description": "An agent knows that tasks ended, and is not notified again.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "task.told"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "taskIds": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "minItems": 1
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "taskIds"
        ],
        "additionalProperties": false
      },
      "example": {
        "taskIds": [
          "bash-4k2m9x0q"
        ]
      }
    },
    "thinking.changed": {
      "name": "ThinkingChangedEvent",
      "summary": "The thinking level of an agent was set.",
      "payload": {
        "description": "The thinking level of an agent was set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "thinking.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "thinking": {
            "type": "string",
            "description": "level"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "thinking"
        ],
        "additionalProperties": false
      },
      "example": {
        "thinking": "high"
      }
    },
    "thinking.delta": {
      "name": "ThinkingDeltaEvent",
      "summary": "A piece of the streamed thinking.",
      "payload": {
        "description": "A piece of the streamed thinking.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "thinking.delta"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque"
          },
          "delta": {
            "type": "string"
          },
          "recovered": {
            "type": "boolean",
            "description": "the whole text of the open step so far; replaces what a client has"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "delta"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "delta": "The user wants a list"
      }
    },
    "todo.changed": {
      "name": "TodoChangedEvent",
      "summary": "The todo list of an agent was written.",
      "payload": {
        "description": "The todo list of an agent was written.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "todo.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "todos": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Todo"
            },
            "description": "the whole list"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "todos"
        ],
        "additionalProperties": false
      },
      "example": {
        "todos": [
          {
            "title": "Read the code",
            "status": "done"
          },
          {
            "title": "Write the test",
            "status": "in_progress"
          }
        ]
      }
    },
    "tool.call.delta": {
      "name": "ToolCallDeltaEvent",
      "summary": "A piece of a call that is still being streamed.",
      "payload": {
        "description": "A piece of a call that is still being streamed.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool.call.delta"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "toolCallId": {
            "type": "string"
          },
          "name": {
            "type": "string",
            "description": "with the first piece"
          },
          "argumentsPart": {
            "type": "string",
            "description": "raw JSON text"
          },
          "recovered": {
            "type": "boolean",
            "description": "all arguments so far; replaces what a client has"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "toolCallId"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "toolCallId": "call_7",
        "name": "Glob",
        "argumentsPart": "{\"pattern\":"
      }
    },
    "tool.call.started": {
      "name": "ToolCallStartedEvent",
      "summary": "A call begins to run, or is refused.",
      "payload": {
        "description": "A call begins to run, or is refused.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool.call.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "toolCallId": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "args": {
            "$ref": "#/components/schemas/ToolCallStartedEventArgs"
          },
          "description": {
            "type": "string",
            "description": "one line for the user"
          },
          "display": {
            "$ref": "#/components/schemas/ToolDisplay"
          },
          "proposed_args": {
            "$ref": "#/components/schemas/ToolCallStartedEventProposedArgs"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "toolCallId",
          "name",
          "args"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "toolCallId": "call_7",
        "name": "Bash",
        "args": {
          "command": "ls"
        },
        "description": "List files",
        "display": {
          "kind": "command",
          "command": "ls",
          "cwd": "/home/ada/project",
          "language": "bash"
        }
      }
    },
    "tool.list.updated": {
      "name": "ToolListUpdatedEvent",
      "summary": "The tools of a server came, changed or went; the next step is offered the new list.",
      "payload": {
        "description": "The tools of a server came, changed or went; the next step is offered the new list.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool.list.updated"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "reason": {
            "$ref": "#/components/schemas/ToolListUpdatedEventReason"
          },
          "serverName": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "reason",
          "serverName"
        ],
        "additionalProperties": false
      },
      "example": {
        "reason": "mcp.connected",
        "serverName": "issues"
      }
    },
    "tool.progress": {
      "name": "ToolProgressEvent",
      "summary": "Live output of a running call; at most 10 per second and call.",
      "payload": {
        "description": "Live output of a running call; at most 10 per second and call.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool.progress"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "toolCallId": {
            "type": "string"
          },
          "update": {
            "$ref": "#/components/schemas/ToolUpdate"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "toolCallId",
          "update"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "toolCallId": "call_7",
        "update": {
          "kind": "stdout",
          "text": "README.md\n"
        }
      }
    },
    "tool.result": {
      "name": "ToolResultEvent",
      "summary": "A call is over.",
      "payload": {
        "description": "A call is over.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tool.result"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "toolCallId": {
            "type": "string"
          },
          "messageId": {
            "type": "string",
            "description": "id of the tool message"
          },
          "output": {
            "$ref": "#/components/schemas/ToolResultEventOutput"
          },
          "isError": {
            "type": "boolean"
          },
          "denied": {
            "$ref": "#/components/schemas/ToolResultEventDenied"
          },
          "synthetic": {
            "type": "boolean",
            "description": "made by the engine because the call gave none"
          },
          "display": {
            "$ref": "#/components/schemas/ResultDisplay"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          },
          "truncated": {
            "type": "boolean"
          },
          "outputPath": {
            "type": "string",
            "description": "absolute path of the full output"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "toolCallId",
          "messageId",
          "output",
          "durationMs"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "toolCallId": "call_7",
        "messageId": "msg_01jn8q5n2a2b3c4d5e6f7g8h9j",
        "output": "README.md\n",
        "display": {
          "kind": "command_output",
          "exit_code": 0,
          "stdout": "README.md\n"
        },
        "durationMs": 12
      }
    },
    "tools.changed": {
      "name": "ToolsChangedEvent",
      "summary": "The tools an agent may use, and the servers it may get them from, were set.",
      "payload": {
        "description": "The tools an agent may use, and the servers it may get them from, were set.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "tools.changed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "allow": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "allow list of names, `*` allowed; absent: those of the profile"
          },
          "disabled": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names switched off for the session"
          },
          "mcpServers": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "names of the only MCP servers the session connects to; absent: all"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "disabled"
        ],
        "additionalProperties": false
      },
      "example": {
        "allow": [
          "Read",
          "Grep"
        ],
        "disabled": []
      }
    },
    "turn.ended": {
      "name": "TurnEndedEvent",
      "summary": "A turn is over; the last frame of its turn.",
      "payload": {
        "description": "A turn is over; the last frame of its turn.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "turn.ended"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "reason": {
            "$ref": "#/components/schemas/TurnEndedEventReason"
          },
          "interruptReason": {
            "$ref": "#/components/schemas/TurnEndedEventInterruptReason"
          },
          "error": {
            "$ref": "#/components/schemas/ErrorPayload"
          },
          "durationMs": {
            "type": "integer",
            "minimum": 0
          },
          "time": {
            "type": "integer",
            "minimum": 0,
            "description": "epoch milliseconds"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD of these tokens, as far as their models have a price; absent when none has"
          },
          "recovered": {
            "type": "boolean",
            "description": "true: written by the repair after a crash"
          },
          "limit": {
            "$ref": "#/components/schemas/PromptLimit",
            "description": "of its prompt, when it was reached"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "reason"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "reason": "completed",
        "durationMs": 1120,
        "usage": {
          "inputOther": 812,
          "output": 64,
          "inputCacheRead": 2048,
          "inputCacheCreation": 0
        },
        "cost": 0.0041
      }
    },
    "turn.started": {
      "name": "TurnStartedEvent",
      "summary": "A turn begins; the first frame of its turn.",
      "payload": {
        "description": "A turn begins; the first frame of its turn.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "turn.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "origin": {
            "$ref": "#/components/schemas/Origin"
          },
          "prompt": {
            "type": "string",
            "description": "text; only for user and user-slash origins"
          },
          "promptId": {
            "type": "string",
            "description": "set when a prompt opened the turn"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "origin"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "origin": {
          "kind": "user"
        },
        "prompt": "list the files here",
        "promptId": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j"
      }
    },
    "turn.step.completed": {
      "name": "TurnStepCompletedEvent",
      "summary": "A model request and the calls it asked for are done.",
      "payload": {
        "description": "A model request and the calls it asked for are done.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "turn.step.completed"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque; distinguishes attempts of one step"
          },
          "usage": {
            "$ref": "#/components/schemas/TokenUsage"
          },
          "cost": {
            "type": "number",
            "minimum": 0,
            "description": "USD by the price of that moment; absent when the model has none"
          },
          "finishReason": {
            "$ref": "#/components/schemas/FinishReason"
          },
          "providerFinishReason": {
            "$ref": "#/components/schemas/TurnStepCompletedEventProviderFinishReason"
          },
          "rawFinishReason": {
            "type": "string",
            "description": "the provider's own word"
          },
          "llmFirstTokenLatencyMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmStreamDurationMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmRequestBuildMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmServerFirstTokenMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmServerDecodeMs": {
            "type": "integer",
            "minimum": 0
          },
          "llmClientConsumeMs": {
            "type": "integer",
            "minimum": 0
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "usage": {
          "inputOther": 812,
          "output": 64,
          "inputCacheRead": 2048,
          "inputCacheCreation": 0
        },
        "cost": 0.0041,
        "finishReason": "end_turn",
        "providerFinishReason": "completed",
        "rawFinishReason": "stop",
        "llmFirstTokenLatencyMs": 210,
        "llmStreamDurationMs": 840
      }
    },
    "turn.step.interrupted": {
      "name": "TurnStepInterruptedEvent",
      "summary": "A step ended before it was complete.",
      "payload": {
        "description": "A step ended before it was complete.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "turn.step.interrupted"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque; distinguishes attempts of one step"
          },
          "reason": {
            "$ref": "#/components/schemas/TurnStepInterruptedEventReason"
          },
          "message": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "reason"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "reason": "aborted"
      }
    },
    "turn.step.retrying": {
      "name": "TurnStepRetryingEvent",
      "summary": "An attempt failed and another one follows; text of the failed one is void.",
      "payload": {
        "description": "An attempt failed and another one follows; text of the failed one is void.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "turn.step.retrying"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque; distinguishes attempts of one step"
          },
          "failedAttempt": {
            "type": "integer",
            "minimum": 1
          },
          "nextAttempt": {
            "type": "integer",
            "minimum": 1
          },
          "maxAttempts": {
            "type": "integer",
            "minimum": 1
          },
          "delayMs": {
            "type": "integer",
            "minimum": 0
          },
          "errorName": {
            "type": "string"
          },
          "errorMessage": {
            "type": "string"
          },
          "statusCode": {
            "type": "integer",
            "minimum": 0,
            "description": "HTTP status of the provider"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "failedAttempt",
          "nextAttempt",
          "maxAttempts",
          "delayMs",
          "errorName",
          "errorMessage"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "failedAttempt": 1,
        "nextAttempt": 2,
        "maxAttempts": 10,
        "delayMs": 612,
        "errorName": "provider.overloaded",
        "errorMessage": "The provider is overloaded.",
        "statusCode": 529
      }
    },
    "turn.step.started": {
      "name": "TurnStepStartedEvent",
      "summary": "A model request of a turn begins; a retry starts the same step again with a new `stepId`.",
      "payload": {
        "description": "A model request of a turn begins; a retry starts the same step again with a new `stepId`.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "turn.step.started"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "turnId": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per agent"
          },
          "step": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1, per turn"
          },
          "stepId": {
            "type": "string",
            "description": "opaque; distinguishes attempts of one step"
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "from 1"
          },
          "model": {
            "type": "string",
            "description": "alias"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "turnId",
          "step",
          "attempt",
          "model"
        ],
        "additionalProperties": false
      },
      "example": {
        "turnId": 1,
        "step": 1,
        "stepId": "step_01jn8q5n1a2b3c4d5e6f7g8h9j",
        "attempt": 1,
        "model": "offline/echo"
      }
    },
    "warning": {
      "name": "WarningEvent",
      "summary": "Something deserves attention; work continues.",
      "payload": {
        "description": "Something deserves attention; work continues.",
        "type": "object",
        "properties": {
          "type": {
            "type": "string",
            "const": "warning"
          },
          "agentId": {
            "type": "string",
            "description": "agent that caused it; `main` for session and global events"
          },
          "sessionId": {
            "type": "string",
            "description": "session, or `__global__`"
          },
          "message": {
            "type": "string"
          },
          "code": {
            "type": "string"
          }
        },
        "required": [
          "type",
          "agentId",
          "sessionId",
          "message"
        ],
        "additionalProperties": false
      },
      "example": {
        "message": "AGENTS.md is longer than what is read.",
        "code": "agents-md-oversized"
      }
    }
  },
  "clientFrames": {
    "abort": {
      "summary": "Stops a running prompt or takes a queued one out of the queue.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "prompt_id": "prompt_01jn8q5m1a2b3c4d5e6f7g8h9j"
      },
      "ackExample": {
        "aborted": true,
        "at_seq": 58
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "PROMPT_NOT_FOUND": {},
        "SESSION_BUSY": {
          "owner": {
            "server_id": "01jn8q3zv6w7x8y9z0a1b2c3d4",
            "pid": 4711,
            "base_url": "http://127.0.0.1:58628"
          }
        },
        "PROMPT_ALREADY_COMPLETED": {
          "aborted": false
        }
      },
      "name": "Abort",
      "payload": {
        "$ref": "#/components/schemas/AbortPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/AbortAck"
      }
    },
    "client_hello": {
      "summary": "Introduces a client; customary, not required.",
      "example": {
        "client_id": "web-7f3a",
        "subscriptions": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "cursors": {
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4": {
            "seq": 41,
            "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
          }
        }
      },
      "ackExample": {
        "accepted_subscriptions": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "resync_required": [],
        "cursors": {
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4": {
            "seq": 58,
            "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
          }
        },
        "not_found": []
      },
      "failures": {
        "UNAUTHORIZED": {}
      },
      "name": "ClientHello",
      "payload": {
        "$ref": "#/components/schemas/ClientHelloPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/ClientHelloAck"
      }
    },
    "host_file_reply": {
      "summary": "Answers a `host_file_request`. Without ack; a reply to a request that was answered, timed out or went to another connection is ignored. At most 8 MiB.",
      "example": {
        "request_id": "hostfile_01jn8q6av6w7x8y9z0a1b2c3d4",
        "ok": true,
        "content": "export const limit = 3;\n"
      },
      "name": "HostFileReply",
      "payload": {
        "$ref": "#/components/schemas/HostFileReplyPayload"
      }
    },
    "host_files": {
      "summary": "Offers to read or write text files of a session, such as the unsaved buffers of an editor; the file tools of all its agents then ask this connection. The newest offer of a session replaces the one before; it ends with its connection.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "read": true,
        "write": true
      },
      "ackExample": {
        "offered": true
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "SESSION_BUSY": {
          "owner": {
            "server_id": "01jn8q3zv6w7x8y9z0a1b2c3d4",
            "pid": 4711,
            "base_url": "http://127.0.0.1:58628"
          }
        }
      },
      "name": "HostFiles",
      "payload": {
        "$ref": "#/components/schemas/HostFilesPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/HostFilesAck"
      }
    },
    "ping": {
      "summary": "Asks for a `pong` with the same nonce.",
      "example": {
        "nonce": "n_17"
      },
      "name": "Ping",
      "payload": {
        "$ref": "#/components/schemas/PingPayload"
      }
    },
    "pong": {
      "summary": "Answers a `ping` of the server.",
      "example": {
        "nonce": "01jn8q6a"
      },
      "name": "Pong",
      "payload": {
        "$ref": "#/components/schemas/PongPayload"
      }
    },
    "subscribe": {
      "summary": "Subscribes to sessions; again replaces the filter and, with a cursor, replays again.",
      "example": {
        "session_ids": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "cursors": {
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4": {
            "seq": 41,
            "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
          }
        },
        "resume_inflight": true
      },
      "ackExample": {
        "accepted": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "not_found": [],
        "resync_required": [],
        "cursors": {
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4": {
            "seq": 58,
            "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
          }
        }
      },
      "name": "Subscribe",
      "payload": {
        "$ref": "#/components/schemas/SubscribePayload"
      },
      "ack": {
        "$ref": "#/components/schemas/SubscribeAck"
      }
    },
    "subscribe_v2": {
      "summary": "Follows the transcripts of a session, each agent at its grade; again replaces all grades of the session.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "transcript": {
          "*": "block",
          "main": "delta"
        },
        "transcript_since": {
          "main": 1772352000000014
        }
      },
      "ackExample": {
        "accepted": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "not_found": [],
        "resync_required": [],
        "cursors": {
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4": {
            "seq": 58,
            "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
          }
        }
      },
      "name": "SubscribeV2",
      "payload": {
        "$ref": "#/components/schemas/SubscribeV2Payload"
      },
      "ack": {
        "$ref": "#/components/schemas/SubscribeV2Ack"
      }
    },
    "terminal_attach": {
      "summary": "Follows a terminal: its kept output after a frame, its end if it has ended, the ack, then what comes.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60",
        "since_seq": 12
      },
      "ackExample": {
        "attached": true,
        "replayed": 12
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "TERMINAL_NOT_FOUND": {}
      },
      "name": "TerminalAttach",
      "payload": {
        "$ref": "#/components/schemas/TerminalAttachPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/TerminalAttachAck"
      }
    },
    "terminal_close": {
      "summary": "Ends a terminal with all that runs in it.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60"
      },
      "ackExample": {
        "closed": true
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "TERMINAL_NOT_FOUND": {}
      },
      "name": "TerminalClose",
      "payload": {
        "$ref": "#/components/schemas/TerminalClosePayload"
      },
      "ack": {
        "$ref": "#/components/schemas/TerminalCloseAck"
      }
    },
    "terminal_detach": {
      "summary": "Follows a terminal no longer; it runs on.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60"
      },
      "ackExample": {
        "detached": true
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "TERMINAL_NOT_FOUND": {}
      },
      "name": "TerminalDetach",
      "payload": {
        "$ref": "#/components/schemas/TerminalDetachPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/TerminalDetachAck"
      }
    },
    "terminal_input": {
      "summary": "Types into a terminal.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60",
        "data": "ls\r"
      },
      "ackExample": {
        "accepted": true
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "TERMINAL_NOT_FOUND": {}
      },
      "name": "TerminalInput",
      "payload": {
        "$ref": "#/components/schemas/TerminalInputPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/TerminalInputAck"
      }
    },
    "terminal_resize": {
      "summary": "Gives a terminal another size.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "terminal_id": "term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60",
        "cols": 120,
        "rows": 40
      },
      "ackExample": {
        "resized": true
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "TERMINAL_NOT_FOUND": {}
      },
      "name": "TerminalResize",
      "payload": {
        "$ref": "#/components/schemas/TerminalResizePayload"
      },
      "ack": {
        "$ref": "#/components/schemas/TerminalResizeAck"
      }
    },
    "unsubscribe": {
      "summary": "Ends subscriptions.",
      "example": {
        "session_ids": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ]
      },
      "ackExample": {
        "accepted": [],
        "not_found": [],
        "resync_required": []
      },
      "name": "Unsubscribe",
      "payload": {
        "$ref": "#/components/schemas/UnsubscribePayload"
      },
      "ack": {
        "$ref": "#/components/schemas/UnsubscribeAck"
      }
    },
    "unsubscribe_v2": {
      "summary": "Ends the transcripts of a session, or of some of its agents. The event subscription continues, and no event is withheld any more.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "agent_ids": [
          "agent_1"
        ]
      },
      "ackExample": {
        "accepted": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "not_found": [],
        "resync_required": []
      },
      "name": "UnsubscribeV2",
      "payload": {
        "$ref": "#/components/schemas/UnsubscribeV2Payload"
      },
      "ack": {
        "$ref": "#/components/schemas/UnsubscribeV2Ack"
      }
    },
    "watch_fs_add": {
      "summary": "Watches files and directories of a session; the ack comes when every change from then on will be reported.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "paths": [
          "src",
          "package.json"
        ],
        "recursive": true
      },
      "ackExample": {
        "watched_paths": [
          "src",
          "README.md"
        ],
        "current_count": 2
      },
      "failures": {
        "SESSION_NOT_FOUND": {},
        "FS_PATH_ESCAPES_SESSION": {},
        "FS_WATCH_LIMIT_EXCEEDED": {}
      },
      "name": "WatchFsAdd",
      "payload": {
        "$ref": "#/components/schemas/WatchFsAddPayload"
      },
      "ack": {
        "$ref": "#/components/schemas/WatchFsAddAck"
      }
    },
    "watch_fs_remove": {
      "summary": "Ends watches; paths that are not watched are no matter.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "paths": [
          "src"
        ]
      },
      "ackExample": {
        "watched_paths": [
          "src"
        ],
        "current_count": 1
      },
      "failures": {
        "SESSION_NOT_FOUND": {}
      },
      "name": "WatchFsRemove",
      "payload": {
        "$ref": "#/components/schemas/WatchFsRemovePayload"
      },
      "ack": {
        "$ref": "#/components/schemas/WatchFsRemoveAck"
      }
    }
  },
  "serverFrames": {
    "ack": {
      "summary": "Answers a client frame: `{ type, id, code, msg, payload }` without `timestamp`; `id` echoes the request (empty when it had none), `code` 0 is success and any other an error code; the payload on success is that of the request's `ack`.",
      "example": {
        "accepted": [
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4"
        ],
        "not_found": [],
        "resync_required": [],
        "cursors": {
          "session_01jn8q5jv6w7x8y9z0a1b2c3d4": {
            "seq": 58,
            "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
          }
        }
      },
      "name": "ServerAck",
      "payload": {
        "$ref": "#/components/schemas/ServerAckPayload"
      }
    },
    "error": {
      "summary": "Something is wrong with the connection; not the event of the same name.",
      "example": {
        "code": 40001,
        "msg": "The frame is no JSON object with a type.",
        "fatal": false
      },
      "name": "ServerError",
      "payload": {
        "$ref": "#/components/schemas/ServerErrorPayload"
      }
    },
    "host_file_request": {
      "summary": "Asks the connection that offered the files of a session for one of them. A read has to be answered within 5 seconds, a write within 10. Not stored, not repeated; at most 8 MiB.",
      "example": {
        "request_id": "hostfile_01jn8q6av6w7x8y9z0a1b2c3d4",
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "agent_id": "main",
        "op": "write",
        "path": "/home/ada/project/src/limits.ts",
        "content": "export const limit = 5;\n"
      },
      "name": "ServerHostFileRequest",
      "payload": {
        "$ref": "#/components/schemas/ServerHostFileRequestPayload"
      }
    },
    "ping": {
      "summary": "Heartbeat for clients that cannot see protocol pings.",
      "example": {
        "nonce": "01jn8q6a"
      },
      "name": "ServerPing",
      "payload": {
        "$ref": "#/components/schemas/ServerPingPayload"
      }
    },
    "pong": {
      "summary": "Answers a `ping` of the client.",
      "example": {
        "nonce": "n_17"
      },
      "name": "ServerPong",
      "payload": {
        "$ref": "#/components/schemas/ServerPongPayload"
      }
    },
    "resync_required": {
      "summary": "Events cannot be replayed from the given cursor; take the snapshot.",
      "example": {
        "session_id": "session_01jn8q5jv6w7x8y9z0a1b2c3d4",
        "reason": "epoch_changed",
        "current_seq": 58,
        "epoch": "ep_01jn8q5kv6w7x8y9z0a1b2c3d4"
      },
      "name": "ServerResyncRequired",
      "payload": {
        "$ref": "#/components/schemas/ServerResyncRequiredPayload"
      }
    },
    "server_hello": {
      "summary": "First frame on every connection.",
      "example": {
        "ws_connection_id": "conn_01jn8q4m2v6p",
        "protocol_version": 2,
        "heartbeat_ms": 30000,
        "max_event_buffer_size": 1000,
        "capabilities": {
          "event_batching": false,
          "compression": false,
          "full_replay": true,
          "inflight_recovery": true,
          "event_stream": true
        },
        "server_id": "01jn8q3z",
        "server_version": "1.0.0",
        "limits": {
          "max_inbound_bytes": 1048576,
          "send_buffer_bytes": 8388608,
          "max_malformed": 100
        }
      },
      "name": "ServerServerHello",
      "payload": {
        "$ref": "#/components/schemas/ServerServerHelloPayload"
      }
    },
    "terminal_exit": {
      "summary": "The program of a terminal has ended; once per terminal.",
      "fields": {
        "session_id": {
          "type": "string"
        },
        "terminal_id": {
          "type": "string"
        }
      },
      "example": {
        "exit_code": 0
      },
      "name": "ServerTerminalExit",
      "payload": {
        "$ref": "#/components/schemas/ServerTerminalExitPayload"
      }
    },
    "terminal_output": {
      "summary": "Output of a terminal, for connections that are attached to it. Characters are never split.",
      "fields": {
        "session_id": {
          "type": "string"
        },
        "terminal_id": {
          "type": "string"
        },
        "seq": {
          "type": "integer",
          "minimum": 1,
          "description": "number of the frame, per terminal; a gap is a loss"
        }
      },
      "example": {
        "data": "hello\r\n"
      },
      "name": "ServerTerminalOutput",
      "payload": {
        "$ref": "#/components/schemas/ServerTerminalOutputPayload"
      }
    },
    "transcript.ops": {
      "summary": "A batch of changes of the transcript of an agent, as far as its grade goes.",
      "fields": {
        "seq": {
          "type": "integer",
          "minimum": 0,
          "description": "number of the last durable event of the session at that moment; not a cursor"
        },
        "epoch": {
          "type": "string",
          "description": "incarnation of the log"
        },
        "volatile": {
          "type": "boolean",
          "const": true
        },
        "session_id": {
          "type": "string"
        }
      },
      "example": {
        "type": "transcript.ops",
        "agent_id": "main",
        "seq": 1772352000000014,
        "prev_seq": 1772352000000013,
        "ops": [
          {
            "op": "append",
            "target": {
              "type": "frame",
              "turnId": "t3",
              "stepId": "t3.1",
              "frameId": "t3.1.f1"
            },
            "offset": 6,
            "text": "world"
          }
        ]
      },
      "name": "ServerTranscriptOps",
      "payload": {
        "$ref": "#/components/schemas/ServerTranscriptOpsPayload"
      }
    },
    "transcript.reset": {
      "summary": "What a client knew of the transcript of an agent is void: the state beside the timeline, whose turns come by REST.",
      "fields": {
        "seq": {
          "type": "integer",
          "minimum": 0,
          "description": "number of the last durable event of the session at that moment; not a cursor"
        },
        "epoch": {
          "type": "string",
          "description": "incarnation of the log"
        },
        "volatile": {
          "type": "boolean",
          "const": true
        },
        "session_id": {
          "type": "string"
        }
      },
      "example": {
        "type": "transcript.reset",
        "agent_id": "main",
        "snapshot": {
          "items": [],
          "tasks": [],
          "interactions": [],
          "attachments": [],
          "todos": [],
          "prompts": [
            {
              "promptId": "prompt_01jn8q5k",
              "status": "completed",
              "createdAt": "2026-03-01T08:00:05.000Z"
            }
          ],
          "meta": {
            "activity": "idle"
          },
          "hasMoreOlder": true
        },
        "has_more_older": true,
        "seq": 1772352000000013
      },
      "name": "ServerTranscriptReset",
      "payload": {
        "$ref": "#/components/schemas/ServerTranscriptResetPayload"
      }
    }
  }
};
