/** How told warnings are found again without reading a log. */

/** The warnings of a session, however long its log is. */
export const toldWarnings = `
CREATE INDEX events_warnings ON events (session_key) WHERE type = 'warning';
`;
