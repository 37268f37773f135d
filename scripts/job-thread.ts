// The thread of jobs, started as `serve.mjs` starts the program.
import { flushCompileCache } from 'node:module'
import './quick-imports.mjs'

await import('../src/server/job-thread-program.ts')
flushCompileCache()
