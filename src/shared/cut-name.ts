const TAIL = 14

/** A name without its middle where it is longer: names of one agency often differ only at the end. */
export function cutName(name: string, most: number): string {
  const signs = [...name]
  if (signs.length <= most) return name
  const head = signs.slice(0, most - TAIL - 1).join('')
  return `${head.trimEnd()}…${signs.slice(-TAIL).join('').trimStart()}`
}

const LEAST = 20

/** A sentence with its addresses, and the names in its « », cut as far as it takes for `most` signs: what is said of them stands at its end. */
export function cutNames(whole: string, most: number): string {
  if ([...whole].length <= most) return whole
  const text = whole.replaceAll(ADDRESSES, (_, address: string) => cutName(address, ADDRESS))
  const longest = Math.max(0, ...[...text.matchAll(NAMES)].map(([, name = '']) => [...name].length))
  let cut = text
  for (let room = longest - 1; [...cut].length > most && room >= LEAST; room -= 1)
    cut = text.replaceAll(NAMES, (_, name: string) => `«${cutName(name, room)}»`)
  return cut
}

const NAMES = /«([^»]*)»/g
/** Their pages tell them apart: the end stays. */
const ADDRESSES = /https?:\/\/(?:www\.)?(\S*\w)/g
const ADDRESS = 30
