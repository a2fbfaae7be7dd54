/** Settings: the list of its sections, and the chosen one (web.md 5.15). */
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text, type MessageKey } from '../live/text.js';
import { Link } from '../parts/link.js';
import { Screen } from '../parts/screen.js';
import type { ScreenProps } from './registry.js';
import { About } from './settings/about.js';
import { AccountSection } from './settings/account.js';
import { Devices } from './settings/devices.js';
import { Budget, Tools } from './settings/limits.js';
import { Notifications } from './settings/notifications.js';
import { Agents, Hooks, Skills } from './settings/programs.js';
import { General } from './settings/general.js';
import { Models } from './settings/models.js';
import { Permissions } from './settings/permissions.js';
import { RawConfiguration } from './settings/raw.js';
import { ToolServers } from './settings/toolservers.js';

const sections: readonly { path: string; name: MessageKey; Section: ComponentType }[] = [
  { path: 'general', name: 'settings.general', Section: General },
  { path: 'account', name: 'settings.account', Section: AccountSection },
  { path: 'models', name: 'settings.models', Section: Models },
  { path: 'mcp', name: 'settings.mcp', Section: ToolServers },
  { path: 'permissions', name: 'settings.permissions', Section: Permissions },
  { path: 'budget', name: 'settings.budget', Section: Budget },
  { path: 'hooks', name: 'settings.hooks', Section: Hooks },
  { path: 'skills', name: 'settings.skills', Section: Skills },
  { path: 'agents', name: 'settings.agents', Section: Agents },
  { path: 'tools', name: 'settings.tools', Section: Tools },
  { path: 'notifications', name: 'settings.notifications', Section: Notifications },
  { path: 'devices', name: 'settings.devices', Section: Devices },
  { path: 'raw', name: 'settings.raw', Section: RawConfiguration },
  { path: 'about', name: 'settings.about', Section: About },
];

export function Settings({ rest: [wanted] }: ScreenProps) {
  const shown = sections.find(({ path }) => path === wanted) ?? sections[0];
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // on small screens the list scrolls sideways
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  if (!shown) return null;
  const { Section, name } = shown;
  return (
    <Screen title={text('nav.settings')}>
      <div class="settings">
        <nav aria-label={text('nav.settings')}>
          <ul ref={list} class="settings-nav">
            {sections.map((section) => (
              <li key={section.path}>
                <Link
                  to={`/settings/${section.path}`}
                  class="settings-link"
                  {...(section === shown && { 'aria-current': 'page' as const })}
                >
                  {text(section.name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div class="settings-section">
          <h2>{text(name)}</h2>
          <Section key={shown.path} />
        </div>
      </div>
    </Screen>
  );
}
