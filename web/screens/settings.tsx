/** Settings: the list of sections, and the chosen one (web.md 5.15). */
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../live/text.js';
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
import { sectionNames, type SectionName } from './settings/names.js';
import { Permissions } from './settings/permissions.js';
import { RawConfiguration } from './settings/raw.js';
import { ToolServers } from './settings/toolservers.js';

const sections: Readonly<Record<SectionName, ComponentType>> = {
  general: General,
  account: AccountSection,
  models: Models,
  mcp: ToolServers,
  permissions: Permissions,
  budget: Budget,
  hooks: Hooks,
  skills: Skills,
  agents: Agents,
  tools: Tools,
  notifications: Notifications,
  devices: Devices,
  raw: RawConfiguration,
  about: About,
};

export function Settings({ rest: [wanted] }: ScreenProps) {
  const shown = sectionNames.find((name) => name === wanted) ?? 'general';
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // on small screens the list scrolls sideways
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  const Section = sections[shown];
  return (
    <Screen title={text('nav.settings')}>
      <div class="settings">
        <nav aria-label={text('nav.settings')}>
          <ul ref={list} class="settings-nav">
            {sectionNames.map((name) => (
              <li key={name}>
                <Link
                  to={`/settings/${name}`}
                  class="settings-link"
                  {...(name === shown && { 'aria-current': 'page' as const })}
                >
                  {text(`settings.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div class="settings-section">
          <h2>{text(`settings.${shown}`)}</h2>
          <Section key={shown} />
        </div>
      </div>
    </Screen>
  );
}
