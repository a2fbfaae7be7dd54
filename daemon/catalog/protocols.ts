/** Finds the protocol and the address of a document's provider. */
import { enums } from '../../schemas/generated/enums.js';
import type { ProviderType } from '../../schemas/generated/types.js';
import { parseUrl } from '../../schemas/url.js';

/** Why an entry cannot be imported (rest.md 7.3). */
export type RejectReason = 'unknown-explicit-type' | 'proprietary-sdk';

export interface Protocol {
  type: ProviderType | null;
  guessed: boolean;
  rejectReason: RejectReason | null;
}

/** Packages with unsupported protocols; also Claude models on Vertex AI, which use neither of the two protocols. */
const proprietary = /(^|[/@-])(amazon-bedrock|bedrock|cohere|sagemaker)($|[/-])|vertex[/-]anthropic/i;

/** Packages and ids of the vendors, whose protocols have default addresses. */
const vendors: readonly (readonly [RegExp, RegExp, ProviderType])[] = [
  [/(^|[/@-])anthropic($|[/-])/i, /^anthropic$/, 'anthropic'],
  [/(^|[/@-])(google-)?vertex(ai)?($|[/-])/i, /^(google-)?vertex(ai)?$/, 'vertexai'],
  [/(^|[/@-])(google|gemini|google-genai|genai)$/i, /^(google|gemini|google-genai)$/, 'google-genai'],
  [/openai[-_/]?responses$/i, /^openai[-_]responses$/, 'openai_responses'],
  [/(^|\/)openai$/i, /^openai$/, 'openai'],
];

/** The explicit type has priority over the package, the package over the id (cli.md 5.15). */
export function protocolOf(named: { id: string; type?: string; npm?: string }): Protocol {
  const { id, type, npm } = named;
  if (type !== undefined) {
    const known = enums.ProviderType.find((each) => each === type);
    return known
      ? { type: known, guessed: false, rejectReason: null }
      : { type: null, guessed: false, rejectReason: 'unknown-explicit-type' };
  }
  if (proprietary.test(npm ?? id)) return { type: null, guessed: false, rejectReason: 'proprietary-sdk' };
  if (npm !== undefined && /openai-compatible/i.test(npm))
    return { type: 'openai', guessed: false, rejectReason: null };
  const vendor = vendors.find(([byPackage, byId]) => (npm === undefined ? byId.test(id) : byPackage.test(npm)));
  return { type: vendor?.[2] ?? 'openai', guessed: vendor === undefined, rejectReason: null };
}

/** Whether an address has a placeholder that the user must fill in. */
export function hasPlaceholder(address: string): boolean {
  return address.includes('${');
}

export interface EndpointFacts {
  id: string;
  type: ProviderType | null;
  npm?: string;
  api?: string;
}

/** The address of an entry, and whether the user must enter one. */
export function endpointOf({ id, type, npm, api }: EndpointFacts): { baseUrl?: string; needed: boolean } {
  const baseUrl = api === undefined || type === null ? undefined : addressOf(api, type);
  if (baseUrl !== undefined) return { baseUrl, needed: false };
  return { needed: type !== null && !(api === undefined && hasOwnAddress(id, type, npm)) };
}

/** The default address of a protocol is its vendor's, so keys of other providers must not be sent there. */
function hasOwnAddress(id: string, type: ProviderType, npm: string | undefined): boolean {
  if (type === 'vertexai' || type === 'offline') return true;
  const [byPackage, byId] = vendors.find(([, , vendor]) => vendor === type) ?? [];
  const isOpenAi = type === 'openai_responses' && id === 'openai';
  return isOpenAi || byId?.test(id) === true || (npm !== undefined && byPackage?.test(npm) === true);
}

/** An address in the form for a type of provider; undefined when it is not valid for requests. */
export function addressOf(text: string, type: ProviderType): string | undefined {
  const address = text.trim();
  const url = parseUrl(address);
  if (hasPlaceholder(address) || /[\s\p{Cc}]/u.test(address) || !url) return undefined;
  const { protocol, hostname, username, password } = url;
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '' || username !== '' || password !== '') {
    return undefined;
  }
  const bare = address.replace(/\/+$/, '');
  // this protocol appends the version itself
  return type === 'anthropic' ? bare.replace(/\/v1$/, '') : bare;
}
