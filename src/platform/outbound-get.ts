import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { GetFailure } from '#shared/get-failure.ts'
import {
  judgedLookup,
  type OutboundOptions,
  OutboundRefused,
  pageProblem,
} from './outbound-address.ts'

export type Got = {
  /** Of the last answer; null where none came. */
  status: number | null
  /** The address that was asked last. */
  endedAt: string
  failure: GetFailure | null
  contentType: string
  /** Empty unless it was well answered, with a wanted type. */
  body: Buffer
}

export type GetOptions = OutboundOptions & {
  /** Media types that are read; others are not. */
  types: readonly string[]
  userAgent: string
  /** Beside simulators: the server that plays every host of the web. */
  playedBy?: string | undefined
  signal?: AbortSignal
}

const TIMEOUT_MS = 10_000
const MOST_REDIRECTS = 5
const MOST_BYTES = 512 * 1024
const MOST_URL_CHARACTERS = 2_000

/**
 * What a page answers to a visitor without cookies, within 10 seconds for all redirects together; each of them is judged like the first.
 * Throws only when `signal` ends it.
 */
export async function getPublic(url: string, options: GetOptions): Promise<Got> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  const seen: Omit<Got, 'failure'> = { ...NOTHING, status: null, endedAt: url }
  try {
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const target = judged(seen.endedAt, options)
      const answer = await ask(target, options, signal)
      Object.assign(seen, answer.seen)
      if (answer.next === null) return { ...seen, failure: null }
      seen.endedAt = answer.next
    }
    return { ...seen, failure: 'redirects' }
  } catch (error) {
    options.signal?.throwIfAborted()
    // A redirect to where no server answers has no status that would tell of the page.
    return { ...seen, ...NOTHING, status: null, failure: failureOf(error, deadline) }
  }
}

const NOTHING = { contentType: '', body: Buffer.alloc(0) }

function judged(address: string, { allowPrivate }: GetOptions): URL {
  const target = URL.canParse(address) ? new URL(address) : null
  if (!target || target.href.length > MOST_URL_CHARACTERS)
    throw new OutboundRefused('La dirección no es la de una página web.')
  const problem = pageProblem(target, allowPrivate)
  if (problem) throw new OutboundRefused(problem)
  target.hash = ''
  return target
}

type Answer = { seen: Pick<Got, 'status' | 'contentType' | 'body'>; next: string | null }

async function ask(target: URL, options: GetOptions, signal: AbortSignal): Promise<Answer> {
  const response = await send(target, options, signal)
  const status = response.statusCode ?? 0
  const { location = '', 'content-type': contentType = '' } = response.headers
  const next = REDIRECTS.has(status) && location !== '' ? absolute(location, target) : null
  const isWanted = options.types.includes(contentType.split(';', 1)[0]!.trim().toLowerCase())
  const isPlain = (response.headers['content-encoding'] ?? 'identity') === 'identity'
  const isGood = status >= 200 && status < 300
  const body = isGood && isWanted && isPlain ? await read(response) : NOTHING.body
  response.destroy()
  return { seen: { status, contentType, body }, next }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** What is no address is judged, and refused, like any other. */
const absolute = (location: string, from: URL) =>
  URL.canParse(location, from.href) ? new URL(location, from).href : location

async function send(
  target: URL,
  options: GetOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { playedBy } = options
  const to = playedBy ? new URL(target.pathname + target.search, playedBy) : target
  const ask = to.protocol === 'http:' ? requestHttp : requestHttps
  const request = ask(to, {
    headers: {
      accept: options.types.join(', '),
      'accept-encoding': 'identity',
      'accept-language': 'es',
      'user-agent': options.userAgent,
      ...(playedBy && { host: target.host }),
    },
    ...(playedBy ? {} : judgedLookup(options)),
    signal,
    agent: false,
  })
  return await new Promise((done, failed) => {
    request.on('error', failed)
    request.on('response', done)
    request.end()
  })
}

/** As much as may be read; where it breaks off, what came until then. */
async function read(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size >= MOST_BYTES) break
    }
  } catch (error) {
    if (size === 0) throw error
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES)
}

/** A server that leaves out certificates in between is followed by browsers, which fetch them, and not by us. */
const CHAIN = new Set(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])
const TLS =
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|EPROTO)/

function failureOf(error: unknown, deadline: AbortSignal): GetFailure {
  if (error instanceof OutboundRefused) return 'refused'
  if (deadline.aborted) return 'time'
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'ENOTFOUND') return 'name'
  // The resolver did not answer, which says nothing of the name.
  if (code.startsWith('EAI_') || code === 'ETIMEDOUT') return 'time'
  if (CHAIN.has(code)) return 'chain'
  return TLS.test(code) ? 'tls' : 'connection'
}
