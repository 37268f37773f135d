import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Posts to addresses that users choose: never into our own network, also when a name resolves to it. */

export class OutboundRefused extends Error {}

const TIMEOUT_MS = 10_000
const MOST_REPLY_BYTES = 2_000

type Answer = { status: number; retryAfterSeconds: number | null; text: string }
type Options = {
  /** Only beside simulators: plain http and addresses of this machine. */
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: Resolve
}

/**
 * Posts JSON. A redirect is an answer like any other and is not followed. Throws OutboundRefused for an address that is
 * not public https, an Error without an answer within 10 seconds.
 */
export async function postJson(url: string, body: unknown, options: Options): Promise<Answer> {
  const target = new URL(url)
  const problem = outboundProblem(target, options.allowPrivate)
  if (problem) throw new OutboundRefused(problem)
  const payload = JSON.stringify(body)
  const send = target.protocol === 'http:' ? requestHttp : requestHttps
  return await new Promise<Answer>((done, failed) => {
    const request = send(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
        'user-agent': 'Pujante',
      },
      // The very address that was judged is the one connected to: a name cannot change its mind in between.
      ...(!options.allowPrivate && { lookup: publicLookup(options.resolve ?? lookup) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      agent: false,
    })
    request.on('error', failed)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('error', failed)
      response.on('data', (part: string) => {
        text = (text + part).slice(0, MOST_REPLY_BYTES)
      })
      response.on('end', () => {
        const retryAfterSeconds = Number(response.headers['retry-after']) || null
        done({ status: response.statusCode ?? 0, retryAfterSeconds, text })
      })
    })
    request.end(payload)
  })
}

/** Why nothing is sent there, in Spanish; null where nothing speaks against it before its name is resolved. */
export function outboundProblem(target: URL, allowPrivate: boolean): string | null {
  if (target.username || target.password) return 'La dirección no puede llevar usuario ni clave.'
  if (allowPrivate && ['http:', 'https:'].includes(target.protocol)) return null
  if (target.protocol !== 'https:') return 'La dirección tiene que empezar por https://.'
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(host)
    ? isPrivateAddress(host)
    : /(^|\.)(localhost|local|internal)\.?$/i.test(host)
  return isPrivate ? PRIVATE : null
}

const PRIVATE = 'Esa dirección es de una red privada, y no se puede usar.'

/** Names are resolved by the system; a test may bring its own. */
type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const [first] = addresses
      // One bad address among good ones is bad: which one is taken is not ours to choose.
      if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new OutboundRefused(PRIVATE), '', 0)
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

// A list per family: one list would hold every IPv4 address for part of ::/3.
const blocked = { 4: new BlockList(), 6: new BlockList() }
// IANA's special-purpose registries: nothing in them is a public host.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked[4].addSubnet(network, prefix, 'ipv4')
// Of IPv6 only 2000::/3 is public; within it tunnels and documentation are not.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked[6].addSubnet(network, prefix, 'ipv6')

function isPrivateAddress(address: string): boolean {
  return isIP(address) === 6 ? blocked[6].check(address, 'ipv6') : blocked[4].check(address)
}
