/** Two projects: `unit` for suites that load no daemon and start no program of ours, `daemon` for all others. */
import { join } from 'node:path';
import { root } from '../bin/setup.js';
import { unitSuites } from '../tests/suites.js';

const { unit, daemon } = unitSuites(root);

const shared = {
  rootDir: root,
  testEnvironment: '<rootDir>/tests/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(?:\\.\\./)+daemon/(?:main|http/openapi|http/asyncapi)\\.js$': '<rootDir>/tests/helpers/outsidedoor.ts',
    '^(?:\\./|(?:\\.\\./)+helpers/)documents\\.js$': '<rootDir>/tests/helpers/outsidedoor.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
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
  testTimeout: 30_000,
  testSequencer: join(root, 'tests', 'sequencer.js'),
  globalSetup: join(root, 'tests', 'bundle.js'),
  projects: [project('unit', unit), project('daemon', daemon)],
};
