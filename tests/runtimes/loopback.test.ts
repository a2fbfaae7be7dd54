/** Which sockets and ports commands of runtime `sandbox` can reach (runtimes.md 4.3, 6). */
import { describe, expect, jest, test } from '@jest/globals';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { call } from '../tools/fake.js';
import { configure, place, run, runtimes, start, useSandbox } from './confined.js';
import { available } from './machine.js';

jest.setTimeout(120_000);
useSandbox();

(available ? describe : describe.skip)('a command of the sandbox', () => {
  test('a socket that the configuration names stays', async () => {
    const path = join(place.root, 'allowed.sock');
    const server = createServer((socket) => socket.end()).listen(path);
    await new Promise((next) => server.once('listening', next));
    const connect = `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer => "${path}") or die "refused"; print "reached"'`;
    try {
      expect((await run(connect)).output).toMatch(/^refused/);
      configure({ sockets: [path] });
      expect((await run(connect)).output).toBe('reached');
    } finally {
      server.close();
    }
  });

  test('commands of a session share its loopback, which no other has, and the machine neither', async () => {
    const shell = await start(
      `perl -MIO::Socket::INET -e '$| = 1; my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 45454, Listen => 1, ReuseAddr => 1) or die $!; print "listening\\n"; while (my $c = $s->accept) { print $c "hello\\n"; close $c }'`,
    );
    const lines = shell.output[Symbol.asyncIterator]();
    expect(String((await lines.next()).value)).toBe('listening\n');
    const ask = `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:45454") or die "refused"; print <$s>'`;
    expect((await run(ask)).output).toBe('hello');
    expect((await run(ask, { sessionId: 'session_other' })).output).toMatch(/^refused/);
    expect((await call(place, 'Bash', { command: ask })).output).toMatch(/^refused/);
    await runtimes.release('session_other');
    await shell.stop(100);
  });

  test("ports of the machine that the configuration names are the session's too", async () => {
    const server = createServer((socket) => socket.end('database')).listen(0, '127.0.0.1');
    await new Promise((next) => server.once('listening', next));
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : 0;
    configure({ hostPorts: [port] });
    try {
      const ask = `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:${port}") or die "refused"; print <$s>'`;
      expect((await run(ask)).output).toBe('database');
    } finally {
      server.close();
    }
  });
});
