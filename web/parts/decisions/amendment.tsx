/** Changes a call before it runs: its command, its arguments, or the whole new text of a file (additions.md A1). */
import { useEffect, useState } from 'preact/hooks';
import type { Approval, ApprovalDetail } from '../../../schemas/generated/types.js';
import type { Decision } from '../../../client/view/approvals.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button } from '../button.js';
import { Diff } from '../diff.js';
import { Failure } from '../failure.js';
import { Field } from '../field.js';
import { Skeleton } from '../skeleton.js';

export type AmendKind = 'content' | 'input';
type Amend = NonNullable<Decision['amend']>;

export interface AmendmentProps {
  approval: Approval;
  kind: AmendKind;
  send(amend: Amend): void;
}

/** The user who opens a form types into it next; that also brings it into view. */
const focusFirst = (field: HTMLTextAreaElement | null): void => field?.focus();

type Found = { detail: ApprovalDetail } | { failure: unknown };

/** The arguments, and the whole texts of an edit, which lists leave out. */
function useDetail({ session_id, approval_id }: Approval): Found | undefined {
  const [found, setFound] = useState<Found | undefined>(undefined);
  useEffect(() => {
    server
      .peek()
      ?.client.getApproval({ params: { session_id, approval_id } })
      .then(
        (detail) => setFound({ detail }),
        (failure: unknown) => setFound({ failure }),
      );
  }, [approval_id]);
  return found;
}

export function Amendment({ approval, kind, send }: AmendmentProps) {
  const found = useDetail(approval);
  if (!found) return <Skeleton />;
  if ('failure' in found) return <Failure error={found.failure} />;
  const { detail } = found;
  if (kind === 'content') return <NewText approval={detail} send={send} />;
  const { input } = detail;
  const command = input['command'];
  if (detail.tool_name === 'Bash' && typeof command === 'string')
    return <Command command={command} input={input} send={send} />;
  return <Arguments input={input} send={send} />;
}

function NewText({ approval, send }: { approval: ApprovalDetail; send(amend: Amend): void }) {
  const before = approval.edit?.before ?? '';
  const [value, setValue] = useState(approval.edit?.after ?? '');
  return (
    <div class="form amendment">
      <Field label={text('amend.text')}>
        {(bound) => (
          <textarea
            {...bound}
            ref={focusFirst}
            class="code"
            rows={12}
            spellcheck={false}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
      <Diff path={approval.edit?.path ?? ''} before={before} after={value} />
      <Button kind="primary" onClick={() => send({ content: value })}>
        {text('amend.approve')}
      </Button>
    </div>
  );
}

interface InputProps {
  input: Readonly<Record<string, unknown>>;
  send(amend: Amend): void;
}

function Command({ command, input, send }: InputProps & { command: string }) {
  const [value, setValue] = useState(command);
  return (
    <div class="form amendment">
      <Field label={text('amend.command')} hint={text('amend.command.hint')}>
        {(bound) => (
          <textarea
            {...bound}
            ref={focusFirst}
            class="code"
            rows={3}
            spellcheck={false}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button kind="primary" onClick={() => send({ input: { ...input, command: value } })}>
        {text('amend.approve')}
      </Button>
    </div>
  );
}

function Arguments({ input, send }: InputProps) {
  const [value, setValue] = useState(() => JSON.stringify(input, null, 2));
  const parsed = objectIn(value);
  return (
    <div class="form amendment">
      <Field label={text('permissions.arguments')} error={parsed === undefined ? text('amend.json') : undefined}>
        {(bound) => (
          <textarea
            {...bound}
            ref={focusFirst}
            class="code"
            rows={8}
            spellcheck={false}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button
        kind="primary"
        off={parsed === undefined ? text('amend.json') : undefined}
        onClick={() => parsed && send({ input: parsed })}
      >
        {text('amend.approve')}
      </Button>
    </div>
  );
}

function objectIn(source: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(source) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // not finished yet
    return undefined;
  }
}
