/** Files on disk. Written by `npm run codegen`; changes belong into the schema files. */
export type { ConfigFile, InstanceFile } from './types.js';

/** Kinds of files on disk that are checked when read. */
export type FileName = 'ConfigFile' | 'InstanceFile';
