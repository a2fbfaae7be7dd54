/** All commands of this version, sorted by name. */
import { AcpCommand } from './acp.js';
import { AgentCommand } from './agent.js';
import { CompleteCommand, CompletionCommand } from './completion.js';
import { DoctorCommand, DoctorConfigCommand, DoctorTuiCommand } from './doctor.js';
import { ExportCommand } from './export.js';
import { HelpCommand } from './help.js';
import { InstallDesktopCommand } from './install-desktop.js';
import { LoginCommand } from './login.js';
import { MigrateCommand } from './migrate.js';
import { CatalogAddCommand, CatalogListCommand } from './provider-catalog.js';
import { ProviderAddCommand, ProviderCommand, ProviderListCommand, ProviderRemoveCommand } from './provider.js';
import { RotateTokenCommand } from './rotate-token.js';
import { ServerKillCommand } from './server-kill.js';
import {
  ServiceCommand,
  ServiceInstallCommand,
  ServicePrintCommand,
  ServiceRemoveCommand,
  ServiceStatusCommand,
} from './service.js';
import { UpgradeCommand } from './upgrade.js';
import { VisCommand } from './vis.js';
import { WebCommand } from './web.js';
import { WhereCommand } from './where.js';

export const commands = [
  AcpCommand,
  AgentCommand,
  CatalogAddCommand,
  CatalogListCommand,
  CompleteCommand,
  CompletionCommand,
  DoctorCommand,
  DoctorConfigCommand,
  DoctorTuiCommand,
  ExportCommand,
  HelpCommand,
  InstallDesktopCommand,
  LoginCommand,
  MigrateCommand,
  ProviderAddCommand,
  ProviderCommand,
  ProviderListCommand,
  ProviderRemoveCommand,
  RotateTokenCommand,
  ServerKillCommand,
  ServiceCommand,
  ServiceInstallCommand,
  ServicePrintCommand,
  ServiceRemoveCommand,
  ServiceStatusCommand,
  UpgradeCommand,
  VisCommand,
  WebCommand,
  WhereCommand,
] as const;
