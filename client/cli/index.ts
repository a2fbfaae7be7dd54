/** All commands of this version, sorted by name. */
import { AgentCommand } from './agent.js';
import { DoctorCommand, DoctorConfigCommand, DoctorTuiCommand } from './doctor.js';
import { HelpCommand } from './help.js';
import { LoginCommand } from './login.js';
import { CatalogAddCommand, CatalogListCommand } from './provider-catalog.js';
import { ProviderAddCommand, ProviderCommand, ProviderListCommand, ProviderRemoveCommand } from './provider.js';
import { RotateTokenCommand } from './rotate-token.js';
import { ServerKillCommand } from './server-kill.js';
import { WebCommand } from './web.js';

export const commands = [
  AgentCommand,
  CatalogAddCommand,
  CatalogListCommand,
  DoctorCommand,
  DoctorConfigCommand,
  DoctorTuiCommand,
  HelpCommand,
  LoginCommand,
  ProviderAddCommand,
  ProviderCommand,
  ProviderListCommand,
  ProviderRemoveCommand,
  RotateTokenCommand,
  ServerKillCommand,
  WebCommand,
] as const;
