/** What suites use from the bundle instead of linking it again: the daemon, its documents, and the checks made of them. */
export { startDaemon } from '../../daemon/main.js';
export { buildAsyncApi, imprint } from '../../daemon/http/asyncapi.js';
export { buildOpenApi } from '../../daemon/http/openapi.js';
export { frameValidator, partValidator, responseValidator } from './documents.js';
