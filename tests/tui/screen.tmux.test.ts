/** The screen of the terminal UI in tmux, where it is installed. */
import { describe } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { testScreenIn } from './screen.cases.js';

const withTmux = spawnSync('tmux', ['-V']).status === 0 ? describe : describe.skip;

withTmux('tmux', () => testScreenIn('tmux'));
