import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { parse } from 'zod/v4/core'
import { AppError, ERROR_STATUS, type ErrorReply } from '#shared/app-error.ts'
import type { Access, ApiScope, Endpoint } from '#shared/endpoint.ts'
import type { Permission } from '#shared/permissions.ts'
import { callerOfKey, carriesKey } from './api-key-caller.ts'
import { compiledShape } from './compiled-shape.ts'
import type { CallerContext, Context } from './context.ts'
import { isDatabaseAway } from './db/failures.ts'
import { keptEncoding, keptReply } from './kept-replies.ts'
import { productSettings } from './product-settings.ts'
import { actingCaller, type Caller, findCaller, requireConfirmed } from './session.ts'
import { spanishIssue } from './spanish-issues.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that reads no cookie: what its address carries is all that counts. */
    takesForeignOrigins?: boolean
  }
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply; origin: string }

/** What a feature's `routes.ts` receives: where to mount, and the context of the process. */
export type Mount = {
  app: FastifyInstance
  ctx: Context
  /** Scheme, host and port under which the browser made this request. */
  originOf: (request: FastifyRequest) => string
}

type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType>
type ContextFor<E extends AnyEndpoint> = E['access'] extends 'public' ? Context : CallerContext

/** Endpoints mounted so far: the API document is made from them. */
const mounted = new WeakMap<FastifyInstance, AnyEndpoint[]>()

export function endpointsOf(app: FastifyInstance): readonly AnyEndpoint[] {
  return mounted.get(app) ?? []
}

/**
 * Mounts an endpoint: validates path, query and body (merged) with the contract's shape, resolves the
 * caller, enforces access, strips what the reply's shape does not name.
 */
export function serve<E extends AnyEndpoint>(
  mount: Mount,
  end: E,
  handler: (
    ctx: ContextFor<E>,
    input: z.output<E['input']>,
    exchange: Exchange,
  ) => Promise<z.input<E['reply']>>,
): void {
  mounted.set(mount.app, [...endpointsOf(mount.app), end])
  let replyShape: E['reply'] | undefined
  const named = (result: z.input<E['reply']>) => {
    // At the first reply: most endpoints of a process are never asked.
    replyShape ??= compiledShape(end.reply)
    return parse(replyShape, result)
  }
  mount.app.route({
    method: end.method,
    url: end.path,
    handler: async (request, reply) => {
      const exchange = { request, reply, origin: mount.originOf(request) }
      const ctx = await contextOf(mount, exchange, end)
      const input = parseInput(end, request)
      if (end.confirmed && ctx.caller) requireConfirmed({ ...ctx, caller: ctx.caller })
      // `contextOf` has just refused a missing caller wherever the access is not public.
      const result = await handler(ctx as ContextFor<E>, input, exchange)
      const encoding = keptEncoding(request.headers['accept-encoding'])
      const body = encoding && keptReply(result, encoding, () => JSON.stringify(named(result)))
      if (!body) return named(result)
      return reply
        .headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
        .type('application/json; charset=utf-8')
        .send(await body)
    },
  })
}

/**
 * The context of one request, with its caller; throws 401 or 403 as the access demands. A request with a key is
 * never served by the cookie beside it.
 */
export async function contextOf(
  mount: Mount,
  exchange: Exchange,
  { access, scope, permission }: { access: Access; scope?: ApiScope; permission?: Permission },
): Promise<Context> {
  const whoever = carriesKey(exchange.request)
    ? await callerOfKey(mount, exchange, scope)
    : await findCaller(mount.ctx, exchange.request, exchange.origin)
  const caller = access === 'public' ? whoever : actingCaller(whoever, permission)
  requireAccess(caller, access)
  if (access === 'admin' && !caller?.secondFactorSince) await refuseWithoutSecondFactor(mount.ctx)
  if (exchange.request.method !== 'GET' && access !== 'public') refuseReadOnly(caller)
  return { ...mount.ctx, caller, log: exchange.request.log as Context['log'] }
}

