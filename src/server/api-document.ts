import * as z from 'zod'
import { KEY_CALLS_PER_MINUTE, KEY_PREFIX } from '#platform/api-key-caller.ts'
import { escapeHtml } from '#platform/html.ts'
import { endpointsOf, type Mount } from '#platform/http.ts'
import { API_SCOPES } from '#shared/endpoint.ts'
import { MICROS_NAME, MICROS_TEXT, SHAPE_TEXTS } from './api-units.ts'
import { RAW_ROUTES, type RawRoute } from './raw-routes.ts'

/** `GET /api/openapi.json` and a page that reads the same: both made from the contracts, and from the list of routes that answer otherwise. */
export function mountApiDocument({ app, originOf }: Mount): void {
  app.get('/api/openapi.json', (request) => openApiDocument(documented(app), originOf(request)))
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(documented(app))),
  )
  app.get('/api/docs.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(DOCS_CSS),
  )
}

const routes = new WeakMap<Mount['app'], string[]>()

/** From now on notes each route, as `GET /api/…`: none may be missing in the document. */
export function collectRoutes(app: Mount['app']): void {
  const found: string[] = []
  routes.set(app, found)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') found.push(`${one} ${url}`)
  })
}

export function routesOf(app: Mount['app']): readonly string[] {
  return routes.get(app) ?? []
}

type Documented = ReturnType<typeof endpointsOf>[number] | RawRoute
type Endpoints = readonly Documented[]

function documented(app: Mount['app']): Endpoints {
  return [...endpointsOf(app), ...RAW_ROUTES]
}

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  [keyword: string]: unknown
}

const KEY_TEXT = `Con el plan Enterprise, en Configuración › Integraciones se crean claves con permisos (${API_SCOPES.join(', ')}). Se envían en «Authorization: Bearer ${KEY_PREFIX}…» y solo sirven donde se indica su permiso. ${KEY_CALLS_PER_MINUTE} llamadas por minuto y clave: lo que queda va en RateLimit-Limit, RateLimit-Remaining y RateLimit-Reset; al pasarse, 429 con Retry-After.`

const ACCESS_TEXT = {
  public: 'Abierta',
  user: 'Con sesión',
  subscriber: 'Con sesión y suscripción activa',
  admin: 'Solo administradores',
} as const

function openApiDocument(endpoints: Endpoints, origin: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const end of endpoints) {
    const path = end.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [end.method.toLowerCase()]: operation(end) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pujante', version: '1' },
    servers: [{ url: origin }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: origin.startsWith('https:') ? '__Host-sid' : 'sid',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${KEY_PREFIX}…`,
          description: KEY_TEXT,
        },
      },
      schemas: { Error: errorSchema() },
    },
    paths,
  }
}

function operation(end: Endpoints[number]) {
  const input = jsonSchema(end.input, 'input')
  const inPath = [...end.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const others = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name))
  const inQuery = end.method === 'GET' || end.method === 'DELETE' ? others : []
  const inBody = others.filter((name) => !inQuery.includes(name))
  const required = new Set(input.required)
  return {
    summary: end.summary,
    'x-access': end.access,
    ...(end.permission && { 'x-permission': end.permission }),
    ...(end.access !== 'public' && {
      security: [{ session: [] }, ...(end.scope ? [{ apiKey: [end.scope] }] : [])],
    }),
    ...(end.scope && { 'x-scope': end.scope }),
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name],
      })),
      ...inQuery.map((name) => ({
        name,
        in: 'query',
        required: required.has(name),
        schema: input.properties?.[name],
      })),
    ],
    ...(inBody.length > 0 && {
      requestBody: {
        required: true,
        content: { [bodyTypeOf(end)]: { schema: pick(input, inBody) } },
      },
    }),
    responses: {
      ...success(end),
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function bodyTypeOf(end: Documented): string {
  return ('bodyType' in end && end.bodyType) || 'application/json'
}

function success(end: Documented) {
  if ('reply' in end) {
    const content = { 'application/json': { schema: jsonSchema(end.reply, 'output') } }
    return { 200: { description: 'OK', content } }
  }
  if (end.mediaType === null) return { 302: { description: 'Found' } }
  return { 200: { description: 'OK', content: { [end.mediaType]: {} } } }
}

function pick(schema: JsonSchema, names: string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, schema.properties?.[name] ?? {}])),
    required: (schema.required ?? []).filter((name) => names.includes(name)),
  }
}

function jsonSchema(shape: Documented['input'], io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written, path }) => {
      const isMicros = MICROS_NAME.test(String(path.at(-1)))
      const text = SHAPE_TEXTS.get(zodSchema) ?? (isMicros && { description: MICROS_TEXT })
      if (text) Object.assign(written, text)
    },
  })
  return schema as JsonSchema
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'message', 'error'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string', description: 'Texto en español para la persona' },
      error: { type: 'string', description: 'El mismo texto' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
    },
  }
}

function docsPage(endpoints: Endpoints): string {
  const sections = endpoints.map(
    (
      end,
    ) => `<section><h2><span class="method">${end.method}</span> <code>${escapeHtml(end.path)}</code></h2>
<p>${escapeHtml(end.summary)} · ${ACCESS_TEXT[end.access]}${end.scope ? ` · Clave con <code>${end.scope}</code>` : ''}</p>
<details><summary>Entrada</summary><pre tabindex="0">${schemaText(end.input, 'input')}</pre></details>
<details><summary>Respuesta</summary><pre tabindex="0">${'reply' in end ? schemaText(end.reply, 'output') : escapeHtml(end.mediaType ?? '302')}</pre></details></section>`,
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API de Pujante</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>API de Pujante</h1>
<p>Los mismos contratos que usa la aplicación. También en <a href="/api/openapi.json">OpenAPI 3.1</a>. Los fallos llevan siempre <code>code</code>, <code>message</code> y <code>error</code>.</p>
<h2>Claves de API</h2><p>${escapeHtml(KEY_TEXT)}</p>
<pre tabindex="0">curl -H 'Authorization: Bearer ${KEY_PREFIX}…' https://…/api/google-accounts</pre>
${sections.join('\n')}</main></body></html>`
}

function schemaText(shape: Documented['input'], io: 'input' | 'output'): string {
  return escapeHtml(JSON.stringify(jsonSchema(shape, io), null, 2))
}

const DOCS_CSS = `:root{color-scheme:light dark}body{font:15px/1.6 system-ui,sans-serif;margin:0;padding:2rem 1rem}
main{max-width:52rem;margin:auto}h2{font-size:1rem;margin:1.5rem 0 .25rem;overflow-wrap:anywhere}.method{font-weight:700}p{margin:.25rem 0}
section{border-top:1px solid color-mix(in srgb,currentColor 18%,transparent)}summary{cursor:pointer;padding:.25rem 0}
pre{overflow:auto;padding:.75rem;border-radius:.5rem;background:color-mix(in srgb,currentColor 7%,transparent);font-size:13px}`
