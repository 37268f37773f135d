const TAIL = 14

/** A name without its middle where it is longer: names of one agency often differ only at the end. */
export function cutName(name: string, most: number): string {
  const signs = [...name]
  if (signs.length <= most) return name
  const head = signs.slice(0, most - TAIL - 1).join('')
  return `${head.trimEnd()}…${signs.slice(-TAIL).join('').trimStart()}`
}
