// The program behind `npm start`; in two steps, since what is imported at once is found before anything runs.
import { flushCompileCache } from 'node:module'
import './quick-imports.mjs'

// The first process of a container never hears a signal that it does not listen for: until there is something to close, it
// would be waited for in vain, and killed.
const end = () => process.exit(0)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)

await import('./program.ts')
// Node does so at the end, which a program that is killed does not see.
flushCompileCache()
