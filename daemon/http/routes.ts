/** Turns the operation table into Express routes and finds the operation of a path (rest.md 1.3, 1.5). */
import { Router, type Request, type Response } from 'express';
import { ApiError } from '../errors.js';
import type { HttpRequest, HttpResponse, Middleware } from './exchange.js';

declare module 'express-serve-static-core' {
  interface Request {
    exchange: HttpRequest['exchange'];
  }
}

/** The facts about an operation that routing needs. */
export interface Routed {
  /** Not served on this bind: its path is unknown, rather than an unsupported action. */
  hidden?: boolean;
  /** GET, POST, PUT, PATCH or DELETE. */
  method: string;
  /** With `{name}` for parameters and `:action` at the end of actions. */
  path: string;
  /** The last parameter takes the whole rest of the path, slashes included. */
  restOfPath: boolean;
}

/** Called for the operation of a request, with its decoded path parameters. */
export type Run<T extends Routed> = (
  operation: T,
  params: Record<string, string>,
  req: HttpRequest,
  res: HttpResponse,
) => void | Promise<void>;

/** The operations of one method on one shape of path. */
interface MethodEntry<T> {
  /** The operation without an action. */
  plain?: T;
  actions: Map<string, T>;
}

/** All operations whose paths match the same requests. */
interface Shape<T> {
  pattern: RegExp;
  /** Number of literal segments; shapes with more literals are tried first. */
  literals: number;
  /** Name of the parameter in the last segment; undefined when the segment is a literal. */
  tail: string | undefined;
  methods: Map<string, MethodEntry<T>>;
  allow: string;
}

const actionPath = /^(.*\/[^/:]*):([a-z_-]+)$/;
const parameter = /\{(\w+)\}/g;
const tailParameter = /\/\{(\w+)\}$/;

export interface Routes {
  /** Runs the operation of a request; passes on unknown paths. */
  handle: Middleware;
  /** The methods of a raw path for `Allow`; undefined when the path is unknown. */
  allow(pathname: string): string | undefined;
}

/** Creates one router per first segment, so that the cost does not grow with the number of operations. */
export function createRoutes<T extends Routed>(operations: readonly T[], run: Run<T>): Routes {
  const routers = new Map<string, { route: Router; shapes: PathShape<T>[] }>();
  for (const shape of shapesOf(operations)) {
    const key = resourceKey(shape.path);
    let router = routers.get(key);
    if (!router) routers.set(key, (router = { route: Router({ caseSensitive: true, strict: true }), shapes: [] }));
    router.shapes.push(shape);
    router.route.all(shape.pattern, (req: Request, res: Response) => dispatch(shape, run, req, res));
  }
  return {
    handle(req, res, next) {
      requireDecodable(req.exchange.pathname);
      writePlainColons(req);
      const router = routers.get(resourceKey(req.exchange.pathname));
      if (router) router.route(req as Request, res as Response, next);
      else next();
    },
    allow(raw) {
      const pathname = withPlainColons(raw);
      const shape = routers.get(resourceKey(pathname))?.shapes.find(({ pattern }) => pattern.test(pathname));
      return (shape && allowed(shape, pathname)) || undefined;
    },
  };
}

interface PathShape<T> extends Shape<T> {
  path: string;
}

function shapesOf<T extends Routed>(operations: readonly T[]): PathShape<T>[] {
  const shapes = new Map<string, PathShape<T>>();
  for (const operation of operations) {
    const [, stem = operation.path, action] = actionPath.exec(operation.path) ?? [];
    const tail = tailParameter.exec(stem)?.[1];
    const isFamily = action !== undefined && tail === undefined;
    const key = `${stem.replace(parameter, '{}')}${isFamily ? ':' : ''}`;
    let shape = shapes.get(key);
    if (!shape) shapes.set(key, (shape = newShape(stem, tail, isFamily, operation.restOfPath)));
    if (operation.hidden) continue;
    let entry = shape.methods.get(operation.method);
    if (!entry) shape.methods.set(operation.method, (entry = { actions: new Map() }));
    if (action === undefined) entry.plain = operation;
    else entry.actions.set(action, operation);
  }
  for (const shape of shapes.values()) shape.allow = allowOf([...shape.methods.keys()]);
  return [...shapes.values()].sort((a, b) => b.literals - a.literals);
}

function newShape<T>(path: string, tail: string | undefined, isFamily: boolean, isRest: boolean): PathShape<T> {
  const segments = path.split('/').slice(1);
  const source = segments.map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return escapePattern(segment);
    return isRest && name === tail ? `(?<${name}>.*)` : `(?<${name}>[^/]*)`;
  });
  // Exactly one colon: the word before it is not an id, and only ids may contain colons.
  const end = isFamily ? ':[^/:]*' : '';
  const literals = segments.filter((segment) => !segment.startsWith('{')).length;
  return { path, pattern: new RegExp(`^/${source.join('/')}${end}$`), literals, tail, methods: new Map(), allow: '' };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The value of `Allow`; "" when there are no methods. */
