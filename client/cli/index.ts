/** All commands of this version, sorted by name. */
import { AgentCommand } from './agent.js';
import { DoctorCommand, DoctorConfigCommand, DoctorTuiCommand } from './doctor.js';
import { HelpCommand } from './help.js';
import { LoginCommand } from './login.js';
import { RotateTokenCommand } from './rotate-token.js';
import { WebCommand } from './web.js';

export const commands = [
  AgentCommand,
  DoctorCommand,
  DoctorConfigCommand,
  DoctorTuiCommand,
  HelpCommand,
  LoginCommand,
  RotateTokenCommand,
  WebCommand,
] as const;
