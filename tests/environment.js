/** Node's environment for suites, with the way to modules that are compiled outside of jest (tests/compile.js). */
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // an error of a test is one for the program too
    Object.assign(this.global, { Error, TypeError, RangeError, SyntaxError, AggregateError });
    // node keeps the module for the next suite of this worker
    this.global.importCompiled = (url) => import(url);
  }
}
