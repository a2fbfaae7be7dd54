/** Failure of one screen or panel: what went wrong, its details, and a button to retry (web.md 5.19). */
import { CircleAlert } from 'lucide-preact';
import { Component, type ComponentChildren } from 'preact';
import { ApiFailure, ConnectionFailure } from '../../client/api/failure.js';
import { copyText } from '../live/clipboard.js';
import { isMissingPiece, logDefect } from '../live/defects.js';
import { text } from '../live/text.js';
import { Button } from './button.js';

export interface FailureProps {
  /** the action that failed */
  what?: string;
  error: unknown;
  onRetry?: () => void;
}

export function Failure({ what = text('failure.what'), error, onRetry }: FailureProps) {
  const details = detailsOf(error);
  return (
    <div class="failure" data-testid="failure" role="alert">
      <p>
        <CircleAlert aria-hidden="true" size="1.1em" />
        <strong>{what}</strong>
      </p>
      <p>{reasonOf(error)}</p>
      {details !== '' && <p class="dim">{details}</p>}
      <div class="row">
        {onRetry && <Button onClick={onRetry}>{text('failure.again')}</Button>}
        <Button kind="quiet" onClick={() => copyText([what, reasonOf(error), details].filter(Boolean).join('\n'))}>
          {text('failure.copy')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the server's message, or a description of what happened instead. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConnectionFailure) return text('failure.connection');
  if (isMissingPiece(error)) return text('failure.piece');
  if (error instanceof DOMException && error.name === 'TimeoutError') return text('failure.timeout');
  return error instanceof Error ? error.message : String(error);
}

function detailsOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return '';
  const { code, requestId } = error;
  return [
    text('failure.code', { code }),
    ...(requestId === undefined ? [] : [text('failure.request', { id: requestId })]),
  ].join(' · ');
}

interface BoundaryState {
  error: unknown;
}

/** Error boundary: a failure in one part of the page does not affect the others. */
export class Boundary extends Component<{ children: ComponentChildren }, BoundaryState> {
  override state: BoundaryState = { error: undefined };

  override componentDidCatch(error: unknown): void {
    logDefect(error);
    this.setState({ error });
  }

  render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failure what={text('failure.part')} error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
