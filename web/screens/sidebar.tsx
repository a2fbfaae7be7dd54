/** The sidebar: main links above the session list; on small screens a screen of its own. */
import { ChartColumn, Inbox, PanelLeftClose, Search, Settings, SquarePen, X } from 'lucide-preact';
import type { LucideIcon } from 'lucide-preact';
import { waiting } from '../live/inbox.js';
import { preferences, setPreferences } from '../live/preferences.js';
import { route } from '../live/routes.js';
import { meta } from '../live/server.js';
import { text } from '../live/text.js';
import { IconButton } from '../parts/button.js';
import { Link } from '../parts/link.js';
import { Splitter } from '../parts/splitter.js';
import { SessionList } from './lists/sessionlist.js';

export function Sidebar() {
  const { sidebarWidth } = preferences.value;
  return (
    <div class="sidebar" id="sidebar" style={{ '--sidebar-width': `${sidebarWidth}px` }}>
      <MainLinks />
      <SessionList>
        <Bypass />
        <Splitter
          label={text('nav.resize')}
          size={sidebarWidth}
          least={220}
          most={420}
          onSize={(size) => setPreferences({ sidebarWidth: size })}
        />
      </SessionList>
    </div>
  );
}

/** The session list as a screen in small windows. */
export function SessionScreen({ onClose }: { onClose(): void }) {
  return (
    <main class="sidebar list-screen">
      <div class="top-bar">
        <h1 tabIndex={-1}>{text('nav.sessions')}</h1>
        <IconButton icon={X} label={text('nav.closeMenu')} onClick={onClose} />
      </div>
      <SessionList>
        <Bypass />
      </SessionList>
    </main>
  );
}

function Bypass() {
  if (!meta.value?.dangerous_bypass_auth) return null;
  return (
    <p class="bypass" data-testid="bypass-warning">
      {text('bypass.warning')}
    </p>
  );
}

export function current(screen: string): { 'aria-current'?: 'page' } {
  return (route.value.parts[0] ?? '') === screen ? { 'aria-current': 'page' } : {};
}

function MainLinks() {
  return (
    <nav class="main-links" aria-label={text('nav.main')}>
      <div class="sidebar-head">
        <Link to="/" class="home-link" {...current('')}>
          {text('nav.home')}
        </Link>
        <IconButton
          icon={PanelLeftClose}
          label={text('nav.collapse')}
          aria-controls="sidebar"
          onClick={() => setPreferences({ isSidebarOpen: false })}
        />
      </div>
      <ul>
        <MainLink
          screen="inbox"
          icon={Inbox}
          name={text('nav.inbox')}
          label={inboxName()}
          count={waiting.value.total}
        />
        <MainLink screen="new" icon={SquarePen} name={text('nav.new')} />
        <MainLink screen="search" icon={Search} name={text('nav.search')} />
        <MainLink screen="usage" icon={ChartColumn} name={text('nav.usage')} />
        <MainLink screen="settings" icon={Settings} name={text('nav.settings')} />
      </ul>
    </nav>
  );
}

export function inboxName(): string {
  const { total } = waiting.value;
  return total > 0 ? text('nav.inbox.waiting', { n: total }) : text('nav.inbox');
}

interface MainLinkProps {
  screen: string;
  icon: LucideIcon;
  name: string;
  label?: string;
  count?: number;
}

function MainLink({ screen, icon: Icon, name, label = name, count = 0 }: MainLinkProps) {
  return (
    <li>
      <Link to={`/${screen}`} aria-label={label} {...current(screen)}>
        <Icon aria-hidden="true" size="1.1em" />
        <span>{name}</span>
        {/* CSS shows the count; the name of the link contains it as text */}
        {count > 0 && <span class="count" data-count={count} aria-hidden="true" />}
      </Link>
    </li>
  );
}
