/** Sets theme, density and text size before the first paint, so that no wrong theme flashes. */
import { applyLooks, readPreferences } from './live/looks.js';

applyLooks(readPreferences());
