/** Files on disk. Written by `npm run codegen`; changes belong into the schema files. */
export type { AgentFile, ConfigFile, InstanceFile, McpFile, SkillFile, TuiFile } from './types.js';

/** Kinds of files on disk that are checked when read. */
export type FileName = 'AgentFile' | 'ConfigFile' | 'InstanceFile' | 'McpFile' | 'SkillFile' | 'TuiFile';
