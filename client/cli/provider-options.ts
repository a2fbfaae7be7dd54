/** The commands of `agent provider` as data. */
import type { CommandSpec, OptionSpec } from './options.js';

const key: OptionSpec = {
  names: ['--api-key'],
  value: { label: 'key' },
  summary:
    'key of the provider; others on this machine can see it in the list of processes, so better set AGENT_REGISTRY_API_KEY',
};
const url: OptionSpec = {
  names: ['--url'],
  value: { label: 'url' },
  summary: 'catalog to use; default: AGENT_CODE_CATALOG_URL, else the built-in snapshot',
};
const json: OptionSpec = { names: ['--json'], summary: 'print JSON' };

/** `common`: options of every command. */
export function providerCommands(...common: readonly OptionSpec[]): CommandSpec[] {
  return [
    {
      path: ['provider'],
      usage: 'agent provider <add|remove|list|catalog> [options]',
      summary: 'Manage the model providers of the configuration; running servers notice changes by themselves.',
      options: common,
      examples: [
        'agent provider catalog list --filter anthropic',
        'agent provider catalog add anthropic --default-model claude-sonnet-4-5-20250929',
        'agent provider add https://models.example/api.json',
        'agent provider list',
      ],
    },
    {
      path: ['provider', 'add'],
      usage: 'agent provider add <url> [options]',
      summary: 'Take over all providers of a registry document; an existing provider is replaced.',
      options: [...common, { ...key, summary: `${key.summary}; not needed for public registries` }],
      examples: ['agent provider add https://models.example/api.json'],
      words: true,
    },
    {
      path: ['provider', 'catalog'],
      usage: 'agent provider catalog <list|add> [options]',
      summary: 'Look at the public catalog of providers, and take providers over from it.',
      options: common,
      examples: ['agent provider catalog list', 'agent provider catalog add anthropic'],
    },
    {
      path: ['provider', 'catalog', 'add'],
      usage: 'agent provider catalog add <id> [options]',
      summary: 'Take over one provider of the catalog with all its models.',
      options: [
        ...common,
        key,
        {
          names: ['--default-model'],
          value: { label: 'model' },
          summary: 'also make this model of it the default for new sessions',
        },
        {
          names: ['--base-url'],
          value: { label: 'url' },
          summary: 'address of the provider; needed when the catalog has none, or only a pattern',
        },
        url,
      ],
      examples: ['agent provider catalog add anthropic --default-model claude-sonnet-4-5-20250929'],
      words: true,
    },
    {
      path: ['provider', 'catalog', 'list'],
      usage: 'agent provider catalog list [id] [options]',
      summary: 'Print the providers of the catalog, or the models of one of them.',
      options: [
        ...common,
        {
          names: ['--filter'],
          value: { label: 'text' },
          summary: 'only those with this text in id or name; upper and lower case are the same',
        },
        url,
        json,
      ],
      examples: ['agent provider catalog list --filter anthropic', 'agent provider catalog list anthropic'],
      words: true,
    },
    {
      path: ['provider', 'list'],
      usage: 'agent provider list [options]',
      summary: 'Print the configured providers.',
      options: [...common, { ...json, summary: 'print the tables as they are stored, keys included' }],
      examples: [],
    },
    {
      path: ['provider', 'remove'],
      usage: 'agent provider remove <id>',
      positional: 'provider',
      summary: 'Remove a provider with its models, and the default model when it is one of them.',
      options: common,
      examples: [],
      words: true,
    },
  ];
}
