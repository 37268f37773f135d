import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Config } from './config.ts'

/** Addresses that users choose are asked for only where they are public: never in our own network, also when a name resolves to it. */

export class OutboundRefused extends Error {}

export type OutboundOptions = {
  /** `allowsPrivate` alone says yes: plain http and addresses of this machine. */
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: Resolve
}

/** Simulators may be allowed in production, to try it out; our own network stays closed to what customers choose. */
export function allowsPrivate({ simulators, production }: Config): boolean {
  return simulators && !production
}

/** Why nothing is sent there, in Spanish; null where nothing speaks against it before its name is resolved. */
export function outboundProblem(target: URL, allowPrivate: boolean): string | null {
  const problem = userProblem(target)
  if (problem || (allowPrivate && isWeb(target))) return problem
  if (target.protocol !== 'https:') return 'La dirección tiene que empezar por https://.'
  return privateProblem(target)
}

/** The same of a public page: also by http, and only at the ports of the web. */
export function pageProblem(target: URL, allowPrivate: boolean): string | null {
  const problem = userProblem(target)
  if (problem) return problem
  if (!isWeb(target)) return 'La dirección no es la de una página web.'
  if (allowPrivate) return null
  return target.port
    ? 'La dirección lleva un puerto que no es el de la web.'
    : privateProblem(target)
}

function userProblem({ username, password }: URL): string | null {
  return username || password ? 'La dirección no puede llevar usuario ni clave.' : null
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

function privateProblem(target: URL): string | null {
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

/** Of a request: the very address that was judged is the one connected to, for a name could change its mind in between. */
export function judgedLookup({ allowPrivate, resolve = lookup }: OutboundOptions): {
  lookup?: LookupFunction
} {
  return allowPrivate ? {} : { lookup: publicLookup(resolve) }
}

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
