import { isIP } from 'node:net'

/** What one customer of a network provider holds: of IPv6 a /64 at the least, of which every address would count by itself. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? []
  if (mapped) return mapped
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head, tail].map((part) => (part ? part.split(':') : []))
  const zeros = Array(Math.max(0, 8 - left!.length - right!.length)).fill('0')
  const groups = [...left!, ...(address.includes('::') ? zeros : []), ...right!]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
