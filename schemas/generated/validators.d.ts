/** Validators of everything that comes in. Written by `npm run codegen`; changes belong into the schema files. */
import type { Validator } from '../validation.js';
import type { FileName } from './files.js';
import type { ClientFrameType } from './frames.js';
import type { OperationName } from './operations.js';
import type { ToolName } from './tools.js';

export const paramsValidators: Partial<Record<OperationName, Validator>>;
export const queryValidators: Partial<Record<OperationName, Validator>>;
export const bodyValidators: Partial<Record<OperationName, Validator>>;
export const frameValidators: Record<ClientFrameType, Validator>;
export const toolValidators: Record<ToolName, Validator>;
export const fileValidators: Record<FileName, Validator>;
