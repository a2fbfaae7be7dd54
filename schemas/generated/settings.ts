/** The files of settings as data. Written by `npm run codegen`; changes belong into the schema files. */
import type { ConfigFile, TuiFile } from './types.js';

/** What a field of a file is, and how a part of a patch is laid over it. */
export type Shape =
  /** replaced whole; `secret`: never shown, `address`: shown with its secrets masked, `usual`: a default that depends on other things */
  | { kind: 'value'; secret?: boolean; address?: boolean; default?: unknown; usual?: unknown; strict?: boolean }
  /** fields by their name in the file */
  | { kind: 'table'; fields: Readonly<Record<string, Shape>>; strict?: boolean }
  /** keys are names chosen by the user, taken as they are; `names`: those that have an effect */
  | { kind: 'map'; of: Shape; names?: readonly string[]; default?: unknown }
  /** a list replaced whole, whose items are tables; unknown fields are ignored, or reported as a mistake */
  | { kind: 'items'; fields: readonly string[]; closed: boolean; strict?: boolean };

/** A variable of the environment that has priority over a field of `config.toml`. */
export interface FieldVariable {
  name: string;
  path: readonly string[];
  reads: 'text' | 'boolean' | 'integer' | 'choice' | 'address';
  least?: number;
  choices?: readonly string[];
  secret?: boolean;
}

