/** The HTTP layer: mounts the registered calls on Fastify, with sessions, envelope, limits and the web application's files. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { browserName, DEVICE_NAMES, deviceType } from '@hengneng/core';
import Fastify, { type FastifyInstance, LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { FastifyBaseLogger } from 'fastify';
import { admits } from '../auth/access.ts';
import { type SessionStore, sessionGone } from '../auth/sessions.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Service } from '../config.ts';
import type { Ctx, Session } from '../context.ts';
import { patientOf } from '../db/patient.ts';
import type { Db } from '../db/schema.ts';
import { codeOf } from '../error-code.ts';
import { failure, success } from './answer.ts';
import { parseForm, refuseUnstorable } from './body.ts';
import { AppError, forbidden } from './errors.ts';
import { serviceOf } from './services.ts';
import { type CallRegistry, type FileAnswer, NO_FILE, type RegisteredCall } from './registry.ts';
import { intentOf, isKey, runWrite } from './write.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body status that means success at this route. */
    okStatus?: 0 | 1;
  }
  interface FastifyRequest {
    /** The call that answers, once found; null at routes that are none (files, events, pages). */
    call: RegisteredCall | null;
  }
}

/** Largest body without files: five hundred rows of a wide form, form-encoded. */
const BODY_LIMIT = 8 * 1024 * 1024;
const FILE_LIMIT = 50 * 1024 * 1024;
const ANONYMOUS_A_MINUTE = 60;

