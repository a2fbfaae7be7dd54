/** Settings of a provider: the protocol, the address, and the secrets for its requests. */

export interface ProviderSettings {
  /** shown to the user when a provider refuses its credential; `keySource` follows the word "carried" */
  name?: string | undefined;
  keySource?: string | undefined;
  /** protocol of cli.md 6.3 */
  type: string;
  /** default: the vendor's; includes `/v1` for openai, only the host for anthropic */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  /**
   * Returns the access token of a login before each request; takes precedence over `apiKey`. When called with a token
   * that the service just refused (401, 403), forces a refresh and returns another. Rejects with a ProviderError.
   */
  accessToken?: ((refused?: string) => Promise<string>) | undefined;
  /** the program's name (`identity.slug`) */
  userAgent?: string | undefined;
  /** `custom_headers` */
  headers?: Record<string, string> | undefined;
  /** field of the thinking text; openai only */
  reasoningKey?: string | undefined;
  /** controls thinking by effort; anthropic only; default: by the model's name */
  adaptiveThinking?: boolean | undefined;
  /** vertexai only */
  vertex?: VertexSettings | undefined;
  /** tokens; applies when the request has no limit */
  maxOutputTokens?: number | undefined;
}

export interface VertexSettings {
  /** GOOGLE_CLOUD_PROJECT of the provider's `env` table; required without an API key */
  project?: string | undefined;
  /** GOOGLE_CLOUD_LOCATION of the same table; default `global` */
  location?: string | undefined;
  /** file of application credentials; used without a key */
  credentialsFile?: string | undefined;
}
