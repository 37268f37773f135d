/** What a site's robots.txt lets programs open (RFC 9309), for the one that calls itself `pujante`. */

export type Allowed = (address: string) => boolean

type Rule = { allows: boolean; path: string }
type Group = { agents: string[]; rules: Rule[] }

/** The groups that name us decide, and those for all programs where none does. */
export function allowedBy(robotsText: string): Allowed {
  const groups = groupsOf(robotsText)
  const rulesFor = (agent: string) =>
    groups.filter(({ agents }) => agents.includes(agent)).flatMap(({ rules }) => rules)
  const isNamed = groups.some(({ agents }) => agents.includes('pujante'))
  const rules = rulesFor(isNamed ? 'pujante' : '*')
  return (address) => {
    const { pathname, search } = new URL(address)
    const matching = rules.filter(({ path }) => matches(pathname + search, path))
    // The longest says it; of two alike the one that allows.
    const [first] = matching.toSorted(
      (a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows),
    )
    return first?.allows ?? true
  }
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  let isInRules = true
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const name = key.toLowerCase()
    const said = value.trim()
    if (name === 'user-agent') {
      if (isInRules) groups.push({ agents: [], rules: [] })
      isInRules = false
      groups.at(-1)!.agents.push(said.toLowerCase().split('/', 1)[0]!)
    } else if (name === 'allow' || name === 'disallow') {
      isInRules = true
      // An empty `Disallow` forbids nothing.
      if (said) groups.at(-1)?.rules.push({ allows: name === 'allow', path: said })
    }
  }
  return groups
}

/** A beginning; `*` stands for any characters, a last `$` for the end. */
function matches(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1
    const found = isWhole && isLast ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
