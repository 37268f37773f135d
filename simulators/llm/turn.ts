/** What a model is asked, whichever wire it came over. */
export type Turn = {
  system: string
  /** The first words of the user. */
  prompt: string
  tools: readonly string[]
  /** Results of the tools called so far, as JSON where they are. */
  toolResults: readonly unknown[]
  /** True when JSON of a given shape is wanted. */
  wantsJson: boolean
}

export type Reply =
  | { kind: 'text'; text: string }
  | { kind: 'calls'; calls: { name: string; input: Record<string, unknown> }[] }

/** The data block of a prompt: the first JSON object in it. */
export function dataOf({ prompt }: Turn): Record<string, unknown> {
  const start = prompt.indexOf('{')
  for (let end = prompt.length; end > start && start >= 0; end = prompt.lastIndexOf('}', end - 1)) {
    try {
      return JSON.parse(prompt.slice(start, end + 1)) as Record<string, unknown>
    } catch {
      if (prompt.lastIndexOf('}', end - 1) < start) break
    }
  }
  return {}
}
