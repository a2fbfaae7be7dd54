/** Two projects: `unit` for suites that load no daemon and start no program of ours, `daemon` for all others. */
import { join } from 'node:path';
import { root } from '../bin/setup.js';
import { compiledPaths } from '../tests/compile.js';
import { suitesByProject } from '../tests/suites.js';

const { unit, daemon } = suitesByProject(root);

// jest takes these keys as regular expressions
const here = `^${root.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;

const shared = {
  rootDir: root,
  testEnvironment: '<rootDir>/tests/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    [`${here}/${compiledPaths}$`]: '<rootDir>/tests/transform.js',
    [`${here}/(?:tests|web/(?:messages|screens/settings))/.+\\.ts$`]: [
      'ts-jest',
      {
        useESM: true,
        diagnostics: false,
        tsconfig: {
          module: 'ESNext',
          moduleResolution: 'Bundler',
          target: 'ES2023',
          isolatedModules: true,
          verbatimModuleSyntax: true,
          allowJs: true,
          esModuleInterop: true,
        },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
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
