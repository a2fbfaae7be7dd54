/** The form of a new or stored provider; an empty key field keeps the stored key (rest.md 7.2). */
import { Plus, Trash2 } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isFailure } from '../../../client/api/failure.js';
import type { Config, Provider, ProviderModelForm, ProviderType } from '../../../schemas/generated/types.js';
import { providerIdProblem } from '../../../schemas/provider-ids.js';
import { saving } from '../../live/config.js';
import { showNote } from '../../live/notes.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { FormDialog, refusalsOf, type Refusals } from './formdialog.js';

/** Protocols that the form supports, by their own names. */
const types: Readonly<Record<Exclude<ProviderType, 'agent' | 'offline'>, string>> = {
  openai: 'OpenAI Chat Completions',
  openai_responses: 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  'google-genai': 'Google Gemini',
  vertexai: 'Google Vertex AI',
};

interface ModelDraft {
  id: number;
  model: string;
  window: string;
  /** fields of a stored model that the form does not show */
  rest: Partial<ProviderModelForm>;
}

interface ProviderProps {
  provider?: Provider;
  /** models of the configuration, by alias */
  records?: Config['models'];
  onClose(): void;
}

let lastId = 0;
const draftOf = (model = '', window = '128000', rest: ModelDraft['rest'] = {}): ModelDraft => ({
  id: (lastId += 1),
  model,
  window,
  rest,
});

