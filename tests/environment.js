/** Node's environment for suites, and the way out of jest's modules to the bundled daemon (tests/bundle.js). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // node keeps the module for the next suite of this worker
    this.global.loadOutside = () => import(pathToFileURL(join(process.env.AGENT_TEST_BUNDLE, 'outside.mjs')).href);
  }
}