/** By top-level key of `config.toml`; a mistake in a `strict` one makes the file unusable. */
export const configShapes: Readonly<Record<keyof ConfigFile, Shape>> = {
  "default_model": {
    "kind": "value"
  },
  "default_provider": {
    "kind": "value"
  },
  "default_permission_mode": {
    "kind": "value",
    "default": "manual"
  },
  "default_plan_mode": {
    "kind": "value",
    "default": false
  },
  "default_runtime": {
    "kind": "value",
    "default": "local",
    "strict": true
  },
  "extra_skill_dirs": {
    "kind": "value",
    "default": []
  },
  "extra_agent_dirs": {
    "kind": "value",
    "default": []
  },
  "merge_all_available_skills": {
    "kind": "value",
    "default": true
  },
  "builtin_product_skills": {
    "kind": "value",
    "default": true
  },
  "providers": {
    "kind": "map",
    "of": {
      "kind": "table",
      "fields": {
        "type": {
          "kind": "value"
        },
        "api_key": {
          "kind": "value",
          "secret": true
        },
        "api_key_env": {
          "kind": "value"
        },
        "base_url": {
          "kind": "value",
          "address": true
        },
        "env": {
          "kind": "map",
          "of": {
            "kind": "value",
            "secret": true
          },
          "names": [
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_BASE_URL",
            "OPENAI_API_KEY",
            "OPENAI_BASE_URL",
            "GOOGLE_API_KEY",
            "VERTEXAI_API_KEY",
            "GOOGLE_CLOUD_PROJECT",
            "GOOGLE_CLOUD_LOCATION"
          ]
        },
        "oauth": {
          "kind": "table",
          "fields": {
            "storage": {
              "kind": "value",
              "secret": true
            },
            "key": {
              "kind": "value",
              "secret": true
            },
            "oauth_host": {
              "kind": "value",
              "secret": true
            }
          }
        },
        "custom_headers": {
          "kind": "map",
          "of": {
            "kind": "value",
            "secret": true
          }
        },
        "default_model": {
          "kind": "value"
        },
        "source": {
          "kind": "map",
          "of": {
            "kind": "value"
          }
        }
      }
    }
  },
  "models": {
    "kind": "map",
    "of": {
      "kind": "table",
      "fields": {
        "provider": {
          "kind": "value"
        },
        "model": {
          "kind": "value"
        },
        "base_url": {
          "kind": "value",
          "address": true
        },
        "protocol": {
          "kind": "value"
        },
        "max_context_size": {
          "kind": "value"
        },
        "max_input_size": {
          "kind": "value"
        },
        "max_output_size": {
          "kind": "value"
        },
        "capabilities": {
          "kind": "value"
        },
        "support_efforts": {
          "kind": "value"
        },
        "default_effort": {
          "kind": "value"
        },
        "off_effort": {
          "kind": "value"
        },
        "display_name": {
          "kind": "value"
        },
        "reasoning_key": {
          "kind": "value"
        },
        "adaptive_thinking": {
          "kind": "value"
        },
        "api_key": {
          "kind": "value",
          "secret": true
        },
        "api_key_env": {
          "kind": "value"
        },
        "price": {
          "kind": "table",
          "fields": {
            "input": {
              "kind": "value"
            },
            "output": {
              "kind": "value"
            },
            "cache_read": {
              "kind": "value"
            },
            "cache_write": {
              "kind": "value"
            }
          }
        },
        "overrides": {
          "kind": "table",
          "fields": {
            "max_context_size": {
              "kind": "value"
            },
            "max_input_size": {
              "kind": "value"
            },
            "max_output_size": {
              "kind": "value"
            },
            "capabilities": {
              "kind": "value"
            },
            "support_efforts": {
              "kind": "value"
            },
            "default_effort": {
              "kind": "value"
            },
            "off_effort": {
              "kind": "value"
            },
            "display_name": {
              "kind": "value"
            },
            "reasoning_key": {
              "kind": "value"
            },
            "adaptive_thinking": {
              "kind": "value"
            },
            "api_key": {
              "kind": "value",
              "secret": true
            },
            "api_key_env": {
              "kind": "value"
            },
            "price": {
              "kind": "table",
              "fields": {
                "input": {
                  "kind": "value"
                },
                "output": {
                  "kind": "value"
                },
                "cache_read": {
                  "kind": "value"
                },
                "cache_write": {
                  "kind": "value"
                }
              }
            }
          }
        }
      }
    }
  },
  "thinking": {
    "kind": "table",
    "fields": {
      "enabled": {
        "kind": "value",
        "default": true
      },
      "effort": {
        "kind": "value"
      },
      "keep": {
        "kind": "value",
        "default": "all"
      }
    }
  },
  "loop_control": {
    "kind": "table",
    "fields": {
      "max_steps_per_turn": {
        "kind": "value",
        "default": 0
      },
      "max_attempts_per_step": {
        "kind": "value",
        "default": 10
      },
      "reserved_context_size": {
        "kind": "value",
        "default": 50000
      },
      "compaction_trigger_ratio": {
        "kind": "value",
        "default": 0.85
      }
    }
  },
  "token_counting": {
    "kind": "table",
    "fields": {
      "strategy": {
        "kind": "value",
        "default": "measured+estimated"
      }
    }
  },
  "background": {
    "kind": "table",
    "fields": {
      "max_running_tasks": {
        "kind": "value"
      },
      "keep_alive_on_exit": {
        "kind": "value",
        "default": false
      },
      "kill_grace_period_ms": {
        "kind": "value",
        "default": 5000
      },
      "bash_auto_background_on_timeout": {
        "kind": "value",
        "default": true
      },
      "bash_task_timeout_s": {
        "kind": "value",
        "usual": 600
      },
      "print_background_mode": {
        "kind": "value",
        "usual": "steer"
      },
      "print_wait_ceiling_s": {
        "kind": "value",
        "default": 2147483
      },
      "print_max_turns": {
        "kind": "value",
        "default": 100000
      }
    }
  },
  "subagent": {
    "kind": "table",
    "fields": {
      "timeout_ms": {
        "kind": "value",
        "usual": 7200000
      }
    }
  },
  "mcp": {
    "kind": "table",
    "fields": {
      "startup_timeout_ms": {
        "kind": "value",
        "default": 30000
      },
      "tool_timeout_ms": {
        "kind": "value",
        "default": 60000
      }
    }
  },
  "tools": {
    "kind": "table",
    "fields": {
      "enabled": {
        "kind": "value",
        "default": []
      },
      "disabled": {
        "kind": "value",
        "default": []
      }
    },
    "strict": true
  },
  "image": {
    "kind": "table",
    "fields": {
      "max_edge_px": {
        "kind": "value",
        "default": 2000
      },
      "read_byte_budget": {
        "kind": "value",
        "default": 262144
      }
    }
  },
  "checkpoints": {
    "kind": "table",
    "fields": {
      "enabled": {
        "kind": "value",
        "default": true
      },
      "max_file_mb": {
        "kind": "value",
        "default": 5
      },
      "max_total_mb": {
        "kind": "value",
        "default": 500
      },
      "max_files": {
        "kind": "value",
        "default": 20000
      }
    }
  },
  "sandbox": {
    "kind": "table",
    "fields": {
      "plan": {
        "kind": "value",
        "default": true
      },
      "plan_network": {
        "kind": "value",
        "default": "host"
      },
      "network": {
        "kind": "value",
        "default": "ask"
      },
      "approve": {
        "kind": "value",
        "default": "commands"
      },
      "when_unavailable": {
        "kind": "value",
        "default": "ask"
      },
      "read": {
        "kind": "value",
        "default": "machine"
      },
      "write": {
        "kind": "value",
        "default": []
      },
      "hide": {
        "kind": "value",
        "default": []
      },
      "show": {
        "kind": "value",
        "default": []
      },
      "private": {
        "kind": "value"
      },
      "env": {
        "kind": "value",
        "default": []
      },
      "sockets": {
        "kind": "value",
        "default": []
      },
      "devices": {
        "kind": "value",
        "default": []
      },
      "host_ports": {
        "kind": "value",
        "default": []
      },
      "nested": {
        "kind": "value",
        "default": false
      },
      "max_processes": {
        "kind": "value",
        "default": 4096
      }
    },
    "strict": true
  },
  "budget": {
    "kind": "table",
    "fields": {
      "session_usd": {
        "kind": "value"
      },
      "day_usd": {
        "kind": "value"
      },
      "warn_ratio": {
        "kind": "value",
        "default": 0.8
      }
    },
    "strict": true
  },
  "identity": {
    "kind": "table",
    "fields": {
      "name": {
        "kind": "value",
        "default": "Agent"
      },
      "slug": {
        "kind": "value"
      }
    }
  },
  "services": {
    "kind": "table",
    "fields": {
      "search": {
        "kind": "table",
        "fields": {
          "base_url": {
            "kind": "value",
            "address": true
          },
          "api_key": {
            "kind": "value",
            "secret": true
          },
          "api_key_env": {
            "kind": "value"
          },
          "oauth": {
            "kind": "table",
            "fields": {
              "storage": {
                "kind": "value",
                "secret": true
              },
              "key": {
                "kind": "value",
                "secret": true
              },
              "oauth_host": {
                "kind": "value",
                "secret": true
              }
            }
          },
          "custom_headers": {
            "kind": "map",
            "of": {
              "kind": "value",
              "secret": true
            }
          }
        }
      },
      "fetch": {
        "kind": "table",
        "fields": {
          "base_url": {
            "kind": "value",
            "address": true
          },
          "api_key": {
            "kind": "value",
            "secret": true
          },
          "api_key_env": {
            "kind": "value"
          },
          "oauth": {
            "kind": "table",
            "fields": {
              "storage": {
                "kind": "value",
                "secret": true
              },
              "key": {
                "kind": "value",
                "secret": true
              },
              "oauth_host": {
                "kind": "value",
                "secret": true
              }
            }
          },
          "custom_headers": {
            "kind": "map",
            "of": {
              "kind": "value",
              "secret": true
            }
          }
        }
      }
    }
  },
  "offline": {
    "kind": "table",
    "fields": {
      "enabled": {
        "kind": "value",
        "default": true
      }
    }
  },
  "experimental": {
    "kind": "map",
    "of": {
      "kind": "value"
    },
    "default": {}
  },
  "permission": {
    "kind": "table",
    "fields": {
      "rules": {
        "kind": "items",
        "fields": [
          "decision",
          "pattern",
          "reason",
          "scope"
        ],
        "closed": false
      },
      "allow": {
        "kind": "value"
      },
      "deny": {
        "kind": "value"
      },
      "ask": {
        "kind": "value"
      }
    },
    "strict": true
  },
  "hooks": {
    "kind": "items",
    "fields": [
      "event",
      "command",
      "matcher",
      "timeout"
    ],
    "closed": true,
    "strict": true
  }
};

