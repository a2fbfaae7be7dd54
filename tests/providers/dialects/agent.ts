/** The managed service: chat completions under another name. */
import type { Dialect } from './dialect.js';
import { openai } from './openai.js';

export const agent: Dialect = { ...openai, type: 'agent' };
