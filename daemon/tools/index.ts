/** Lists all built-in tools, sorted by name. */
import { toolTable, type ToolInputs, type ToolName } from '../../schemas/generated/tools.js';
import { toolValidators } from '../../schemas/generated/validators.js';
import { errorDetails } from '../../schemas/validation.js';
import { agent } from './agent.js';
import { askUserQuestion } from './askuserquestion.js';
import { bash } from './bash.js';
import { createGoal } from './creategoal.js';
import { cronCreate } from './croncreate.js';
import { cronDelete } from './crondelete.js';
import { cronList } from './cronlist.js';
import { edit } from './edit.js';
import { enterPlanMode } from './enterplanmode.js';
import { exitPlanMode } from './exitplanmode.js';
import { fetchUrl } from './fetchurl.js';
import { getGoal } from './getgoal.js';
import { glob } from './glob.js';
import { grep } from './grep.js';
import { read } from './read.js';
import { readMediaFile } from './readmediafile.js';
import { setGoalBudget } from './setgoalbudget.js';
import { skill } from './skill.js';
import { taskList } from './tasklist.js';
import { taskOutput } from './taskoutput.js';
import { taskStop } from './taskstop.js';
import { todoList } from './todolist.js';
import type { BuiltinTool, Tool } from './tool.js';
import { updateGoal } from './updategoal.js';
import { waitFor } from './waitfor.js';
import { webSearch } from './websearch.js';
import { write } from './write.js';

export const tools: { [Name in ToolName]: BuiltinTool<Name> } = {
  Agent: agent,
  AskUserQuestion: askUserQuestion,
  Bash: bash,
  CreateGoal: createGoal,
  CronCreate: cronCreate,
  CronDelete: cronDelete,
  CronList: cronList,
  Edit: edit,
  EnterPlanMode: enterPlanMode,
  ExitPlanMode: exitPlanMode,
  FetchURL: fetchUrl,
  GetGoal: getGoal,
  Glob: glob,
  Grep: grep,
  Read: read,
  ReadMediaFile: readMediaFile,
  SetGoalBudget: setGoalBudget,
  Skill: skill,
  TaskList: taskList,
  TaskOutput: taskOutput,
  TaskStop: taskStop,
  TodoList: todoList,
  UpdateGoal: updateGoal,
  WaitFor: waitFor,
  WebSearch: webSearch,
  Write: write,
};

/** The built-in tools in the form that the loop uses. */
export const builtinTools: readonly Tool[] = Object.values(tools).map((tool) => fromContract(tool));

/** Adds the definition from the contract to a tool. */
function fromContract<Name extends ToolName>(tool: BuiltinTool<Name>): Tool {
  // the validator has checked the input before it reaches the tool
  const checked = (input: object) => input as ToolInputs[Name];
  const { name, beforeReview, draft, inputFor, ...rest } = tool;
  return {
    ...rest,
    name,
    definition: { name, ...toolTable[name] },
    faultOf(input) {
      const validate = toolValidators[name];
      if (validate(input)) return undefined;
      return errorDetails(validate.errors)
        .slice(0, 5)
        .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
        .join('; ');
    },
    plan: (input, context) => tool.plan(checked(input), context),
    run: (input, run) => tool.run(checked(input), run),
    ...(draft && { draft: (input, context) => draft(checked(input), context) }),
    ...(inputFor && { inputFor: (input, before, content) => inputFor(checked(input), before, content) }),
    ...(beforeReview && { beforeReview: (input, review) => beforeReview(checked(input), review) }),
  };
}
