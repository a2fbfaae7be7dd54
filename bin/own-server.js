/** Entry point of the server that a client starts for itself: loads the bundle of `bin/server.mts`. */
require('./load.js').load('server');
