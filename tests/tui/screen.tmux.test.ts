/** The screen of the terminal UI in tmux. */
import { testScreenIn } from './screen.cases.js';

testScreenIn('tmux');
