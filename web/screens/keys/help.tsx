/** All keyboard shortcuts of the page, and the slash commands of its message box (web.md 5.7, 6). */
import { useEffect, useState } from 'preact/hooks';
import { aboutOf } from '../../../client/commands/command.js';
import { commandsOf } from '../../../client/commands/table.js';
import type { CommandWords } from '../../../client/commands/texts.js';
import { shortcuts, shownKeys } from '../../live/keys.js';
import { preferences } from '../../live/preferences.js';
import { commandWords, language, text } from '../../live/text.js';
import { Dialog } from '../../parts/dialog.js';
import { Table } from '../../parts/table.js';

export function KeyHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={text('keys.title')} onClose={onClose} wide>
      <KeyTables />
    </Dialog>
  );
}

/** Lists the shortcuts that are switched on, and the commands. */
export function KeyTables() {
  const [words, setWords] = useState<CommandWords | undefined>(undefined);
  useEffect(() => void commandWords().then(setWords), [language.value]);
  const { singleKeys, browserKeys } = preferences.value;
  const shown = shortcuts.filter(
    ({ isSingle, isOfBrowser }) => (!isSingle || singleKeys) && (!isOfBrowser || browserKeys),
  );
  return (
    <div class="key-help">
      <Table label={text('keys.title')} columns={[text('keys.key'), text('keys.does')]}>
        {shown.map(({ keys, name }) => (
          <tr key={keys}>
            <th scope="row">
              <kbd>{shownKeys(keys)}</kbd>
            </th>
            <td>{text(name)}</td>
          </tr>
        ))}
      </Table>
      <Table label={text('keys.commands')} columns={[text('keys.command'), text('keys.does')]}>
        {words &&
          commandsOf('page').map((command) => (
            <tr key={command.name}>
              <th scope="row">
                <code>/{command.name}</code>
              </th>
              <td>{aboutOf(command, words)}</td>
            </tr>
          ))}
      </Table>
    </div>
  );
}
