import type { Context } from './context.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** Worked out when the first rule asks for it: a context belongs to one analysis of one snapshot. */
export function oncePerAnalysis<T, Facts extends AccountSnapshot = AccountSnapshot>(
  work: (snapshot: Facts, context: Context) => T,
): (snapshot: Facts, context: Context) => T {
  const known = new WeakMap<Context, { found: T }>()
  return (snapshot, context) => {
    const done = known.get(context) ?? { found: work(snapshot, context) }
    known.set(context, done)
    return done.found
  }
}
