/** Types for the syntax tree of the TOML library, which its own types omit; it has the positions of keys. */
declare module 'toml/lib/parser.js' {
  interface TomlValue {
    type: string;
    offset: number;
    /** items of an Array, members of an InlineTable; otherwise the plain value */
    value: unknown;
  }

  interface TomlMember {
    type: 'Assign' | 'InlineTableValue';
    offset: number;
    key: string[];
    value: TomlValue;
  }

  interface TomlHeader {
    type: 'ObjectPath' | 'ArrayPath';
    offset: number;
    value: string[];
  }

  const parser: { parse(text: string): Array<TomlMember | TomlHeader> };
  export default parser;
  export type { TomlHeader, TomlMember, TomlValue };
}

/** Converts the syntax tree to plain values. */
declare module 'toml/lib/compiler.js' {
  import type { TomlHeader, TomlMember } from 'toml/lib/parser.js';

  const compiler: { compile(nodes: Array<TomlMember | TomlHeader>, text: string): unknown };
  export default compiler;
}
