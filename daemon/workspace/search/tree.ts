/** Holds the names below a directory: a million names fit into memory, and one directory can be replaced alone. */
import { bagBits, bagOf, fold } from './match.js';

export const kinds = ['file', 'directory', 'symlink'] as const;
export type Kind = (typeof kinds)[number];

/** A directory and the names in it. `names`, `folded` and `marks` are parallel arrays. */
export interface Folder {
  /** relative to the root, `/` between names; "" for the root */
  path: string;
  name: string;
  parent: Folder | undefined;
  /** number of names in its path */
  depth: number;
  /** its name, or the name of a folder above, begins with a dot */
  hidden: boolean;
  names: readonly string[];
  folded: readonly string[];
  /** for each name: its character bits, and its kind in the bits above */
  marks: readonly number[];
  /** the subfolders that were read or are to be read, by name */
  folders: Map<string, Folder>;
}

export interface Entry {
  name: string;
  kind: Kind;
}

export interface Tree<Node extends Folder> {
  root: Node;
  /** number of names in the tree */
  size(): number;
  /** replaces the names in a folder but keeps its subfolders */
  fill(folder: Node, entries: readonly Entry[]): void;
  /** removes a folder with everything below it; calls `each` for every removed folder */
  drop(folder: Node, each: (folder: Node) => void): void;
}

const letters = (1 << bagBits) - 1;

export function createTree<Node extends Folder>(root: Node): Tree<Node> {
  let size = 0;
  return {
    root,
    size: () => size,
    fill(folder, entries) {
      size += entries.length - folder.names.length;
      folder.names = entries.map(({ name }) => name);
      const folded = folder.names.map(fold);
      // most names are in lower case already and can share one array
      folder.folded = folded.every((name, at) => name === folder.names[at]) ? folder.names : folded;
      folder.marks = entries.map(({ kind }, at) => bagOf(folded[at] ?? '') | (kinds.indexOf(kind) << bagBits));
    },
    drop(folder, each) {
      folder.parent?.folders.delete(folder.name);
      const pending: Folder[] = [folder];
      for (let next = pending.pop(); next; next = pending.pop()) {
        size -= next.names.length;
        next.names = next.folded = [];
        next.marks = [];
        each(next as Node);
        for (const below of next.folders.values()) pending.push(below);
        next.folders.clear();
      }
    },
  };
}

/** Returns an empty folder. */
export function newFolder(name: string, parent: Folder | undefined): Folder {
  return {
    path: parent ? pathOf(parent, name) : '',
    name,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    hidden: parent !== undefined && (parent.hidden || name.startsWith('.')),
    names: [],
    folded: [],
    marks: [],
    folders: new Map(),
  };
}

/** Returns the path of a name in a folder. */
export function pathOf(folder: Folder, name: string): string {
  return folder.path === '' ? name : `${folder.path}/${name}`;
}

export function kindOf(mark: number): Kind {
  return kinds[mark >> bagBits] ?? 'file';
}

export function hasLetters(mark: number, bag: number): boolean {
  return (mark & letters & bag) === bag;
}
