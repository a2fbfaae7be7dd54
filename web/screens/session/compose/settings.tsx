/** Settings of a session below its message box: model, effort, permission mode, plan mode, context (web.md 5.6). */
import { MessageCircleQuestion, TriangleAlert } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { Model, PermissionMode } from '../../../../schemas/generated/types.js';
import { isTurnActive } from '../../../../client/session/working.js';
import { formatPercent, formatTokens } from '../../../../client/view/format.js';
import { showNote } from '../../../live/notes.js';
import { route, setQuery } from '../../../live/routes.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { IconButton } from '../../../parts/button.js';
import { confirmAction } from '../../../parts/dialog.js';
import { reasonOf } from '../../../parts/failure.js';
import { Menu } from '../../../parts/menu.js';
import type { OpenSession } from '../open.js';
import { boxes } from './box.js';
import { ModelChoice } from './modelchoice.js';

const modes = ['manual', 'yolo', 'auto'] as const satisfies readonly PermissionMode[];

export function modeItems(chosen: PermissionMode, choose: (mode: PermissionMode) => void) {
  return modes.map((mode) => ({
    name: text(`mode.${mode}`),
    hint: text(`mode.${mode}.hint`),
    isChosen: mode === chosen,
    run: () => {
      if (mode !== 'auto' || chosen === 'auto') return choose(mode);
      void confirmAction({
        title: text('mode.ask'),
        text: text('mode.ask.text'),
        action: text('mode.auto'),
        isDanger: false,
      }).then((isSure) => isSure && choose(mode));
    },
  }));
}

/** Returns the available models, loaded when a component that offers them mounts. */
export function useModels(): readonly Model[] {
  const [models, setModels] = useState<readonly Model[]>([]);
  const current = server.value;
  useEffect(() => {
    let isOver = false;
    current?.client.listModels().then(
      ({ items }) => !isOver && setModels(items),
      // the known model stays shown; the next session loads the list again
      () => undefined,
    );
    return () => void (isOver = true);
  }, [current]);
  return models;
}

export function SessionSettings({ session, models }: { session: OpenSession; models: readonly Model[] }) {
  const { model, state } = session;
  const { settings } = state.value;
  const efforts = models.find((each) => each.model === settings.model)?.support_efforts ?? [];
  const set = (config: Parameters<typeof model.configure>[0]): void =>
    void model.configure(config).catch((error: unknown) => showNote(reasonOf(error), { isError: true }));
  const setModel = (next: string): void => {
    set({ model: next });
    if (isTurnActive(state.peek())) showNote(text('composer.modelLater'));
  };
  return (
    <>
      <ModelChoice models={models} value={settings.model} onChange={setModel} />
      {efforts.length > 0 && (
        <select
          data-control="effort"
          aria-label={text('composer.effort')}
          value={settings.thinking}
          onChange={(event) => set({ thinking: event.currentTarget.value })}
        >
          {efforts.map((effort) => (
            <option key={effort} value={effort}>
              {effort}
            </option>
          ))}
        </select>
      )}
      <span data-control="mode">
        <Menu
          kind="quiet"
          label={text('composer.mode', { mode: text(`mode.${settings.permissionMode}`) })}
          items={modeItems(settings.permissionMode, (mode) => set({ permission_mode: mode }))}
        >
          {text(`mode.${settings.permissionMode}`)}
        </Menu>
      </span>
      <label class="check switch">
        <input
          type="checkbox"
          role="switch"
          checked={settings.planMode}
          onChange={(event) => set({ plan_mode: event.currentTarget.checked })}
        />
        <span>{text('composer.plan')}</span>
      </label>
      <Context session={session} />
      <IconButton
        icon={MessageCircleQuestion}
        label={text('side.ask')}
        aria-pressed={route.value.query.get('panel') === 'side'}
        data-opens="side"
        onClick={() => setQuery({ panel: 'side' }, { replace: true })}
      />
    </>
  );
}

const nearlyFull = 0.7;
const almostFull = 0.85;

/** How full the context is, with a word and an icon when it matters, and how to shorten it. */
function Context({ session: { id, model, state } }: { session: OpenSession }) {
  const { contextTokens = 0, maxContextTokens } = state.value.usage;
  if (!maxContextTokens || contextTokens === 0) return null;
  const share = contextTokens / maxContextTokens;
  const off = isTurnActive(state.value) ? text('composer.stopFirst') : undefined;
  const word =
    share >= almostFull ? text('composer.almostFull') : share >= nearlyFull ? text('composer.nearlyFull') : '';
  const used = text('composer.contextUsed', { n: formatTokens(contextTokens), m: formatTokens(maxContextTokens) });
  return (
    <Menu
      kind="quiet"
      class={word === '' ? '' : 'warns'}
      label={text('composer.context', { share: formatPercent(share).replace('%', ' %') })}
      title={word === '' ? used : `${word}: ${used}`}
      items={[
        {
          name: text('composer.compact'),
          hint: used,
          off,
          run: () => void model.compact().catch((error: unknown) => showNote(reasonOf(error), { isError: true })),
        },
        {
          name: text('composer.compactWith'),
          off,
          run() {
            const box = boxes.get(id);
            if (box?.isEmpty()) box.put({ text: '/compact ', mentions: [], files: [] });
            box?.focus();
          },
        },
      ]}
    >
      {word !== '' && <TriangleAlert aria-hidden="true" size="1em" />}
      {text('composer.context', { share: formatPercent(share).replace('%', ' %') })}
      {word !== '' && ` · ${word}`}
    </Menu>
  );
}
