/** All tools, sorted by name. */
import type { ToolName } from '../../schemas/generated/tools.js';
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
import type { Tool } from './tool.js';
import { updateGoal } from './updategoal.js';
import { waitFor } from './waitfor.js';
import { webSearch } from './websearch.js';
import { write } from './write.js';

export const tools: { [Name in ToolName]: Tool<Name> } = {
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