export function ProviderDialog({ provider, records, onClose }: ProviderProps) {
  const [id, setId] = useState(provider?.id ?? '');
  const [type, setType] = useState<ProviderType>(provider?.type ?? 'openai');
  const [address, setAddress] = useState(provider?.base_url ?? '');
  const [key, setKey] = useState('');
  const [models, setModels] = useState<ModelDraft[]>(() => storedModels(provider, records));
  const [refused, setRefused] = useState<Refusals>({});
  const [isBusy, setBusy] = useState(false);
  const list = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState<ModelDraft | undefined>(undefined);
  useEffect(() => {
    if (added) list.current?.querySelector<HTMLElement>('.model-row:last-of-type input')?.focus();
  }, [added]);

  function addModel(): void {
    const draft = draftOf();
    setModels([...models, draft]);
    setAdded(draft);
  }

  const change = (of: ModelDraft, more: Partial<ModelDraft>): void =>
    setModels(models.map((each) => (each.id === of.id ? { ...each, ...more } : each)));

  async function save(): Promise<void> {
    if (isBusy) return;
    const named = models.filter(({ model }) => model.trim() !== '');
    const forms = named.map(({ model, window, rest }) => ({
      ...rest,
      model: model.trim(),
      max_context_size: Number(window),
    }));
    const wrong = ownRefusals(id, models, named);
    setRefused(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const body = {
      type,
      models: forms,
      ...(address.trim() !== '' && { base_url: address.trim() }),
      ...(key.trim() !== '' && { api_key: key.trim() }),
    };
    const failure = await saving(async (client) => {
      if (!provider) await client.createProvider({ body: { ...body, id: id.trim() } });
      else
        await client.replaceProvider({
          params: { provider_id: provider.id },
          body: { ...body, ...(id.trim() !== provider.id && { new_id: id.trim() }) },
        });
    });
    setBusy(false);
    if (isFailure(failure, 'PROVIDER_ALREADY_EXISTS')) return setRefused({ id: text('provider.id.taken') });
    if (failure) return setRefused(refusalsOf(failure, (path) => fieldOf(path, named)));
    // removes the key from the document
    setKey('');
    showNote(provider ? text('models.saved', { name: id }) : text('models.added', { name: id }));
    onClose();
  }

  return (
    <FormDialog
      title={provider ? text('provider.edit', { name: provider.id }) : text('provider.title')}
      action={text(provider ? 'provider.save' : 'catalog.action')}
      isBusy={isBusy}
      refused={refused}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Field label={text('provider.id')} hint={text('provider.id.hint')} error={refused['id']}>
        {(bound) => (
          <input {...bound} type="text" autoFocus value={id} onInput={(event) => setId(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={text('provider.type')}>
        {(bound) => (
          <select {...bound} value={type} onChange={(event) => setType(event.currentTarget.value as ProviderType)}>
            {Object.entries(types).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text('provider.address')} hint={text('provider.address.hint')} error={refused['address']}>
        {(bound) => (
          <input {...bound} type="url" value={address} onInput={(event) => setAddress(event.currentTarget.value)} />
        )}
      </Field>
      <Field
        label={text('provider.key')}
        error={refused['key']}
        hint={provider?.has_api_key ? text('provider.key.stored') : text('provider.key.hint')}
      >
        {(bound) => (
          <input
            {...bound}
            type="password"
            autoComplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset ref={list}>
        <legend>{text('models.models')}</legend>
        {models.map((draft, at) => (
          <div class="row model-row" key={draft.id}>
            <Field label={text('provider.model', { n: at + 1 })} error={refused[`model ${draft.id}`]}>
              {(bound) => (
                <input
                  {...bound}
                  type="text"
                  placeholder={text('provider.model.example')}
                  value={draft.model}
                  onInput={(event) => change(draft, { model: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={text('provider.window', { n: at + 1 })} error={refused[`window ${draft.id}`]}>
              {(bound) => (
                <input
                  {...bound}
                  type="number"
                  min={1}
                  value={draft.window}
                  onInput={(event) => change(draft, { window: event.currentTarget.value })}
                />
              )}
            </Field>
            <IconButton
              icon={Trash2}
              label={text('provider.model.remove', { n: at + 1 })}
              onClick={() => setModels(models.filter((each) => each !== draft))}
            />
          </div>
        ))}
        <Button icon={Plus} onClick={addModel}>
          {text('provider.model.add')}
        </Button>
      </fieldset>
    </FormDialog>
  );
}

/** Checks the form before the request. */
function ownRefusals(id: string, models: readonly ModelDraft[], named: readonly ModelDraft[]): Refusals {
  const refusals: Record<string, string> = {};
  if (id.trim() === '') refusals['id'] = text('provider.id.missing');
  else if (providerIdProblem(id.trim()) !== undefined) refusals['id'] = text('provider.id.wrong');
  const [first] = models;
  if (named.length === 0) refusals[first ? `model ${first.id}` : ''] = text('provider.models.missing');
  for (const [at, { id: draftId, model, window }] of named.entries()) {
    if (named.slice(0, at).some((other) => other.model.trim() === model.trim()))
      refusals[`model ${draftId}`] = text('provider.model.twice');
    if (!(Number.isInteger(Number(window)) && Number(window) > 0))
      refusals[`window ${draftId}`] = text('provider.window.wrong');
  }
  return refusals;
}

const fields: Readonly<Record<string, string>> = { id: 'id', new_id: 'id', base_url: 'address', api_key: 'key' };

/** Returns the form field for a path in the request. */
function fieldOf(path: string, named: readonly ModelDraft[]): string | undefined {
  const [, at = '', name = ''] = /^models\.(\d+)\.?(\w*)/.exec(path) ?? [];
  const draft = named[Number(at)];
  if (at === '' || !draft) return fields[path];
  return `${name === 'max_context_size' ? 'window' : 'model'} ${draft.id}`;
}

function storedModels(provider: Provider | undefined, records: Config['models']): ModelDraft[] {
  const stored = (provider?.models ?? []).flatMap((alias) => {
    const record = records?.[alias];
    if (!record?.model) return [];
    const { displayName, maxOutputSize, supportEfforts, adaptiveThinking, capabilities } = record;
    return [
      draftOf(record.model, String(record.maxContextSize ?? ''), {
        ...(capabilities && { capabilities: capabilities as ProviderModelForm['capabilities'] }),
        ...(displayName !== undefined && { display_name: displayName }),
        ...(maxOutputSize !== undefined && { max_output_size: maxOutputSize }),
        ...(supportEfforts !== undefined && { support_efforts: supportEfforts }),
        ...(adaptiveThinking !== undefined && { adaptive_thinking: adaptiveThinking }),
      }),
    ];
  });
  return stored.length > 0 ? stored : [draftOf()];
}
