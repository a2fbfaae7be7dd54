/** Lists to choose from: sessions, models, permissions, and prompts to go back to (tui.md 3.16, 3.18). */
import type { PermissionMode } from '../../../schemas/generated/types.js';
import { findCommand } from '../../commands/table.js';
import { openSessionList } from '../../session/list.js';
import { formatAge, formatPath, formatTokens } from '../../view/format.js';
import type { Conversation } from '../conversation.js';
import { createListPanel } from '../panels/list.js';
import { textLines } from '../text/calls.js';
import { createListOpener, sessionParams as params, type ListsDeps } from './openlist.js';

export function createLists(deps: ListsDeps) {
  const { app, keymap, client, stream, now } = deps;
  const { open, attempt } = createListOpener(deps);

  return {
    sessions(enter: (id: string) => Promise<void>, cancelled: () => void = () => undefined): void {
      let isHere = true;
      const list = openSessionList({ client, stream });
      const end = (): void => {
        list.close();
        app.show(undefined);
      };
      const leave = list.subscribe(app.changed);
      app.show(
        createListPanel({
          keymap,
          title: 'Sessions',
          hint: 'Enter open · Tab all directories · Ctrl-A archive · Ctrl-R rename by /title · Ctrl-X delete',
          items: () =>
            list
              .get()
              .items.filter(({ workspace }) => !isHere || workspace.cwd === deps.cwd)
              .map((item) => {
                const { meta, workspace, activity } = item;
                const badges = [
                  ...(activity.status === 'idle' ? [] : [activity.status]),
                  ...(meta.archived ? ['archived'] : []),
                ];
                return {
                  value: item,
                  label: meta.title ?? meta.last_prompt ?? 'no prompt yet',
                  about: [...badges, ...(isHere ? [] : [formatPath(workspace.cwd ?? '', deps.userHome)])].join(' · '),
                  right: formatAge(meta.updated_at, now()),
                };
              }),
          isLoading: () => !list.get().isLoaded,
          more: () => list.get().hasMore && void list.loadMore(),
          choose(item) {
            leave();
            end();
            void attempt(() => enter(item.id));
          },
          cancel() {
            leave();
            end();
            cancelled();
          },
          keys: {
            tab: () => (isHere = !isHere),
            'ctrl+a': (item) =>
              item && void attempt(async () => void (await client.archiveSession({ params: { session_id: item.id } }))),
            'ctrl+x': (item) =>
              item &&
              void app
                .ask({ title: `Delete “${item.meta.title ?? item.id}”?`, choices: ['Delete', 'Cancel'] })
                .then((choice) =>
                  choice === 1
                    ? attempt(async () => void (await client.deleteSession({ params: { session_id: item.id } })))
                    : undefined,
                ),
          },
          changed: app.changed,
        }),
      );
    },

    models(conversation: Conversation): void {
      open({
        title: 'Models',
        hint: 'Enter use · Ctrl-D make it the default',
        async read() {
          const { items } = await client.listModels();
          return items.map((model) => ({
            value: model,
            label: model.model,
            about: [model.display_name ?? '', model.provider].filter((word) => word !== '').join(' · '),
            right: formatTokens(model.max_context_size),
          }));
        },
        async choose({ model }, close) {
          close();
          await conversation.session.configure({ model });
        },
        keys: {
          async 'ctrl+d'({ model }) {
            await client.setDefaultModel({ params: { model_id: model } });
            app.notice(`${model} is the default model now`);
          },
        },
      });
    },

    efforts(conversation: Conversation): void {
      const now = conversation.session.get().settings;
      open({
        title: `Thinking of ${now.model}`,
        async read() {
          const values = (await findCommand('effort')?.complete?.(conversation.context)) ?? [];
          return values.map(({ value, description = '' }) => ({
            value,
            label: value,
            about: value === now.thinking ? 'in use' : description,
          }));
        },
        async choose(thinking, close) {
          close();
          await conversation.session.configure({ thinking });
        },
      });
    },

    permissions(conversation: Conversation): void {
      open<{ mode: PermissionMode | undefined; rule: string | undefined }>({
        title: 'Permission mode, and rules of this session',
        hint: 'Enter choose a mode · Ctrl-X remove a rule',
        async read() {
          const { items } = await client.listPermissionRules({ params: params(conversation) });
          const { permissionMode } = conversation.session.get().settings;
          const modes = [
            { mode: 'manual', about: 'asks before what changes something' },
            { mode: 'auto', about: 'never asks; decides by itself' },
            { mode: 'yolo', about: 'approves everything that no rule denies' },
          ] as const;
          return [
            ...modes.map(({ mode, about }) => ({
              value: { mode, rule: undefined },
              label: mode,
              about: mode === permissionMode ? `in use · ${about}` : about,
            })),
            ...items.map(({ id, pattern }) => ({
              value: { mode: undefined, rule: id },
              label: pattern,
              about: 'allowed in this session',
            })),
          ];
        },
        async choose({ mode }, close) {
          if (mode === undefined) return;
          close();
          await conversation.session.configure({ permission_mode: mode });
        },
        keys: {
          async 'ctrl+x'({ rule }) {
            if (rule !== undefined)
              await client.deletePermissionRule({ params: { ...params(conversation), rule_id: rule } });
          },
        },
      });
    },

    rewind(conversation: Conversation): void {
      open({
        title: 'Go back to before',
        async read() {
          const { agents } = await client.listUserMessages({
            params: params(conversation),
            query: { agent_id: 'main' },
          });
          const messages = agents.flatMap(({ messages: all }) => all).reverse();
          return messages.map((message, at) => ({
            value: { count: at + 1, prompt: message.prompt },
            label: message.prompt,
            right: message.started_at === undefined ? '' : formatAge(Date.parse(message.started_at), now()),
          }));
        },
        async choose({ count, prompt }, close) {
          close();
          const { files } = await conversation.session.undo({
            count,
            dry_run: true,
            restore_files: true,
            page_size: 1,
          });
          const changes = files?.changes ?? [];
          const body = changes.map(({ path, action }) => `${action} ${path}`);
          const choices = [...(changes.length > 0 ? ['Conversation and files'] : []), 'Conversation only', 'Cancel'];
          const title = `Go back to before: ${prompt.split('\n', 1)[0] ?? ''}`;
          const choice = await app.ask({ title, body: body.flatMap((row) => textLines(row)), choices });
          const chosen = choice === undefined ? 'Cancel' : choices[choice - 1];
          if (chosen === 'Cancel') return;
          const { prompts } = await conversation.session.undo({
            count,
            restore_files: chosen === 'Conversation and files',
            page_size: 1,
          });
          app.prefill(prompts[0]?.text ?? '');
          app.notice('/redo takes it back');
        },
      });
    },
  };
}
