/** The dialects of all protocols, sorted. */
import { anthropic } from './anthropic.js';
import type { Dialect } from './dialect.js';
import { openaiResponses } from './openai-responses.js';
import { openai } from './openai.js';

export const dialects: Dialect[] = [anthropic, openai, openaiResponses];
