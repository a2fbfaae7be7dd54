/** Two projects: `unit` for suites that load no daemon and start no program of ours, `daemon` for all others. */
import { join } from 'node:path';
import { root } from '../bin/setup.mjs';
import { compiledPaths, linkedPaths, packageModules, packages } from '../tests/compile.js';
import { suitesByProject } from '../tests/suites.js';

const { unit, daemon } = suitesByProject(root);

// jest takes keys as regular expressions
const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const shared = {
  rootDir: root,
  // jest looks for suites nowhere else
  roots: ['<rootDir>/tests'],
  testEnvironment: '<rootDir>/tests/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    [`^(${packages.map(literally).join('|')})$`]: join(packageModules, '$1.mjs'),
  },
  transform: {
    [`^${literally(root)}/${compiledPaths}$`]: '<rootDir>/tests/transform.js',
    [`^${literally(root)}/${linkedPaths}$`]: ['<rootDir>/tests/transform.js', { linked: true }],
  },
};

const project = (displayName, suites) => ({
  ...shared,
  displayName,
  testMatch: suites.map((path) => join(root, path)),
});

export default {
  rootDir: root,
  // waits of the helpers end before it
  testTimeout: 60_000,
  testSequencer: join(root, 'tests', 'sequencer.js'),
  globalSetup: join(root, 'tests', 'compile.js'),
  projects: [project('unit', unit), project('daemon', daemon)],
};
