/** The failure of fetching a web page or calling a service, as text for the model; it contains no secret. */
export class WebFailure extends Error {}
