/** Simplified Chinese texts, with the same sections as the English ones. */
import type { Messages } from './en.js';
import { all } from './zh-CN/all.js';
import { compose } from './zh-CN/compose.js';
import { decisions } from './zh-CN/decisions.js';
import { details } from './zh-CN/details.js';
import { frame } from './zh-CN/frame.js';
import { keys } from './zh-CN/keys.js';
import { lists } from './zh-CN/lists.js';
import { panels } from './zh-CN/panels.js';
import { reports } from './zh-CN/reports.js';
import { sections } from './zh-CN/sections.js';
import { session } from './zh-CN/session.js';
import { settings } from './zh-CN/settings.js';
import { start } from './zh-CN/start.js';
import { workbench } from './zh-CN/workbench.js';
import { vis } from './zh-CN/vis.js';

export const zhCN: Messages = {
  ...compose,
  ...frame,
  ...lists,
  ...session,
  ...decisions,
  ...panels,
  ...reports,
  ...settings,
  ...start,
  ...workbench,
  ...details,
  ...keys,
  ...all,
  ...vis,
  ...sections,
};