export const tuiShapes: Readonly<Record<keyof TuiFile, Shape>> = {
  "theme": {
    "kind": "value",
    "default": "auto"
  },
  "screen_reader": {
    "kind": "value",
    "default": false
  },
  "reduced_motion": {
    "kind": "value",
    "default": false
  },
  "thinking": {
    "kind": "value",
    "default": "line"
  },
  "wrap": {
    "kind": "value",
    "default": "word"
  },
  "tool_lines": {
    "kind": "value",
    "default": 10
  },
  "hyperlinks": {
    "kind": "value",
    "default": "auto"
  },
  "progress": {
    "kind": "value",
    "default": "auto"
  },
  "title": {
    "kind": "value",
    "default": true
  },
  "drafts": {
    "kind": "value",
    "default": true
  },
  "history_suggestions": {
    "kind": "value",
    "default": true
  },
  "render_latex": {
    "kind": "value",
    "default": true
  },
  "cache_expiry_hint": {
    "kind": "value",
    "default": true
  },
  "disable_paste_burst": {
    "kind": "value",
    "default": false
  },
  "editor": {
    "kind": "table",
    "fields": {
      "command": {
        "kind": "value",
        "default": ""
      },
      "vim": {
        "kind": "value",
        "default": false
      }
    }
  },
  "notifications": {
    "kind": "table",
    "fields": {
      "enabled": {
        "kind": "value",
        "default": true
      },
      "notification_condition": {
        "kind": "value",
        "default": "unfocused"
      },
      "method": {
        "kind": "value",
        "default": "auto"
      }
    }
  },
  "upgrade": {
    "kind": "table",
    "fields": {
      "check": {
        "kind": "value",
        "default": true
      }
    }
  },
  "status_line": {
    "kind": "table",
    "fields": {
      "items": {
        "kind": "value"
      },
      "command": {
        "kind": "value",
        "default": ""
      }
    }
  },
  "keys": {
    "kind": "map",
    "of": {
      "kind": "value"
    }
  }
};

