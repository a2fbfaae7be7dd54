/** Tools by name. Written by `npm run codegen`; changes belong into the schema files. */
import type { AgentInput, AskUserQuestionInput, BashInput, CreateGoalInput, CronCreateInput, CronDeleteInput, CronListInput, EditInput, EnterPlanModeInput, ExitPlanModeInput, FetchURLInput, GetGoalInput, GlobInput, GrepInput, ReadInput, ReadMediaFileInput, SetGoalBudgetInput, SkillInput, TaskListInput, TaskOutputInput, TaskStopInput, TodoListInput, UpdateGoalInput, WaitForInput, WebSearchInput, WriteInput } from './types.js';

/** Input of each tool as it reaches the tool: validated, with defaults filled in. */
export interface ToolInputs {
  'Agent': AgentInput;
  'AskUserQuestion': AskUserQuestionInput;
  'Bash': BashInput;
  'CreateGoal': CreateGoalInput;
  'CronCreate': CronCreateInput;
  'CronDelete': CronDeleteInput;
  'CronList': CronListInput;
  'Edit': EditInput;
  'EnterPlanMode': EnterPlanModeInput;
  'ExitPlanMode': ExitPlanModeInput;
  'FetchURL': FetchURLInput;
  'GetGoal': GetGoalInput;
  'Glob': GlobInput;
  'Grep': GrepInput;
  'Read': ReadInput;
  'ReadMediaFile': ReadMediaFileInput;
  'SetGoalBudget': SetGoalBudgetInput;
  'Skill': SkillInput;
  'TaskList': TaskListInput;
  'TaskOutput': TaskOutputInput;
  'TaskStop': TaskStopInput;
  'TodoList': TodoListInput;
  'UpdateGoal': UpdateGoalInput;
  'WaitFor': WaitForInput;
  'WebSearch': WebSearchInput;
  'Write': WriteInput;
}

export type ToolName = keyof ToolInputs;

export interface ToolFacts {
  /** description for the model */
  description: string;
  /** JSON Schema of the arguments */
  inputSchema: Record<string, unknown>;
}

