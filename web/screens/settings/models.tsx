/** Providers and models: the list, the default model, and ways to add a provider (web.md 5.15). */
import { Plus, RefreshCw } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import { formatTokens } from '../../../client/view/format.js';
import type { Model, Provider } from '../../../schemas/generated/types.js';
import { saving, useConfiguration, type Configuration } from '../../live/config.js';
import { showNote } from '../../live/notes.js';
import { capabilityName, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { confirmAction, openDialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { Menu } from '../../parts/menu.js';
import { CatalogDialog } from './catalog.js';
import { ProviderDialog } from './provider.js';
import { Reading } from './reading.js';
import { Table } from '../../parts/table.js';
import { reasonOf } from '../../parts/failure.js';

export function Models() {
  const found = useConfiguration();
  if (!found) return <Reading />;
  return (
    <>
      <p role="status">{readiness(found)}</p>
      <Providers found={found} />
      <ModelTable found={found} />
    </>
  );
}

function readiness({ config, models, providers }: Configuration): string {
  if (providers.every(isOffline)) return text('models.none');
  const alias = config.default_model;
  if (!alias) return text('models.noDefault');
  return models.some(({ model }) => model === alias)
    ? text('models.ready', { alias })
    : text('models.unresolved', { alias });
}

/** The offline provider is built in, so the user cannot change it. */
function isOffline({ type }: Provider): boolean {
  return type === 'offline';
}

/** Makes a change and shows the outcome as a note. */
async function act(call: Parameters<typeof saving>[0], done: string): Promise<void> {
  const failure = await saving(call);
  if (failure) showNote(reasonOf(failure), { isError: true });
  else showNote(done);
}

function Providers({ found }: { found: Configuration }) {
  const providers = found.providers.filter((provider) => !isOffline(provider));
  return (
    <section aria-labelledby="providers">
      <div class="section-head">
        <h3 id="providers">{text('models.providers')}</h3>
        <span class="row">
          <Button icon={Plus} kind="primary" onClick={() => openDialog((close) => <CatalogDialog onClose={close} />)}>
            {text('models.add')}
          </Button>
          <Button onClick={() => openDialog((close) => <ProviderDialog onClose={close} />)}>
            {text('models.addByHand')}
          </Button>
          {providers.length > 0 && (
            <Button
              icon={RefreshCw}
              onClick={() =>
                void act(async (client) => void (await client.refreshProviders()), text('models.refreshed'))
              }
            >
              {text('models.refreshAll')}
            </Button>
          )}
        </span>
      </div>
      {providers.length === 0 ? (
        <p class="empty">{text('models.providers.none')}</p>
      ) : (
        <Table
          label={text('models.providers')}
          columns={[
            text('models.name'),
            text('models.state'),
            text('models.count'),
            text('skills.source'),
            text('models.address'),
            '',
          ]}
        >
          {providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} found={found} />
          ))}
        </Table>
      )}
    </section>
  );
}

/** Returns where a provider comes from. One that is not in the file comes from the environment. */
function sourceOf({ id, type }: Provider, { raw }: Configuration['config']): string {
  if (type === 'agent') return text('models.source.login');
  const tables = raw?.['providers'] as Readonly<Record<string, { source?: { kind?: string } } | undefined>> | undefined;
  const table = tables?.[id];
  if (!table) return text('models.source.environment');
  if (!table.source) return text('models.source.hand');
  return text(table.source.kind === 'catalog' ? 'models.source.catalog' : 'models.source.registry');
}

function ProviderRow({ provider, found }: { provider: Provider; found: Configuration }) {
  const { id, status, base_url: address, models } = provider;
  async function remove(): Promise<void> {
    const isSure = await confirmAction({
      title: text('models.remove.title', { name: id }),
      text: text('models.remove.text', { name: id, n: models?.length ?? 0 }),
      action: text('models.remove.action'),
    });
    if (!isSure) return;
    await act(
      async (client) => void (await client.deleteProvider({ params: { provider_id: id } })),
      text('models.removed', { name: id }),
    );
  }
  return (
    <tr>
      <th scope="row">
        <Clean text={id} />
        <small class="dim"> {provider.type}</small>
      </th>
      <td>{text(`models.state.${status}`)}</td>
      <td>{models?.length ?? 0}</td>
      <td>{sourceOf(provider, found.config)}</td>
      <td>
        <Clean text={address ?? text('models.address.own')} />
      </td>
      <td>
        <Menu
          label={text('models.actionsOf', { name: id })}
          items={[
            {
              name: text('models.edit'),
              run: () =>
                openDialog((close) => (
                  <ProviderDialog provider={provider} records={found.config.models} onClose={close} />
                )),
            },
            {
              name: text('models.refresh'),
              run: () =>
                void act(
                  async (client) => void (await client.refreshProvider({ params: { provider_id: id } })),
                  text('models.refreshed'),
                ),
            },
            { name: text('models.remove'), isDanger: true, startsGroup: true, run: () => void remove() },
          ]}
        >
          …
        </Menu>
      </td>
    </tr>
  );
}

function ModelTable({ found }: { found: Configuration }) {
  const [filter, setFilter] = useState('');
  const { models, config } = found;
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    return models.filter(({ model, display_name: name }) => {
      const whole = `${model} ${name ?? ''}`.toLowerCase();
      return words.every((word) => whole.includes(word));
    });
  }, [models, filter]);
  if (models.length === 0) return null;
  return (
    <section aria-labelledby="models">
      <div class="section-head">
        <h3 id="models">{text('models.models')}</h3>
        <Field label={text('models.search')}>
          {(bound) => (
            <input {...bound} type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          )}
        </Field>
      </div>
      {shown.length === 0 ? (
        <p class="empty">{text('models.noMatch')}</p>
      ) : (
        <>
          <Table
            label={text('models.models')}
            columns={[text('models.alias'), text('models.window'), text('models.abilities'), text('models.price'), '']}
          >
            {shown.slice(0, mostRows).map((model) => (
              <ModelRow key={model.model} model={model} config={config} />
            ))}
          </Table>
          {shown.length > mostRows && <p class="dim">{text('models.more', { n: shown.length - mostRows })}</p>}
        </>
      )}
    </section>
  );
}

/** maximum number of rows; the search finds further models */
const mostRows = 200;

function ModelRow({ model, config }: { model: Model; config: Configuration['config'] }) {
  const { model: alias, display_name: name } = model;
  const isDefault = config.default_model === alias;
  const price = config.models?.[alias]?.price;
  return (
    <tr>
      <th scope="row">
        <Clean text={alias} />
        {name !== undefined && name !== alias && (
          <small class="dim">
            {' '}
            <Clean text={name} />
          </small>
        )}
      </th>
      <td>{model.max_context_size ? formatTokens(model.max_context_size) : ''}</td>
      <td>{(model.capabilities ?? []).map(capabilityName).join(', ')}</td>
      <td>{price ? `$${price.input} / $${price.output}` : ''}</td>
      <td>
        {isDefault ? (
          <strong>{text('models.default')}</strong>
        ) : (
          <Button
            kind="quiet"
            aria-label={text('models.makeDefault', { alias })}
            onClick={() =>
              void act(
                async (client) => void (await client.setDefaultModel({ params: { model_id: alias } })),
                text('models.madeDefault', { alias }),
              )
            }
          >
            {text('models.makeDefault.short')}
          </Button>
        )}
      </td>
    </tr>
  );
}
