// The program behind `npm start`; in two steps, since what is imported at once is found before anything runs.
import './quick-imports.mjs'

await import('./program.ts')