function allowOf(methods: readonly string[]): string {
  const own = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return own.length === 0 ? '' : [...own, 'OPTIONS'].join(', ');
}

/** The methods of a path. Where actions share only the word before the colon, each action has its own methods. */
function allowed<T>({ tail, methods, allow }: Shape<T>, pathname: string): string {
  const action = tail === undefined ? pathname.slice(pathname.lastIndexOf(':') + 1) : '';
  return allowOf([...methods.keys()].filter((method) => methods.get(method)?.actions.has(action))) || allow;
}

function dispatch<T extends Routed>(shape: Shape<T>, run: Run<T>, req: Request, res: Response): void | Promise<void> {
  if (shape.methods.size === 0) throw new ApiError('ROUTE_NOT_FOUND');
  const entry = shape.methods.get(req.method === 'HEAD' ? 'GET' : req.method);
  if (!entry) throw otherMethod(allowed(shape, req.exchange.pathname));
  const params: Record<string, string> = { ...(req.params as Record<string, string>) };
  const operation = entry.actions.size === 0 ? entry.plain : selectAction(shape, entry, params, req);
  for (const name in params) {
    if (params[name] === '') throw new ApiError('VALIDATION_FAILED', invalidPath(`invalid ${name} in path`));
  }
  if (operation) return run(operation, params, req, res);
}

/** Splits the decoded last segment at its last colon, since ids may contain colons; leaves the id in `params`. */
function selectAction<T>(
  shape: Shape<T>,
  { plain, actions }: MethodEntry<T>,
  params: Record<string, string>,
  { exchange: { pathname } }: HttpRequest,
): T {
  const { tail } = shape;
  const segment = lastSegment(pathname);
  const colon = segment.lastIndexOf(':');
  if (colon < 0 && plain) return plain;
  const operation = colon < 0 ? undefined : actions.get(segment.slice(colon + 1));
  if (!operation) {
    const methods = allowed(shape, pathname);
    throw methods === shape.allow ? unsupportedAction(segment) : otherMethod(methods);
  }
  // the parameter may span several segments, so cut the action off its end
  if (tail !== undefined) params[tail] = (params[tail] ?? '').slice(0, colon - segment.length);
  return operation;
}

/** The error for a known path without this method. */
function otherMethod(allow: string): ApiError {
  return new ApiError('ROUTE_NOT_FOUND', { headers: { Allow: allow }, status: 405 });
}

/** Error 40001 of rest.md 1.5; `segment` is the decoded last segment of the path. */
function unsupportedAction(segment: string): ApiError {
  return new ApiError('VALIDATION_FAILED', invalidPath(`unsupported action: ${segment}`));
}

function invalidPath(message: string): { message: string; details: unknown } {
  return { message, details: [{ path: '', message }] };
}

function lastSegment(pathname: string): string {
  return decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
}

/** `/api/v1/sessions/x:fork` → `/api/v1/sessions`; paths outside of `/api/` are their own key. */
function resourceKey(pathname: string): string {
  if (!pathname.startsWith('/api/')) return pathname;
  const start = pathname.indexOf('/', 5) + 1;
  if (start === 0) return pathname;
  let end = start;
  while (end < pathname.length && pathname[end] !== '/' && pathname[end] !== ':') end++;
  return pathname.slice(0, end);
}

function requireDecodable(pathname: string): void {
  if (!pathname.includes('%')) return;
  try {
    decodeURIComponent(pathname);
  } catch (cause) {
    throw new ApiError('VALIDATION_FAILED', { ...invalidPath('path is not valid percent-encoding'), cause });
  }
}

/** Decodes colons in the last segment, so that an encoded colon separates an action like a plain one. */
function writePlainColons(req: HttpRequest): void {
  const { exchange } = req;
  const pathname = withPlainColons(exchange.pathname);
  if (pathname === exchange.pathname) return;
  exchange.pathname = pathname;
  req.url = exchange.search === '' ? exchange.pathname : `${exchange.pathname}?${exchange.search}`;
}

function withPlainColons(pathname: string): string {
  const slash = pathname.lastIndexOf('/');
  if (pathname.indexOf('%3', slash) < 0) return pathname;
  return pathname.slice(0, slash) + pathname.slice(slash).replace(/%3a/gi, ':');
}

const sessionPath = /^\/api\/v1\/sessions\/([^/]*)\//;

/** The error where no route matches; below a session by the rules of rest.md 1.5. */
export function unknownRoute({ exchange }: HttpRequest): ApiError {
  const session = sessionPath.exec(exchange.pathname);
  if (!session) return new ApiError('ROUTE_NOT_FOUND');
  if (session[1] === '') return new ApiError('VALIDATION_FAILED', invalidPath('invalid session_id in path'));
  return unsupportedAction(lastSegment(exchange.pathname));
}