export const configVariables: readonly FieldVariable[] = [
  {
    "name": "AGENT_CODE_RUNTIME",
    "path": [
      "default_runtime"
    ],
    "reads": "choice",
    "choices": [
      "local",
      "sandbox"
    ]
  },
  {
    "name": "AGENT_CODE_BUILTIN_PRODUCT_SKILLS",
    "path": [
      "builtin_product_skills"
    ],
    "reads": "boolean"
  },
  {
    "name": "AGENT_MODEL_THINKING_EFFORT",
    "path": [
      "thinking",
      "effort"
    ],
    "reads": "text"
  },
  {
    "name": "AGENT_MODEL_THINKING_KEEP",
    "path": [
      "thinking",
      "keep"
    ],
    "reads": "choice",
    "choices": [
      "all",
      "none",
      "off",
      "false",
      "no",
      "0"
    ]
  },
  {
    "name": "AGENT_LOOP_MAX_STEPS_PER_TURN",
    "path": [
      "loop_control",
      "max_steps_per_turn"
    ],
    "reads": "integer",
    "least": 0
  },
  {
    "name": "AGENT_LOOP_MAX_ATTEMPTS_PER_STEP",
    "path": [
      "loop_control",
      "max_attempts_per_step"
    ],
    "reads": "integer",
    "least": 1
  },
  {
    "name": "AGENT_TOKEN_COUNTING_STRATEGY",
    "path": [
      "token_counting",
      "strategy"
    ],
    "reads": "choice",
    "choices": [
      "measured+estimated",
      "measured",
      "estimated"
    ]
  },
  {
    "name": "AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS",
    "path": [
      "background",
      "max_running_tasks"
    ],
    "reads": "integer",
    "least": 1
  },
  {
    "name": "AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT",
    "path": [
      "background",
      "keep_alive_on_exit"
    ],
    "reads": "boolean"
  },
  {
    "name": "AGENT_SUBAGENT_TIMEOUT_MS",
    "path": [
      "subagent",
      "timeout_ms"
    ],
    "reads": "integer",
    "least": 0
  },
  {
    "name": "AGENT_MCP_STARTUP_TIMEOUT_MS",
    "path": [
      "mcp",
      "startup_timeout_ms"
    ],
    "reads": "integer",
    "least": 1
  },
  {
    "name": "AGENT_MCP_TOOL_TIMEOUT_MS",
    "path": [
      "mcp",
      "tool_timeout_ms"
    ],
    "reads": "integer",
    "least": 1
  },
  {
    "name": "AGENT_IMAGE_MAX_EDGE_PX",
    "path": [
      "image",
      "max_edge_px"
    ],
    "reads": "integer",
    "least": 1
  },
  {
    "name": "AGENT_IMAGE_READ_BYTE_BUDGET",
    "path": [
      "image",
      "read_byte_budget"
    ],
    "reads": "integer",
    "least": 1
  },
  {
    "name": "AGENT_CODE_IDENTITY_NAME",
    "path": [
      "identity",
      "name"
    ],
    "reads": "text"
  },
  {
    "name": "AGENT_CODE_IDENTITY_SLUG",
    "path": [
      "identity",
      "slug"
    ],
    "reads": "text"
  },
  {
    "name": "AGENT_WEB_SEARCH_BASE_URL",
    "path": [
      "services",
      "search",
      "base_url"
    ],
    "reads": "address"
  },
  {
    "name": "AGENT_WEB_SEARCH_API_KEY",
    "path": [
      "services",
      "search",
      "api_key"
    ],
    "reads": "text",
    "secret": true
  },
  {
    "name": "AGENT_WEB_FETCH_BASE_URL",
    "path": [
      "services",
      "fetch",
      "base_url"
    ],
    "reads": "address"
  },
  {
    "name": "AGENT_WEB_FETCH_API_KEY",
    "path": [
      "services",
      "fetch",
      "api_key"
    ],
    "reads": "text",
    "secret": true
  },
  {
    "name": "AGENT_CODE_OFFLINE",
    "path": [
      "offline",
      "enabled"
    ],
    "reads": "boolean"
  }
];