function requireAccess(caller: Caller | null, access: Access): void {
  if (access === 'public') return
  if (!caller)
    throw new AppError('not_logged_in', 'No autorizado. Por favor, inicia sesión nuevamente.')
  if (access === 'user') return
  if (!caller.isActive)
    throw new AppError(
      'subscription_required',
      'Necesitas una suscripción activa para usar el panel.',
    )
  if (access === 'admin' && caller.role !== 'admin')
    throw new AppError('forbidden', 'Solo un administrador puede hacer esto.')
}

async function refuseWithoutSecondFactor(ctx: Context): Promise<void> {
  const { adminSecondFactor } = await productSettings(ctx)
  if (!adminSecondFactor) return
  throw new AppError(
    'second_factor_required',
    'Para administrar Pujante tienes que activar antes la verificación en dos pasos, en la configuración de tu cuenta.',
  )
}

/** Throws 403 for a visitor of the demo tenant; for routes that write although they are a GET. */
export function refuseReadOnly(caller: Caller | null): void {
  if (!caller?.readOnly) return
  throw new AppError(
    'read_only',
    'Estás en la demostración: puedes mirarlo todo, pero no cambiar nada. Crea tu cuenta para hacerlo con tus datos.',
  )
}

/** Throws 'invalid' with the contract's own Spanish texts. */
function parseInput<E extends AnyEndpoint>(end: E, request: FastifyRequest): z.output<E['input']> {
  const body = request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new AppError('invalid', 'Parámetros inválidos en la solicitud.')
  return parseShape<E['input']>(end.input, {
    ...(request.query as object),
    ...body,
    ...(request.params as object),
  })
}

/** What came from outside, as the shape has it; throws 'invalid' with the shape's own texts. */
export function parseShape<Shape extends z.ZodMiniType>(
  shape: Shape,
  given: unknown,
): z.output<Shape> {
  const parsed = shape.safeParse(given, { error: spanishIssue })
  if (parsed.success) return parsed.data
  // Of several things said about a field the first counts: what is empty is missing, not malformed.
  const first = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.') || 'solicitud'
    if (!first.has(field)) first.set(field, message)
  }
  const fields = Object.fromEntries(first)
  throw new AppError(
    'invalid',
    Object.values(fields)[0] ?? 'Parámetros inválidos en la solicitud.',
    { fields },
  )
}

/** The one place where failures become replies. Must be set before any route is mounted. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (failure.code === 'unavailable') request.log.warn({ err: error }, 'unavailable')
    if (failure.code === 'internal') request.log.error({ err: error }, 'unexpected failure')
    if (failure.retryAfterSeconds !== undefined)
      reply.header('retry-after', Math.ceil(failure.retryAfterSeconds))
    return reply.code(ERROR_STATUS[failure.code]).send(toErrorReply(failure))
  })
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!isDatabaseAway(error)) return fromFramework(error)
  return new AppError('unavailable', DATABASE_AWAY, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

const DATABASE_AWAY =
  'Ahora mismo no podemos leer ni guardar datos. Vuelve a probar en unos segundos.'
/** A failover or a restart takes about as long. */
const RETRY_AFTER_SECONDS = 5

export function toErrorReply(failure: AppError): ErrorReply {
  return {
    code: failure.code,
    message: failure.message,
    error: failure.message,
    ...(failure.fields && { fields: failure.fields }),
  }
}

/** Fastify's own refusals (bad JSON, body too large, wrong media type, rate limit) in our words. */
function fromFramework(error: unknown): AppError {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status === 408)
    return new AppError('too_slow', 'La petición ha tardado demasiado en llegar completa.')
  if (status === 413) return new AppError('too_large', 'Lo enviado es demasiado grande.')
  if (status === 429) {
    const seconds = (error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 60
    return new AppError(
      'too_many_requests',
      'Demasiados intentos. Espera un poco y vuelve a probar.',
      {
        retryAfterSeconds: seconds,
      },
    )
  }
  if (status >= 400 && status < 500)
    return new AppError('invalid', 'Parámetros inválidos en la solicitud.')
  return new AppError('internal', 'Error interno del servidor.')
}
