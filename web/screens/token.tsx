/** Asks for the access token, on top of the current screen, which stays as it is (web.md 2.3). */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAlone } from '../live/base.js';
import { seconds, useSecondsUntilDone } from '../live/clock.js';
import { countVisit } from '../live/routes.js';
import { connectWith, refusal, type Refusal } from '../live/server.js';
import { text } from '../live/text.js';
import { tokenOf } from '../live/token.js';
import { Button } from '../parts/button.js';

export function TokenScreen() {
  const field = useRef<HTMLInputElement>(null);
  const [remember, setRemember] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  // the previously focused element gets hidden below this screen and loses the focus on render
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    field.current?.focus();
    return () =>
      void requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
        if (document.activeElement === document.body) countVisit();
      });
  }, []);
  useEffect(useSecondsUntilDone, []);
  const waitMs = refusal.value.kind === 'limited' ? refusal.value.until - seconds.value : 0;
  const limited = waitMs > 0 ? text('token.limited', { n: Math.ceil(waitMs / 1_000) }) : undefined;
  const reason = isEmpty ? text('token.empty') : (limited ?? reasonOf(refusal.value));

  async function connect(): Promise<void> {
    const value = tokenOf(field.current?.value ?? '');
    setEmpty(value === '');
    if (value === '' || limited !== undefined || isChecking) return;
    setChecking(true);
    await connectWith(value, remember);
    setChecking(false);
  }

  return (
    <main class="gate" id="content" tabIndex={-1}>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void connect();
        }}
      >
        <h1>{text('token.title')}</h1>
        <p id="token-where">{text('token.where')}</p>
        <label class="field">
          <span>{text('token.field')}</span>
          <input
            ref={field}
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="token-where token-reason"
            aria-invalid={reason !== ''}
          />
        </label>
        {isAlone && (
          <label class="check">
            <input
              type="checkbox"
              checked={remember}
              aria-describedby="token-risk"
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
            <span>{text('token.remember')}</span>
          </label>
        )}
        {isAlone && (
          <p class="dim small" id="token-risk">
            {text('token.remember.risk')}
          </p>
        )}
        <div role="alert" id="token-reason" class="reason">
          {reason}
        </div>
        <Button kind="primary" type="submit" off={limited ?? (isChecking ? text('token.checking') : undefined)}>
          {text('token.connect')}
        </Button>
      </form>
    </main>
  );
}

function reasonOf(why: Refusal): string {
  if (why.kind === 'wrong') return text('token.wrong');
  if (why.kind === 'expired') return text('token.expired');
  return '';
}

/** The server refuses this page, or does not answer at all. */
export function NoAccess() {
  const { value } = refusal;
  const isForbidden = value.kind === 'forbidden';
  return (
    <main class="gate" id="content" tabIndex={-1}>
      <div class="card">
        <h1>{text(isForbidden ? 'forbidden.title' : 'unreachable.title')}</h1>
        <p role="alert">{isForbidden ? value.message : text('unreachable.text')}</p>
      </div>
    </main>
  );
}