/** What the first start writes into `config.toml`. */
export const CONFIG_TEMPLATE = "# Configuration of agent. Every line below is a comment that shows a default or an example.\n# Changes are picked up while the program runs.\n\n# default_model = \"work/large\"            # alias of a [models] table\n# default_provider = \"work\"               # its default_model serves when default_model is unset\n# default_permission_mode = \"manual\"      # manual, auto or yolo\n# default_plan_mode = false\n# default_runtime = \"local\"               # where commands run: local, or sandbox where bubblewrap is installed\n# extra_skill_dirs = []\n# extra_agent_dirs = []\n# merge_all_available_skills = true\n# builtin_product_skills = true\n\n# [providers.work]\n# type = \"openai\"                         # openai, openai_responses, anthropic, google-genai, vertexai, offline\n# base_url = \"https://models.example.com/v1\"\n# api_key_env = \"WORK_API_KEY\"            # or: api_key = \"...\"\n# default_model = \"work/large\"\n\n# [models.\"work/large\"]\n# provider = \"work\"\n# model = \"large-1\"\n# max_context_size = 128000\n# max_output_size = 32000\n# capabilities = [\"tool_use\", \"thinking\", \"image_in\"]\n\n# [thinking]\n# enabled = true\n# effort = \"medium\"\n# keep = \"all\"                            # all or none\n\n# [loop_control]\n# max_steps_per_turn = 0                  # 0: no limit\n# max_attempts_per_step = 10\n# reserved_context_size = 50000           # tokens\n# compaction_trigger_ratio = 0.85\n\n# [token_counting]\n# strategy = \"measured+estimated\"         # measured+estimated, measured or estimated\n\n# [background]\n# max_running_tasks = 8                   # unset: no limit\n# keep_alive_on_exit = false\n# kill_grace_period_ms = 5000\n# bash_auto_background_on_timeout = true\n# bash_task_timeout_s = 600               # 0: none\n# print_background_mode = \"steer\"         # exit, drain or steer\n# print_wait_ceiling_s = 2147483\n# print_max_turns = 100000\n\n# [subagent]\n# timeout_ms = 7200000                    # 0: none\n\n# [mcp]\n# startup_timeout_ms = 30000\n# tool_timeout_ms = 60000\n\n# [tools]\n# enabled = []                            # empty: all\n# disabled = []\n\n# [image]\n# max_edge_px = 2000\n# read_byte_budget = 262144\n\n# [checkpoints]\n# enabled = true                          # keep what files were, so that an undo can give them back\n# max_file_mb = 5\n# max_total_mb = 500                      # of one session\n# max_files = 20000                       # of the workspace; with more, changes of commands are not seen\n\n# [sandbox]\n# plan = true                             # in plan mode commands can only read, where bubblewrap is installed\n# network = \"ask\"                         # of the sandbox: ask, off or host\n# approve = \"commands\"                    # what runs in the sandbox without a question: commands, all or none\n# write = []\n# hide = []\n# host_ports = []\n\n# [identity]\n# name = \"Agent\"\n\n# [offline]\n# enabled = true                          # the built-in offline provider, offline/echo\n\n# [permission]\n# allow = [\"Bash(npm test)\"]\n# ask = [\"Bash(git push *)\"]\n# deny = [\"Read(~/.ssh/**)\"]\n\n# [[permission.rules]]\n# decision = \"deny\"\n# pattern = \"Bash(sudo *)\"\n# reason = \"no root\"\n\n# [[hooks]]\n# event = \"PostToolUse\"\n# matcher = \"Write|Edit\"\n# command = \"npm run lint\"\n# timeout = 30                            # seconds\n";

/** What the first start writes into `tui.toml`. */
export const TUI_TEMPLATE = "# Terminal UI of agent. Every line below is a comment that shows a default.\n\n# theme = \"auto\"                          # auto, dark, light or the file name of an own theme\n# screen_reader = false\n# reduced_motion = false\n# thinking = \"line\"                       # line, show or hide\n# wrap = \"word\"                           # word or terminal\n# tool_lines = 10\n# hyperlinks = \"auto\"                     # auto, on or off\n# progress = \"auto\"                       # auto, on or off\n# title = true\n# drafts = true\n# history_suggestions = true\n# render_latex = true\n# cache_expiry_hint = true\n# disable_paste_burst = false\n\n# [editor]\n# command = \"\"                            # empty: VISUAL, then EDITOR\n# vim = false\n\n# [notifications]\n# enabled = true\n# notification_condition = \"unfocused\"    # unfocused or always\n# method = \"auto\"                         # auto, osc9, osc99, osc777 or bell\n\n# [upgrade]\n# check = true\n\n# [status_line]\n# items = [\"mode\", \"goal\", \"model\", \"tasks\", \"cost\", \"waiting\", \"cwd\", \"git\", \"tips\"]\n# command = \"\"                            # its first line is shown; empty: the built-in one\n";
