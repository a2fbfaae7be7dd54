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
  /** what the model is told */
  description: string;
  /** JSON Schema of the arguments */
  inputSchema: Record<string, unknown>;
}

export const toolTable: Record<ToolName, ToolFacts> = {
  "Agent": {
    "description": "Gives a task to another agent that works by itself and answers with one report; it knows nothing of this conversation. Types: coder (general), explore (fast search, changes nothing), plan (design, no shell). Calls of one step run side by side.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "prompt": {
          "type": "string",
          "description": "the whole task, and what to report"
        },
        "description": {
          "type": "string",
          "description": "3-10 words"
        },
        "subagent_type": {
          "type": "string",
          "description": "default coder"
        },
        "resume": {
          "type": "string",
          "description": "id of an earlier agent; without subagent_type"
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
    "description": "Asks the user when only they can decide; \"Other\" is always added. Questions, and labels within one, must be unique.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "questions": {
          "type": "array",
          "minItems": 1,
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
    "description": "Runs a command in a fresh POSIX shell; returns stdout and stderr merged. Nothing lasts to the next call: use `cwd`, and && between dependent steps. There is no input. Long output is cut in the middle.",
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
          "description": "seconds: 60, at most 300; background 600, 86400"
        },
        "run_in_background": {
          "type": "boolean",
          "description": "needs description and the task tools"
        },
        "description": {
          "type": "string",
          "description": "purpose, shown to the user"
        },
        "disable_timeout": {
          "type": "boolean",
          "description": "background only"
        }
      },
      "required": [
        "command"
      ]
    }
  },
  "CreateGoal": {
    "description": "Sets a goal that is pursued over several turns until complete, blocked or out of budget. Only when the user asks for it.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "objective": {
          "type": "string",
          "maxLength": 4000
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
    "description": "Schedules a prompt; it comes when the session is idle. Recurring ones end after 7 days.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "cron": {
          "type": "string",
          "description": "minute hour day month weekday, local time"
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
    "description": "Replaces exact text in a file that was read before; line numbers are no part of it. `old_string` must occur once unless `replace_all`.",
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
    "description": "Starts plan mode, for large or unclear changes: explore, write a plan file, and change nothing else until ExitPlanMode is approved.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "ExitPlanMode": {
    "description": "In plan mode: shows the plan file, written before, to the user for approval. `options`: ways to do it, to choose from.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "options": {
          "type": "array",
          "minItems": 1,
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
    "description": "Fetches a public http(s) address: pages as Markdown, text, JSON and XML as they are. Local ones: use Bash.",
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
    "description": "Tells the goal and what it has used.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "Glob": {
    "description": "Finds files by pattern, newest first, at most 100; git-ignored ones only with `include_ignored`.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "pattern": {
          "type": "string",
          "description": "e.g. src/**/*.{ts,tsx}"
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
    "description": "Searches file contents by regular expression (Rust syntax), newest files first; git-ignored ones only with `include_ignored`. -n, -A, -B, -C need `output_mode` content.",
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
          "default": 250,
          "description": "0 = no limit"
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
    "description": "Reads a text file as `number<TAB>line`: at most 1,000 lines, 100 KiB. Paths of all tools: absolute, or relative to the working directory.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "line_offset": {
          "type": "integer",
          "minimum": -1000,
          "default": 1,
          "description": "first line, from 1; negative counts from the end"
        },
        "n_lines": {
          "type": "integer",
          "default": 1000
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
    "description": "Limits the goal; time between 1 second and 24 hours.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "value": {
          "type": "number",
          "exclusiveMinimum": 0
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
    "description": "Loads a skill of the list in the system prompt; its text follows as a message.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "skill": {
          "type": "string"
        },
        "args": {
          "type": "string",
          "maxLength": 100000
        }
      },
      "required": [
        "skill"
      ]
    }
  },
  "TaskList": {
    "description": "Lists background tasks, newest first.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "active_only": {
          "type": "boolean",
          "default": true
        },
        "limit": {
          "type": "integer",
          "maximum": 100,
          "default": 20
        }
      }
    }
  },
  "TaskOutput": {
    "description": "Shows the state of a background task and the end of its output; does not wait.",
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
    "description": "Stops a background task and returns how it ended.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string"
        },
        "reason": {
          "type": "string",
          "default": "Stopped by TaskStop"
        }
      },
      "required": [
        "task_id"
      ]
    }
  },
  "TodoList": {
    "description": "Keeps the list of work items the user sees, for work of three or more steps. Give the whole list each time; [] clears it, without `todos` it is returned.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "todos": {
          "type": "array",
          "maxItems": 100,
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
    "description": "Reports the goal complete (after checking), blocked, or active again.",
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
          "type": "string",
          "description": "for blocked"
        }
      },
      "required": [
        "status"
      ]
    }
  },
  "WaitFor": {
    "description": "Waits until a background task ends. Only when nothing else is left to do: ends are told by themselves.",
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
    "description": "Writes a whole file, or appends to it; missing directories are created. Read an existing file before you overwrite it.",
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
          ],
          "default": "overwrite"
        }
      },
      "required": [
        "path",
        "content"
      ]
    }
  }
};
