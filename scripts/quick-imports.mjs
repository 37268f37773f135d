import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

// What is compiled, and TypeScript without its types, is kept for the next start; where it cannot be written it is made each time.
// Threads read the variable. This file and `serve.mjs` run before and are plain JavaScript: for two files that are not kept Node
// would load its TypeScript parser, 10 MB that stay.
process.env.NODE_COMPILE_CACHE ??= join(
  import.meta.dirname,
  '../node_modules/.cache/pujante-program',
)
enableCompileCache()

const OF_DRIZZLE = /^drizzle-orm(\/|$)/
const INSIDE_DRIZZLE = /\/node_modules\/drizzle-orm\/.*\.js$/
/** Of drizzle, by what our files import from it. @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map()

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
