/** The sections of the settings in display order, named by the last part of their addresses (web.md 5.15). */
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
