/** Less common options of a new session: another agent, additional directories (web.md 5.3). */
import { ChevronDown, ChevronRight } from 'lucide-preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { AgentProfile } from '../../../../schemas/generated/types.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Field } from '../../../parts/field.js';

export interface MoreProps {
  /** workspace of the directory, if it is one already */
  workspaceId: string | undefined;
  agent: string;
  onAgent(name: string): void;
  /** one path per line */
  dirs: string;
  onDirs(dirs: string): void;
}

export function MoreOptions({ workspaceId, agent, onAgent, dirs, onDirs }: MoreProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(agent !== '' || dirs !== '');
  const profiles = useProfiles(isOpen ? workspaceId : undefined);
  const chosen = profiles.find(({ name }) => name === agent);
  return (
    <div class="more-options">
      <Button
        kind="quiet"
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text('new.more')}
      </Button>
      <div id={id} class="form" hidden={!isOpen}>
        {isOpen && (
          <>
            <Field label={text('new.agent')} {...(chosen && { hint: chosen.description })}>
              {(bound) => (
                <select {...bound} value={agent} onChange={(event) => onAgent(event.currentTarget.value)}>
                  <option value="">{text('new.agent.default')}</option>
                  {agent !== '' && !chosen && <option value={agent}>{agent}</option>}
                  {profiles.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={text('new.dirs')} hint={text('new.dirs.hint')}>
              {(bound) => (
                <textarea
                  {...bound}
                  class="code"
                  rows={2}
                  spellcheck={false}
                  value={dirs}
                  onInput={(event) => onDirs(event.currentTarget.value)}
                />
              )}
            </Field>
          </>
        )}
      </div>
    </div>
  );
}

function useProfiles(workspaceId: string | undefined): readonly AgentProfile[] {
  const [profiles, setProfiles] = useState<readonly AgentProfile[]>([]);
  const current = server.value;
  useEffect(() => {
    let isOver = false;
    setProfiles([]);
    if (current && workspaceId !== undefined)
      current.client.listWorkspaceAgents({ params: { workspace_id: workspaceId } }).then(
        ({ profiles: found }) => !isOver && setProfiles(found),
        // keeps the default agent
        () => undefined,
      );
    return () => void (isOver = true);
  }, [current, workspaceId]);
  return profiles;
}
