/** The changes of a session on their own screen (web.md 5.11). */
import { route } from '../../live/routes.js';
import { text } from '../../live/text.js';
import { Link } from '../../parts/link.js';
import { Screen } from '../../parts/screen.js';
import { Skeleton } from '../../parts/skeleton.js';
import type { ScreenProps } from '../registry.js';
import { ChangesView } from './changes/changes.js';
import { useSession } from './open.js';
import { NotFound } from './session.js';

export function ChangesScreen({ rest: [id = ''] }: ScreenProps) {
  const session = useSession(id);
  if (!session) return <Skeleton />;
  const { isGone, isLoaded, session: facts } = session.state.value;
  if (isGone) return <NotFound />;
  if (!isLoaded) return <Skeleton lines={8} />;
  return (
    <Screen
      title={text('panel.changes')}
      actions={<Link to={`/sessions/${id}`}>{facts?.title || text('changes.session')}</Link>}
    >
      <ChangesView session={session} heading="h2" wanted={route.value.query.get('file') ?? undefined} />
    </Screen>
  );
}
