// The thread of jobs, started as `serve.ts` starts the program.
import './quick-imports.ts'

await import('../src/server/job-thread-program.ts')
