/** All tools, sorted by name. */
import type { ToolName } from '../../schemas/generated/tools.js';
import { askUserQuestion } from './askuserquestion.js';
import { bash } from './bash.js';
import { edit } from './edit.js';
import { enterPlanMode } from './enterplanmode.js';
import { exitPlanMode } from './exitplanmode.js';
import { glob } from './glob.js';
import { grep } from './grep.js';
import { read } from './read.js';
import { readMediaFile } from './readmediafile.js';
import { todoList } from './todolist.js';
import type { Tool } from './tool.js';
import { write } from './write.js';

export const tools: { [Name in ToolName]: Tool<Name> } = {
  AskUserQuestion: askUserQuestion,
  Bash: bash,
  Edit: edit,
  EnterPlanMode: enterPlanMode,
  ExitPlanMode: exitPlanMode,
  Glob: glob,
  Grep: grep,
  Read: read,
  ReadMediaFile: readMediaFile,
  TodoList: todoList,
  Write: write,
};
