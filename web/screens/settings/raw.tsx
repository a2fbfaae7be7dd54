/** The configuration file as the server parsed it, with secrets masked (web.md 5.15). */
import { useConfiguration } from '../../live/config.js';
import { text } from '../../live/text.js';
import { JsonTree } from '../../parts/json.js';
import { Reading } from './reading.js';

export function RawConfiguration() {
  const found = useConfiguration();
  if (!found) return <Reading />;
  return (
    <>
      <p class="dim">{text('raw.lead')}</p>
      <JsonTree name={text('settings.raw')} value={found.config.raw ?? {}} />
    </>
  );
}
