import type { Context } from '#platform/context.ts'

/** What one look found; `notice`: it works, but wants to be seen to. */
export type Finding = { state: 'good' | 'notice' | 'bad'; text: string }

export type Check = { name: string; look: (ctx: Context) => Promise<Finding> }

export const good = (text: string): Finding => ({ state: 'good', text })
export const notice = (text: string): Finding => ({ state: 'notice', text })
export const bad = (text: string): Finding => ({ state: 'bad', text })

export type Result = Finding & { name: string }

const PATIENCE_MS = 20_000

/** One after the other; a check that throws or does not end is a bad finding of its own. */
export async function runChecks(ctx: Context, checks: readonly Check[]): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, look } of checks) {
    const tooLong = new Promise<Finding>((done) => {
      setTimeout(() => done(bad('No responde.')), PATIENCE_MS).unref()
    })
    const finding = await Promise.race([look(ctx), tooLong]).catch((error) =>
      bad(`No se ha podido mirar: ${error instanceof Error ? error.message : 'fallo desconocido'}`),
    )
    results.push({ name, ...finding })
  }
  return results
}
