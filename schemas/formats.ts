/** The string formats of the contract as patterns, for every validator. */

/** A calendar day as `YYYY-MM-DD`; 29 February only in leap years. */
const day = String.raw`(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/** RFC 3339: `date-time` with `Z` or an offset. */
export const formats = { date: new RegExp(`^${day}$`), 'date-time': new RegExp(`^${day}T${time}$`) };
