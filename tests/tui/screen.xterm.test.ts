/** The screen of the terminal UI in xterm.js. */
import { testScreenIn } from './screen.cases.js';

testScreenIn('xterm.js');
