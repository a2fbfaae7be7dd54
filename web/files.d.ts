/** Declares the non-module files that the bundler can import. */
declare module '*.css';
