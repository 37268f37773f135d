import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Context } from '#platform/context.ts'
import { isEventStream } from '#platform/event-stream.ts'
import { processFigures } from '#platform/figures.ts'
import type { Mount } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'
import { databaseFigures } from './database-figures.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/**
 * `GET /metrics` in Prometheus' text format: the process, requests by route, jobs, vendors, quota, syncs. Answers a caller who brings
 * METRICS_TOKEN as bearer; without one, this machine while trying out (in production a proxy would look like it).
 */
export function mountMetrics({ app, ctx }: Mount): void {
  const registry = new Registry()
  // Ten milliseconds would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  databaseFigures(ctx, registry)
  const all = Registry.merge([registry, processFigures])
  app.addHook('onResponse', async (request, reply) => {
    if (isEventStream(reply)) return
    const { method, routeOptions } = request
    // The pattern, never the address: ids would make a series each.
    const route = routeOptions.url ?? 'unknown'
    requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, ctx.config)) throw new AppError('not_found', 'No existe lo que buscas.')
    return reply.type(all.contentType).send(await all.metrics())
  })
}

function isAllowed(
  request: FastifyRequest,
  { metricsToken: token, production }: Context['config'],
): boolean {
  if (!token) return !production && LOOPBACK.test(request.ip)
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
