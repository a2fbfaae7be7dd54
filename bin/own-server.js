/** What a client starts as its own server: the bundle of `bin/server.mts`. */
require('./load.js').load('server');
