import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '#platform/html.ts'
import { type DrawFirstView, type FirstView, LOOKS, REPLIES_ID } from '#shared/first-view.ts'

/** 'Hoy' and an account: where people begin. */
const DRAWN = /^\/dashboard(\/accounts\/\d{1,19})?$/
/** Files of an account's page that the program asks for once it runs. */
const ACCOUNT_FILES = /^assets\/(account|chart|trend-plots)-[\w-]{8}\.js$/
/** Waits for the first painting and then fetches the program (src/web/start.ts). */
const START_FILE = /^assets\/start-[\w-]{8}\.js$/
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g
type Options = { webRoot: string; draw: DrawFirstView; readAtMostMs: number }

/**
 * Pages that come with their first view drawn and with what it shows, so that figures are on the screen before any
 * script. Everything is read as the browser would, through our own routes and with the caller's cookie.
 */
export function openFirstViews(app: FastifyInstance, options: Options) {
  const { webRoot, draw, readAtMostMs } = options
  const file = join(webRoot, 'index.html')
  const built = existsSync(file) && readBuilt(readFileSync(file, 'utf8'))
  return async (request: FastifyRequest, files: ReadonlySet<string>): Promise<string | null> => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (!built || readAtMostMs === 0 || !request.headers.cookie || !DRAWN.test(path)) return null
    try {
      const isNarrow = isPhone(request)
      const read = readerFor(app, request, readAtMostMs)
      const view = await draw({ url: request.url, isNarrow, read })
      if (!view) return null
      const ofAccount = path === '/dashboard' ? [] : named(files, ACCOUNT_FILES)
      const script = startScript(built.scripts, named(files, START_FILE), ofAccount, view.left)
      return pageOf(built.parts, view, { attributes: attributesOf(request), script })
    } catch (error) {
      // The program draws it all itself.
      request.log.error({ error }, 'no first view')
      return null
    }
  }
}

/** The built page around what is put in, and the scripts it names, the program last. */
function readBuilt(page: string) {
  const scripts = [...page.matchAll(SCRIPT)].map(([, file]) => file ?? '')
  const parts = page
    .replace(SCRIPT, '')
    .split(
      /<html lang="es"|<title>[^<]*|(?=<\/head>)|<div id="root">|(?<=<\/div>)(?=\s*<noscript>)/,
    )
  return parts.length === 6 && scripts.length > 0 && { parts, scripts }
}

const named = (files: ReadonlySet<string>, pattern: RegExp) =>
  [...files].filter((file) => pattern.test(file)).map((file) => `/${file}`)

/** Without the file that waits, in tests of pages alone, the program itself. */
function startScript(
  scripts: readonly string[],
  [waiting]: readonly string[],
  more: readonly string[],
  reads: readonly string[],
): string {
  const program = scripts.at(-1)
  if (!waiting) return `<script type="module" src="${program}"></script>`
  const files = [...scripts, ...more].join(' ')
  const read = escapeHtml(reads.join(' '))
  return `<script type="module" id="start" data-program="${program}" data-files="${files}" data-reads="${read}" src="${waiting}"></script>`
}

function pageOf(
  parts: readonly string[],
  view: FirstView,
  { attributes, script }: { attributes: string; script: string },
): string {
  // `<` could end the element; a reply holds texts of strangers.
  const replies = JSON.stringify(view.replies).replaceAll('<', '\\u003c')
  const [start, top, head, body, close, rest] = parts
  return [
    `${start}<html lang="es"${attributes}${top}`,
    `<title>${view.title}${head}${script}${body}`,
    `<div id="root" inert>${view.body}${close}`,
    `<script type="application/json" id="${REPLIES_ID}">${replies}</script>${rest}`,
  ].join('')
}

/** The look that was chosen in this browser. */
function attributesOf({ cookies }: FastifyRequest): string {
  return Object.entries(LOOKS)
    .map(([name, known]) => {
      const value = known.find((one) => one === cookies[name])
      return value ? ` data-${name}="${value}"` : ''
    })
    .join('')
}

/** A reply through the route itself, so that all it checks is checked. */
function readerFor(app: FastifyInstance, request: FastifyRequest, withinMs: number) {
  const signal = AbortSignal.timeout(withinMs)
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new Error('late')), { once: true })
  })
  late.catch(() => {})
  return async (address: string): Promise<unknown> => {
    const { cookie, host } = request.headers
    const reply = app.inject({
      method: 'GET',
      url: address,
      remoteAddress: request.ip,
      headers: { cookie, host, 'user-agent': request.headers['user-agent'] },
    })
    const { statusCode, body } = await Promise.race([reply, late])
    if (statusCode !== 200) throw new Error(`${address}: ${statusCode}`)
    return JSON.parse(body) as unknown
  }
}

/** Chromium says it outright, others in their name. */
function isPhone({ headers }: FastifyRequest): boolean {
  return headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(headers['user-agent'] ?? '')
}
