/** Adds a provider from the catalog of known providers: choose it and enter its key (web.md 5.15). */
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import type { CatalogEntry } from '../../../schemas/generated/types.js';
import { saving } from '../../live/config.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { counted, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { Skeleton } from '../../parts/skeleton.js';
import { reasonOf } from '../../parts/failure.js';

const mostShown = 60;

export function CatalogDialog({ onClose }: { onClose(): void }) {
  const [entries, setEntries] = useState<readonly CatalogEntry[] | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<CatalogEntry | undefined>(undefined);

  useEffect(() => {
    server
      .peek()
      ?.client.listCatalogProviders()
      .then(
        ({ items }) => setEntries(items),
        (error: unknown) => setFailure(reasonOf(error)),
      );
  }, []);

  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return (entries ?? []).filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  }, [entries, filter]);

  if (chosen) return <KeyDialog entry={chosen} onBack={() => setChosen(undefined)} onClose={onClose} />;
  return (
    <Dialog title={text('catalog.title')} onClose={onClose}>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <Field label={text('catalog.search')}>
        {(bound) => (
          <input
            {...bound}
            type="search"
            autoFocus
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        )}
      </Field>
      {entries === undefined && failure === undefined && <Skeleton />}
      {entries !== undefined && shown.length === 0 && <p class="empty">{text('catalog.none')}</p>}
      <ul class="choices">
        {shown.slice(0, mostShown).map((entry) => (
          <li key={entry.id}>
            <Button
              kind="quiet"
              off={
                entry.rejected ? text(`catalog.rejected.${entry.reject_reason ?? 'unknown-explicit-type'}`) : undefined
              }
              onClick={() => setChosen(entry)}
            >
              <span>
                <Clean text={entry.name} />
                <small class="dim"> {counted('catalog.models', entry.models.length)}</small>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {shown.length > mostShown && <p class="dim">{text('catalog.more', { n: shown.length - mostShown })}</p>}
    </Dialog>
  );
}

interface KeyProps {
  entry: CatalogEntry;
  onBack(): void;
  onClose(): void;
}

function KeyDialog({ entry, onBack, onClose }: KeyProps) {
  const [key, setKey] = useState('');
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  async function add(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const failure = await saving(async (client) => {
      await client.importCatalog({
        body: {
          catalog_id: entry.id,
          ...(key.trim() !== '' && { api_key: key.trim() }),
          ...(address.trim() !== '' && { base_url: address.trim() }),
        },
      });
    });
    setBusy(false);
    if (failure) return setError(reasonOf(failure));
    setKey('');
    showNote(text('models.added', { name: entry.name }));
    onClose();
  }

  return (
    <Dialog
      title={text('catalog.add', { name: entry.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{text('panel.back')}</Button>
          <Button kind="primary" type="submit" form={id} off={isBusy ? text('loading') : undefined}>
            {text('catalog.action')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field
          label={text('provider.key')}
          error={error}
          hint={entry.env_key ? text('catalog.envKey', { name: entry.env_key }) : text('provider.key.hint')}
        >
          {(bound) => (
            <input
              {...bound}
              type="password"
              autoComplete="off"
              autoFocus
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
          )}
        </Field>
        {entry.needs_base_url && (
          <Field label={text('provider.address')} hint={text('provider.address.hint')}>
            {(bound) => (
              <input {...bound} type="url" value={address} onInput={(event) => setAddress(event.currentTarget.value)} />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
