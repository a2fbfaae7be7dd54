/** Changes a call before it runs: its command, its arguments, or the whole new text of a file (additions.md A1). */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Approval, ApprovalDetail } from '../../../schemas/generated/types.js';
import type { Decision } from '../../../client/view/approvals.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button } from '../button.js';
import { Diff } from '../diff.js';
import { Failure } from '../failure.js';
import { Field } from '../field.js';
import { objectIn } from '../jsontext.js';
import { Skeleton } from '../skeleton.js';
import { decisionDraft, keepDecisionDraft } from './drafts.js';

export type AmendKind = 'content' | 'input';
type Amend = NonNullable<Decision['amend']>;

export interface AmendmentProps {
  approval: Approval;
  kind: AmendKind;
  /** working directory of the session */
  cwd?: string | undefined;
  send(amend: Amend): void;
}

/** Focuses the first field of a form that the user opens, which also scrolls it into view. */
const focusFirst = (field: HTMLTextAreaElement | null): void => field?.focus();

type Found = { detail: ApprovalDetail } | { failure: unknown };

/** Reads the arguments and the whole texts of an edit, which lists omit. */
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

export function Amendment({ approval, kind, cwd, send }: AmendmentProps) {
  const found = useDetail(approval);
  if (!found) return <Skeleton />;
  if ('failure' in found) return <Failure error={found.failure} />;
  const { detail } = found;
  if (kind === 'content') return <NewText approval={detail} cwd={cwd} send={send} />;
  const { input } = detail;
  const command = input['command'];
  if (detail.tool_name === 'Bash' && typeof command === 'string')
    return <Command approval={detail} command={command} send={send} />;
  return <Arguments approval={detail} send={send} />;
}

interface FormProps {
  approval: ApprovalDetail;
  send(amend: Amend): void;
}

/** Returns the user's replacement of `original`, and a function that stores it. */
function useAmended({ approval_id: id }: ApprovalDetail, original: string): [string, (value: string) => void] {
  const draft = decisionDraft(id);
  const keep = (value: string): void =>
    keepDecisionDraft(id, { ...decisionDraft(id), amended: value === original ? undefined : value });
  return [draft.amended ?? original, keep];
}

interface AmendFormProps {
  label: string;
  hint?: string;
  rows: number;
  value: string;
  setValue(value: string): void;
  /** why it cannot be sent yet */
  wrong?: string | undefined;
  children?: ComponentChildren;
  approve(): void;
}

function AmendForm({ label, hint, rows, value, setValue, wrong, children, approve }: AmendFormProps) {
  return (
    <div class="form amendment">
      <Field label={label} hint={hint} error={wrong}>
        {(bound) => (
          <textarea
            {...bound}
            ref={focusFirst}
            class="code"
            rows={rows}
            spellcheck={false}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
      {children}
      <Button kind="primary" off={wrong} onClick={approve}>
        {text('amend.approve')}
      </Button>
    </div>
  );
}

function NewText({ approval, cwd, send }: FormProps & Pick<AmendmentProps, 'cwd'>) {
  const { path = '', before = '', after = '' } = approval.edit ?? {};
  const [value, setValue] = useAmended(approval, after);
  return (
    <AmendForm
      label={text('amend.text')}
      rows={12}
      value={value}
      setValue={setValue}
      approve={() => send({ content: value })}
    >
      <Diff path={path} before={before} after={value} firstLine={1} cwd={cwd} />
    </AmendForm>
  );
}

function Command({ approval, command, send }: FormProps & { command: string }) {
  const [value, setValue] = useAmended(approval, command);
  return (
    <AmendForm
      label={text('amend.command')}
      hint={text('amend.command.hint')}
      rows={3}
      value={value}
      setValue={setValue}
      approve={() => send({ input: { ...approval.input, command: value } })}
    />
  );
}

function Arguments({ approval, send }: FormProps) {
  const [value, setValue] = useAmended(approval, JSON.stringify(approval.input, null, 2));
  const parsed = objectIn(value);
  return (
    <AmendForm
      label={text('permissions.arguments')}
      rows={8}
      value={value}
      setValue={setValue}
      wrong={typeof parsed === 'string' ? parsed : undefined}
      approve={() => typeof parsed !== 'string' && send({ input: parsed })}
    />
  );
}
