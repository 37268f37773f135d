/** What a model is asked, whichever wire it came over. */
export type Turn = {
  system: string
  /** The first words of the user. */
  prompt: string
  /** True when JSON of a given shape is wanted. */
  wantsJson: boolean
}

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
