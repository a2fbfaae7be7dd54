/** Files that the bundler takes in beside modules. */
declare module '*.css';
