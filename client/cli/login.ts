/** `agent login`: shows the user the address and the code for the login, and waits for its end. */
import { Command } from 'clipanion';
import type { DeviceCode } from '../../schemas/host.js';
import { clientHome } from '../home.js';
import { CommandFailure } from './failures.js';
import { writeLine, type CliContext } from './io.js';

export class LoginCommand extends Command<CliContext> {
  static override paths = [['login']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const print = (line: string): void => writeLine(io.stderr, line);
    const stop = new AbortController();
    const stopListening = io.onSignal(() => stop.abort());
    try {
      const outcome = await io.direct.login({
        home: clientHome(io).directory,
        env: io.env,
        signal: stop.signal,
        onCode: (code) => instructions(code).forEach(print),
        onWarning: (message) => print(`warning: ${message}`),
      });
      if (outcome.kind === 'failed') throw new CommandFailure(outcome.message);
      const { provider, models, defaultModel } = outcome;
      const what = outcome.kind === 'already' ? 'Already logged in to' : 'Logged in to';
      const more = defaultModel === undefined ? '' : `; default model: ${defaultModel}`;
      print(`${what} ${provider}; ${models} ${models === 1 ? 'model' : 'models'}${more}`);
      return 0;
    } finally {
      stopListening();
    }
  }
}

function instructions({ verificationUri, verificationUriComplete, userCode, expiresIn }: DeviceCode): string[] {
  return [
    `Open ${verificationUriComplete}`,
    `or open ${verificationUri} and enter the code ${userCode}`,
    `The code is valid for ${durationText(expiresIn)}; Ctrl-C cancels.`,
  ];
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.floor(seconds / 60)} minutes`;
}
