/** Converts a model request to the body of Google's generateContent calls (engine.md 10.3). */
import type { ContentPart } from '../../schemas/generated/types.js';
import { isRecord } from '../base/text/values.js';
import { functionParameters } from './google-schema.js';
import type { ModelMessage, ModelRequest } from './provider.js';
import { callInput, isBlank, resultParts, wireId, wireName } from './wire.js';

type Json = Record<string, unknown>;

/** Replaces a missing signature: the vendor's value for calls of another model. */
const noProof = 'skip_thought_signature_validator';

export function contentBody(request: ModelRequest, maxOutputTokens: number | undefined): Json {
  const config = {
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...thinkingFields(request.thinking, request.model),
  };
  return {
    ...(isBlank(request.system) ? {} : { systemInstruction: { parts: [{ text: request.system }] } }),
    contents: wireContents(request.messages, generation(request.model) >= 3),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: request.tools.map(({ name, description, inputSchema }) => {
                const parameters = functionParameters(inputSchema);
                return { name, description, parameters };
              }),
            },
          ],
        }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
  };
}

/** The model's generation: 3 for `gemini-3-pro`, 0 for names without a number. */
function generation(model: string): number {
  return Number(/gemini-(\d+)/i.exec(model)?.[1] ?? 0);
}

/** Token budgets by thinking level, for models that take a budget. */
const budgets: Record<string, number> = {
  off: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 4_096,
  on: 4_096,
  high: 32_000,
  xhigh: 32_000,
  max: 32_000,
};
/** Small models refuse a larger budget; large models refuse a budget of zero. */
const smallModelBudget = 24_576;
const leastLargeBudget = 128;

function thinkingFields(level: string | undefined, model: string): Json {
  if (level === undefined) return {};
  const shown = level === 'off' ? {} : { includeThoughts: true };
  const large = /\bpro\b/i.test(model);
  if (generation(model) >= 3) {
    const word = levelWord(level, large);
    return { thinkingConfig: { ...(word === undefined ? {} : { thinkingLevel: word }), ...shown } };
  }
  const wanted = budgets[level] ?? 4_096;
  const most = /\bflash\b/i.test(model) ? smallModelBudget : wanted;
  const least = large ? leastLargeBudget : 0;
  return { thinkingConfig: { thinkingBudget: Math.max(least, Math.min(wanted, most)), ...shown } };
}

/** The thinking level of these models, which cannot switch thinking off. */
function levelWord(level: string, large: boolean): string | undefined {
  switch (level) {
    case 'off':
    case 'minimal':
      return large ? 'LOW' : 'MINIMAL';
    case 'low':
      return 'LOW';
    case 'medium':
      return 'MEDIUM';
    case 'on':
      return undefined;
    default:
      return 'HIGH';
  }
}

interface Content {
  role: 'user' | 'model';
  parts: Json[];
}

/** What a tool result needs to know about its call. */
interface Called {
  name: string;
  ids: boolean;
}

/** Joins adjacent messages of one role, so that the results of a step are in one content, before the user's text. */
function wireContents(messages: readonly ModelMessage[], newest: boolean): Content[] {
  const out: Content[] = [];
  const called = new Map<string, Called>();
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = role === 'model' ? modelParts(message.content, called, newest) : userParts(message.content, called);
    if (parts.length === 0) continue;
    const last = out.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else out.push({ role, parts });
  }
  return out;
}

/** Tool results in the order of their calls, followed by their images and videos. */
function userParts(parts: readonly ContentPart[], called: Map<string, Called>): Json[] {
  const results: Json[] = [];
  const media: Json[] = [];
  const rest: Json[] = [];
  for (const part of parts) {
    if (part.type === 'tool_result') {
      const result = resultParts(part.output);
      const shown = result.media.flatMap(mediaPart);
      results.push(resultPart(part, result.text, shown.length > 0, called.get(part.tool_call_id)));
      media.push(...shown);
    } else if (part.type === 'text') {
      if (!isBlank(part.text)) rest.push({ text: part.text });
    } else rest.push(...mediaPart(part));
  }
  return [...results, ...media, ...rest];
}

