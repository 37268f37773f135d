// The program behind `npm start`; in two steps, since what is imported at once is found before anything runs.
import { flushCompileCache } from 'node:module'
import './quick-imports.mjs'

await import('./program.ts')
// Node does so at the end, which a program that is killed does not see.
flushCompileCache()
