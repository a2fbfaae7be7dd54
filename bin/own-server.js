/** What a client starts as its own server: the bundle of `bin/server.ts`. */
import { load } from './load.js';

load('server');
