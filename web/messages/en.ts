/** The English texts, one section per part of the page; their type is the type of all languages. */
import { all } from './en/all.js';
import { compose } from './en/compose.js';
import { decisions } from './en/decisions.js';
import { details } from './en/details.js';
import { frame } from './en/frame.js';
import { keys } from './en/keys.js';
import { lists } from './en/lists.js';
import { panels } from './en/panels.js';
import { reports } from './en/reports.js';
import { sections } from './en/sections.js';
import { session } from './en/session.js';
import { settings } from './en/settings.js';
import { start } from './en/start.js';
import { workbench } from './en/workbench.js';
import { vis } from './en/vis.js';

export const en = {
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

export type Messages = Readonly<Record<keyof typeof en, string>>;
