/** Patches of a configuration: a common initial file, and refusals. */
import { afterEach, expect } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import { startChangeable, type Changeable } from './harness.js';

export const PROVIDER = '[providers.p]\ntype = "openai"\n';
export const MODEL = '[models.m]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\n';

let open: Changeable | undefined;
afterEach(() => open?.remove());

/** Starts a configuration that stays open until the end of the test. */
export const start = (text: string, env?: Record<string, string>): Changeable => (open = startChangeable(text, env));

/** Returns the details of a refused patch; expects an unchanged file and no notification of clients. */
export async function refused(on: Changeable, patch: Record<string, unknown>): Promise<ApiError> {
  const before = on.text();
  const error = await on.changes.update(patch).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${JSON.stringify(patch)} ${String(error)}`);
  expect(on.text()).toBe(before);
  expect(on.published).toEqual([]);
  return error;
}

export const FULL = `# my settings
default_model = "p/m"   # the big one
default_permission_mode = "yolo"

[providers.p] # work
type = "openai"
base_url = "https://user:pw@p.example/v1?token=abc"
api_key = "sk-1"
env = { OPENAI_API_KEY = "sk-2" }
custom_headers = { "X-Team" = "core" }

[providers."managed:agent-code"]
type = "agent"
oauth = { storage = "file", key = "oauth/x" }

[models."p/m"]
provider = "p"
model = "x"
max_context_size = 1_000
capabilities = [
  "thinking", # yes
]
[models."p/m".overrides]
display_name = 'X'

[models.flat]
model = "y"
max_context_size = 0x10
base_url = "https://k:secret@f.example"
protocol = "openai"
api_key = "sk-3"

[thinking]
enabled = true
keep = "off"

[services.search]
base_url = "https://s.example/?api_key=sk-4"
api_key = "sk-5"
custom_headers = { a = "b" }

# rules
[[permission.rules]]
decision = "deny"
pattern = "Bash(sudo *)"
scope = "user"

[[permission.rules]]
decision = "allow"
pattern = "Read"
scope = "project" # ignored

[[permission.rules]]
decision = "ask"
pattern = "Edit"

[[hooks]]
event = "Stop"
command = "one" # first

[[hooks]]
event = "Stop"
command = "two"
timeout = 7

[future]
x = 1979-05-27
`;
