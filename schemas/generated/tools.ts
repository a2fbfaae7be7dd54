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
    "description": "Gives a task to another agent, which works by itself and answers with one final report. It knows nothing of this conversation, so say in `prompt` what to do, where, and what to report. Types: coder (general work), explore (fast search, changes nothing), plan (design without a shell). Several calls in one step run side by side. Do small things yourself.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "prompt": {
          "type": "string",
          "description": "the whole task: the agent sees nothing else"
        },
        "description": {
          "type": "string",
          "description": "3-10 words, shown to the user"
        },
        "subagent_type": {
          "type": "string",
          "description": "default coder"
        },
        "resume": {
          "type": "string",
          "description": "id of an earlier agent of yours; without subagent_type"
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
    "description": "Asks the user when a decision is theirs and the files do not answer it. A free \"Other\" answer is always added. Questions, and labels within one, must be unique. Do not ask for permission to go on.",
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
                "maxLength": 12,
                "description": "short label"
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
          "type": "boolean",
          "description": "needs the task tools"
        }
      },
      "required": [
        "questions"
      ]
    }
  },
  "Bash": {
    "description": "Runs a command in a fresh POSIX shell; returns stdout and stderr merged. `cd` and variables do not last: use `cwd`, and && between dependent steps. There is no input, so avoid prompts and pagers. Long output is cut in the middle. Prefer Read, Grep, Glob, Edit and Write where they do the job.",
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
    "description": "Sets a goal that is pursued over several turns without further prompts, until it is complete, blocked or out of budget. Only when the user asks for it; the user confirms.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "objective": {
          "type": "string",
          "maxLength": 4000
        },
        "completionCriterion": {
          "type": "string",
          "description": "how to tell that it is reached"
        },
        "replace": {
          "type": "boolean",
          "description": "give up the present goal"
        }
      },
      "required": [
        "objective"
      ]
    }
  },
  "CronCreate": {
    "description": "Schedules a prompt for this session. It comes when the session is idle; recurring jobs end after 7 days.",
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
    "description": "Lists the scheduled prompts of this session.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "Edit": {
    "description": "Replaces exact text in a file. Read the file first; line numbers of Read are no part of the text. `old_string` must occur once (add context) unless `replace_all`. Line endings are kept.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "path": {
          "type": "string"
        },
        "old_string": {
          "type": "string",
          "description": "exact text, whitespace included"
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
    "description": "Starts plan mode, for large or unclear changes: explore and write a plan file, change nothing else until the user approves with ExitPlanMode.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "ExitPlanMode": {
    "description": "In plan mode: shows the plan file to the user for approval. Write it first. Labels must be unique and not Approve, Revise, Reject or Reject and Exit.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "options": {
          "type": "array",
          "minItems": 1,
          "maxItems": 3,
          "description": "ways to do it, to choose from",
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
    "description": "Reads a public http(s) address: a page as Markdown of its main text; text, JSON and XML as they are. Local addresses are refused: use Bash.",
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
    "description": "Tells the goal, its status and what it has used.",
    "inputSchema": {
      "type": "object",
      "properties": {}
    }
  },
  "Glob": {
    "description": "Finds files by glob pattern, newest first, at most 100. Prefer it to find and ls. Git-ignored files are skipped unless `include_ignored`.",
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
    "description": "Searches file contents by regular expression (Rust syntax), newest files first. Prefer it to grep and rg. -n, -A, -B, -C need `output_mode` content; with `multiline` matches may span lines. Git-ignored files are skipped unless `include_ignored`.",
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
          "type": "string",
          "description": "file filter"
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
          "type": "integer",
          "description": "entries to skip"
        }
      },
      "required": [
        "pattern"
      ]
    }
  },
  "Read": {
    "description": "Reads a text file as `number<TAB>line`: at most 1,000 lines, 100 KiB, 2,000 characters per line. Page with `line_offset`. Prefer it to cat, head and tail; for directories use Glob. Paths of all tools: absolute, or relative to the working directory.",
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
    "description": "Limits the goal: turns, output tokens, or time (1 second to 24 hours).",
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
    "description": "Loads a skill of the list in the system prompt. Its text follows as a message; do as it says.",
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
    "description": "Shows the state of a background task and the end of its output. Does not wait.",
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
    "description": "Keeps the list of work items the user sees. Use it for work of three or more steps; one item in progress at a time. Give the whole list each time; [] clears it, without `todos` it is returned.",
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
    "description": "Reports the goal complete (only after checking), blocked with the reason, or active again.",
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
          "description": "needed for blocked"
        }
      },
      "required": [
        "status"
      ]
    }
  },
  "WaitFor": {
    "description": "Waits until a background task ends and returns how; a message of the user ends the wait. Only for when nothing else is left to do: ends are told by themselves.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "timeout": {
          "type": "integer",
          "maximum": 600,
          "description": "seconds"
        },
        "task_id": {
          "type": "string",
          "description": "absent: any"
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
    "description": "Writes a whole file, or appends to it; missing directories are created. Read an existing file before you overwrite it. To change part of a file use Edit.",
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
