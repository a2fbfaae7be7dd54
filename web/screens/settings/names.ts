/** The sections of the settings by the last part of their addresses, in the order of their list (web.md 5.15). */
export const sectionNames = [
  'general',
  'account',
  'models',
  'mcp',
  'permissions',
  'budget',
  'hooks',
  'skills',
  'agents',
  'tools',
  'notifications',
  'devices',
  'raw',
  'about',
] as const;

export type SectionName = (typeof sectionNames)[number];
