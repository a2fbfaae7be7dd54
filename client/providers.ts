/** The interface of the `agent provider` commands, which edit files without a server. */

type Table = Record<string, unknown>;

/** The environment of the provider commands. */
export interface ProviderPlace {
  /** absolute path of the data directory */
  home: string;
  now(): number;
  env: Readonly<Record<string, string | undefined>>;
  /** reports unusable variables */
  onWarning(message: string): void;
}

/** An expected failure, with a message for the user. */
export interface Failure {
  failure: string;
}

export interface ImportedProvider {
  id: string;
  type: string;
  /** whether the protocol was guessed */
  guessed: boolean;
  models: number;
  /** usual variable of the key, if the provider has no credential yet */
  envKey: string | null;
}

export interface CatalogProvider {
  id: string;
  name: string;
  wireType: string | null;
  guessed: boolean;
  rejectReason: string | null;
  models: { id: string; name?: string; maxContextSize: number; capabilities: readonly string[] }[];
  /** the entry as in the document */
  raw: Table;
}

/** The built-in copy was used instead of the catalog. */
export interface SnapshotUse {
  /** `YYYY-MM-DD` */
  date: string;
  /** why the catalog was not used; absent: it has no address */
  reason?: string;
}

export interface ProviderSide {
  addRegistry(
    place: ProviderPlace,
    asked: { url: string; apiKey?: string },
  ): Promise<
    | {
        imported: ImportedProvider[];
        skipped: { id: string; reason: string }[];
        removed: string[];
        warnings: string[];
        dangling?: string;
      }
    | Failure
  >;
  removeProvider(place: ProviderPlace, id: string): Promise<{ models: number; defaultModel?: string } | Failure>;
  listProviders(place: ProviderPlace): Promise<
    | {
        providers: { id: string; type: string; models: number; source: string }[];
        defaultModel?: string;
        /** the stored tables, including keys */
        stored: { providers: Table; models: Table };
      }
    | Failure
  >;
  browseCatalog(
    place: ProviderPlace,
    url: string | undefined,
  ): Promise<{ entries: CatalogProvider[]; snapshot?: SnapshotUse } | Failure>;
  addFromCatalog(
    place: ProviderPlace,
    asked: { id: string; apiKey: string; defaultModel?: string; baseUrl?: string; url?: string; usualUrl?: string },
  ): Promise<
    { imported: ImportedProvider; warnings: string[]; defaultModel?: string; snapshot?: SnapshotUse } | Failure
  >;
}