export const toolTable: Record<ToolName, ToolFacts> = {
  "Agent": {
    "description": "Gives a task to another agent, which knows nothing of this conversation and answers with one report. Types: coder (default), explore (fast search, changes nothing), plan (design).",
    "inputSchema": {
      "type": "object",
      "properties": {
        "prompt": {
          "type": "string"
        },
        "description": {
          "type": "string",
          "description": "3-10 words"
        },
        "subagent_type": {
          "type": "string"
        },
        "resume": {
          "type": "string",
          "description": "id of an earlier agent"
        },
        "run_in_background": {
          "type": "boolean"
        }
      },
      "required": [
        "prompt",
        "description"
      ]
    }
  },
  "AskUserQuestion": {
    "description": "Asks the user what only they can decide; \"Other\" is always added.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "questions": {
          "type": "array",
          "maxItems": 4,
          "items": {
            "type": "object",
            "properties": {
              "question": {
                "type": "string"
              },
              "header": {
                "type": "string",
                "maxLength": 12
              },
              "options": {
                "type": "array",
                "minItems": 2,
                "maxItems": 4,
                "items": {
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
                  ]
                }
              },
              "multi_select": {
                "type": "boolean"
              }
            },
            "required": [
              "question",
              "options"
            ]
          }
        },
        "background": {
          "type": "boolean"
        }
      },
      "required": [
        "questions"
      ]
    }
  },
  "Bash": {
    "description": "Runs a command in a fresh POSIX shell without input; `cd` does not last, use `cwd`. Returns stdout and stderr merged, cut in the middle when long.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "command": {
          "type": "string"
        },
        "cwd": {
          "type": "string"
        },
        "timeout": {
          "type": "integer",
          "maximum": 86400,
          "description": "seconds: 60, at most 300; background 600"
        },
        "run_in_background": {
          "type": "boolean",
          "description": "needs description"
        },
        "description": {
          "type": "string"
        },
        "disable_timeout": {
          "type": "boolean"
        }
      },
      "required": [
        "command"
      ]
    }
  },
  "CreateGoal": {
    "description": "Sets a goal to pursue over many turns, when the user asks for one.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "objective": {
          "type": "string"
        },
        "completionCriterion": {
          "type": "string"
        },
        "replace": {
          "type": "boolean"
        }
      },
      "required": [
        "objective"
      ]
    }
  },
  "CronCreate": {
    "description": "Schedules a prompt for when the session is idle. Recurring ones end after 7 days.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "cron": {
          "type": "string",
          "description": "local time"
        },
        "prompt": {
          "type": "string"
        },
        "recurring": {
          "type": "boolean",
          "default": true
        }
      },
      "required": [
        "cron",
        "prompt"
      ]
    }
  },
  "CronDelete": {
    "description": "Removes a scheduled prompt.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string"
        }
      },
      "required": [
        "id"
      ]
    }
  },
  "CronList": {
    "description": "Lists scheduled prompts.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "Edit": {
    "description": "Replaces exact text, without line numbers, in a file read before. `old_string` must be unique unless `replace_all`.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "old_string": {
          "type": "string"
        },
        "new_string": {
          "type": "string"
        },
        "replace_all": {
          "type": "boolean"
        }
      },
      "required": [
        "path",
        "old_string",
        "new_string"
      ]
    }
  },
  "EnterPlanMode": {
    "description": "For large or unclear changes: write a plan file, change nothing else until ExitPlanMode is approved.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "ExitPlanMode": {
    "description": "Shows the written plan file to the user for approval. `options`: alternatives.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "options": {
          "type": "array",
          "maxItems": 3,
          "items": {
            "type": "object",
            "properties": {
              "label": {
                "type": "string",
                "maxLength": 80
              },
              "description": {
                "type": "string"
              }
            },
            "required": [
              "label"
            ]
          }
        }
      }
    }
  },
  "FetchURL": {
    "description": "Fetches a public http(s) address, HTML as Markdown. For local ones use Bash.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "url": {
          "type": "string"
        }
      },
      "required": [
        "url"
      ]
    }
  },
  "GetGoal": {
    "description": "Returns the goal and its usage.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "Glob": {
    "description": "Finds files by pattern, newest first, at most 100.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "pattern": {
          "type": "string"
        },
        "path": {
          "type": "string"
        },
        "include_ignored": {
          "type": "boolean"
        }
      },
      "required": [
        "pattern"
      ]
    }
  },
  "Grep": {
    "description": "Searches files by regular expression (Rust syntax). -n, -A, -B, -C need `output_mode` content.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "pattern": {
          "type": "string"
        },
        "path": {
          "type": "string"
        },
        "glob": {
          "type": "string"
        },
        "type": {
          "type": "string",
          "description": "ripgrep type"
        },
        "output_mode": {
          "type": "string",
          "enum": [
            "content",
            "files_with_matches",
            "count_matches"
          ],
          "default": "files_with_matches"
        },
        "-i": {
          "type": "boolean"
        },
        "multiline": {
          "type": "boolean"
        },
        "include_ignored": {
          "type": "boolean"
        },
        "-n": {
          "type": "boolean",
          "default": true
        },
        "-A": {
          "type": "integer"
        },
        "-B": {
          "type": "integer"
        },
        "-C": {
          "type": "integer"
        },
        "head_limit": {
          "type": "integer",
          "default": 250
        },
        "offset": {
          "type": "integer"
        }
      },
      "required": [
        "pattern"
      ]
    }
  },
  "Read": {
    "description": "Reads a text file as `number<TAB>line`, at most 1,000 lines, 100 KiB.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "line_offset": {
          "type": "integer",
          "minimum": -1000,
          "description": "negative: from the end"
        },
        "n_lines": {
          "type": "integer"
        }
      },
      "required": [
        "path"
      ]
    }
  },
  "ReadMediaFile": {
    "description": "Shows you a picture (PNG, JPEG, GIF, WebP) or video. Large pictures are scaled down: ask for a `region` to see detail.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "region": {
          "type": "object",
          "description": "in original pixels",
          "properties": {
            "x": {
              "type": "integer"
            },
            "y": {
              "type": "integer"
            },
            "width": {
              "type": "integer"
            },
            "height": {
              "type": "integer"
            }
          },
          "required": [
            "x",
            "y",
            "width",
            "height"
          ]
        },
        "full_resolution": {
          "type": "boolean"
        }
      },
      "required": [
        "path"
      ]
    }
  },
  "SetGoalBudget": {
    "description": "Limits the goal.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "value": {
          "type": "number"
        },
        "unit": {
          "type": "string",
          "enum": [
            "turns",
            "tokens",
            "milliseconds",
            "seconds",
            "minutes",
            "hours"
          ]
        }
      },
      "required": [
        "value",
        "unit"
      ]
    }
  },
  "Skill": {
    "description": "Loads a skill of the list in the system prompt.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "skill": {
          "type": "string"
        },
        "args": {
          "type": "string"
        }
      },
      "required": [
        "skill"
      ]
    }
  },
  "TaskList": {
    "description": "Lists background tasks.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "active_only": {
          "type": "boolean",
          "default": true
        },
        "limit": {
          "type": "integer"
        }
      }
    }
  },
  "TaskOutput": {
    "description": "Shows a background task's state and the end of its output.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string"
        }
      },
      "required": [
        "task_id"
      ]
    }
  },
  "TaskStop": {
    "description": "Stops a background task.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string"
        },
        "reason": {
          "type": "string"
        }
      },
      "required": [
        "task_id"
      ]
    }
  },
  "TodoList": {
    "description": "Sets the whole list of work items the user sees, for three or more steps. Without `todos`: returns it.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "todos": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "title": {
                "type": "string"
              },
              "status": {
                "type": "string",
                "enum": [
                  "pending",
                  "in_progress",
                  "done"
                ]
              }
            },
            "required": [
              "title",
              "status"
            ]
          }
        }
      }
    }
  },
  "UpdateGoal": {
    "description": "Reports the goal complete (after checking), blocked (give the reason), or active again.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "status": {
          "type": "string",
          "enum": [
            "active",
            "complete",
            "blocked"
          ]
        },
        "reason": {
          "type": "string"
        }
      },
      "required": [
        "status"
      ]
    }
  },
  "WaitFor": {
    "description": "Waits for a background task to end. You get a notice of the end in any case.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "timeout": {
          "type": "integer",
          "maximum": 600,
          "description": "seconds"
        },
        "task_id": {
          "type": "string"
        }
      },
      "required": [
        "timeout"
      ]
    }
  },
  "WebSearch": {
    "description": "Searches the web; returns titles, addresses, snippets. Read a page with FetchURL. Cite what you use.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "query": {
          "type": "string",
          "maxLength": 400
        }
      },
      "required": [
        "query"
      ]
    }
  },
  "Write": {
    "description": "Writes or appends to a file, making directories. Read an existing one first.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "content": {
          "type": "string"
        },
        "mode": {
          "type": "string",
          "enum": [
            "overwrite",
            "append"
          ]
        }
      },
      "required": [
        "path",
        "content"
      ]
    }
  }
};
