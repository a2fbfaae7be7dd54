/** Node's environment for suites, with the way to modules that are compiled outside of jest (tests/compile.js). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';

/**
 * jest keeps in a storage which test or hook runs, and node follows every promise for a storage. Tests run one after the
 * other here, so a variable tells the same.
 */
let running;
const isOfJest = (store) => typeof store === 'object' && store !== null && ('test' in store || 'hook' in store);
const keepers = new WeakSet();

/** Storages in use by anything else, which are ended with the suite. */
const storages = new Set();
const { run, enterWith, getStore } = AsyncLocalStorage.prototype;
Object.assign(AsyncLocalStorage.prototype, {
  run(store, callback, ...given) {
    if (!isOfJest(store)) {
      storages.add(this);
      return run.call(this, store, callback, ...given);
    }
    keepers.add(this);
    const before = running;
    running = store;
    const restore = () => (running = before);
    const result = callback(...given);
    result.then(restore, restore);
    return result;
  },
  enterWith(store) {
    storages.add(this);
    return enterWith.call(this, store);
  },
  getStore() {
    return keepers.has(this) ? running : getStore.call(this);
  },
});

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.projectConfig = config.projectConfig;
    this.suite = context.testPath;
    this.before = process.getActiveResourcesInfo();
  }

  async setup() {
    await super.setup();
    // an error of a test is one for the program too
    Object.assign(this.global, { Error, TypeError, RangeError, SyntaxError, AggregateError });
    // node keeps the module for the next suite of this worker
    this.global.importCompiled = (url) => import(url);
    // jest's own spies and fake timers reach only what runs in a suite
    this.global.programGlobal = globalThis;
    const Timers = this.fakeTimersModern.constructor;
    this.global.programTimers = new Timers({ config: this.projectConfig, global: globalThis });
  }

  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
    this.noteOpen();
  }

  /** For `tests/run.js`, which names the suites when the run does not end by itself. */
  noteOpen() {
    const open = process.getActiveResourcesInfo();
    for (const name of this.before) if (open.includes(name)) open.splice(open.indexOf(name), 1);
    const file = process.env.AGENT_TEST_OPEN;
    if (file !== undefined && open.length > 0) appendFileSync(file, `${this.suite}: ${open.join(', ')}\n`);
  }
}
