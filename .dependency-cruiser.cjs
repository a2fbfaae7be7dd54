/** Who may import whom; the house rules' tests show that each of these bites. */

/** The rooms of the daemon from the entry down: a room imports only what stands below it. */
const floors = [['main', 'compose', 'direct'], ['http'], ['api'], ['sessions'], ['agent'], ['tools', 'providers']];
const sideRooms = [
  'accounts',
  'catalog',
  'checkpoints',
  'config',
  'files',
  'home',
  'mcp',
  'outward',
  'runtimes',
  'terminals',
  'web',
  'workspace',
];

const room = (names) => `^daemon/(${names.join('|')})([./]|$)`;

/** What a handler looks like: known above and below, as types. */
const handlerTypes = '^daemon/http/contract\\.ts$';

const downwards = floors.slice(1).map((floor, index) => ({
  name: `${floor.join('-and-')}-imports-nothing-above`,
  severity: 'error',
  from: { path: room(floor) },
  to: { path: room(floors.slice(0, index + 1).flat()), pathNot: floor.includes('api') ? handlerTypes : undefined },
}));

module.exports = {
  forbidden: [
    ...downwards,
    {
      name: 'api-knows-http-by-types',
      severity: 'error',
      from: { path: room(['api']) },
      to: { path: handlerTypes, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tools-and-providers-apart',
      severity: 'error',
      from: { path: room(['tools']) },
      to: { path: room(['providers']) },
    },
    {
      name: 'providers-and-tools-apart',
      severity: 'error',
      from: { path: room(['providers']) },
      to: { path: room(['tools']) },
    },
    {
      name: 'side-rooms-alone',
      comment: 'A side room knows itself, the ground floor, the errors and the contract.',
      severity: 'error',
      from: { path: `^daemon/(${sideRooms.join('|')})/` },
      to: { path: '^daemon/', pathNot: ['^daemon/$1/', '^daemon/base/', '^daemon/errors\\.ts$'] },
    },
    {
      name: 'errors-know-the-contract-only',
      severity: 'error',
      from: { path: '^daemon/errors\\.ts$' },
      to: { path: '^daemon/' },
    },
    {
      name: 'ground-floor-alone',
      severity: 'error',
      from: { path: '^daemon/base/' },
      to: { path: '^daemon/', pathNot: ['^daemon/base/', '^daemon/errors\\.ts$'] },
    },
    {
      name: 'direct-without-agent',
      comment: 'What runs without a server never reaches the agent or the API.',
      severity: 'error',
      from: { path: '^daemon/direct/' },
      to: { path: room(['main', 'compose', 'http', 'api', 'agent', 'tools', 'providers']) },
    },
    {
      name: 'main-without-direct',
      severity: 'error',
      from: { path: room(['main', 'compose']) },
      to: { path: '^daemon/direct/' },
    },
    {
      name: 'client-without-daemon',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(daemon|bin|web)/' },
    },
    {
      name: 'daemon-without-client',
      severity: 'error',
      from: { path: '^daemon/' },
      to: { path: '^(client|bin|web)/' },
    },
    {
      name: 'schemas-import-nobody',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { path: '^(client|daemon|bin|web)/' },
    },
    {
      name: 'web-through-the-api',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(client|daemon|bin)/', pathNot: '^client/(api|session|view|commands)/' },
    },
    {
      name: 'browser-safe',
      comment: 'What a page loads too knows no modules of Node and nothing else of the clients.',
      severity: 'error',
      from: { path: '^client/(api|session|view|commands)/' },
      to: { path: '^client/', pathNot: '^client/(api|session|view|commands)/' },
    },
    {
      name: 'browser-safe-without-node',
      severity: 'error',
      from: { path: '^client/(api|session|view|commands)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'api-below-session-and-view',
      severity: 'error',
      from: { path: '^client/api/' },
      to: { path: '^client/(session|view|commands)/' },
    },
    {
      name: 'commands-above-session-and-view',
      severity: 'error',
      from: { path: '^client/(session|view)/' },
      to: { path: '^client/commands/' },
    },
    {
      name: 'surfaces-apart',
      comment: 'Terminal UI, page and editor bridge share what is below them, and know nothing of each other.',
      severity: 'error',
      from: { path: ['^(web)/', '^client/(tui|acp)/'] },
      to: { path: '^(?:web|client/(?:tui|acp))/', pathNot: ['^$1/', '^client/$1/'] },
    },
    {
      name: 'connections-through-the-api',
      comment:
        'Only client/api calls a server; the process around the command line gives it the means of Node, client/remote.ts looks for a port that ssh forwards, and client/socket-fetch.ts sends bytes to unix sockets.',
      severity: 'error',
      from: {
        path: '^(client|web)/',
        pathNot: ['^client/api/', '^client/cli/process\\.ts$', '^client/(?:remote|socket-fetch)\\.ts$'],
      },
      to: { path: '^(?:node:)?(?:dgram|http|http2|https|net|tls)$|(?:^|/)node_modules/(?:undici|ws)/' },
    },
    {
      name: 'no-tests-in-the-program',
      severity: 'error',
      from: { path: '^(bin|client|daemon|schemas|web)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-cycles',
      comment: 'Types may refer to each other, and a grammar is recursive.',
      severity: 'error',
      from: { pathNot: '^daemon/agent/commandline/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-development-packages',
      comment: 'What the page, the editor bridge and the colours of code use is bundled into them when they are built.',
      severity: 'error',
      from: { path: '^(client|daemon)/|^schemas/', pathNot: '^schemas/codegen' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(@agentclientprotocol|lowlight)/',
      },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^tests/'] },
    exclude: { path: '^(\\.[^./]|(build|coverage|dist)/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
