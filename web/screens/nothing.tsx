/** What an address shows that is none of the page. */
import { text } from '../live/text.js';
import { Link } from '../parts/link.js';
import { Screen } from '../parts/screen.js';

export function Nothing() {
  return (
    <Screen title={text('nothing.title')}>
      <p>{text('nothing.text')}</p>
      <p>
        <Link to="/">{text('nothing.home')}</Link>
      </p>
    </Screen>
  );
}