function resultPart(
  part: Extract<ContentPart, { type: 'tool_result' }>,
  text: string,
  hasMedia: boolean,
  call: Called | undefined,
): Json {
  const output = isBlank(text) ? (hasMedia ? 'The media of this result follow.' : '(no output)') : text;
  return {
    functionResponse: {
      ...(call?.ids ? { id: wireId(part.tool_call_id) } : {}),
      name: call?.name ?? 'unnamed',
      response: part.is_error ? { error: output } : { output: output },
    },
  };
}

function mediaPart(part: ContentPart): Json[] {
  if (part.type !== 'image' && part.type !== 'video') return [];
  const { source } = part;
  if (source.kind === 'base64') return [{ inlineData: { mimeType: source.media_type, data: source.data } }];
  return source.kind === 'url' ? [{ fileData: { fileUri: source.url } }] : [];
}

function modelParts(parts: readonly ContentPart[], called: Map<string, Called>, newest: boolean): Json[] {
  const proofs = parts.map((part) => (part.type === 'thinking' ? readProof(part.signature) : undefined));
  const onCalls = new Map(proofs.flatMap((proof) => (proof?.on === 'call' ? [[proof.index, proof.signature]] : [])));
  const ids = proofs.some((proof) => proof?.on === 'call' && proof.ids);
  const out: Json[] = [];
  let calls = 0;
  for (const [at, part] of parts.entries()) {
    if (part.type === 'thinking') addThought(out, part.thinking, proofs[at]);
    else if (part.type === 'text') out.push(...(part.text === '' ? [] : [{ text: part.text }]));
    else if (part.type === 'tool_use') {
      const name = wireName(part.tool_name);
      called.set(part.tool_call_id, { name, ids });
      // the newest models refuse a step whose first call has no signature
      const signature = onCalls.get(calls) ?? (newest && calls === 0 ? noProof : undefined);
      calls += 1;
      out.push({
        functionCall: { ...(ids ? { id: wireId(part.tool_call_id) } : {}), name, args: callInput(part.input) },
        ...(signature === undefined ? {} : { thoughtSignature: signature }),
      });
    }
  }
  return out;
}

function addThought(out: Json[], text: string, proof: Proof | undefined): void {
  if (proof?.on === 'thought') out.push({ text, thought: true, thoughtSignature: proof.signature });
  else if (text !== '') out.push({ text, thought: true });
  if (proof?.on === 'text') signText(out, proof.length, proof.signature);
}

/** Adds a signature to the end of the text before it, as a separate part if it came as one. */
function signText(out: Json[], length: number, signature: string): void {
  const last = out.at(-1);
  const text = last && !last['thought'] && !last['thoughtSignature'] ? last['text'] : undefined;
  if (!last || typeof text !== 'string' || length === 0) {
    out.push({ text: '', thoughtSignature: signature });
  } else if (length >= text.length) {
    last['thoughtSignature'] = signature;
  } else {
    last['text'] = text.slice(0, -length);
    out.push({ text: text.slice(-length), thoughtSignature: signature });
  }
}

/** Where in the reply a signature was. */
type Proof =
  | { on: 'thought'; signature: string }
  /** on the last `length` UTF-16 units of the text before it; 0: on an empty part */
  | { on: 'text'; length: number; signature: string }
  /** on call `index` of the reply; `ids`: the model gave its calls ids */
  | { on: 'call'; index: number; signature?: string; ids?: true };

export function writeProof(proof: Proof): string {
  return JSON.stringify(proof);
}

/** Parses a stored signature; undefined if another protocol wrote it. */
function readProof(text: string | undefined): Proof | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // another protocol wrote it, so it has no meaning here
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { on, signature, length, index, ids } = value;
  const signed = typeof signature === 'string' ? { signature } : undefined;
  if (on === 'thought' && signed) return { on, ...signed };
  if (on === 'text' && signed && typeof length === 'number') return { on, length, ...signed };
  if (on === 'call' && typeof index === 'number') return { on, index, ...signed, ...(ids === true ? { ids } : {}) };
  return undefined;
}
