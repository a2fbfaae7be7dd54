/** What a provider is made of: the protocol, where it is, and the secrets it is asked with. */

export interface ProviderSettings {
  /** for the user, to show which provider refused which credential; `keySource` follows "carried" */
  name?: string | undefined;
  keySource?: string | undefined;
  /** protocol of cli.md 6.3 */
  type: string;
  /** default: the vendor's; openai with its `/v1`, anthropic the host only */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  /**
   * The access token of a login, asked for before each request; it goes before `apiKey`. With the token that the
   * service has just refused (401, 403): another one, after a forced refresh. Rejects with a ProviderError.
   */
  accessToken?: ((refused?: string) => Promise<string>) | undefined;
  /** what the program calls itself (`identity.slug`) */
  userAgent?: string | undefined;
  /** `custom_headers` */
  headers?: Record<string, string> | undefined;
  /** field that carries thinking text; openai only */
  reasoningKey?: string | undefined;
  /** thinks by effort; anthropic only; default by the model's name */
  adaptiveThinking?: boolean | undefined;
  /** vertexai only */
  vertex?: VertexSettings | undefined;
  /** tokens; used when the request names no limit */
  maxOutputTokens?: number | undefined;
}

export interface VertexSettings {
  /** GOOGLE_CLOUD_PROJECT of the provider's `env` table; needed without an API key */
  project?: string | undefined;
  /** GOOGLE_CLOUD_LOCATION of the same table; default `global` */
  location?: string | undefined;
  /** file of application credentials; used when there is no key */
  credentialsFile?: string | undefined;
}
