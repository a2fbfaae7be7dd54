/** Node's environment for suites, with the way to modules that are compiled outside of jest (tests/compile.js). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';

/** Storages in use. node follows every promise for each of them, and jest makes one in every suite that it never ends. */
const storages = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...given) {
    storages.add(this);
    return original.apply(this, given);
  };
}

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