export interface ServerDeps {
  readonly db: Db;
  readonly registry: CallRegistry;
  readonly sessions: SessionStore;
  readonly logger: FastifyBaseLogger | false;
  /** Absent: the system's. */
  readonly clock?: Clock | undefined;
  /** Services whose calls this process answers; absent: all. */
  readonly services?: ReadonlySet<Service> | undefined;
  /** Told of refused access and of faults, for the audit and the metrics. */
  readonly onDenied?: (ctx: Ctx, path: string) => void;
  readonly onAnswer?: (path: string, status: number, seconds: number) => void;
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

const contentDisposition = (name: string, inline: boolean): string =>
  `${inline ? 'inline' : 'attachment'}; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/** From what a request comes, as the audit says it. */
export const deviceOf = (request: FastifyRequest): string =>
  DEVICE_NAMES[deviceType(headerOf(request, 'user-agent') ?? '')];

export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply
    .header('Content-Type', file.contentType)
    .header('Content-Disposition', contentDisposition(file.fileName, file.inline === true));
  reply.header('Cache-Control', 'private, no-store').header('X-Content-Type-Options', 'nosniff');
  if (file.size !== undefined) reply.header('Content-Length', file.size);
  return reply.send(file.body);
}

/** What browsers may do with our answers. The same for every one, so that helmet is asked once. */
const SECURITY_HEADERS = ((): Readonly<Record<string, string>> => {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // antd writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // How long a film lasts is read off the file before it is sent.
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: false,
  })(answer.req, answer, () => undefined);
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
})();

/** Builds the application; nothing listens yet. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const app = Fastify({
    ...(deps.logger === false ? { logger: false } : { loggerInstance: deps.logger }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 300 },
    // An address that is none, before any route.
    frameworkErrors: (_error, _request, reply) => void (reply as FastifyReply).code(404).send(UNKNOWN),
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript))/,
  });
  await app.register(formbody, { parser: parseForm, bodyLimit: BODY_LIMIT });
  await app.register(multipart, { limits: { fileSize: FILE_LIMIT, files: 1, fields: 50, fieldSize: 100_000 } });
  await app.register(rateLimit, {
    global: false,
    max: ANONYMOUS_A_MINUTE,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new AppError('tooMany', '操作过于频繁，请稍后再试'),
  });

  app.setErrorHandler((error, request, reply) => {
    // Who has left the page meanwhile takes no answer: nothing failed.
    if (request.raw.socket.destroyed && isCutOff(error)) return reply.code(CLIENT_GONE).send();
    // A path that would leave the folder of the application's files.
    if (codeOf(error) === 'FST_STATIC_FORBIDDEN_PATH') return reply.code(404).send(UNKNOWN);
    const { http, body, fault } = failure(error, request.id);
    if (fault) request.log.error({ err: error, path: pathOf(request) }, 'fault');
    // Where 0 is success (saving attachments), a refusal must not look like one.
    const mistakable = request.routeOptions.config.okStatus === 0 && body.status === 0;
    return reply.code(http).send(mistakable ? { ...body, status: 1 } : body);
  });
  app.addHook('onResponse', async (request, reply) =>
    deps.onAnswer?.(pathOf(request) ?? 'none', reply.statusCode, reply.elapsedTime / 1000),
  );

  app.decorateRequest('call', null);
  const shared = new Set<string>();
  for (const call of deps.registry.all()) {
    const { method, path } = call.contract;
    if (!(deps.services?.has(serviceOf(path)) ?? true)) continue;
    if (ownRoute(call)) mount(app, deps, call);
    else shared.add(`${method} ${patternOf(path)}`);
  }
  for (const route of shared) mountShared(app, deps, route);
  return app;
}

/** What a stream to somebody who has gone ends with. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Nobody sees it. */
const CLIENT_GONE = 499;

/** The path as registered, whatever pattern its route has: what metrics, logs and idempotency go by. */
const pathOf = (request: FastifyRequest): string | undefined => request.call?.contract.path ?? request.routeOptions.url;

/** The session of a request, by its headers. */
export async function sessionOf(deps: Pick<ServerDeps, 'sessions'>, request: FastifyRequest) {
  return deps.sessions.find(headerOf(request, 'useridvalue'), headerOf(request, 'tokenvalue'));
}

/** The number of the intended act: by the header, or in the body of calls that keep it. What is none is left to the call to refuse at its field. */
function numberOf(request: FastifyRequest, raw: unknown): unknown {
  const header = headerOf(request, 'idempotency-key');
  const field = request.call?.options.numberedBy;
  if (header !== undefined || field === undefined || typeof raw !== 'object' || raw === null) return header;
  const number: unknown = Reflect.get(raw, field);
  return isKey(number) ? number : undefined;
}

export function contextOf(deps: ServerDeps, request: FastifyRequest, session: Session | null, raw: unknown): Ctx {
  const intent = intentOf(session?.userId ?? '0', numberOf(request, raw), pathOf(request) ?? '', raw);
  const now = (deps.clock ?? systemClock)();
  return {
    // Whoever waits for a file waits longer than in front of a page.
    db: request.call?.kind === 'data' ? deps.db : patientOf(deps.db),
    requestId: request.id,
    ip: request.ip,
    device: deviceOf(request),
    browser: browserName(headerOf(request, 'user-agent') ?? ''),
    now,
    authorization: headerOf(request, 'authorization'),
    get session() {
      if (!session) throw sessionGone();
      return session;
    },
    // The system's time needs no telling: the database has it already.
    write: (work) => runWrite(deps.db, intent, work, deps.clock && now),
  };
}

async function authorised(deps: ServerDeps, call: RegisteredCall, request: FastifyRequest, raw: unknown): Promise<Ctx> {
  const { access, evenIfPasswordDue } = call.options;
  if (access === 'public') return contextOf(deps, request, null, raw);
  const session = await sessionOf(deps, request);
  const ctx = contextOf(deps, request, session, raw);
  if (session.mustChangePassword && evenIfPasswordDue !== true) throw forbidden('请先修改密码');
  if (!admits(access, session)) {
    deps.onDenied?.(ctx, call.contract.path);
    throw forbidden();
  }
  return ctx;
}

/** A call whose route differs from the others': no session, a body of its own kind, another word for success. */
const ownRoute = (call: RegisteredCall): boolean =>
  call.kind === 'upload' ||
  call.options.access === 'public' ||
  (call.options.okStatus ?? 1) !== 1 ||
  call.contract.path.split('/').length !== 4;

/** `/bpmapi/Payment/Submit` → `/bpmapi/:controller/:action`. */
const patternOf = (path: string): string => `/${path.split('/')[1]}/:controller/:action`;

/** One route for all the calls of a service: two thousand routes of their own would cost each start half a second and forty megabytes. */
function mountShared(app: FastifyInstance, deps: ServerDeps, route: string): void {
  const [method = '', url = ''] = route.split(' ');
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const call = deps.registry.find(method, request.url.split('?')[0] ?? '');
      if (!call || ownRoute(call)) return reply.callNotFound();
      request.call = call;
      return respond(deps, call, request, reply);
    },
  });
}

function mount(app: FastifyInstance, deps: ServerDeps, call: RegisteredCall): void {
  const { method, path } = call.contract;
  app.route({
    method,
    url: path,
    config: {
      okStatus: call.options.okStatus ?? 1,
      ...(call.options.access === 'public'
        ? { rateLimit: { max: call.options.aMinute ?? ANONYMOUS_A_MINUTE, timeWindow: '1 minute' } }
        : {}),
    },
    handler: async (request, reply) => {
      request.call = call;
      return respond(deps, call, request, reply);
    },
  });
}

async function respond(
  deps: ServerDeps,
  call: RegisteredCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (call.kind === 'upload') return success(await upload(deps, call, request), call.options.okStatus);
  const raw = call.contract.method === 'GET' ? parseForm(request.url.split('?')[1] ?? '') : (request.body ?? {});
  refuseUnstorable(raw);
  const ctx = await authorised(deps, call, request, raw);
  if (call.kind === 'file') return sendFile(reply, await call.run(ctx, raw));
  reply.header('Cache-Control', 'no-store');
  return success(await call.run(ctx, raw), call.options.okStatus);
}

async function upload(
  deps: ServerDeps,
  call: RegisteredCall & { kind: 'upload' },
  request: FastifyRequest,
): Promise<unknown> {
  if (call.bare && !request.isMultipart()) {
    const raw = request.body ?? {};
    refuseUnstorable(raw);
    return call.run(await authorised(deps, call, request, raw), raw, null);
  }
  const ctx = await authorised(deps, call, request, {});
  const part = await request.file();
  if (!part) throw new AppError('invalid', NO_FILE);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(part.fields))
    if (field && !Array.isArray(field) && field.type === 'field') fields[name] = field.value;
  refuseUnstorable(fields);
  return call.run(ctx, fields, { fileName: part.filename, stream: part.file, truncated: () => part.file.truncated });
}

/** An unknown path, where no page answers for it. */
export const answerUnknown = (app: FastifyInstance): void => {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(UNKNOWN));
};
export const UNKNOWN = { status: 404, message: '接口不存在', data: null } as const;
