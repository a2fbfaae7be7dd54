/** The extra tool of a turn whose prompt requires a result that matches a schema (acp-cli.md 8.1). */
import type { FaultOf } from '../../schemas/outputschema.js';
import type { Tool } from '../tools/tool.js';
import { copyOf } from './arguments.js';

/** The additional tool and result of a turn with a schema. */
export interface Output {
  tool: Tool;
  /** returns the arguments of the last valid call */
  result(): Record<string, unknown> | undefined;
}

export const submitResult = 'SubmitResult';

const description = `Ends the task with its result. The arguments are the result: they must fit the schema of this tool. Call it once, alone, when the task is done or cannot be done; text that you write instead is not read. A call that does not fit gets an error that names the paths at fault: correct them and call again.`;

export function createOutput(
  schema: Record<string, unknown>,
  faultOf: FaultOf,
  keep: (result: Record<string, unknown>) => void,
): Output {
  let result: Record<string, unknown> | undefined;
  return {
    result: () => result,
    tool: {
      name: submitResult,
      definition: { name: submitResult, description, inputSchema: schema },
      permission: 'allow',
      mainOnly: true,
      faultOf,
      plan: () =>
        Promise.resolve({
          subject: { kind: 'none' },
          access: { kind: 'none' },
          display: { kind: 'generic', summary: 'Submit the result' },
        }),
      run(input) {
        result = copyOf(input);
        keep(result);
        return Promise.resolve({ output: 'The result is accepted.' });
      },
    },
  };
}
