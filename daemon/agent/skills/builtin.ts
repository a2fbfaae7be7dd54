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
  builtin('custom-theme', 'Make or change colour themes of the terminal.'),
  builtin('mcp-config', 'Set up MCP servers.'),
  builtin('skill-author', 'Write skills, custom agents or SYSTEM.md.'),
  builtin('update-config', "Change this program's settings (config.toml, tui.toml)."),
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
