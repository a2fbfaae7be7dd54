/** The managed login: shows the code during a login, and the logged-in account (web.md 5.15). */
import { effect, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { openAccount, type Account, type AccountState } from '../../../client/session/account.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import { copyText } from '../../live/clipboard.js';
import { seconds, useSecondsUntilDone } from '../../live/clock.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { formatMoment, language, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { confirmAction } from '../../parts/dialog.js';
import { Link } from '../../parts/link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { reasonOf } from '../../parts/failure.js';

const state = signal<AccountState | undefined>(undefined);
let account: Account | undefined;

/** Follows the account while the section is mounted; a started login continues on the server. */
function useAccount(): void {
  useEffect(
    () =>
      effect(() => {
        const current = server.value;
        if (!current) return;
        const opened = openAccount(current);
        account = opened;
        const leave = opened.subscribe(() => (state.value = opened.get()));
        return () => {
          leave();
          opened.close();
        };
      }),
    [],
  );
}

export function AccountSection() {
  useAccount();
  const now = state.value;
  if (!now?.isLoaded) return <Skeleton />;
  const isIn = now.auth?.managed_provider?.status === 'authenticated';
  return isIn ? <LoggedIn /> : <LogIn login={now.login} isOffered={now.auth?.login_available === true} />;
}

function report(error: unknown): void {
  showNote(reasonOf(error), { isError: true });
}

function LogIn({ login, isOffered }: { login: AccountState['login']; isOffered: boolean }) {
  const begin = (region?: 'mainland-cn' | 'global'): void => void account?.logIn(region).catch(report);
  if (login?.status === 'pending') return <Code login={login} />;
  const none = isOffered ? undefined : text('account.none');
  // a login that succeeded earlier ends with the logout
  const isOver = login === undefined || login.status === 'authenticated';
  return (
    <>
      <p class="dim">{text('account.lead')}</p>
      {login && login.status !== 'authenticated' && (
        <p role="alert">{text('account.ended', { reason: login.error_message ?? text(`account.${login.status}`) })}</p>
      )}
      {none !== undefined && (
        <p>
          {none} <Link to="/settings/models">{text('account.none.hint')}</Link>
        </p>
      )}
      <p class="row">
        <Button {...(none === undefined && { kind: 'primary' })} off={none} onClick={() => begin()}>
          {text(isOver ? 'account.login' : 'failure.again')}
        </Button>
        {none === undefined && (
          <>
            <Button onClick={() => begin('global')}>{text('account.global')}</Button>
            <Button onClick={() => begin('mainland-cn')}>{text('account.mainland')}</Button>
          </>
        )}
      </p>
    </>
  );
}

function Code({ login }: { login: NonNullable<AccountState['login']> }) {
  useEffect(() => useSecondsUntilDone(), []);
  const left = Math.max(0, Math.round((Date.parse(login.expires_at) - seconds.value) / 1_000));
  return (
    <div class="card" data-testid="device-code">
      <p>{text('account.code')}</p>
      <p class="large-code">
        <code>{login.user_code}</code>
        <Button onClick={() => copyText(login.user_code)}>{text('account.copyCode')}</Button>
      </p>
      <p>
        <a href={login.verification_uri_complete} target="_blank" rel="noopener noreferrer">
          {text('account.open')}
        </a>{' '}
        <span class="dim">{login.verification_uri}</span>
      </p>
      <p class="dim">{text('account.left', { minutes: Math.floor(left / 60), seconds: left % 60 })}</p>
      <Button onClick={() => void account?.cancelLogin().catch(report)}>{text('dialog.cancel')}</Button>
    </div>
  );
}

type User = Operations['getAccountUser']['data'];
type Quota = Operations['getAccountUsage']['data'];

function LoggedIn() {
  const [user, setUser] = useState<User | undefined>(undefined);
  const [quota, setQuota] = useState<Quota | undefined>(undefined);
  useEffect(() => {
    const client = server.peek()?.client;
    client?.getAccountUser().then(setUser, report);
    client?.getAccountUsage().then(setQuota, report);
  }, []);

  async function logOut(): Promise<void> {
    const isSure = await confirmAction({
      title: text('account.logout.title'),
      text: text('account.logout.text'),
      action: text('account.logout'),
    });
    if (isSure) await account?.logOut().catch(report);
  }

  return (
    <>
      {user && (
        <p>
          {user.kind === 'ok' ? (
            <Clean text={text('account.as', { name: nameOf(user.userInfo) })} />
          ) : (
            <span role="alert">
              <Clean text={user.message} />
            </span>
          )}
        </p>
      )}
      {quota?.kind === 'error' && (
        <p role="alert">
          <Clean text={quota.message} />
        </p>
      )}
      {quota?.kind === 'ok' && <Meters quota={quota.quota} />}
      <Button onClick={() => void logOut()}>{text('account.logout')}</Button>
    </>
  );
}

function nameOf({ nickname, userLevelName: level }: Extract<User, { kind: 'ok' }>['userInfo']): string {
  return level === '' ? nickname : `${nickname} (${level})`;
}

const meters = ['limit5h', 'limit7d', 'monthTotal'] as const;

function Meters({ quota }: { quota: Extract<Quota, { kind: 'ok' }>['quota'] }) {
  const { usages, extraUsage: extra } = quota;
  return (
    <div class="form">
      {meters.map((name) => {
        const usage = usages[name];
        if (!usage) return null;
        const percent = Math.round(usage.usedRatio * 100);
        return (
          <div class="field" key={name}>
            <span id={`quota-${name}`}>{text(`account.${name}`)}</span>
            <meter min={0} max={100} value={percent} aria-labelledby={`quota-${name}`}>
              {percent} %
            </meter>
            <small class="dim small">
              {text('account.used', { n: percent })}
              {usage.resetAt !== undefined &&
                ` · ${text('account.reset', { time: formatMoment(Date.parse(usage.resetAt)) })}`}
            </small>
          </div>
        );
      })}
      {extra && (
        <p>
          {text('account.balance', {
            amount: new Intl.NumberFormat(language.value, { style: 'currency', currency: extra.currency }).format(
              extra.balanceCents / 100,
            ),
          })}
        </p>
      )}
    </div>
  );
}
