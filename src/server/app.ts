import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { mountAccounts } from '#features/accounts/routes.ts'
import { mountAdmin } from '#features/admin/routes.ts'
import { mountAssistant } from '#features/assistant/routes.ts'
import { mountAuth } from '#features/auth/routes.ts'
import { mountBilling } from '#features/billing/routes.ts'
import { mountDataRights } from '#features/data-rights/routes.ts'
import { mountImport } from '#features/import/routes.ts'
import { mountIntegrations } from '#features/integrations/routes.ts'
import { mountPerformance } from '#features/performance/routes.ts'
import { mountRecommendations } from '#features/recommendations/routes.ts'
import { mountReports } from '#features/reports/routes.ts'
import { mountSecondFactor } from '#features/second-factor/routes.ts'
import { mountSecondOpinion } from '#features/second-opinion/routes.ts'
import { mountSettings } from '#features/settings/routes.ts'
import { mountSupport } from '#features/support/routes.ts'
import { mountSync } from '#features/sync/routes.ts'
import { mountTeams } from '#features/teams/routes.ts'
import { mountViews } from '#features/views/routes.ts'
import { mountWatch } from '#features/watch/routes.ts'
import { carriesKey } from '#platform/api-key-caller.ts'
import { limitBodyTime } from '#platform/body-time.ts'
import type { Context } from '#platform/context.ts'
import { handleErrors, type Mount, toErrorReply } from '#platform/http.ts'
import { landingFactsOf } from '#platform/landing-facts.ts'
import { PUBLIC_PATHS } from '#platform/public-pages.ts'
import { openResultCache } from '#platform/result-cache.ts'
import { securityHeaders } from '#platform/security-headers.ts'
import { serveStatic } from '#platform/static-files.ts'
import { AppError, ERROR_STATUS } from '#shared/app-error.ts'
import type { DrawFirstView } from '#shared/first-view.ts'
import { accountQuestions } from './account-questions.ts'
import { collectRoutes, mountApiDocument } from './api-document.ts'
import { mountDemo } from './demo-tenant.ts'
import { openFirstViews } from './first-view.ts'
import { mountHealth } from './health.ts'
import { mountMetrics } from './metrics.ts'
import { mountSimulatorControls, type SimulatorControls } from './simulator-controls.ts'

export type AppOptions = {
  /** Folder of the built browser side; undefined serves the API alone. */
  webRoot?: string
  /** Draws the first view of a screen; without it pages come empty, and the program draws it. */
  drawFirstView?: DrawFirstView | undefined
  /** A process that does no more than jobs: it answers only how it is. */
  idle?: boolean
  /** Present while a vendor is played by a simulator: only then `/__dev` exists. */
  simulators?: SimulatorControls
}

const BODY_LIMIT_BYTES = 1_000_000
/** For the largest report over a slow line; other bodies have less (`limitBodyTime`). */
const REQUEST_TIMEOUT_MS = 180_000
const HEADERS_TIMEOUT_MS = 15_000
const LOOK_FOR_SLOW_EVERY_MS = 5_000
const CLOSE_IDLE_EVERY_MS = 100

const notFound = () => new AppError('not_found', 'No existe lo que buscas.')

/** The HTTP side of the product, not yet listening. */
export async function buildApp(ctx: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    // Pino's own type says more than Fastify's, and would make the app a type of its own.
    loggerInstance: ctx.log as FastifyBaseLogger,
    genReqId: ({ headers }) => tracedAs(headers['x-request-id']),
    trustProxy: (_address, hop) => hop < ctx.config.trustProxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    // Our own line below: addresses carry secrets in their query (consent code, mail links).
    logController: new LogController({ disableRequestLogging: true }),
    // Requests under way at the end are answered, also those that come over a connection that is open.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Addresses that the router refuses before any route is asked.
    frameworkErrors: (_error, _request, reply) => {
      // Its generic type knows no routes.
      const plain = reply as unknown as FastifyReply
      plain.code(ERROR_STATUS.not_found).send(toErrorReply(notFound()))
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_FOR_SLOW_EVERY_MS,
    },
  })
  const originOf = (request: FastifyRequest) => ctx.config.appOrigin ?? `http://${request.host}`
  const mount: Mount = { app, ctx, originOf }

  securityHeaders(app, {
    https: ctx.config.appOrigin?.startsWith('https:') ?? false,
    indexablePaths: PUBLIC_PATHS,
    imageOrigins: [ctx.config.googleAds.imageOrigin],
  })
  collectRoutes(app)
  logRequests(app)
  handleErrors(app)
  limitBodyTime(app)
  takeEmptyBodies(app)
  closeAnsweredConnections(app)
  refuseForeignOrigins(app, originOf)
  await app.register(cookie)
  await compressReplies(app)

  mountMetrics(mount)
  mountHealth(mount)
  if (!options.idle) await mountProduct(mount, options)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  if (options.webRoot && !options.idle) {
    const { webRoot, drawFirstView: draw } = options
    const facts = landingFactsOf(ctx.config)
    const readAtMostMs = ctx.config.firstViewWithinMs
    const pageFor = draw && openFirstViews(app, { webRoot, draw, readAtMostMs })
    const isSimulated = ctx.config.simulators
    serveStatic(app, { root: webRoot, originOf, facts, isSimulated, ...(pageFor && { pageFor }) })
  }
  return app
}

async function mountProduct(mount: Mount, { simulators }: AppOptions): Promise<void> {
  mountAuth(mount)
  mountSecondFactor(mount)
  mountSettings(mount)
  mountTeams(mount)
  mountSupport(mount)
  mountDataRights(mount)
  mountAdmin(mount)
  mountAccounts(mount)
  mountSync(mount)
  const reads = openResultCache()
  mountPerformance(mount, reads)
  mountRecommendations(mount)
  mountSecondOpinion(mount)
  mountReports(mount)
  mountIntegrations(mount)
  mountWatch(mount)
  mountViews(mount)
  mountAssistant(mount, accountQuestions(reads))
  await mountImport(mount)
  await mountBilling(mount)
  mountDemo(mount)
  mountApiDocument(mount)
  if (simulators) mountSimulatorControls(mount, simulators)
}

/** A connection whose request was under way when the end began stays open after its answer: nothing more is to come. */
function closeAnsweredConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** The browser names its calls, so that what it saw and what the log says can be held together. */
function tracedAs(given: unknown): string {
  return typeof given === 'string' && UUID.test(given) ? given : randomUUID()
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0]
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'request')
  })
}

/** Lists of recommendations and drawn pages are large; files are compressed at build, event streams must not wait. */
async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    customTypes: /^(application\/json|text\/html)/,
    encodings: ['br', 'gzip'],
    // Brotli's default effort is meant for files made once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

/** Logging out and the like need no body, and a client may say of every request that it is JSON. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => (body === '' ? done(null) : parse(request, body, done)),
  )
}

/** With SameSite=Lax this keeps other sites from writing in the user's name. */
function refuseForeignOrigins(app: FastifyInstance, originOf: (r: FastifyRequest) => string): void {
  app.addHook('onRequest', async (request) => {
    // A key is no cookie: no other site's page can send one in the user's name.
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || carriesKey(request)) return
    if (request.routeOptions.config.takesForeignOrigins) return
    const { origin } = request.headers
    if (origin && origin !== originOf(request))
      throw new AppError('bad_origin', 'La petición viene de otro sitio y se ha rechazado.')
  })
}
