/** Jest's node environment, with access to modules that are compiled outside of jest (tests/compile.js). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Node tracks every promise while an AsyncLocalStorage is in use, which slows the whole process. Two are not needed:
 * jest's own, because the tests of a suite run one after the other, and the model server's, which only serves to find
 * notes about a failed request. All others end with their suite.
 */
const running = new WeakMap();
const inUse = new Set();
const { run, getStore } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (store, work, ...given) {
  if (store instanceof IncomingMessage) return work(...given);
  if (typeof store !== 'object' || store === null || !('test' in store)) {
    inUse.add(this);
    return run.call(this, store, work, ...given);
  }
  const outer = running.get(this);
  running.set(this, store);
  return work(...given).finally(() => running.set(this, outer));
};
AsyncLocalStorage.prototype.getStore = function () {
  return running.has(this) ? running.get(this) : getStore.call(this);
};

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.projectConfig = config.projectConfig;
    this.suite = context.testPath;
    this.before = process.getActiveResourcesInfo();
  }

  async setup() {
    await super.setup();
    // an error created in a test is also an `Error` for the program
    Object.assign(this.global, { Error, TypeError, RangeError, SyntaxError, AggregateError });
    // node caches the module for the next suite of this worker
    this.global.importCompiled = (url) => import(url);
    // jest's own spies and fake timers affect only code inside the suite
    this.global.programGlobal = globalThis;
    const Timers = this.fakeTimersModern.constructor;
    this.global.programTimers = new Timers({ config: this.projectConfig, global: globalThis });
  }

  async teardown() {
    for (const storage of inUse) storage.disable();
    inUse.clear();
    await super.teardown();
    this.noteOpen();
  }

  /** Records open handles for `tests/run.js`, which names the suites when the run does not end by itself. */
  noteOpen() {
    const open = process.getActiveResourcesInfo();
    for (const name of this.before) if (open.includes(name)) open.splice(open.indexOf(name), 1);
    const file = process.env.AGENT_TEST_OPEN;
    if (file !== undefined && open.length > 0) appendFileSync(file, `${this.suite}: ${open.join(', ')}\n`);
  }
}
