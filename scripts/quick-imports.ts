import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module'
import { join } from 'node:path'

// What is compiled, and TypeScript without its types, is kept for the next start; where it cannot be written it is made each time.
if (!process.env.NODE_COMPILE_CACHE)
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/pujante-program'))

const OF_DRIZZLE = /^drizzle-orm(\/|$)/
const INSIDE_DRIZZLE = /\/node_modules\/drizzle-orm\/.*\.js$/
/** Of drizzle, by what our files import from it. */
const found = new Map<string, ResolveFnOutput>()

/**
 * For each of drizzle's six hundred files, and each import of it, Node reads its package's description anew, 180 kB long:
 * 1.7 s and 260 MB at every start. Told here that they are modules, and asked once where they are, they take 0.2 s and 20 MB.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    if (OF_DRIZZLE.test(specifier)) {
      const known = found.get(specifier) ?? next(specifier, context)
      found.set(specifier, known)
      return { ...known, shortCircuit: true }
    }
    if (!specifier.startsWith('.') || !INSIDE_DRIZZLE.test(parentURL))
      return next(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
