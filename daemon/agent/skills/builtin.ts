/** The skills that come with the program: how to change its own configuration, and how to write skills. */
import { mcpConfig, customTheme, updateConfig, skillAuthor } from './texts.js';
import type { Skill } from './skill.js';

function builtin(name: string, description: string, type = 'prompt'): Skill {
  return {
    name,
    description,
    source: 'builtin',
    path: `builtin:${name}`,
    type,
    disableModelInvocation: false,
    argumentNames: [],
  };
}

export const builtinSkills: readonly Skill[] = [
  builtin('custom-theme', 'Make or change a colour theme of the terminal UI.'),
  builtin('mcp-config', 'Add, change or remove an MCP server.'),
  builtin('skill-author', 'Write or improve a skill, a custom agent or SYSTEM.md.'),
  builtin('update-config', "Change this program's settings: models, permissions, hooks, config.toml, tui.toml."),
];

const texts: Record<string, string> = {
  'custom-theme': customTheme,
  'mcp-config': mcpConfig,
  'skill-author': skillAuthor,
  'update-config': updateConfig,
};

/** Text of a built-in skill; undefined when there is none of that name. */
export function builtinText(name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
