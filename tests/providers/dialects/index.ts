/** The dialects of all protocols, sorted. */
import { agent } from './openai.js';
import { anthropic } from './anthropic.js';
import type { Dialect } from './dialect.js';
import { googleGenai, vertexai } from './google.js';
import { openaiResponses } from './openai-responses.js';
import { openai } from './openai.js';

export const dialects: Dialect[] = [agent, anthropic, googleGenai, openai, openaiResponses, vertexai];
