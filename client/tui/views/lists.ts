/** Lists of a session's settings: models, thinking levels, permissions (tui.md 3.16). */
import type { PermissionMode } from '../../../schemas/generated/types.js';
import { findCommand } from '../../commands/table.js';
import { formatTokens } from '../../view/format.js';
import type { Conversation } from '../conversation.js';
import { createListOpener, sessionParams as params, type ListsDeps } from './openlist.js';
import { own } from '../../view/glyphs.js';

export function createLists(deps: ListsDeps) {
  const { app, client } = deps;
  const { open } = createListOpener(deps);

  return {
    models(conversation: Conversation): void {
      open({
        title: 'Models',
        hint: 'Enter use · Ctrl-D make it the default',
        async read() {
          const { items } = await client.listModels();
          return items.map((model) => ({
            value: model,
            label: model.model,
            about: [model.display_name ?? '', model.provider].filter((word) => word !== '').join(own(' · ')),
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
            { mode: 'yolo', about: 'asks only about risky calls' },
          ] as const;
          return [
            ...modes.map(({ mode, about }) => ({
              value: { mode, rule: undefined },
              label: mode,
              about: mode === permissionMode ? `in use ${own('·')} ${about}` : about,
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
  };
}
