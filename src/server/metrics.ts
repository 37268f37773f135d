import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '#platform/context.ts'
import type { Mount } from '#platform/http.ts'
import { AppError } from '#shared/app-error.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/**
 * `GET /metrics` in Prometheus' text format: the process, requests by route, the job queue. Answers a caller who brings
 * METRICS_TOKEN as bearer; without one, this machine while trying out (in production a proxy would look like it).
 */
export function mountMetrics({ app, ctx }: Mount): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  jobGauge(ctx, registry)
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    // The pattern, never the address: ids would make a series each.
    const route = routeOptions.url ?? 'unknown'
    requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, ctx.config)) throw new AppError('not_found', 'No existe lo que buscas.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function jobGauge(ctx: Context, registry: Registry): void {
  new Gauge({
    name: 'jobs',
    help: 'Jobs by kind and status',
    labelNames: ['kind', 'status'],
    registers: [registry],
    async collect() {
      const { rows } = await ctx.db.execute(
        sql`select kind, status, count(*)::int as jobs from jobs group by kind, status`,
      )
      this.reset()
      for (const { kind, status, jobs } of rows as { kind: string; status: string; jobs: number }[])
        this.set({ kind, status }, jobs)
    },
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
